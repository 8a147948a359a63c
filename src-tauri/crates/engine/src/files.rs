//! The user's files: which of the paths given are PDFs, and what bytes they hold. Only regular files are read: a pipe or a
//! device may never end. Nothing is written here, and nothing parsed.

use crate::Error;
use pincite_library::ContentHash;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// What is found at the paths that a user named or dropped.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// PDFs, absolute, sorted, each once.
    pub(crate) pdfs: Vec<PathBuf>,
    /// Paths that cannot be added, with the reason.
    pub(crate) refused: Vec<(PathBuf, Error)>,
}

/// Walks `paths`: a file is taken as it is, a folder yields every `*.pdf` in it and below it.
///
/// A file named by the user is taken whatever its ending; the reader decides whether it is a PDF. Links to folders are
/// not followed, so a loop cannot trap the walk. What cannot be read is refused with its reason, and the rest goes on.
pub(crate) fn find(paths: &[PathBuf]) -> Found {
    let mut found = Found::default();
    for path in paths {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
        match fs::metadata(&path) {
            Ok(meta) if meta.is_dir() => walk(&path, &mut found),
            _ => found.take(path),
        }
    }
    found.pdfs.sort();
    found.pdfs.dedup();
    found
}

impl Found {
    /// Takes a file in, or refuses it.
    fn take(&mut self, path: PathBuf) {
        match check(&path) {
            Ok(()) => self.pdfs.push(path),
            Err(error) => self.refused.push((path, error)),
        }
    }
}

/// Whether a path can be listed and read.
fn check(path: &Path) -> Result<(), Error> {
    match path.to_str() {
        Some(_) => regular(path).map(drop),
        None => Err(pincite_library::Error::PathNotUnicode { path: path.to_owned() }.into()),
    }
}

fn walk(folder: &Path, found: &mut Found) {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(source) => {
            let path = folder.to_owned();
            found.refused.push((path.clone(), Error::Unreadable { path, source }));
            return;
        }
    };
    for entry in entries.flatten() {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(&path, found),
            Ok(_) if is_pdf_name(&path) && !path.is_dir() => found.take(path),
            _ => {}
        }
    }
}

/// What the system says of a regular file; an error for anything else.
fn regular(path: &Path) -> Result<fs::Metadata, Error> {
    let metadata = fs::metadata(path).map_err(|source| Error::Unreadable { path: path.to_owned(), source })?;
    if metadata.is_file() { Ok(metadata) } else { Err(Error::NotAFile { path: path.to_owned() }) }
}

/// Whether a file inside a folder is taken: by its ending, and not an office program's or download's temporary file.
pub(crate) fn is_pdf_name(path: &Path) -> bool {
    let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(['.', '~']));
    !hidden && path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pdf"))
}

/// How a file looks without reading it: enough to see that it changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stat {
    pub(crate) bytes: u64,
    /// Unix milliseconds; 0 where the file system does not tell.
    pub(crate) modified_ms: i64,
}

/// Looks at a regular file.
pub(crate) fn stat(path: &Path) -> Result<Stat, Error> {
    let meta = regular(path)?;
    let since_1970 = meta.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let modified_ms = since_1970.and_then(|time| i64::try_from(time.as_millis()).ok()).unwrap_or(0);
    Ok(Stat { bytes: meta.len(), modified_ms })
}

/// SHA-256 of a regular file's bytes: a document's identity.
pub(crate) fn hash(path: &Path) -> Result<ContentHash, Error> {
    regular(path)?;
    digest(path).map_err(|source| Error::Unreadable { path: path.to_owned(), source })
}

/// The bytes of a regular file, if they have this SHA-256.
pub(crate) fn read_if(path: &Path, hash: &str) -> Option<Vec<u8>> {
    regular(path).ok()?;
    let bytes = fs::read(path).ok()?;
    let is_same = ContentHash(Sha256::digest(&bytes).into()).to_string() == hash;
    is_same.then_some(bytes)
}

fn digest(path: &Path) -> io::Result<ContentHash> {
    let mut reader = BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let read = reader.read(&mut buffer)?;
        if read == 0 {
            return Ok(ContentHash(hasher.finalize().into()));
        }
        hasher.update(&buffer[..read]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_yields_the_pdfs_below_it_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("a/b");
        fs::create_dir_all(&below).unwrap();
        for name in ["one.pdf", "TWO.PDF", "notes.txt", ".hidden.pdf", "~lock.pdf"] {
            fs::write(below.join(name), "x").unwrap();
        }
        let found = find(&[folder.path().to_owned()]);
        let names: Vec<_> = found.pdfs.iter().filter_map(|path| path.file_name()).collect();
        assert_eq!(names, ["TWO.PDF", "one.pdf"], "temporary and hidden files are nobody's documents");
        assert!(found.refused.is_empty());
    }

    #[test]
    fn a_path_that_is_not_there_is_refused_and_the_rest_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().join("real.pdf");
        fs::write(&real, "x").unwrap();
        let found = find(&[folder.path().join("gone.pdf"), real.clone()]);
        assert_eq!(found.pdfs, [real]);
        assert_eq!(found.refused.len(), 1);
        assert_eq!(found.refused[0].1.code(), "engine.unreadable");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_name_that_is_not_unicode_is_refused_and_the_rest_goes_on() {
        use std::os::unix::ffi::OsStrExt;
        let folder = tempfile::tempdir().unwrap();
        let odd = folder.path().join(std::ffi::OsStr::from_bytes(b"contract-\xff.pdf"));
        fs::write(&odd, "x").unwrap();
        fs::write(folder.path().join("good.pdf"), "x").unwrap();
        let found = find(&[folder.path().to_owned()]);
        assert_eq!(found.pdfs, [folder.path().join("good.pdf")]);
        assert_eq!(found.refused[0].0, odd);
        assert_eq!(found.refused[0].1.code(), "library.path_not_unicode");
    }

    #[cfg(unix)]
    #[test]
    fn only_regular_files_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe.pdf");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let found = find(&[folder.path().to_owned(), "/dev/zero".into()]);
        assert!(found.pdfs.is_empty(), "{:?}", found.pdfs);
        let codes: Vec<_> = found.refused.iter().map(|(_, error)| error.code()).collect();
        assert_eq!(codes, ["engine.not_a_file"; 2], "a pipe in a folder, and a device");
        assert_eq!(stat(&pipe).unwrap_err().code(), "engine.not_a_file", "also when it became one later");
        assert_eq!(hash(&pipe).unwrap_err().code(), "engine.not_a_file");
    }

    #[test]
    fn the_hash_is_sha256_of_the_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("abc");
        fs::write(&path, "abc").unwrap();
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash(&path).unwrap().to_string(), expected, "FIPS 180-4's own example");
    }
}
