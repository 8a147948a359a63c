//! What is read from a PDF, as plain data: contents, pages, links and their boxes. Annotations are what is written into a
//! copy.

use crate::layout::is_ideographic;
use serde::{Deserialize, Serialize};

/// Data of a whole document besides its pages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Contents {
    /// Number of pages that can be read; damage may hide more.
    pub page_count: u32,
    /// Title from the document's metadata, if it is not blank.
    pub title: Option<String>,
    /// Table of contents (bookmarks) in order, flattened.
    pub outline: Vec<OutlineItem>,
    /// One label per page from the file ("iv", "F-12"). Without labels in the file it is the page number, counted from 1.
    pub page_labels: Vec<String>,
    /// Damage of the file.
    pub damage: Damage,
}

impl Contents {
    /// The label of a page: the file's own, or else the printed number. It is empty where neither is sure: then the place in
    /// the file is cited, and nobody looks for a number that is not printed.
    pub fn label_of(&self, page: &Page) -> String {
        let has_labels = (1..).zip(&self.page_labels).any(|(number, label): (u32, _)| *label != number.to_string());
        let own = self.page_labels.get(page.index as usize).filter(|_| has_labels);
        own.or(page.printed.as_ref()).cloned().unwrap_or_default()
    }
}

/// Signs that a file is incomplete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Damage {
    /// The cross-reference table, which locates each object, was missing or wrong.
    pub rebuilt: bool,
    /// Number of pages that the file names but lacks.
    pub missing_pages: u32,
}

/// One entry of a document's outline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutlineItem {
    /// How many entries it is nested in.
    pub level: u32,
    /// Text of the entry.
    pub title: String,
    /// The page it points to, counted from 0, if there is one.
    pub page: Option<u32>,
    /// How far below the top of that page as displayed, in points, if the file says it.
    pub y: Option<f32>,
}

/// One page: words in reading order and the lines they form.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// Position in the file, counted from 0.
    pub index: u32,
    /// Width as displayed, in points.
    pub width: f32,
    /// Height as displayed, in points.
    pub height: f32,
    /// Words in reading order.
    pub words: Vec<Word>,
    /// Lines in reading order. They cover `words` without gap or overlap.
    pub lines: Vec<Line>,
    /// How much of the page's text can be trusted.
    pub coverage: Coverage,
    /// The page number printed on it ("12", "F-3"), where the pages around confirm it. Empty if only other pages have one;
    /// `None` if no page has one.
    pub printed: Option<String>,
}

impl Page {
    /// The words of one of its lines.
    pub fn words_of(&self, line: &Line) -> &[Word] {
        self.words.get(line.start as usize..line.end as usize).unwrap_or_default()
    }

    /// The text of one of its lines, with single spaces between the words that have one.
    pub fn text_of(&self, line: &Line) -> String {
        let words = self.words_of(line);
        let mut text = String::new();
        for (at, word) in words.iter().enumerate() {
            text.push_str(&word.text);
            if words.get(at + 1).is_some_and(|next| !word.joins(next)) {
                text.push(' ');
            }
        }
        text
    }
}

/// A run of glyphs without a space in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Word {
    /// Text in Unicode with ligatures expanded; never empty. A hyphen that only broke the word at the end of a line is
    /// removed.
    pub text: String,
    /// Its box on the displayed page; its height is that of the font, from ascent to descent.
    pub rect: Rect,
    /// Font size in points as displayed.
    pub size: f32,
    /// Whether the font is bold or black.
    pub bold: bool,
    /// The word continues in the next one without a space: it was hyphenated at the end of a line, or its script has no
    /// spaces between words.
    pub joins_next: bool,
}

impl Word {
    /// Whether no space stands between it and the next one. Ideographs have none where a line ends, but between the cells
    /// of a table.
    pub fn joins(&self, next: &Self) -> bool {
        let ideographs = self.text.ends_with(is_ideographic) && next.text.starts_with(is_ideographic);
        self.joins_next || ideographs && !self.rect.has_gap_before(next.rect)
    }
}

/// A line of text: words `start..end` of its page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Index of its first word.
    pub start: u32,
    /// One past the index of its last word.
    pub end: u32,
    /// The box of all its words.
    pub rect: Rect,
    /// Lines of one paragraph-like block share this number. Numbers grow along the page.
    pub block: u32,
    /// Running text, table, header or footer.
    pub role: Role,
}

/// Role of a line on its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// Running text, headings included.
    Body,
    /// A row of a table. Wide gaps separate its cells.
    TableRow,
    /// A line repeated at the top of pages, or a page number there.
    Header,
    /// A line repeated at the bottom of pages, or a page number there.
    Footer,
}

/// How much of a page's text can be trusted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// Glyphs drawn, spaces left out.
    pub glyphs: u32,
    /// Number of these glyphs without known Unicode text.
    pub unmapped: u32,
    /// Number of images that cover at least a tenth of the page.
    pub large_images: u32,
    /// Part of the page was left out because it exceeds a limit.
    pub cut: bool,
    /// The page names content that the file lacks, or that cannot be read.
    pub content_missing: bool,
}

impl Coverage {
    /// Whether the page's text can be searched. With more than a fifth of its glyphs unmapped it cannot be trusted
    /// (measured on 1,081 files).
    pub fn is_usable(self) -> bool {
        self.glyphs > self.unmapped && self.unmapped as f32 / self.glyphs as f32 <= 0.2
    }
}

