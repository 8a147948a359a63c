//! Pages as the viewer shows them, and moving in a document: what was found in it, its outline and its links. Not for page
//! images.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A box on a page, in points from the page's top left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
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

/// The size of a page, known before the page itself is asked for, so that a viewer can lay out a whole document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct PageSize {
    /// Page, counted from 0.
    pub page: u32,
    /// Printed label.
    pub label: String,
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
}

/// A page to show: its size and its selectable words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct PageView {
    /// Page, counted from 0.
    pub page: u32,
    /// Printed label.
    pub label: String,
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
    /// Words in reading order.
    pub words: Vec<WordView>,
    /// Lines in reading order. They cover the words without gap or overlap.
    pub lines: Vec<LineView>,
    /// How surely the words were recognised in a picture, from 0 to 1; absent if the file has them as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub confidence: Option<f32>,
}

/// A line of words on a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct LineView {
    /// First word.
    pub start: u32,
    /// One past the last word.
    pub end: u32,
    /// The box of all its words, in points.
    pub rect: Rect,
    /// Lines of one paragraph share this number.
    pub block: u32,
    /// Its last word goes on in the next line without a space: it was hyphenated, or its script has none.
    pub joins_next: bool,
    /// What kind of line it is.
    pub role: LineRole,
}

/// What kind of line a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum LineRole {
    /// Text or a heading.
    Text,
    /// A row of a table.
    Row,
    /// A running header or footer, or a page number.
    Running,
}

/// The narrowest margins of a document: no word stands in them on any page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct TextMargins {
    /// Points from the left edge of a page.
    pub left: f32,
    /// Points from the right edge of a page.
    pub right: f32,
}

/// A word on a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct WordView {
    /// Its text.
    pub text: String,
    /// Where it stands, in points.
    pub rect: Rect,
    /// No space stands between it and the next word.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<_>")]
    pub joins_next: bool,
}

/// Where words stand in a document.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Found {
    /// How often they stand there.
    pub count: u32,
    /// Each time, in reading order. Beyond some thousands the rest is only counted.
    pub occurrences: Vec<Occurrence>,
}

/// One place where the words stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Occurrence {
    /// The page on which they begin, counted from 0.
    pub page: u32,
    /// The printed label of that page.
    pub label: String,
    /// The words before, as printed.
    pub before: String,
    /// The words themselves, as printed. The first and the last one are whole.
    pub text: String,
    /// The words after.
    pub after: String,
    /// One box for each line they are on. A page break may lie between two boxes.
    pub boxes: Vec<PageBox>,
}

/// A box and its page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct PageBox {
    /// Page, counted from 0.
    pub page: u32,
    /// The box, in points.
    pub rect: Rect,
}

/// An entry of a document's outline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct OutlineEntry {
    /// Depth, from 0.
    pub level: u32,
    /// Its text.
    pub title: String,
    /// The page it leads to, counted from 0, if there is one.
    pub page: Option<u32>,
    /// How far below the top of that page, in points, if it is known.
    pub y: Option<f32>,
}

/// The outline of a document.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Outline {
    /// Its entries in order.
    pub entries: Vec<OutlineEntry>,
    /// The file has none: these are the headings found in its text.
    pub from_headings: bool,
}

/// An area of a page that leads elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct PageLink {
    /// The area, in points.
    pub rect: Rect,
    /// Where it leads.
    pub target: LinkTarget,
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[ts(export)]
pub enum LinkTarget {
    /// To a place in the same document.
    Place {
        /// The page, counted from 0.
        page: u32,
        /// How far below its top, in points, if the file says it.
        y: Option<f32>,
    },
    /// To an address, which Pincite shows and never opens.
    Address {
        /// The address.
        address: String,
    },
}
