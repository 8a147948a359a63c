//! What a search yields. Plain data, as the window and the command line show it.

use crate::Score;
use crate::note::Note;
use pincite_library::{EntryId, PassageId};
use pincite_pdf::Rect;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The ranked answer to a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// Best first.
    pub hits: Vec<Hit>,
    /// What the user should know of this answer.
    pub notes: Vec<Note>,
}

/// A ranked passage with its reasons.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Hit {
    /// Number of the passage inside the library.
    #[ts(type = "number")]
    pub id: PassageId,
    /// Document it stands in, as the collection lists it.
    #[ts(type = "number")]
    pub document: EntryId,
    /// File name of the document.
    pub document_name: String,
    /// Page where its best sentence starts, counted from 0.
    pub page: u32,
    /// Printed label of that page.
    pub page_label: String,
    /// Its text in pieces to show one after the other.
    pub pieces: Vec<Piece>,
    /// Headings above it, outermost first.
    pub headings: Vec<String>,
    /// Number of the clause its best sentence belongs to, as far as it can be told.
    pub clause: Option<String>,
    /// Score and what it is made of.
    pub score: Score,
    /// Boxes to paint on pages.
    pub highlights: Vec<Highlight>,
    /// Pinpoint citation to paste.
    pub citation: String,
    /// Best sentence in quotation marks followed by the citation.
    pub quote: String,
    /// Passages left out because they say nearly the same: their citations.
    pub same_as: Vec<String>,
}

/// A run of a passage's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// Inside the best sentence.
    pub sentence: bool,
    /// A word of the question.
    pub matched: bool,
}

/// A box to paint on a page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Highlight {
    /// Page, counted from 0.
    pub page: u32,
    /// Where, in points from the page's top left corner.
    pub rect: Rect,
    /// What stands there.
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