/// The image of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageImage {
    /// Width in pixels: the page's width times the scale, rounded down.
    pub width: u32,
    /// Height in pixels: the page's height times the scale, rounded down.
    pub height: u32,
    /// The image as a PNG file, opaque, without colour profile.
    pub png: Vec<u8>,
}

/// A place in a document that a link or an outline entry names.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Destination {
    /// The page, counted from 0.
    pub page: u32,
    /// Distance from the top of the page as displayed, in points. `None`: the page as a whole.
    pub y: Option<f32>,
}

/// An area of a page that leads elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// The area that a person clicks, on the displayed page.
    pub rect: Rect,
    /// A place in the document, or an address.
    pub target: LinkTarget,
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LinkTarget {
    /// To a place in the same document.
    Place(Destination),
    /// To an address outside of it, as the file writes it. Nothing here opens it.
    Address(String),
}

/// A highlight to be written into a copy of a file: marked lines on one page, with a note.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Annotation {
    /// Page, counted from 0.
    pub page: u32,
    /// Marked lines, in the coordinates of the displayed page.
    pub rects: Vec<Rect>,
    /// The note that a reader shows for it.
    pub note: String,
}

/// A rectangle on a displayed page (after rotation and crop), in points (1/72 inch). The origin is the top left corner
/// and y grows downwards, so `y0 <= y1` and `x0 <= x1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// Left edge.
    pub x0: f32,
    /// Top edge.
    pub y0: f32,
    /// Right edge.
    pub x1: f32,
    /// Bottom edge.
    pub y1: f32,
}

impl Rect {
    /// The smallest rectangle that holds both.
    pub fn union(self, other: Self) -> Self {
        Self {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    /// Width in points.
    pub fn width(self) -> f32 {
        self.x1 - self.x0
    }

    /// Height in points.
    pub fn height(self) -> f32 {
        self.y1 - self.y0
    }

    /// Whether a gap parts it from the next word in its line, wider than half of its height.
    pub fn has_gap_before(self, next: Self) -> bool {
        let in_line = self.y1.min(next.y1) - self.y0.max(next.y0) > self.height().min(next.height()) / 2.0;
        in_line && next.x0 - self.x1 > self.height() / 2.0
    }

    /// Whether the box of the next word continues this box of a line: to the right, at its left end (Arabic, Hebrew), or
    /// right below, where square letters run down.
    pub fn is_continued_by(self, next: Self) -> bool {
        let height = self.height().min(next.height());
        let shared = self.y1.min(next.y1) - self.y0.max(next.y0);
        if shared > height / 2.0 {
            let runs_down = self.height() > 2.0 * next.height();
            let is_at_left_end = (-height / 2.0..height).contains(&(self.x0 - next.x1));
            return next.x0 >= self.x0 || is_at_left_end && !runs_down;
        }
        let is_square = (next.width() - next.height()).abs() < next.height() / 5.0;
        let aside = (self.x0 - next.x0).abs().max((self.x1 - next.x1).abs());
        is_square && aside < height / 5.0 && (-height / 2.0..height / 10.0).contains(&(next.y0 - self.y1))
    }
}

/// Size of a page in points.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Size {
    pub(crate) width: f32,
    pub(crate) height: f32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_on_to_the_right_the_left_or_down() {
        let at = |x: f32, y: f32| Rect { x0: x, y0: y, x1: x + 10.0, y1: y + 10.0 };
        let line = at(100.0, 100.0).union(at(150.0, 100.0));
        assert!(line.is_continued_by(at(165.0, 102.0)), "to the right");
        assert!(line.is_continued_by(at(87.0, 100.0)), "at its left end");
        assert!(!line.is_continued_by(at(40.0, 100.0)), "another column");
        assert!(!line.is_continued_by(at(100.0, 112.0)), "the next line");
        let down = at(100.0, 100.0).union(at(100.0, 120.0));
        assert!(down.is_continued_by(at(100.0, 130.0)), "down");
        assert!(!down.is_continued_by(at(100.0, 135.0)), "and no further");
        assert!(!down.is_continued_by(at(85.0, 100.0)), "the line beside it");
    }

    #[test]
    fn ideographs_have_a_space_between_cells_and_none_between_lines() {
        let word = |text: &str, x0: f32, y0: f32| Word {
            text: text.to_owned(),
            rect: Rect { x0, y0, x1: x0 + 20.0, y1: y0 + 10.0 },
            size: 10.0,
            bold: false,
            joins_next: false,
        };
        let name = word("租金", 100.0, 100.0);
        assert!(!name.joins(&word("押金", 180.0, 100.0)), "the next cell");
        assert!(name.joins(&word("押金", 123.0, 100.0)), "justified");
        assert!(name.joins(&word("押金", 60.0, 115.0)), "the next line");
        assert!(!word("rent", 100.0, 100.0).joins(&word("due", 123.0, 100.0)), "another script");
    }

    #[test]
    fn a_label_is_that_of_the_file_or_else_the_printed_number() {
        let label = |labels: &[&str], printed: Option<&str>| {
            let page_labels = labels.iter().map(|label| (*label).to_owned()).collect();
            let page = Page { index: 1, printed: printed.map(str::to_owned), ..Page::default() };
            Contents { page_labels, ..Contents::default() }.label_of(&page)
        };
        assert_eq!(label(&["i", "ii"], Some("7")), "ii", "the file says it");
        assert_eq!(label(&["1", "2"], Some("7")), "7", "these labels say nothing");
        assert_eq!(label(&["1", "2"], Some("")), "", "others have a number, this page has none");
        assert_eq!(label(&["1", "2"], None), "", "no page has a number");
        assert_eq!(label(&[], None), "");
    }
}
