//! Turns the glyphs of a page into words, lines and paragraphs in reading order. Not for steps that need the whole
//! document (running headers, hyphenated words): `document` does them.
//!
//! The text of each direction is laid out separately, in a frame where it runs to the right.
//!
//! - `words` joins glyphs to words.
//! - `segments` joins words on one baseline without a wide gap.
//! - `columns` groups segments to regions in reading order.
//! - `rows` makes lines of each region; `tables` and `blocks` group lines.
//!
//! Columns are cut only where both sides are prose, so that the rows of a table stay whole.

mod blocks;
mod columns;
mod frame;
mod rows;
mod segments;
mod tables;
mod words;

pub(crate) use frame::Frame;

use crate::{Coverage, Line, Page, Rect, Role, Word};
use rows::Row;
use std::collections::BTreeMap;

/// The glyphs of a page in drawing order.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    /// Width of the displayed page in points.
    pub(crate) width: f32,
    /// Height of the displayed page in points.
    pub(crate) height: f32,
    /// Text of all glyphs.
    pub(crate) text: String,
    /// Glyphs by reading direction.
    pub(crate) layers: BTreeMap<Frame, Vec<Glyph>>,
    /// Number of all glyphs, spaces included.
    pub(crate) placed: u32,
    pub(crate) coverage: Coverage,
}

/// A glyph in the coordinates of its frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glyph {
    /// Byte range of its text in [`Sheet::text`]; empty for a space.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Height from ascent to descent; width as its advance.
    pub(crate) rect: Rect,
    pub(crate) baseline: f32,
    pub(crate) size: f32,
    pub(crate) bold: bool,
}

/// Lays out a page.
pub(crate) fn page(index: u32, sheet: Sheet) -> Page {
    let mut page =
        Page { index, width: sheet.width, height: sheet.height, coverage: sheet.coverage, ..Page::default() };
    let mut layers: Vec<_> = sheet.layers.iter().collect();
    layers.sort_by_key(|(_, glyphs)| std::cmp::Reverse(glyphs.len()));
    for (frame, glyphs) in layers {
        lay_out(*frame, words::from_glyphs(&sheet.text, glyphs), &mut page);
    }
    mark_hyphens(&mut page);
    page
}

fn lay_out(frame: Frame, tokens: Vec<words::Token>, page: &mut Page) {
    for region in columns::regions(segments::from_tokens(tokens)) {
        let rows = rows::from_segments(region);
        let tables = tables::find(&rows);
        let first_block = page.lines.last().map_or(0, |line| line.block + 1);
        let blocks = blocks::number(&rows, &tables);
        for ((row, table), block) in rows.into_iter().zip(tables).zip(blocks) {
            let role = if table.is_some() { Role::TableRow } else { Role::Body };
            add_line(frame, row, role, first_block + block, page);
        }
    }
}

fn add_line(frame: Frame, row: Row, role: Role, block: u32, page: &mut Page) {
    let start = page.words.len() as u32;
    page.words.extend(row.into_tokens().map(|token| Word {
        text: token.text,
        rect: frame.back(token.rect),
        size: token.size,
        bold: token.bold,
        joins_next: false,
    }));
    let words = &page.words[start as usize..];
    if let Some(rect) = words.iter().map(|w| w.rect).reduce(Rect::union) {
        page.lines.push(Line { start, end: page.words.len() as u32, rect, block, role });
    }
}

/// Marks words that continue on the next line of their paragraph. `document` decides later whether the hyphen stays.
fn mark_hyphens(page: &mut Page) {
    for pair in page.lines.windows(2) {
        let ([upper, lower], body) = ([&pair[0], &pair[1]], pair.iter().all(|l| l.role == Role::Body));
        let next_starts_word = page.words[lower.start as usize].text.starts_with(char::is_alphanumeric);
        let last = &mut page.words[upper.end as usize - 1];
        let mut end = last.text.chars().rev();
        let hyphenated = end.next() == Some('-') && end.next().is_some_and(char::is_alphanumeric);
        last.joins_next = body && upper.block == lower.block && hyphenated && next_starts_word;
    }
}
