//! Finds the rows that form tables. Not for cells and column headings: the boxes of words are enough.

use super::blocks::starts_with_marker;
use super::rows::Row;
use super::segments::Segment;
use std::ops::Range;

/// Edges this close are aligned (em).
const ALIGNED: f32 = 0.7;
/// Limit of one-cell rows (wrapped labels, headings) between two rows of a table. The second limit is for rows that
/// stay within the column of labels.
const MAX_BETWEEN: usize = 2;
const MAX_LABELS_BETWEEN: usize = 8;
/// At most this many lines above the first row are column headings.
const MAX_ABOVE: usize = 3;
/// Rows further apart than this belong to different tables (em, from baseline to baseline).
const MAX_DISTANCE: f32 = 5.0;

/// For every row the number of its table, if it is in one.
pub(super) fn find(rows: &[Row]) -> Vec<Option<u32>> {
    let mut tables = vec![None; rows.len()];
    let mut next = 0;
    let mut number = 0;
    while let Some(run) = run_from(rows, next) {
        let free = next;
        next = run.end;
        if is_table(&rows[run.clone()]) {
            let start = with_headings(rows, &run, free);
            tables[start..run.end].fill(Some(number));
            number += 1;
        }
    }
    tables
}

/// The next run of rows whose cells are aligned with those of the row above.
fn run_from(rows: &[Row], from: usize) -> Option<Range<usize>> {
    let start = (from..rows.len()).find(|i| has_cells(&rows[*i]))?;
    let mut end = start + 1;
    while let Some(next) = next_with_cells(rows, end) {
        let (above, below) = (&rows[end - 1], &rows[next]);
        let first_two = start + 1 == end;
        if !are_near(&rows[end - 1..=next]) || !(are_aligned(above, below) || first_two || are_figures(below)) {
            break;
        }
        end = next + 1;
    }
    Some(start..end)
}

/// The next row with cells, if the rows between belong to the table too.
fn next_with_cells(rows: &[Row], from: usize) -> Option<usize> {
    let next = (from..rows.len().min(from + MAX_LABELS_BETWEEN + 1)).find(|i| has_cells(&rows[*i]))?;
    let cells_start = rows[next].cells.get(1).map_or(f32::MAX, |cell| cell.rect.x0);
    let are_labels = rows[from..next].iter().all(|row| row.rect.x1 < cells_start);
    (next - from <= MAX_BETWEEN || are_labels).then_some(next)
}

fn are_near(rows: &[Row]) -> bool {
    rows.windows(2).all(|w| w[1].baseline - w[0].baseline < MAX_DISTANCE * w[1].size)
}

/// The first row of a table, column headings included ("December 31,"). Such headings lie above the cells, not above
/// the labels.
fn with_headings(rows: &[Row], table: &Range<usize>, free: usize) -> usize {
    let cells = rows[table.clone()].iter().filter_map(|row| row.cells.get(1)).map(|cell| cell.rect.x0);
    let cells_start = cells.fold(f32::MAX, f32::min);
    let is_heading = |i: &usize| {
        let (row, below) = (&rows[*i], &rows[*i + 1]);
        row.rect.x0 > cells_start - 3.0 * row.size && below.baseline - row.baseline < 2.5 * below.size
    };
    let above = (free.max(table.start.saturating_sub(MAX_ABOVE))..table.start).rev();
    above.take_while(is_heading).last().unwrap_or(table.start)
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
