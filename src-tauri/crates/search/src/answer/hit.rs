//! The result of a search. Plain data, not for showing.

use super::note::Note;
use crate::joint::Gather;
use crate::score::Score;
use pincite_api::Cited;
use pincite_library::{DocumentId, PassageId};
use pincite_pdf::Rect;

/// The ranked answer to a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// Best first.
    pub hits: Vec<Hit>,
    /// Whether a hit probably answers the question. `None` if no cross-encoder read the passages.
    pub answered: Option<bool>,
    /// What the hits are: the best ones, or all answers.
    pub gathered: Gather,
    /// How many answers were found, where all were asked for. With none, the hits are the nearest passages.
    pub found: Option<u32>,
    /// What limits the answer.
    pub notes: Vec<Note>,
}

/// A ranked passage with its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Id of the passage.
    pub id: PassageId,
    /// Its document, as the collection lists it.
    pub document: DocumentId,
    /// Name of the document, as it is listed.
    pub document_name: String,
    /// Page on which its best sentence starts, counted from 0.
    pub page: u32,
    /// Printed label of that page.
    pub page_label: String,
    /// Its text, in pieces.
    pub pieces: Vec<Piece>,
    /// Headings above it, outermost first.
    pub headings: Vec<String>,
    /// Number of the clause of its best sentence, if it is known.
    pub clause: Option<String>,
    /// Its score.
    pub score: Score,
    /// The probability that it answers the question, 0 to 1, if the cross-encoder read it.
    pub probability: Option<f32>,
    /// Boxes to highlight on pages.
    pub highlights: Vec<Highlight>,
    /// Pinpoint citation.
    pub citation: String,
    /// Its best sentence in quotation marks, then the citation.
    pub quote: String,
    /// The parts of both, to write them in another style.
    pub cited: Cited,
    /// Places that say the same and are no hits of their own.
    pub same_as: Vec<Twin>,
}

/// A passage that says the same as a hit, or in which its clause goes on. It is folded into that hit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twin {
    /// Its document, as the collection lists it.
    pub document: DocumentId,
    /// Id of the passage.
    pub passage: PassageId,
    /// Page on which its best sentence starts, counted from 0.
    pub page: u32,
    /// Pinpoint citation.
    pub citation: String,
}

/// A piece of a passage's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// Whether it is in the best sentence.
    pub sentence: bool,
    /// Whether it is a word of the question.
    pub matched: bool,
}

/// A box to highlight on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Highlight {
    /// Page, counted from 0.
    pub page: u32,
    /// The box, in points from the page's top left corner.
    pub rect: Rect,
    /// What it marks.
    pub kind: HighlightKind,
}

/// What a highlight marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HighlightKind {
    /// A line of the passage.
    Passage,
    /// A line of its best sentence.
    Sentence,
    /// A word of the question.
    Word,
}
