//! The passage itself, as plain data.

use pincite_pdf::Rect;
use serde::{Deserialize, Serialize};

/// Consecutive sentences (or table rows) of one document, with the places where they stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Passage {
    /// Position in the document, counted from 0.
    pub ordinal: u32,
    /// What is shown and searched: words joined by single spaces, rows and paragraphs by line feeds.
    pub text: String,
    /// Headings above it, outermost first ("ARTICLE VII", "7.2 Termination for Cause"). Not part of `text` unless the
    /// heading stands inside the passage.
    pub headings: Vec<String>,
    /// Number of the clause its first sentence belongs to ("7.2(b)"), if it has one.
    pub clause: Option<String>,
    /// Byte ranges of `text`, one per sentence or table row, in order and without overlap.
    pub sentences: Vec<(u32, u32)>,
    /// One span per word, in order of `text`.
    pub spans: Vec<Span>,
    /// Prose or table.
    pub kind: Kind,
}

/// Where one word of a passage stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Span {
    /// First byte in the passage's text.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// Page, counted from 0.
    pub page: u32,
    /// Box on that page.
    pub rect: Rect,
}

/// What a passage is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Sentences.
    Prose,
    /// Rows of a table, the header row repeated in `text` where the table was cut.
    Table,
}

/// How long passages are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Splitting {
    /// A passage is closed before it would exceed this many tokens of the encoder.
    pub max_tokens: usize,
    /// Whole sentences at the end of a passage that are repeated at the start of the next, in tokens at most.
    pub overlap_tokens: usize,
}
