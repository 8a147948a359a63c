//! Types of the whole library: ids, vectors, a problem, and what a person says of a cell. Not for rows of tables.

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
    /// Id of a run that adapts a search or generates questions.
    RunId,
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

/// Vectors of one content.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vectors {
    /// Elements of a vector.
    pub width: u32,
    /// Ordinal of the passage of each row. A passage may have several rows.
    pub owners: Vec<u32>,
    /// Row by row, `owners.len() * width` elements.
    pub values: Vec<f32>,
}

/// Vectors to store with a content.
#[derive(Clone, Debug, PartialEq)]
pub struct NewVectors {
    /// Their generation, one of the document's collection.
    pub generation: GenerationId,
    /// The vectors.
    pub vectors: Vectors,
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

/// What a person says of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Judgement {
    /// It is right.
    Right,
    /// It is wrong.
    Wrong,
    /// Another passage answers the question: the person chose it.
    Pointed,
    /// The document does not answer the question.
    Absent,
}

/// What a person said of a cell. It does not count any more, because somebody said something else later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherJudgement {
    /// Their name on the server.
    pub person: String,
    /// What they said.
    pub judged: Judgement,
    /// The sentence that they chose; with [`Judgement::Pointed`].
    pub sentence: Option<String>,
}
