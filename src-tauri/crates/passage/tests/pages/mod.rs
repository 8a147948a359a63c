//! Builds pages for tests: text set in a fixed-width font, one line after the other.
#![allow(dead_code, missing_docs, reason = "shared by several test files, each of which uses a part")]

use pincite_pdf::{Contents, Line, Page, Rect, Role, Word};

/// Width of a character and height of a line, in points.
const ADVANCE: f32 = 5.0;
const LEADING: f32 = 12.0;

/// A page under construction.
#[derive(Default)]
pub(crate) struct Sheet {
    page: Page,
    block: u32,
}

impl Sheet {
    pub(crate) fn new(index: u32) -> Self {
        Self { page: Page { index, width: 612.0, height: 792.0, ..Page::default() }, block: 0 }
    }

    /// A block of lines of running text.
    pub(crate) fn text(self, lines: &[&str]) -> Self {
        self.block_of(lines, Role::Body, 10.0, false)
    }

    /// A bold line in a block of its own.
    pub(crate) fn bold(self, line: &str) -> Self {
        self.block_of(&[line], Role::Body, 10.0, true)
    }

    /// A large line in a block of its own.
    pub(crate) fn large(self, line: &str) -> Self {
        self.block_of(&[line], Role::Body, 14.0, false)
    }

    pub(crate) fn rows(self, rows: &[&str]) -> Self {
        self.block_of(rows, Role::TableRow, 10.0, false)
    }

    pub(crate) fn header(self, line: &str) -> Self {
        self.block_of(&[line], Role::Header, 10.0, false)
    }

    pub(crate) fn footer(self, line: &str) -> Self {
        self.block_of(&[line], Role::Footer, 10.0, false)
    }

    /// A word ending in "~" joins the next one.
    pub(crate) fn block_of(mut self, lines: &[&str], role: Role, size: f32, bold: bool) -> Self {
        for line in lines {
            self.line(line, role, size, bold);
        }
        self.block += 1;
        self
    }

    fn line(&mut self, text: &str, role: Role, size: f32, bold: bool) {
        let start = self.page.words.len() as u32;
        let y0 = 72.0 + LEADING * self.page.lines.len() as f32 + 4.0 * self.block as f32;
        let mut x0 = 72.0;
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let plain = word.strip_suffix('~').filter(|plain| !plain.is_empty()).unwrap_or(word);
            let x1 = x0 + ADVANCE * plain.chars().count() as f32;
            let rect = Rect { x0, y0, x1, y1: y0 + size };
            self.page.words.push(Word { text: plain.into(), rect, size, bold, joins_next: plain.len() < word.len() });
            x0 = x1 + ADVANCE;
        }
        let end = self.page.words.len() as u32;
        let rect =
            self.page.words[start as usize..].iter().map(|word| word.rect).reduce(Rect::union).unwrap_or_default();
        self.page.lines.push(Line { start, end, rect, block: self.block, role });
    }

    pub(crate) fn done(self) -> Page {
        self.page
    }
}

/// Contents without an outline.
pub(crate) fn contents(pages: &[Page]) -> Contents {
    Contents { page_count: pages.len() as u32, ..Contents::default() }
}

/// One token a word, and two around every text.
pub(crate) fn count_words(text: &str) -> usize {
    2 + text.split_whitespace().count()
}
