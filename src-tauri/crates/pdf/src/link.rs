//! Links on pages and the places they lead to, as plain data. Not for finding them: `source` does.

use crate::Rect;
use serde::{Deserialize, Serialize};

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
    /// The area.
    pub rect: Rect,
    /// Where it leads.
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
