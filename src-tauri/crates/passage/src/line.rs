//! The lines of a document, with the features that decide about headings and paragraphs. Headers and footers, which the
//! pdf crate marks, are left to `flow`.

use crate::number::Number;
use crate::numbering;
use crate::piece::{Piece, has_dots, has_leader, pieces_of, text_of};
use crate::wording::is_title_of_statement;
use crate::words::words_of;
use pincite_language::Language;
use pincite_pdf::{Page, Rect, Role};

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
    /// The number that it starts with, and the byte after that.
    pub(crate) number: Option<(Number, usize)>,
    /// Ends in "and" or "or": an item of a list follows.
    pub(crate) goes_on: bool,
    /// Contains a run of leader dots: an entry of a table of contents. A short line may contain a blank to fill in instead.
    pub(crate) leader: bool,
}

/// A line that ends in one of these goes on with an item of a list. So it does in a document whose words are not known.
const CONJUNCTIONS: &[&str] = &[" and", " or", " and/or"];
/// A line of more words than this with a blank to fill in is text.
const MOST_WORDS_BESIDE_BLANK: usize = 5;
/// A table whose rows have this many words on average, hardly a number and few wide gaps is text set with wide spaces.
const PROSE_WORDS: usize = 6;
const PROSE_NUMBERS: f32 = 0.08;
const PROSE_GAPS: f32 = 0.25;
/// The title of an item is above the first row with figures, which is one of the first rows. Otherwise it is a list.
const LAST_TITLE_ROW: usize = 6;
/// A line of so many words above a table is text.
const LONG_LINE: usize = 12;
/// A gap as wide as this separates cells (em).
const CELL_GAP: f32 = 2.2;

impl TextLine<'_> {
    /// The byte after the number that it starts with; 0 without one.
    pub(crate) fn number_end(&self) -> usize {
        self.number.as_ref().map_or(0, |(_, end)| *end)
    }

    /// Whether both are lines of one block.
    pub(crate) fn is_beside(&self, other: &Self) -> bool {
        self.page == other.page && self.block == other.block
    }

    /// Whether it ends well before its block's right edge, or is too short to decide.
    pub(crate) fn is_short(&self) -> bool {
        let width = self.block_right - self.rect.x0;
        self.block_right - self.rect.x1 > 0.15 * width || width < 0.25 * self.page_width
    }
}

/// All lines in reading order, without headers, footers and empty lines.
pub(crate) fn text_lines(pages: &[Page], language: Language) -> Vec<TextLine<'_>> {
    let mut all = Vec::new();
    for page in pages {
        let text = page.lines.iter().filter(|line| matches!(line.role, Role::Body | Role::TableRow));
        let mut lines: Vec<_> = text.filter_map(|line| text_line(page, line, language)).collect();
        for block in lines.chunk_by_mut(|a, b| a.block == b.block) {
            leave_table(block);
            let right = block.iter().map(|line| line.rect.x1).fold(0.0, f32::max);
            for line in block {
                line.block_right = right;
            }
        }
        all.append(&mut lines);
    }
    all
}

/// Text is no table, and neither is a title above its rows: of a financial statement or of an item.
fn leave_table(block: &mut [TextLine<'_>]) {
    let is_prose = is_prose(block);
    let first = block.iter().position(has_figure).unwrap_or(block.len());
    let text_above = text_above(block);
    for (at, line) in block.iter_mut().enumerate() {
        if is_prose || at < text_above {
            line.is_row = false;
        } else if at < first {
            let is_item = first < LAST_TITLE_ROW && matches!(line.number, Some((Number::Division { .. }, _)));
            line.is_row &= !is_item && !is_title_of_statement(&line.text);
        }
    }
}

/// Whether a row has a figure beside its label.
fn has_figure(line: &TextLine<'_>) -> bool {
    let end = line.number_end();
    line.text[end..].split_whitespace().skip(1).any(is_number)
}

/// The number of lines above the first row that are text: long lines without a number or a gap, and the ends of such.
fn text_above(block: &[TextLine<'_>]) -> usize {
    let is_row = |line: &TextLine<'_>| has_cell_gap(line) || line.pieces.iter().skip(1).any(|p| is_number(p.text));
    let rows = block.iter().position(is_row).unwrap_or(block.len());
    let last = block[..rows].iter().rposition(|line| line.pieces.len() >= LONG_LINE);
    last.map_or(0, |last| (last + 2).min(rows))
}

fn is_prose(block: &[TextLine<'_>]) -> bool {
    let words: usize = block.iter().map(|line| line.pieces.len()).sum();
    let numbers = block.iter().flat_map(|line| &line.pieces).filter(|piece| is_number(piece.text)).count();
    let gaps = block.iter().filter(|line| has_cell_gap(line)).count();
    block.len() > 2
        && words >= PROSE_WORDS * block.len()
        && (numbers as f32) < PROSE_NUMBERS * words as f32
        && (gaps as f32) < PROSE_GAPS * block.len() as f32
}

/// Whether a wide gap separates two words, not counting the one after a number in front.
fn has_cell_gap(line: &TextLine<'_>) -> bool {
    let skipped = usize::from(line.number.is_some());
    let mut pairs = line.pieces.windows(2).skip(skipped);
    pairs.any(|pair| pair[1].rect.x0 - pair[0].rect.x1 > CELL_GAP * line.size)
}

fn is_number(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit()) && !word.contains(char::is_alphabetic)
}

fn text_line<'a>(page: &'a Page, line: &pincite_pdf::Line, language: Language) -> Option<TextLine<'a>> {
    let words = page.words_of(line);
    let pieces: Vec<_> = words.iter().flat_map(|word| pieces_of(word, page.index)).collect();
    if pieces.is_empty() {
        return None;
    }
    let text = text_of(&pieces);
    let conjunctions = words_of(language).map_or(CONJUNCTIONS, |words| words.conjunctions);
    Some(TextLine {
        number: numbering::leading_in(&text, language),
        goes_on: conjunctions.iter().any(|word| text.ends_with(word)),
        text,
        page: page.index,
        block: line.block,
        is_row: line.role == Role::TableRow,
        rect: line.rect,
        block_right: line.rect.x1,
        page_width: page.width,
        size: words.iter().map(|word| word.size).fold(0.0, f32::max),
        bold: words.iter().all(|word| word.bold),
        leader: words.iter().any(|word| has_dots(&word.text))
            || pieces.len() <= MOST_WORDS_BESIDE_BLANK && words.iter().any(|word| has_leader(&word.text)),
        pieces,
    })
}
