//! What can go wrong before, during and after a tuning. Not for showing it.

use std::path::PathBuf;

/// A result with this room's error.
pub type Result<T> = std::result::Result<T, Error>;

/// Why an encoder could not be tuned.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file of pairs cannot be read from disk.
    #[error("{path} cannot be read: {source}. Check that the file is there and may be read.")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A line of the file of pairs is not as it should be.
    #[error(
        "{path}, line {line}: {detail}. Correct the line or leave it out; each line is an object like \
         {{\"question\": \"…\", \"passage\": \"…\"}}."
    )]
    Pairs {
        /// The file.
        path: PathBuf,
        /// Line, counted from 1.
        line: usize,
        /// What is wrong there.
        detail: String,
    },
    /// The file of pairs has no pairs.
    #[error("{path} holds no pairs. Name a file with a question and its passage on every line.")]
    NoPairs {
        /// The file.
        path: PathBuf,
    },
}

impl Error {
    /// Stable code to branch on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "tune.unreadable",
            Self::Pairs { .. } => "tune.pairs",
            Self::NoPairs { .. } => "tune.no_pairs",
        }
    }
}
