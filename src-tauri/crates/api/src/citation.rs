//! What a citation says, how it is written, and its text. Not for writing it: the search does that.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How a citation is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum CitationStyle {
    /// "Services Agreement, p. iv (PDF p. 4), § 7.2(b) — Termination for Convenience".
    #[default]
    Plain,
    /// Like the Bluebook: "Services Agreement § 7.2(b), at iv (PDF p. 4) (Termination for Convenience)."
    Bluebook,
    /// A sentence for a footnote; a quote gets its number.
    Footnote,
    /// The plain style in Markdown; a quote is a block.
    Markdown,
}

/// What a citation says: the parts of a pinpoint citation and the sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Cited {
    /// Title of the document, or its file name.
    pub document: String,
    /// Page, counted from 0.
    pub page: u32,
    /// Printed label of the page; empty where it has none.
    pub label: String,
    /// Number or name of the clause: "7.2(b)", "ARTICLE VII".
    pub clause: Option<String>,
    /// The innermost heading that says more than the clause.
    pub heading: Option<String>,
    /// The sentence, in one line.
    pub sentence: String,
}

/// A citation ready for the clipboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Written {
    /// As plain text.
    pub text: String,
    /// As a fragment of HTML, which word processors paste with its italics. None where the plain text is the markup.
    pub html: Option<String>,
}

/// Selected words with their citation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct CitedText {
    /// The words on one line.
    pub text: String,
    /// Page on which they start, counted from 0.
    pub page: u32,
    /// Printed label of that page.
    pub page_label: String,
    /// Number of the clause in which they start, if it is known.
    pub clause: Option<String>,
    /// Pinpoint citation.
    pub citation: String,
    /// The words in quotation marks, then the citation.
    pub quote: String,
}
