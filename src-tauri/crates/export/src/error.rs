//! What can go wrong while a report becomes a file.

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
    /// A report other than a review table is no JSON.
    #[error("Only a review table is written as JSON. End the name in .docx, .xlsx, .csv or .md.")]
    OnlyReviews,
    /// Tables of figures are written as a workbook only.
    #[error("Tables of a page are written as a workbook. End the name of {} in .xlsx.", path.display())]
    OnlyWorkbooks {
        /// The file that was named.
        path: PathBuf,
    },
    /// A file has no review table, or one that cannot be checked.
    #[error(
        "This file holds no review table that can be checked. Pincite can check the .xlsx and .json files that it wrote."
    )]
    NoManifest,
    /// The writer of a format failed.
    #[error("The {format} file could not be made: {reason}. Try another format, and report this.")]
    NotWritten {
        /// Such as "DOCX".
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
            Self::OnlyReviews => "export.only_reviews",
            Self::OnlyWorkbooks { .. } => "export.only_workbooks",
            Self::NoManifest => "export.no_manifest",
            Self::NotWritten { .. } => "export.not_written",
        }
    }
}
