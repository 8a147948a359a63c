//! Which lines of a page make a table, and where its columns are.

use crate::line::{Part, TextLine};
use std::ops::Range;

/// Rows further apart than this belong to different tables (em, from top to top).
const FAR: f32 = 5.0;
/// Most lines of labels between two rows with figures.
const LABELS_BETWEEN: usize = 8;
/// Most lines of heads and titles above the first row.
const ABOVE: usize = 9;
/// A line that begins so far before the first column is no head of it (em).
const LABEL_WIDTH: f32 = 20.0;
/// Most long lines of labels between the heads and the first row.
const LONG_LABELS: usize = 3;
/// A line of so many words is prose, if it reaches over the columns.
const PROSE: usize = 9;
/// Columns whose figures never share a row and are this near are one (em).
const SAME_COLUMN: f32 = 1.2;

/// The lines of a table on one page, as numbers of the page's lines.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// Lines with heads, or beside them.
    pub(crate) heads: Range<usize>,
    /// Lines with rows and the labels between them.
    pub(crate) rows: Range<usize>,
    /// The columns, from left to right.
    pub(crate) columns: Vec<Extent>,
    /// The same with the signs of money, which heads are centred over.
    pub(crate) areas: Vec<Extent>,
}

/// From where to where something goes across the page, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extent {
    pub(crate) x0: f32,
    pub(crate) x1: f32,
}

impl Extent {
    pub(crate) fn of(part: &Part) -> Self {
        Self { x0: part.rect.x0, x1: part.rect.x1 }
    }

    pub(crate) fn overlaps(self, other: Self) -> bool {
        self.x0 < other.x1 && other.x0 < self.x1
    }

    pub(crate) fn union(self, other: Self) -> Self {
        Self { x0: self.x0.min(other.x0), x1: self.x1.max(other.x1) }
    }

    pub(crate) fn center(self) -> f32 {
        (self.x0 + self.x1) / 2.0
    }

    pub(crate) fn distance(self, other: Self) -> f32 {
        (self.x0 - other.x1).max(other.x0 - self.x1).max(0.0)
    }
}

impl Region {
    /// The column that a figure stands in.
    pub(crate) fn column_of(&self, part: &Part) -> Option<usize> {
        let own = Extent::of(part);
        let over = self.columns.iter().position(|column| column.overlaps(own));
        let distance = |at: &usize| self.columns[*at].distance(own);
        let nearest = || (0..self.columns.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)));
        over.or_else(nearest).filter(|at| distance(at) < part.rect.height())
    }
}

/// The tables of a page, from top to bottom.
pub(crate) fn regions(lines: &[TextLine]) -> Vec<Region> {
    let mut regions: Vec<Region> = Vec::new();
    let mut next = 0;
    while let Some(rows) = rows_from(lines, next) {
        let free = regions.last().map_or(0, |region| region.rows.end);
        next = rows.end;
        let columns = columns(&lines[rows.clone()]);
        let count = lines[rows.clone()].iter().filter(|line| is_row(line)).count();
        if count < 2 || columns.is_empty() {
            continue;
        }
        let heads = heads_above(lines, rows.start, free, &columns);
        let labels = labels_above(lines, rows.start, &heads, columns[0]);
        let areas = areas(&lines[rows.clone()], &columns);
        regions.push(Region { heads: heads.start..labels, rows: labels..rows.end, columns, areas });
    }
    regions
}

/// Whether a line has a label with a figure, or several figures.
pub(crate) fn is_row(line: &TextLine) -> bool {
    let cells = line.cells().count();
    let has_label = line.parts.first().is_some_and(|first| !first.is_cell());
    cells > 1 || (cells > 0 && has_label)
}

/// The next lines from the first row to the last.
fn rows_from(lines: &[TextLine], from: usize) -> Option<Range<usize>> {
    let start = (from..lines.len()).find(|at| is_row(&lines[*at]))?;
    let mut end = start + 1;
    let mut extents: Vec<Extent> = lines[start].cells().map(Extent::of).collect();
    while let Some(next) = next_row(lines, end, &extents) {
        extents.extend(lines[next].cells().map(Extent::of));
        end = next + 1;
    }
    Some(start..end)
}

/// The next row, if it belongs to the same table.
fn next_row(lines: &[TextLine], from: usize, extents: &[Extent]) -> Option<usize> {
    let first_column = extents.iter().map(|extent| extent.x0).fold(f32::MAX, f32::min);
    let last = lines.len().min(from + LABELS_BETWEEN + 1);
    let next = (from..last).find(|at| is_row(&lines[*at]))?;
    let are_near = (from..=next).all(|at| {
        let distance = lines[at].rect.y0 - lines[at - 1].rect.y0;
        distance > -1.0 && distance < FAR * lines[at].size.max(lines[at - 1].size)
    });
    let are_labels = lines[from..next].iter().all(|line| is_label(line, first_column));
    let is_aligned = lines[next].cells().any(|cell| extents.iter().any(|extent| extent.overlaps(Extent::of(cell))));
    (are_near && are_labels && is_aligned).then_some(next)
}

