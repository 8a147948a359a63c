//! Which figure of a row is meant: that of the year asked for; of the year before quarters, unless a quarter is asked for; of several,
//! the latest.

use pincite_item::Asked;
use pincite_table::{Cell, Period, Row, Span, Table};

/// The figure of a row that a question asks for. `None` if no column says a period that fits. Who names no year asks for the last
/// one of the table, also where a row has no figure in it: what was paid years ago is no answer.
pub fn asked_cell<'r>(asked: &Asked, table: &Table, row: &'r Row) -> Option<&'r Cell> {
    let dated = row.cells.iter().filter_map(|cell| Some((cell, period_of(table, cell)?)));
    let last = last_year(asked, table, row);
    let is_asked = |year: i16| if asked.years.is_empty() { Some(year) >= last } else { asked.years.contains(&year) };
    let fitting = dated.filter(|(_, period)| is_asked(period.year));
    let best = fitting.max_by_key(|(cell, period)| {
        (has_length(period.span, asked.interim), period.year, period.end, std::cmp::Reverse(cell.column))
    });
    best.map(|(cell, _)| cell)
}

/// The last year in which any row of a table has a figure of the kind asked for: of a day, as this row has, or of a length of time.
fn last_year(asked: &Asked, table: &Table, row: &Row) -> Option<i16> {
    let is_day = |period: &Period| period.span == Span::Instant;
    let of_day = row.cells.iter().filter_map(|cell| period_of(table, cell)).any(|period| is_day(&period));
    let all = table.rows.iter().flat_map(|row| &row.cells).filter_map(|cell| period_of(table, cell));
    let alike = all.filter(|period| is_day(period) == of_day && has_length(period.span, asked.interim));
    alike.map(|period| period.year).max()
}

/// The period of a cell: its own, or that of its column.
pub(crate) fn period_of(table: &Table, cell: &Cell) -> Option<Period> {
    cell.period.or_else(|| table.columns.get(cell.column as usize)?.period)
}

/// Whether a period is a part of a year, or a whole one, as asked for. A day is of either.
pub(super) fn has_length(span: Span, interim: bool) -> bool {
    match span {
        Span::Instant => true,
        Span::Months(months) => (months < 12) == interim,
    }
}
