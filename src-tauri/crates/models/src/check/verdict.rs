//! The answer of the process that checks a model. Not for finding it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// The answer, as JSON on standard output.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Verdict {
    /// The model opens, and its outputs are finite numbers.
    Sound,
    /// A file is missing.
    MissingFile { file: PathBuf },
    /// A file is invalid.
    BadFile { file: PathBuf, reason: String },
    /// The weights do not fit the configuration.
    Weight { file: PathBuf, name: String, reason: String },
    /// Anything else.
    Unsound { reason: String },
}

impl From<Result<(), Error>> for Verdict {
    fn from(tried: Result<(), Error>) -> Self {
        match tried {
            Ok(()) => Self::Sound,
            Err(Error::MissingFile { file }) => Self::MissingFile { file },
            Err(Error::BadFile { file, reason }) => Self::BadFile { file, reason },
            Err(Error::Weight { file, name, reason }) => Self::Weight { file, name, reason },
            Err(other) => Self::Unsound { reason: other.to_string() },
        }
    }
}

impl Verdict {
    /// Converts the verdict to a result in the caller's process.
    pub(super) fn into_result(self, folder: &Path) -> Result<(), Error> {
        match self {
            Self::Sound => Ok(()),
            Self::MissingFile { file } => Err(Error::MissingFile { file }),
            Self::BadFile { file, reason } => Err(Error::BadFile { file, reason }),
            Self::Weight { file, name, reason } => Err(Error::Weight { file, name, reason }),
            Self::Unsound { reason } => Err(Error::bad(folder, reason)),
        }
    }
}
