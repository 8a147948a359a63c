//! What can go wrong while questions are written or read, and while a search is adapted to them. Not for showing it.

use std::path::PathBuf;

/// A result with this crate's error.
pub type Result<T> = std::result::Result<T, Error>;

/// Why adapting failed.
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
    /// The file of pairs has no pairs.
    #[error("{path} holds no pairs. Name a file with a question and its passage on every line.")]
    NoPairs {
        /// The file.
        path: PathBuf,
    },
    /// There is not enough to train on and to judge by.
    #[error(
        "{found} pairs of a question and its passage are too few to tune with: some must be held out to judge by. Add \
         more pairs, or generate questions."
    )]
    TooFewPairs {
        /// Pairs there were.
        found: usize,
    },
    /// A checkpoint cannot be written or read.
    #[error("The checkpoint in {path} cannot be used: {source}. Free space on its disk, or delete the folder.")]
    Checkpoint {
        /// Its folder.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The loss is not a number any more.
    #[error("The training diverged at step {step}: its loss is not a number. Check the pairs, and start it again.")]
    Diverged {
        /// The step.
        step: usize,
    },
    /// The run was cancelled.
    #[error("The run was cancelled. The search is as it was before, and questions already written are kept.")]
    Cancelled,
    /// A network cannot be run.
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
            Self::Unreadable { .. } => "adapt.unreadable",
            Self::Line { .. } => "adapt.line",
            Self::Template { .. } => "adapt.template",
            Self::NoPairs { .. } => "adapt.no_pairs",
            Self::TooFewPairs { .. } => "adapt.too_few_pairs",
            Self::Checkpoint { .. } => "adapt.checkpoint",
            Self::Diverged { .. } => "adapt.diverged",
            Self::Cancelled => "adapt.cancelled",
            Self::Models(error) => error.code(),
        }
    }
}
