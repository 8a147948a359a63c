//! What can go wrong while a memo is read.

use std::io;
use std::path::PathBuf;

/// Why a memo cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It cannot be read.
    #[error("{path} cannot be read: {source}. Check that it is there and that you may read it.", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The ending of its name says no format of a memo.
    #[error(
        "{path} is no memo or sheet that can be checked. Save it as .docx, .txt, .md, .xlsx, .xls, .ods or .csv.",
        path = path.display()
    )]
    UnknownFormat {
        /// The file.
        path: PathBuf,
    },
    /// It is not what its name says.
    #[error("{path} is damaged, or not what its name says. Save it again, or as plain text.", path = path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// It is too long.
    #[error("{path} is too long to be checked at once. Check a part of it.", path = path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
    },
}

impl Error {
    /// Stable code to branch on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "claim.unreadable",
            Self::UnknownFormat { .. } => "claim.unknown_format",
            Self::Damaged { .. } => "claim.damaged",
            Self::TooLong { .. } => "claim.too_long",
        }
    }

    /// The file that it is about.
    pub fn path(&self) -> &PathBuf {
        match self {
            Self::Unreadable { path, .. }
            | Self::UnknownFormat { path }
            | Self::Damaged { path }
            | Self::TooLong { path } => path,
        }
    }
}
