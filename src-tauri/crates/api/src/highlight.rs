//! Boxes that mark words on a page.

use crate::Rect;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A box to highlight on a page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Highlight {
    /// Page, counted from 0.
    pub page: u32,
    /// The box, in points from the page's top left corner.
    pub rect: Rect,
    /// What it marks.
    pub kind: HighlightKind,
}

/// What a highlight marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum HighlightKind {
    /// A line of the passage.
    Passage,
    /// A line of its best sentence.
    Sentence,
    /// A word of the question.
    Word,
}
