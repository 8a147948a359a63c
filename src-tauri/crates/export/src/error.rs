//! What can go wrong with an export. Not for errors of writing the file.

use std::path::PathBuf;

/// Why a report cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The ending of the name says no format.
    #[error("{} does not say its format. End the name in .docx, .xlsx, .csv or .md.", path.display())]
    UnknownFormat {
        /// The file that was named.
        path: PathBuf,
    },
    /// A writer failed.
    #[error("The {format} file could not be made: {reason}. Try another format, and report this.")]
    NotWritten {
        /// The format.
        format: &'static str,
        /// What the writer said.
        reason: String,
    },
}

impl Error {
    /// Stable code to branch on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownFormat { .. } => "export.unknown_format",
            Self::NotWritten { .. } => "export.not_written",
        }
    }
}
