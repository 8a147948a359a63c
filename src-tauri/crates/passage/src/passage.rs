//! Passages as plain data. Not for making them.

use pincite_pdf::Rect;
use serde::{Deserialize, Serialize};

/// Consecutive sentences or table rows of one document, with their positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Passage {
    /// Position in the document, counted from 0.
    pub ordinal: u32,
    /// The displayed and searched text. Single spaces separate words; line feeds separate rows and paragraphs.
    pub text: String,
    /// Headings above it, outermost first ("ARTICLE VII", "7.2 Termination for Cause"). They are in `text` only if they
    /// are inside the passage.
    pub headings: Vec<String>,
    /// Clause number of its first sentence ("7.2(b)"), if it has one.
    pub clause: Option<String>,
    /// Byte ranges of `text`, one per sentence or table row, in order and without overlap.
    pub sentences: Vec<(u32, u32)>,
    /// One span per word, in text order.
    pub spans: Vec<Span>,
    /// Prose or table.
    pub kind: Kind,
}

/// The position of one word of a passage.
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

/// The content of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Sentences.
    Prose,
    /// Rows of a table. If a table was cut, `text` repeats the header row.
    Table,
}

/// The length of passages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Splitting {
    /// A passage is closed before it would exceed this many tokens of the encoder.
    pub max_tokens: usize,
    /// Most tokens of whole sentences that the next passage repeats.
    pub overlap_tokens: usize,
}
