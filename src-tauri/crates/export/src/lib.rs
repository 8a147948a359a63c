//! Reports as files for other programs: DOCX, XLSX, CSV, Markdown, and JSON for review tables.
//!
//! A [`Report`] is a title, a few facts and a [`Table`]. [`results()`] and [`marks()`] make reports, and [`write()`] makes the
//! bytes of a file from one. A review table is a [`Review`], [`write_review()`] makes its file, and [`verify_review()`] tells whether
//! one was changed since. [`printed_tables()`] is for tables that stand on pages. The engine stores them, and refuses to replace a file.

mod docx;
mod error;
mod markdown;
mod printed;
mod quotes;
mod report;
mod review;
mod spreadsheet;

pub use error::Error;
pub use printed::printed_tables;
pub use quotes::{MarkedPassage, marks, results};
pub use report::{Cell, Column, ColumnRole, Fact, Occasion, Report, Table};
pub use review::{
    Confirmation, Manifest, ReadDocument, ReadingModel, Review, Row, Verified, WrittenReview, row_hashes,
    verify_review, write_review,
};

use std::path::Path;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A document for word processors.
    Docx,
    /// A workbook for spreadsheets.
    Xlsx,
    /// Comma-separated values in UTF-8.
    Csv,
    /// Markdown with its signs escaped.
    Markdown,
    /// JSON. Review tables only.
    Json,
}

impl Format {
    /// The format that the ending of a name says.
    ///
    /// # Errors
    /// `export.unknown_format`.
    pub fn of(path: &Path) -> Result<Self, Error> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("docx") => Ok(Self::Docx),
            Some("xlsx") => Ok(Self::Xlsx),
            Some("csv") => Ok(Self::Csv),
            Some("md" | "markdown") => Ok(Self::Markdown),
            Some("json") => Ok(Self::Json),
            _ => Err(Error::UnknownFormat { path: path.to_owned() }),
        }
    }
}

/// The bytes of a file with this report.
///
/// # Errors
/// `export.only_reviews` for JSON; `export.not_written` if a writer fails, which is a fault of Pincite.
pub fn write(report: &Report, format: Format) -> Result<Vec<u8>, Error> {
    match format {
        Format::Docx => docx::write(report),
        Format::Xlsx => spreadsheet::xlsx(report),
        Format::Csv => spreadsheet::csv(report),
        Format::Markdown => Ok(markdown::write(report).into_bytes()),
        Format::Json => Err(Error::OnlyReviews),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_says_the_format() {
        assert_eq!(Format::of(Path::new("Memo 1.2/results.DOCX")).ok(), Some(Format::Docx));
        let error = Format::of(Path::new("results.pdf")).expect_err("no export makes a PDF");
        assert!(error.code() == "export.unknown_format" && error.to_string().contains("results.pdf"), "{error}");
    }
}
