//! Files of memos and sheets as text: plain text, Word documents, workbooks, CSV. Not for the PDFs that are searched.

mod docx;
mod sheet;

use crate::Error;
use std::io::{Cursor, Read};
use std::path::Path;
use zip::ZipArchive;

/// A larger file is no memo.
const LARGEST: u64 = 32 << 20;
/// A file whose parts are larger than that in all, once they are unpacked, is no memo.
const LARGEST_UNPACKED: u64 = 256 << 20;
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
    if !fits(&bytes) {
        return Err(too_long());
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let text = match ending.as_str() {
        "txt" | "md" | "text" => String::from_utf8(bytes).map_err(|_| Unusable::Damaged),
        "docx" => docx::text(bytes).ok_or(Unusable::Damaged),
        "xlsx" | "xls" | "ods" => sheet::workbook_text(bytes),
        "csv" => sheet::csv_text(&bytes).ok_or(Unusable::Damaged),
        _ => return Err(Error::UnknownFormat { path: path.to_owned() }),
    };
    let text = text.map_err(|unusable| match unusable {
        Unusable::Damaged => Error::Damaged { path: path.to_owned() },
        Unusable::TooLong => too_long(),
    })?;
    let text = text.trim_start_matches('\u{feff}').to_owned();
    if text.len() > LONGEST { Err(too_long()) } else { Ok(text) }
}

/// Why a file of a known format has no text.
#[derive(Debug, PartialEq, Eq)]
enum Unusable {
    Damaged,
    TooLong,
}

/// Whether the parts of a packed file are small enough once they are unpacked. They are unpacked to know, because what a file
/// says of their sizes may be untrue. A file that is not packed fits.
fn fits(bytes: &[u8]) -> bool {
    let Ok(mut archive) = ZipArchive::new(Cursor::new(bytes)) else { return true };
    let mut room = LARGEST_UNPACKED;
    for number in 0..archive.len() {
        let Ok(part) = archive.by_index(number) else { continue };
        let unpacked = std::io::copy(&mut part.take(room + 1), &mut std::io::sink()).unwrap_or_default();
        let Some(left) = room.checked_sub(unpacked) else { return false };
        room = left;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    /// The code of the error that a file with this name and content ends in.
    fn refused(name: &str, bytes: &[u8]) -> &'static str {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        text_of(&path).unwrap_err().code()
    }

    #[test]
    fn a_small_file_that_unpacks_to_a_huge_one_is_refused() {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        let zeros = vec![b' '; 1 << 20];
        for part in ["word/document.xml", "xl/worksheets/sheet1.xml"] {
            archive.start_file(part, SimpleFileOptions::default()).unwrap();
            (0..160).for_each(|_| archive.write_all(&zeros).unwrap());
        }
        let bytes = archive.finish().unwrap().into_inner();
        assert!(bytes.len() < 1 << 20, "it looks harmless: {} bytes", bytes.len());
        for name in ["memo.docx", "sheet.xlsx", "sheet.ods"] {
            assert_eq!(refused(name, &bytes), "claim.too_long", "{name}");
        }
    }

    #[test]
    fn what_is_no_document_is_damaged() {
        for name in ["memo.docx", "sheet.xlsx", "sheet.xls", "sheet.ods"] {
            assert_eq!(refused(name, b"PK\x03\x04 and no more"), "claim.damaged", "{name}");
        }
        assert_eq!(refused("memo.txt", b"\xff\xfe"), "claim.damaged");
        assert_eq!(refused("memo.exe", b""), "claim.unknown_format");
    }
}
