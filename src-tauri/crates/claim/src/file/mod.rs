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
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let text = match ending.as_str() {
        "txt" | "md" | "text" => String::from_utf8(bytes).map_err(|_| Unusable::Damaged),
        "docx" => docx::text(bytes),
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Cursor, Write};
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    /// The code of the error that a file with this name and content ends in.
    fn refused(name: &str, bytes: &[u8]) -> &'static str {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        text_of(&path).unwrap_err().code()
    }

    /// A packed file with these parts.
    fn packed(parts: &[(&str, &[u8])]) -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in parts {
            archive.start_file(*name, SimpleFileOptions::default()).unwrap();
            archive.write_all(content).unwrap();
        }
        archive.finish().unwrap().into_inner()
    }

    #[test]
    fn a_small_file_that_unpacks_to_a_huge_one_is_refused() {
        let huge = vec![b' '; 160 << 20];
        let bytes = packed(&[("word/document.xml", &huge), ("xl/worksheets/sheet1.xml", &huge)]);
        assert!(bytes.len() < 1 << 20, "it looks harmless: {} bytes", bytes.len());
        for name in ["memo.docx", "sheet.xlsx", "sheet.ods"] {
            assert_eq!(refused(name, &bytes), "claim.too_long", "{name}");
        }
    }

    #[test]
    fn large_pictures_of_a_document_do_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memo.docx");
        let markup = b"<w:document><w:p><w:t>The fee is $5.</w:t></w:p></w:document>";
        let picture = vec![0; 300 << 20];
        std::fs::write(&path, packed(&[("word/media/plan.bmp", &picture), ("word/document.xml", markup)])).unwrap();
        assert_eq!(text_of(&path).unwrap().trim(), "The fee is $5.");
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
