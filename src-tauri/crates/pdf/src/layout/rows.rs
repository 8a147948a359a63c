//! Joins segments of a region to rows, from top to bottom. Not for classifying rows.

use super::segments::Segment;
use super::words::Token;
use crate::Rect;

/// One row: its segments from left to right.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) cells: Vec<Segment>,
    pub(super) rect: Rect,
    pub(super) baseline: f32,
    pub(super) size: f32,
}

impl Row {
    fn new(cell: Segment) -> Self {
        Self { rect: cell.rect, baseline: cell.baseline, size: cell.size, cells: vec![cell] }
    }

    /// Whether a segment belongs to this row. A superscript does, the next line does not.
    fn is_beside(&self, cell: &Segment) -> bool {
        let common = self.rect.y1.min(cell.rect.y1) - self.rect.y0.max(cell.rect.y0);
        let (small, large) = (self.size.min(cell.size), self.size.max(cell.size));
        let near = (self.baseline - cell.baseline).abs() <= 0.5 * large.min(1.8 * small);
        near && common >= 0.5 * self.rect.height().min(cell.rect.height())
    }

    fn push(&mut self, cell: Segment) {
        if cell.size > self.size {
            (self.size, self.baseline) = (cell.size, cell.baseline);
        }
        self.rect = self.rect.union(cell.rect);
        self.cells.push(cell);
    }

    /// Joins cells with hardly a gap between them: a superscript after its word makes no table.
    fn close(mut self) -> Self {
        self.cells.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
        let mut cells: Vec<Segment> = Vec::with_capacity(self.cells.len());
        for cell in self.cells {
            match cells.last_mut() {
                Some(last) if cell.rect.x0 - last.rect.x1 < super::segments::WIDE_GAP * last.size.max(cell.size) => {
                    last.rect = last.rect.union(cell.rect);
                    last.size = last.size.max(cell.size);
                    last.tokens.extend(cell.tokens);
                }
                _ => cells.push(cell),
            }
        }
        Self { cells, ..self }
    }

    /// Words in the reading direction of the majority.
    pub(super) fn into_tokens(self) -> impl Iterator<Item = Token> {
        let mut tokens: Vec<Token> = self.cells.into_iter().flat_map(|c| c.tokens).collect();
        if tokens.iter().filter(|t| t.rtl).count() * 2 > tokens.len() {
            tokens.reverse();
        }
        tokens.into_iter()
    }

    /// Words from left to right.
    pub(super) fn tokens(&self) -> impl DoubleEndedIterator<Item = &Token> {
        self.cells.iter().flat_map(|c| &c.tokens)
    }
}

/// Rows of a region.
pub(super) fn from_segments(mut region: Vec<Segment>) -> Vec<Row> {
    region.sort_by(|a, b| a.baseline.total_cmp(&b.baseline));
    let mut rows: Vec<Row> = Vec::new();
    for segment in region {
        match rows.iter_mut().rev().take(3).find(|row| row.is_beside(&segment)) {
            Some(row) => row.push(segment),
            None => rows.push(Row::new(segment)),
        }
    }
    rows.into_iter().map(Row::close).collect()
}
