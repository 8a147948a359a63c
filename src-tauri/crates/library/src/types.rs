//! Small types of the whole library: ids, the content hash, a problem. Not for rows of tables.

use crate::Error;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, sqlx::Type)]
        #[serde(transparent)]
        #[sqlx(transparent)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }

        impl FromStr for $name {
            type Err = ParseIntError;

            fn from_str(text: &str) -> Result<Self, ParseIntError> {
                text.parse().map(Self)
            }
        }
    )+};
}

ids! {
    /// Id of a collection.
    CollectionId,
    /// Id of a document: one PDF in one collection.
    DocumentId,
    /// Id of stored content, shared by the documents with the same bytes.
    ContentId,
    /// Id of a passage. The passages of one content have consecutive ids.
    PassageId,
    /// Id of a generation of vectors.
    GenerationId,
    /// Id of a job.
    JobId,
    /// Id of a tuning run.
    TuningRunId,
    /// Id of feedback.
    FeedbackId,
    /// Id of a question about a passage.
    QuestionId,
    /// Id of a highlight that a person made.
    AnnotationId,
    /// Id of a grid.
    GridId,
    /// Id of a question of a grid.
    GridQuestionId,
}

/// SHA-256 of a file's bytes. Its text form has 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ContentHash(pub [u8; 32]);

impl fmt::Display for ContentHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl FromStr for ContentHash {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let not_a_hash = || Error::NotAHash { text: text.to_owned() };
        let digit = |c: char| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let digits: Vec<u8> = text.chars().map(digit).collect::<Option<_>>().ok_or_else(not_a_hash)?;
        let (pairs, rest) = digits.as_chunks::<2>();
        let bytes: Vec<u8> = pairs.iter().map(|[high, low]| high << 4 | low).collect();
        let bytes = if rest.is_empty() { bytes.try_into().ok() } else { None };
        bytes.map(Self).ok_or_else(not_a_hash)
    }
}

/// A problem: a stable code and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Stable code, such as `pdf.password`.
    pub code: String,
    /// What happened, to which file, and what to do.
    pub message: String,
}

impl Problem {
    /// A problem from two columns, both filled or both empty.
    pub(crate) fn from_columns(code: Option<String>, message: Option<String>) -> Option<Self> {
        Some(Self { code: code?, message: message? })
    }
}
