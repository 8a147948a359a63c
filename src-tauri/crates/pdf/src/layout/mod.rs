//! Turns the glyphs of a page into words, lines and paragraphs in reading order. `document` does the
//! steps that need all pages (running headers, hyphenated words).
//!
//! The text of each direction is laid out separately, in a frame where it runs to the right.
//!
//! - `words` joins glyphs to words.
//! - `rows` joins words on one baseline without a wide gap to segments.
//! - `columns` groups segments to regions in reading order.
//! - `rows` makes lines of each region, and `blocks` groups them to tables and paragraphs.
//!
//! Columns are cut only where both sides are prose, so that the rows of a table stay whole.

mod blocks;
mod columns;
mod rows;
mod sheet;
mod words;

pub(crate) use sheet::{Frame, Glyph, Sheet};

use crate::{Line, Page, Rect, Role, Word};
use rows::Row;

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
    for region in columns::regions(rows::segments(tokens)) {
        let rows = rows::rows(region);
        let tables = blocks::tables(&rows);
        let first_block = page.lines.last().map_or(0, |line| line.block + 1);
        let blocks = blocks::blocks(&rows, &tables);
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
        let upper = &pair[0];
        let lower = &pair[1];
        let body = upper.role == Role::Body && lower.role == Role::Body;
        let next_starts_word = page.words[lower.start as usize].text.starts_with(char::is_alphanumeric);
        let last = &mut page.words[upper.end as usize - 1];
        let mut end = last.text.chars().rev();
        let hyphenated = end.next() == Some('-') && end.next().is_some_and(char::is_alphanumeric);
        last.joins_next = body && upper.block == lower.block && hyphenated && next_starts_word;
    }
}
