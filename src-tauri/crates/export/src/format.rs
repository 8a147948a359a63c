//! Which format a file name asks for. Not for writing it.

use crate::Error;
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
    /// Markdown text.
    Markdown,
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
            _ => Err(Error::UnknownFormat { path: path.to_owned() }),
        }
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
