//! What can go wrong while questions are written or read. Not for questions that are not good: those are rejected.

use std::path::PathBuf;

/// A result with this room's error.
pub type Result<T> = std::result::Result<T, Error>;

/// Why questions could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file of questions cannot be read from disk.
    #[error("{path} cannot be read: {source}. Check that the file is there and may be read.")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A line of a file of questions is not as it should be.
    #[error(
        "{path}, line {line}: {detail}. Correct the line or leave it out; each line is an object like \
         {{\"question\": \"…\", \"passage\": \"…\"}}."
    )]
    Line {
        /// The file.
        path: PathBuf,
        /// Line, counted from 1.
        line: usize,
        /// What is wrong there.
        detail: String,
    },
    /// A prompt that shows the generator nothing to ask about.
    #[error(
        "The prompt {template:?} names neither {{passage}} nor {{sentence}}. Put one of them where the text shall stand."
    )]
    Template {
        /// The prompt as given.
        template: String,
    },
    /// The writing was asked to stop.
    #[error("The writing of questions was cancelled; what was written before is kept.")]
    Cancelled,
    /// The generator cannot be run.
    #[error("{0}")]
    Models(pincite_models::Error),
}

impl From<pincite_models::Error> for Error {
    fn from(error: pincite_models::Error) -> Self {
        match error {
            pincite_models::Error::Cancelled => Self::Cancelled,
            other => Self::Models(other),
        }
    }
}

impl Error {
    /// Stable code to branch on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "question.unreadable",
            Self::Line { .. } => "question.line",
            Self::Template { .. } => "question.template",
            Self::Cancelled => "question.cancelled",
            Self::Models(error) => error.code(),
        }
    }
}
