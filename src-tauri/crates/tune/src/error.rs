//! What can go wrong before, during and after a tuning. Not for showing it.

use std::path::PathBuf;

/// A result with this crate's error.
pub type Result<T> = std::result::Result<T, Error>;

/// Why an encoder could not be tuned.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file of pairs cannot be read, or a line of it is not as it should be.
    #[error("{0}")]
    Lines(#[from] pincite_question::Error),
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
    /// The run was asked to stop.
    #[error("The tuning was cancelled; everything is as it was before.")]
    Cancelled,
    /// The network cannot be run.
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
            Self::Lines(pincite_question::Error::Unreadable { .. }) => "tune.unreadable",
            Self::Lines(pincite_question::Error::Line { .. }) => "tune.pairs",
            Self::Lines(error) => error.code(),
            Self::NoPairs { .. } => "tune.no_pairs",
            Self::TooFewPairs { .. } => "tune.too_few_pairs",
            Self::Checkpoint { .. } => "tune.checkpoint",
            Self::Diverged { .. } => "tune.diverged",
            Self::Cancelled => "tune.cancelled",
            Self::Models(error) => error.code(),
        }
    }
}
