//! Turns the glyphs of a page into words, lines and paragraphs in reading order. `document` does the
//! steps that need all pages (running headers, hyphenated words).
//!
//! The text of each direction is laid out separately, in a frame where it runs to the right. Lines of Arabic and Hebrew are
//! seen in a mirror, so that they run to the right too.
//!
//! - `upright` finds letters that stand below each other.
//! - `words` joins glyphs to words.
//! - `rows` joins words on one baseline without a wide gap to segments.
//! - `columns` groups segments to regions in reading order.
//! - `rows` makes lines of each region, and `blocks` groups them to tables and paragraphs.
//! - `spelling` puts the letters of each line into logical order, with `bidi`.
//!
//! Columns are cut only where both sides are prose, so that the rows of a table stay whole.

mod bidi;
mod blocks;
mod columns;
mod letters;
mod rows;
mod sheet;
mod spelling;
mod upright;
mod words;

pub use letters::{is_ideographic, is_rtl};
pub(crate) use sheet::{Frame, Glyph, Sheet};
pub(crate) use upright::UPRIGHT_ASCENT;

use crate::{Line, Page, Rect, Role};
use letters::Tally;
use rows::{Row, Segment};
use spelling::Manner;
use words::{Token, mirrored};

/// Lays out a page.
pub(crate) fn page(index: u32, mut sheet: Sheet) -> Page {
    let mut page =
        Page { index, width: sheet.width, height: sheet.height, coverage: sheet.coverage, ..Page::default() };
    upright::find(&mut sheet);
    let mut layers: Vec<_> = sheet.layers.iter().collect();
    layers.sort_by_key(|(_, glyphs)| std::cmp::Reverse(glyphs.len()));
    for (frame, glyphs) in layers {
        lay_out(*frame, words::from_glyphs(&sheet.text, glyphs), &mut page);
    }
    mark_hyphens(&mut page);
    page
}

/// A line in its frame. Its places are those in a mirror if it is written from right to left.
struct Placed {
    row: Row,
    role: Role,
    block: u32,
    rtl: bool,
}

fn lay_out(frame: Frame, mut tokens: Vec<Token>, page: &mut Page) {
    let tally = tally_of(&tokens);
    let rtl = tally.is_rtl() == Some(true);
    if tally.has_rtl() {
        tokens.iter_mut().for_each(Token::spell);
    }
    if rtl {
        tokens.iter_mut().for_each(Token::mirror);
    }
    let mut lines = Vec::new();
    let mut first_block = page.lines.last().map_or(0, |line| line.block + 1);
    for region in columns::regions(rows::segments(tokens)) {
        add_region(region, rtl, first_block, &mut lines);
        first_block = lines.last().map_or(first_block, |line| line.block + 1);
    }
    let cells = lines.iter().filter(|line| line.rtl).flat_map(|line| &line.row.cells);
    let as_seen = cells.map(|cell| spelling::brackets_meant(&cell.tokens)).sum::<i32>() < 0;
    for line in lines {
        add_line(frame, line, as_seen, page);
    }
}

fn tally_of<'t>(tokens: impl IntoIterator<Item = &'t Token>) -> Tally {
    let mut tally = Tally::default();
    tokens.into_iter().for_each(|token| tally.add(&token.text));
    tally
}

/// Adds the lines of a region. `rtl` tells whether its places are those in a mirror.
fn add_region(mut region: Vec<Segment>, rtl: bool, first_block: u32, lines: &mut Vec<Placed>) {
    let here = tally_of(region.iter().flat_map(|segment| &segment.tokens)).is_rtl().unwrap_or(rtl);
    if here != rtl {
        region.iter_mut().for_each(Segment::mirror);
    }
    let rows = rows::rows(region);
    let tables = blocks::tables(&rows);
    let blocks = blocks::blocks(&rows, &tables);
    let start = lines.len();
    for ((row, table), block) in rows.into_iter().zip(tables).zip(blocks) {
        let role = if table.is_some() { Role::TableRow } else { Role::Body };
        lines.push(Placed { row, role, block: first_block + block, rtl: here });
    }
    for block in lines[start..].chunk_by_mut(|a, b| a.block == b.block) {
        let tally = tally_of(block.iter().flat_map(|line| line.row.tokens()));
        let other = tally.is_rtl().is_some_and(|rtl| rtl != here);
        for line in block.iter_mut().filter(|_| other) {
            line.row.mirror();
            line.rtl = !here;
        }
    }
}

fn add_line(frame: Frame, line: Placed, as_seen: bool, page: &mut Page) {
    let start = page.words.len() as u32;
    let manner = Manner { rtl: line.rtl, as_seen, parted: line.role == Role::Body };
    for mut word in line.row.cells.iter().flat_map(|cell| spelling::words(&cell.tokens, manner)) {
        let level = if line.rtl { mirrored(word.rect) } else { word.rect };
        word.rect = frame.back(level);
        page.words.push(word);
    }
    let words = &page.words[start as usize..];
    if let Some(rect) = words.iter().map(|w| w.rect).reduce(Rect::union) {
        let Placed { block, role, .. } = line;
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LETTERS: [&str; 11] = ["a", "1", "(", "ש", "م", "\u{64E}", "契", "。", "ア", "٣", ""];

    /// Letters on places of a grid of letters that are as wide as high.
    fn sheet(letters: &[(usize, usize)]) -> Sheet {
        let mut sheet = Sheet { width: 400.0, height: 400.0, ..Sheet::default() };
        let mut glyphs = Vec::new();
        for (place, letter) in letters {
            let x0 = (place % 20) as f32 * 10.0;
            let baseline = 20.0 + (place / 20) as f32 * 10.0;
            let start = sheet.text.len() as u32;
            sheet.text.push_str(LETTERS[*letter]);
            let rect = Rect { x0, y0: baseline - 8.0, x1: x0 + 10.0, y1: baseline + 2.0 };
            glyphs.push(Glyph { start, end: sheet.text.len() as u32, rect, baseline, size: 10.0, bold: false });
        }
        sheet.layers.insert(Frame::default(), glyphs);
        sheet
    }

    /// Characters in any order; brackets may be turned.
    fn characters(text: &str) -> Vec<char> {
        let mut characters: Vec<char> = text.replace(')', "(").chars().collect();
        characters.sort_unstable();
        characters
    }

    proptest! {
        #[test]
        fn every_letter_of_any_script_is_in_one_word(
            letters in proptest::collection::hash_map(0..400_usize, 0..LETTERS.len(), 0..120),
        ) {
            let sheet = sheet(&letters.into_iter().collect::<Vec<_>>());
            let drawn = characters(&sheet.text);
            let page = page(0, sheet);
            let read: String = page.words.iter().map(|word| word.text.as_str()).collect();
            prop_assert_eq!(characters(&read), drawn);
            prop_assert!(page.words.iter().all(|word| !word.text.is_empty() && word.rect.width() >= 0.0));
            let ends = page.lines.iter().map(|line| line.end);
            let starts = page.lines.iter().map(|line| line.start);
            prop_assert!(starts.eq(std::iter::once(0).chain(ends).take(page.lines.len())), "lines cover the words");
        }
    }
}
