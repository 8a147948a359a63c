//! A highlight annotation to be written into a copy of a file. Plain data, not for writing it (`source::annotate`).

use crate::Rect;
use serde::{Deserialize, Serialize};

/// Marked lines on one page, with a note.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Annotation {
    /// Page, counted from 0.
    pub page: u32,
    /// Marked lines, in the coordinates of the displayed page.
    pub rects: Vec<Rect>,
    /// The note that a reader shows for it.
    pub note: String,
}
