//! A memo whose numbers, dates and quotes were looked up in documents.

use crate::Highlight;
use pincite_library::DocumentId;
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter};
use ts_rs::TS;

/// A memo with what documents print of its claims.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct CheckedMemo {
    /// Its text, in pieces.
    pub pieces: Vec<MemoPiece>,
    /// Its claims, in order.
    pub claims: Vec<CheckedClaim>,
    /// Its sentences that documents have word for word, or almost.
    pub taken: Vec<CheckedClaim>,
    /// Time it took.
    pub milliseconds: f32,
}

/// A piece of a memo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct MemoPiece {
    /// The text.
    pub text: String,
    /// Number of its claim, counted from 0, if it is one.
    pub claim: Option<u32>,
}

/// A claim of a memo.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct CheckedClaim {
    /// What is claimed.
    pub kind: ClaimKind,
    /// As written in the memo.
    pub written: String,
    /// Whether documents print it.
    pub support: Support,
    /// Why it is doubtful, if it is.
    pub doubt: Option<Doubt>,
    /// Places to look at, the best one first. The first of a doubtful claim says otherwise.
    pub sources: Vec<ClaimSource>,
}

/// Kinds of claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum ClaimKind {
    /// A number.
    Number,
    /// A day.
    Date,
    /// A length of time.
    Duration,
    /// Words in quotation marks.
    Quote,
    /// A sentence.
    Sentence,
}

/// Whether documents print what is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Support {
    /// The same.
    Exact,
    /// The same, but for rounding, scale or some words.
    Near,
    /// Something else, or the same of something else.
    Doubtful,
    /// Nothing.
    NotFound,
}

impl Display for Support {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Exact => "Exact",
            Self::Near => "Rounded",
            Self::Doubtful => "Doubtful",
            Self::NotFound => "Not found",
        })
    }
}

/// Why a claim is doubtful.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Doubt {
    /// What it speaks of has another value.
    OtherValue,
    /// It is the value of another year.
    OtherYear,
    /// It is the value of something else.
    OtherThing,
    /// Some words of a quote are others.
    OtherWords,
}

impl Display for Doubt {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::OtherValue => "another value is printed",
            Self::OtherYear => "printed for another year",
            Self::OtherThing => "printed for something else",
            Self::OtherWords => "other words are printed",
        })
    }
}

/// A place of a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct ClaimSource {
    /// The document, as the collection lists it.
    #[ts(type = "number")]
    pub document: DocumentId,
    /// Its name, as it is listed.
    pub document_name: String,
    /// Page, counted from 0.
    pub page: u32,
    /// Printed label of that page.
    pub page_label: String,
    /// The value or the words as printed.
    pub printed: String,
    /// The label of the row, or the sentence.
    pub text: String,
    /// Pinpoint citation.
    pub citation: String,
    /// Boxes to highlight on pages.
    pub highlights: Vec<Highlight>,
}
