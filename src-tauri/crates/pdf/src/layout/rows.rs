//! Joins words on one baseline to segments, cut at wide gaps, and the segments of a region to rows. A segment is a line of a
//! column, or a cell of a table row.

use super::letters::is_ideographic;
use super::words::{Token, mirrored};
use crate::Rect;

/// Baselines this close count as one (em).
const SAME_BASELINE: f32 = 0.2;
/// A gap this wide separates segments (em).
const WIDE_GAP: f32 = 1.0;
/// The same between ideographs, whose space is as wide as they are.
const FULL_WIDTH_GAP: f32 = 1.5;

/// The width of a gap that separates two words (points).
fn wide_gap(before: &Token, after: &Token) -> f32 {
    let full_width = before.text.ends_with(is_ideographic) && after.text.starts_with(is_ideographic);
    (if full_width { FULL_WIDTH_GAP } else { WIDE_GAP }) * before.size.max(after.size)
}

/// Neighbouring words of one line, from left to right.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub(super) tokens: Vec<Token>,
    pub(super) rect: Rect,
    pub(super) baseline: f32,
    pub(super) size: f32,
}

impl Segment {
    fn new(token: Token) -> Self {
        Self { rect: token.rect, baseline: token.baseline, size: token.size, tokens: vec![token] }
    }

    /// Whether no wide gap separates it from a token to its right.
    fn is_near(&self, token: &Token) -> bool {
        self.tokens.last().is_none_or(|last| token.rect.x0 - self.rect.x1 < wide_gap(last, token))
    }

    /// The same for a segment to its right.
    fn is_close_to(&self, other: &Self) -> bool {
        other.tokens.first().is_none_or(|first| self.is_near(first))
    }

    /// Adds a token to its right: a new word, the rest of the last one, or the last one drawn again.
    fn join(&mut self, token: Token) {
        let Some(last) = self.tokens.last_mut() else { return };
        if last.is_repeated_by(&token) {
            last.bold = true;
            return;
        }
        self.rect = self.rect.union(token.rect);
        self.size = self.size.max(token.size);
        if last.is_continued_by(&token) {
            last.continue_with(token);
        } else {
            self.tokens.push(token);
        }
    }

    /// Sees it in a mirror, as [`Token::mirror`] does.
    pub(super) fn mirror(&mut self) {
        self.tokens.iter_mut().for_each(Token::mirror);
        self.tokens.reverse();
        self.rect = mirrored(self.rect);
    }

    /// Number of characters, with the spaces between words.
    pub(super) fn chars(&self) -> usize {
        self.tokens.iter().map(|t| t.text.chars().count() + 1).sum::<usize>().saturating_sub(1)
    }

    pub(super) fn digits(&self) -> usize {
        self.tokens.iter().flat_map(|t| t.text.chars()).filter(char::is_ascii_digit).count()
    }
}

/// Segments from top to bottom and left to right.
pub(super) fn segments(mut tokens: Vec<Token>) -> Vec<Segment> {
    tokens.sort_by(|a, b| a.baseline.total_cmp(&b.baseline));
    let mut segments = Vec::new();
    let mut strip: Vec<Token> = Vec::new();
    for token in tokens {
        let other_line =
            strip.first().is_some_and(|f| token.baseline - f.baseline > SAME_BASELINE * f.size.min(token.size));
        if other_line {
            cut(std::mem::take(&mut strip), &mut segments);
        }
        strip.push(token);
    }
    cut(strip, &mut segments);
    segments
}

fn cut(mut strip: Vec<Token>, segments: &mut Vec<Segment>) {
    strip.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
    let mut open: Option<Segment> = None;
    for token in strip {
        match &mut open {
            Some(segment) if segment.is_near(&token) => segment.join(token),
            _ => segments.extend(open.replace(Segment::new(token))),
        }
    }
    segments.extend(open);
}

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
        let small = self.size.min(cell.size);
        let large = self.size.max(cell.size);
        let near = (self.baseline - cell.baseline).abs() <= 0.5 * large.min(1.8 * small);
        near && common >= 0.5 * self.rect.height().min(cell.rect.height())
    }

    fn push(&mut self, cell: Segment) {
        if cell.size > self.size {
            self.size = cell.size;
            self.baseline = cell.baseline;
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
                Some(last) if last.is_close_to(&cell) => {
                    last.rect = last.rect.union(cell.rect);
                    last.size = last.size.max(cell.size);
                    last.tokens.extend(cell.tokens);
                }
                _ => cells.push(cell),
            }
        }
        Self { cells, ..self }
    }

    /// Sees it in a mirror, as [`Token::mirror`] does.
    pub(super) fn mirror(&mut self) {
        self.cells.iter_mut().for_each(Segment::mirror);
        self.cells.reverse();
        self.rect = mirrored(self.rect);
    }

    /// Words from left to right.
    pub(super) fn tokens(&self) -> impl DoubleEndedIterator<Item = &Token> {
        self.cells.iter().flat_map(|c| &c.tokens)
    }
}

/// Rows of a region.
pub(super) fn rows(mut region: Vec<Segment>) -> Vec<Row> {
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
