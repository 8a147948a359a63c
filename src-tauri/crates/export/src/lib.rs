//! Reports as files for other programs: DOCX, XLSX, CSV and Markdown.
//!
//! A [`Report`] is a title, a few facts and a [`Table`]. [`write()`] makes the bytes of a file from it. Results, marks
//! and review tables become reports in `results`, `marks` and `grid`. Not for writing files: the engine does that, and refuses to replace one.

mod docx;
mod error;
mod format;
mod grid;
mod markdown;
mod marks;
mod quoted;
mod report;
mod results;
mod sheet;

pub use error::Error;
pub use format::Format;
pub use grid::grid;
pub use marks::{MarkedPassage, marks};
pub use report::{Cell, Column, Fact, Report, Role, Table};
pub use results::{Occasion, results};

/// The bytes of a file with this report.
///
/// # Errors
/// `export.not_written` if a writer fails, which is a fault of Pincite.
pub fn write(report: &Report, format: Format) -> Result<Vec<u8>, Error> {
    match format {
        Format::Docx => docx::write(report),
        Format::Xlsx => sheet::xlsx(report),
        Format::Csv => sheet::csv(report),
        Format::Markdown => Ok(markdown::write(report).into_bytes()),
    }
}
