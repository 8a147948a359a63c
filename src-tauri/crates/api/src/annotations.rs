//! Words that a person selected on pages, and the highlights made of them. Not for hits.

use crate::PageBox;
use pincite_library::{AnnotationId, DocumentId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Consecutive words of a page, in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct WordRange {
    /// Page, counted from 0.
    pub page: u32,
    /// First word.
    pub start: u32,
    /// One past the last word.
    pub end: u32,
}

/// Colour of a highlight that a person made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Colour {
    /// Yellow.
    #[default]
    Yellow,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Pink.
    Pink,
}

/// A highlight that a person made, with a note.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct AnnotationView {
    /// Its id.
    #[ts(type = "number")]
    pub id: AnnotationId,
    /// The document it is shown in.
    #[ts(type = "number")]
    pub document: DocumentId,
    /// Page on which it starts, counted from 0.
    pub page: u32,
    /// Printed label of that page.
    pub page_label: String,
    /// Its lines. Empty if the file has changed since.
    pub boxes: Vec<PageBox>,
    /// The highlighted words on one line.
    pub text: String,
    /// What a person wrote about them; empty if nothing.
    pub note: String,
    /// Its colour.
    pub colour: Colour,
    /// Pinpoint citation of its first word.
    pub citation: String,
    /// Unix time in seconds when it was made.
    #[ts(type = "number")]
    pub created_at: i64,
}
