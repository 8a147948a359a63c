//! Files that people name: questions, pairs, review tables. They are regular files of a limited size, so that a pipe hangs nothing
//! and a device fills no memory.

use crate::{Error, Result};
use std::fs::{self, File};
use std::io::{self, Read, Take};
use std::path::Path;

/// Opens a file of at most `most` bytes. No more than that is read, even if it grows.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::NotAFile`], [`Error::TooLarge`].
pub(crate) fn open(path: &Path, most: u64) -> Result<Take<File>> {
    let unreadable = |source| Error::Unreadable { path: path.to_owned(), source };
    // Before it is opened: opening a pipe waits for whoever writes to it.
    let meta = fs::metadata(path).map_err(unreadable)?;
    if !meta.is_file() {
        return Err(Error::NotAFile { path: path.to_owned() });
    }
    if meta.len() > most {
        return Err(Error::TooLarge { path: path.to_owned(), bytes: meta.len(), most });
    }
    Ok(File::open(path).map_err(unreadable)?.take(most))
}

/// The bytes of a file of at most `most` bytes.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::NotAFile`], [`Error::TooLarge`].
pub fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = open(path, most)?.read_to_end(&mut bytes);
    read.map_err(|source| Error::Unreadable { path: path.to_owned(), source })?;
    Ok(bytes)
}

/// The text of a file of at most `most` bytes, without a byte order mark.
///
/// # Errors
/// [`Error::Unreadable`], also for a text that is not UTF-8; [`Error::NotAFile`], [`Error::TooLarge`].
pub fn read_text(path: &Path, most: u64) -> Result<String> {
    let read = io::read_to_string(open(path, most)?);
    let mut text = read.map_err(|source| Error::Unreadable { path: path.to_owned(), source })?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_without_its_byte_order_mark() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("questions.txt");
        fs::write(&path, "\u{feff}Who pays?").unwrap();
        assert_eq!(read_text(&path, 100).unwrap(), "Who pays?");
        let error = read_text(&path, 5).unwrap_err();
        assert_eq!(error.code(), "adapt.too_large");
        fs::write(&path, b"\xff\xfe").unwrap();
        assert_eq!(read_text(&path, 100).unwrap_err().code(), "adapt.unreadable");
    }

    /// A pipe hung the program, and a device took 4 GB of memory.
    #[cfg(unix)]
    #[test]
    fn only_regular_files_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [&*pipe, Path::new("/dev/zero"), folder.path()] {
            assert_eq!(read_text(path, 100).unwrap_err().code(), "adapt.not_a_file", "{path:?}");
        }
    }
}