/// Whether a line without figures may stand between rows: a label, a section, a year.
fn is_label(line: &TextLine, first_column: f32) -> bool {
    let begins_left = line.rect.x0 < first_column;
    let is_short = line.rect.x1 < first_column || line.text().split_whitespace().count() < PROSE;
    begins_left && is_short && !is_heads(line, first_column)
}

/// Whether a line stands over the columns only.
fn is_heads(line: &TextLine, first_column: f32) -> bool {
    let over = line.parts.iter().filter(|part| part.rect.x1 > first_column).count();
    over > 1
}

/// The columns of rows: figures that lie one above the other.
fn columns(lines: &[TextLine]) -> Vec<Extent> {
    let rows: Vec<&TextLine> = lines.iter().filter(|line| is_row(line)).collect();
    let size = rows.iter().map(|line| line.size).fold(0.0, f32::max);
    let first = |line: &TextLine| usize::from(line.parts.first().is_some_and(|part| part.figure.is_none()));
    let cells = |line: &TextLine| -> Vec<Extent> {
        line.parts[first(line)..].iter().filter(|part| part.is_cell()).map(Extent::of).collect()
    };
    let mut all: Vec<Extent> = rows.iter().flat_map(|line| cells(line)).collect();
    all.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    let mut columns: Vec<Extent> = Vec::new();
    for cell in all {
        match columns.last_mut() {
            Some(last) if cell.x0 < last.x1 => *last = last.union(cell),
            _ => columns.push(cell),
        }
    }
    merge_near(columns, &rows.iter().map(|line| cells(line)).collect::<Vec<_>>(), size)
}

/// Makes one column of two that are near and have no row with both: dashes stand beside the figures of their column.
fn merge_near(columns: Vec<Extent>, rows: &[Vec<Extent>], size: f32) -> Vec<Extent> {
    let mut merged: Vec<Extent> = Vec::new();
    for column in columns {
        let shares_row = |other: Extent| {
            rows.iter().any(|row| row.iter().any(|c| c.overlaps(other)) && row.iter().any(|c| c.overlaps(column)))
        };
        match merged.last_mut() {
            Some(last) if column.x0 - last.x1 < SAME_COLUMN * size && !shares_row(*last) => *last = last.union(column),
            _ => merged.push(column),
        }
    }
    merged
}

/// The columns with the signs beside their figures.
fn areas(lines: &[TextLine], columns: &[Extent]) -> Vec<Extent> {
    let mut areas = columns.to_vec();
    for part in lines.iter().flat_map(|line| &line.parts).filter(|part| part.figure.is_some()) {
        let column = columns.iter().position(|column| column.overlaps(Extent::of(part)));
        if let Some(at) = column {
            areas[at] = areas[at].union(Extent { x0: part.whole.x0, x1: part.whole.x1 });
        }
    }
    areas
}

/// The lines above the first row that are heads: they stand over the columns, or beside such.
fn heads_above(lines: &[TextLine], rows: usize, free: usize, columns: &[Extent]) -> Range<usize> {
    let first_column = columns[0].x0;
    let least = free.max(rows.saturating_sub(ABOVE));
    let mut start = rows;
    let mut highest = rows;
    let mut long_labels = 0;
    while start > least {
        let line = &lines[start - 1];
        let below = &lines[start];
        let distance = below.rect.y0 - line.rect.y0;
        if !(-1.0..FAR * line.size).contains(&distance) {
            break;
        }
        let goes_on = |part: &Part| start == highest && stands_over(part, below, line.size);
        let over_column = |part: &Part| columns.iter().any(|column| column.overlaps(Extent::of(part)));
        let is_over = |part: &Part| {
            let is_beside_labels = part.rect.x0 >= first_column - 4.0 * line.size;
            is_beside_labels || goes_on(part) || line.parts.len() > 1 && over_column(part)
        };
        let over = line.parts.iter().filter(|part| is_over(part)).count();
        let words = line.text().split_whitespace().count();
        // Above a long label only several heads side by side are surely heads.
        let least_over = if long_labels == 0 { 1 } else { columns.len().min(2) };
        if over >= least_over && (words < 2 * PROSE || line.parts.len() > 2) {
            highest = start - 1;
        } else if line.rect.x1 > first_column || words >= PROSE {
            long_labels += 1;
            if long_labels > LONG_LABELS || line.parts.len() > 1 {
                break;
            }
        }
        start -= 1;
    }
    highest..rows
}

/// Whether a part has the same middle as one of the line below, not counting labels.
fn stands_over(part: &Part, below: &TextLine, size: f32) -> bool {
    let middle = |part: &Part| Extent::of(part).center();
    below.parts.len() > 1 && below.parts.iter().any(|other| (middle(other) - middle(part)).abs() < 0.6 * size)
}

/// The first of the lines directly above the first row that are labels of sections.
fn labels_above(lines: &[TextLine], rows: usize, heads: &Range<usize>, first_column: Extent) -> usize {
    let is_over = |line: &TextLine| line.parts.iter().any(|part| part.rect.x1 > first_column.x0);
    let is_label = |line: &TextLine| line.parts.len() == 1 && line.rect.x0 < first_column.x0 - LABEL_WIDTH * line.size;
    let last_head = lines[heads.clone()].iter().rposition(|line| is_over(line) && !is_label(line));
    last_head.map_or(rows, |last| heads.start + last + 1)
}
