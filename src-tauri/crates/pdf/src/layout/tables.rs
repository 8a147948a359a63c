//! Finds the rows that form tables. Not for cells and headings of columns: words keep their boxes, that is enough.

use super::blocks::starts_with_marker;
use super::rows::Row;
use super::segments::Segment;
use std::ops::Range;

/// Edges this close are aligned (em).
const ALIGNED: f32 = 0.7;
/// Rows of one cell (wrapped labels, headings inside a table) that may stand between two rows of a table.
const MAX_BETWEEN: usize = 2;
/// Rows further apart than this are of different tables (em, from baseline to baseline).
const MAX_DISTANCE: f32 = 5.0;

/// For every row the number of its table, if it is of one.
pub(super) fn find(rows: &[Row]) -> Vec<Option<u32>> {
    let mut tables = vec![None; rows.len()];
    let mut next = 0;
    let mut number = 0;
    while let Some(run) = run_from(rows, next) {
        next = run.end;
        if is_table(&rows[run.clone()]) {
            tables[run].fill(Some(number));
            number += 1;
        }
    }
    tables
}

/// The next rows with cells aligned from one to the next.
fn run_from(rows: &[Row], from: usize) -> Option<Range<usize>> {
    let start = (from..rows.len()).find(|i| has_cells(&rows[*i]))?;
    let mut end = start + 1;
    while let Some(next) = (end..rows.len().min(end + MAX_BETWEEN + 1)).find(|i| has_cells(&rows[*i])) {
        let (above, below) = (&rows[end - 1], &rows[next]);
        let near = rows[end - 1..=next].windows(2).all(|w| w[1].baseline - w[0].baseline < MAX_DISTANCE * w[1].size);
        if !near || !(are_aligned(above, below) || start + 1 == end || next + 1 == end + 1 && are_figures(below)) {
            break;
        }
        end = next + 1;
    }
    Some(start..end)
}

/// Two cells or more, not counting the marker of a list item.
fn has_cells(row: &Row) -> bool {
    row.cells.len() > if starts_with_marker(row) { 2 } else { 1 }
}

/// Whether two rows share the left or right edge of a cell that is not their first.
fn are_aligned(above: &Row, below: &Row) -> bool {
    let edge = ALIGNED * above.size.max(below.size);
    let same = |a: &Segment, b: &Segment| (a.rect.x0 - b.rect.x0).abs() < edge || (a.rect.x1 - b.rect.x1).abs() < edge;
    above.cells.iter().skip(1).any(|a| below.cells.iter().skip(1).any(|b| same(a, b)))
}

fn are_figures(row: &Row) -> bool {
    row.cells.len() > 2 && row.cells.iter().skip(1).filter(|c| is_figure(c)).count() >= 2
}

/// "$", "1,577", "(3.2)%", "—", "2018".
fn is_figure(cell: &Segment) -> bool {
    let text = || cell.tokens.iter().flat_map(|t| t.text.chars());
    cell.chars() <= 24
        && !text().any(char::is_alphabetic)
        && text().any(|c| c.is_ascii_digit() || "$€£—–-%".contains(c))
}

fn is_table(rows: &[Row]) -> bool {
    let with_cells: Vec<&Row> = rows.iter().filter(|r| has_cells(r)).collect();
    let cells = || with_cells.iter().flat_map(|r| r.cells.iter().skip(1));
    let (count, lines) = (cells().count(), with_cells.len());
    let figures = cells().filter(|c| is_figure(c)).count();
    let short = cells().filter(|c| c.chars() <= 40).count();
    match lines {
        0 | 1 => false,
        2 => figures * 2 >= count && count >= 3,
        _ => figures * 3 >= count || short * 4 >= count * 3,
    }
}
