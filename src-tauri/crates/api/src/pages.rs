//! Pages as the viewer shows them. Not for page images.

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
    /// Its last word goes on in the next line: it was hyphenated.
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
}
