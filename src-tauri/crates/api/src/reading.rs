//! Moving in a document: what was found in it, its outline and its links. Not for pages themselves (`pages`).

use crate::Rect;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

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
