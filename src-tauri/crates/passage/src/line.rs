//! The lines of a document, with the features that decide about headings and paragraphs.
//!
//! Not for these decisions. Headers and footers, which the pdf crate marks, are left to `margin`.

use crate::piece::{Piece, has_leader, pieces_of, text_of};
use pincite_pdf::{Page, Rect, Role, Word};

/// A line of the document's own text.
pub(crate) struct TextLine<'a> {
    pub(crate) pieces: Vec<Piece<'a>>,
    pub(crate) text: String,
    pub(crate) page: u32,
    pub(crate) block: u32,
    pub(crate) is_row: bool,
    pub(crate) rect: Rect,
    /// Right edge of its block, in points.
    pub(crate) block_right: f32,
    /// Width of its page, in points.
    pub(crate) page_width: f32,
    /// Font size of its largest word, in points.
    pub(crate) size: f32,
    /// All its words are bold.
    pub(crate) bold: bool,
    /// Contains a run of leader dots: an entry of a table of contents, or a blank to fill in.
    pub(crate) leader: bool,
}

impl TextLine<'_> {
    /// Whether it ends well before its block's right edge, or is too short to decide.
    pub(crate) fn is_short(&self) -> bool {
        let width = self.block_right - self.rect.x0;
        self.block_right - self.rect.x1 > 0.15 * width || width < 0.25 * self.page_width
    }
}

/// All lines in reading order, without headers, footers and empty lines.
pub(crate) fn text_lines(pages: &[Page]) -> Vec<TextLine<'_>> {
    pages.iter().flat_map(lines_of).collect()
}

fn lines_of(page: &Page) -> Vec<TextLine<'_>> {
    let is_text = |line: &&pincite_pdf::Line| matches!(line.role, Role::Body | Role::TableRow);
    let mut lines: Vec<_> = page.lines.iter().filter(is_text).filter_map(|line| text_line(page, line)).collect();
    for block in lines.chunk_by_mut(|a, b| a.block == b.block) {
        let right = block.iter().map(|line| line.rect.x1).fold(0.0, f32::max);
        block.iter_mut().for_each(|line| line.block_right = right);
    }
    lines
}

fn text_line<'a>(page: &'a Page, line: &pincite_pdf::Line) -> Option<TextLine<'a>> {
    let end = (line.end as usize).min(page.words.len());
    let words: &'a [Word] = page.words.get(line.start as usize..end)?;
    let pieces: Vec<_> = words.iter().flat_map(|word| pieces_of(word, page.index)).collect();
    if pieces.is_empty() {
        return None;
    }
    Some(TextLine {
        text: text_of(&pieces),
        page: page.index,
        block: line.block,
        is_row: line.role == Role::TableRow,
        rect: line.rect,
        block_right: line.rect.x1,
        page_width: page.width,
        size: words.iter().map(|word| word.size).fold(0.0, f32::max),
        bold: words.iter().all(|word| word.bold),
        leader: words.iter().any(|word| has_leader(&word.text)),
        pieces,
    })
}
