//! Which figure of a row is meant: that of the year asked for; of the year before quarters, unless a quarter is asked for; of several,
//! the latest.

use pincite_item::Asked;
use pincite_table::{Cell, Period, Row, Span, Table};

/// The figure of a row that a question asks for. `None` if no column says a period that fits.
pub fn asked_cell<'r>(asked: &Asked, table: &Table, row: &'r Row) -> Option<&'r Cell> {
    let dated = row.cells.iter().filter_map(|cell| Some((cell, period_of(table, cell)?)));
    let fitting = dated.filter(|(_, period)| asked.years.is_empty() || asked.years.contains(&period.year));
    let best = fitting.max_by_key(|(cell, period)| {
        (has_length(period.span, asked.interim), period.year, period.end, std::cmp::Reverse(cell.column))
    });
    best.map(|(cell, _)| cell)
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
