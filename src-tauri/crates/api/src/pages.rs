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
