//! Files of memos and sheets as text: plain text, Word documents, workbooks, CSV. Not for the PDFs that are searched.

mod docx;
mod sheet;

use crate::Error;
use std::path::Path;

/// A larger file is no memo.
const LARGEST: u64 = 32 << 20;
/// A text with more bytes is no memo.
pub(crate) const LONGEST: usize = 2 << 20;

/// The text of a memo or a sheet, by the ending of its name. Each number of a sheet has a line of its own, with its cell and its
/// labels: "B7 · Net sales, 2022: 394,328".
///
/// # Errors
/// [`Error::Unreadable`], [`Error::TooLong`], [`Error::UnknownFormat`], [`Error::Damaged`].
pub fn text_of(path: &Path) -> Result<String, Error> {
    let unreadable = |source| Error::Unreadable { path: path.to_owned(), source };
    let too_long = || Error::TooLong { path: path.to_owned() };
    if std::fs::metadata(path).map_err(unreadable)?.len() > LARGEST {
        return Err(too_long());
    }
    let bytes = std::fs::read(path).map_err(unreadable)?;
    let damaged = || Error::Damaged { path: path.to_owned() };
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let text = match ending.as_str() {
        "txt" | "md" | "text" => String::from_utf8(bytes).map_err(|_| damaged())?,
        "docx" => docx::text(bytes).ok_or_else(damaged)?,
        "xlsx" | "xls" | "ods" => sheet::workbook_text(bytes).ok_or_else(damaged)?,
        "csv" => sheet::csv_text(&bytes).ok_or_else(damaged)?,
        _ => return Err(Error::UnknownFormat { path: path.to_owned() }),
    };
    let text = text.trim_start_matches('\u{feff}').to_owned();
    if text.len() > LONGEST { Err(too_long()) } else { Ok(text) }
}
