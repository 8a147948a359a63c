//! The user's files: which of the paths given are PDFs, what bytes they hold, and which process reads them. Only regular
//! files are read: a pipe or a device may never end. Nothing is written here, and nothing parsed. A network drive may answer
//! late, so whatever asks the file system does not run on a worker of the runtime.

use crate::Error;
use crate::error::blocking;
use pincite_library::{ContentHash, DocumentId, FileVersion, Sighting, escaped_name};
use pincite_pdf::{OpenFile, Reader, Session};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::UNIX_EPOCH;
use tokio::io::{AsyncRead, AsyncReadExt, ReadBuf};

/// Bytes of a file that are read at a time.
const AT_A_TIME: usize = 256 << 10;

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
    let mut hidden = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(&path, found),
            Ok(_) if !is_pdf_ending(&path) || path.is_dir() => {}
            Ok(_) if is_hidden(&path) => hidden.push(path),
            Ok(_) => found.take(path),
            Err(_) => {}
        }
    }
    hidden.sort();
    if let Some(first) = hidden.first() {
        let error = Error::HiddenSkipped { path: first.clone(), others: hidden.len() - 1 };
        found.refused.push((folder.to_owned(), error));
    }
}

/// What the system says of a regular file; an error for anything else.
fn regular(path: &Path) -> Result<fs::Metadata, Error> {
    let metadata = fs::metadata(path).map_err(|source| Error::Unreadable { path: path.to_owned(), source })?;
    if metadata.is_file() { Ok(metadata) } else { Err(Error::NotAFile { path: path.to_owned() }) }
}

/// Whether a file inside a folder is taken: by its ending, and not an office program's or download's temporary file.
pub(crate) fn is_pdf_name(path: &Path) -> bool {
    is_pdf_ending(path) && !is_hidden(path)
}

fn is_pdf_ending(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pdf"))
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(['.', '~']))
}

/// How a file looks without reading it: enough to see that it changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stat {
    pub(crate) bytes: u64,
    /// Unix milliseconds; 0 where the file system does not tell.
    pub(crate) modified_ms: i64,
}

impl Stat {
    fn of(metadata: &fs::Metadata) -> Self {
        let since_1970 = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let modified_ms = since_1970.and_then(|time| i64::try_from(time.as_millis()).ok()).unwrap_or(0);
        Self { bytes: metadata.len(), modified_ms }
    }

    /// Whether a file looks as it did when it was read.
    pub(crate) fn fits(self, seen: &Sighting) -> bool {
        seen.bytes == Some(self.bytes) && seen.modified_ms == Some(self.modified_ms)
    }
}

/// Looks at a regular file.
pub(crate) async fn stat(path: &Path) -> Result<Stat, Error> {
    let looked_at = path.to_owned();
    let looking = move || regular(&looked_at).map(|metadata| Stat::of(&metadata));
    blocking(format!("Looking at {}", escaped_name(path)), looking).await?
}

/// Whether something is at a path.
pub(crate) async fn exists(path: &Path) -> bool {
    tokio::fs::try_exists(path).await.unwrap_or(false)
}

/// SHA-256 of a regular file's bytes: a document's identity.
pub(crate) async fn hash(path: &Path) -> Result<ContentHash, Error> {
    let hashed = path.to_owned();
    blocking(format!("Reading {}", escaped_name(path)), move || digest(&hashed)).await?
}

fn digest(path: &Path) -> Result<ContentHash, Error> {
    regular(path)?;
    let unreadable = |source| Error::Unreadable { path: path.to_owned(), source };
    let mut file = File::open(path).map_err(unreadable)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; AT_A_TIME];
    loop {
        match file.read(&mut buffer).map_err(unreadable)? {
            0 => return Ok(ContentHash(hasher.finalize().into())),
            read => hasher.update(&buffer[..read]),
        }
    }
}

/// A regular file, opened once. Its bytes are hashed while they are read, whoever reads them.
pub(crate) struct SourceFile {
    path: PathBuf,
    /// How it looked when it was opened.
    pub(crate) stat: Stat,
    file: tokio::fs::File,
    hasher: Sha256,
}

impl SourceFile {
    /// Opens a file.
    pub(crate) async fn open(path: &Path) -> Result<Self, Error> {
        let opened = path.to_owned();
        let opening = move || {
            regular(&opened)?;
            let unreadable = |source| Error::Unreadable { path: opened.clone(), source };
            let file = File::open(&opened).map_err(unreadable)?;
            let stat = Stat::of(&file.metadata().map_err(unreadable)?);
            Ok::<_, Error>((file, stat))
        };
        let (file, stat) = blocking(format!("Opening {}", escaped_name(path)), opening).await??;
        Ok(Self { path: path.to_owned(), stat, file: file.into(), hasher: Sha256::new() })
    }

    /// SHA-256 of all its bytes. Those that nobody has read yet are read now.
    pub(crate) async fn hash(mut self) -> Result<ContentHash, Error> {
        let mut rest = vec![0; AT_A_TIME];
        while self.next(&mut rest).await? > 0 {}
        Ok(ContentHash(self.hasher.finalize().into()))
    }

    /// Reads on; 0 at its end.
    pub(crate) async fn next(&mut self, buffer: &mut [u8]) -> Result<usize, Error> {
        let read = self.read(buffer).await;
        read.map_err(|source| Error::Unreadable { path: self.path.clone(), source })
    }
}

impl AsyncRead for SourceFile {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.file).poll_read(context, buffer))?;
        self.hasher.update(&buffer.filled()[before..]);
        Poll::Ready(Ok(()))
    }
}

/// Starts the processes that read PDFs.
pub(crate) struct Readers {
    reader: Reader,
    /// Passwords given in this session; they are never written down.
    passwords: Mutex<HashMap<DocumentId, String>>,
}

impl Readers {
    pub(crate) fn new(reader: Reader) -> Self {
        Self { reader, passwords: Mutex::default() }
    }

    /// Uses a password for a document from now on.
    pub(crate) fn remember(&self, document: DocumentId, password: String) {
        self.passwords.lock().unwrap_or_else(PoisonError::into_inner).insert(document, password);
    }

    /// Sends the file of a document to a new reader process.
    pub(crate) async fn open(
        &self,
        document: DocumentId,
        source: &mut SourceFile,
    ) -> Result<Session, pincite_pdf::Error> {
        let password = self.passwords.lock().unwrap_or_else(PoisonError::into_inner).get(&document).cloned();
        let path = source.path.clone();
        let file = OpenFile { path: &path, bytes: source.stat.bytes, content: source };
        self.reader.open_file(file, password.as_deref()).await
    }
}

/// A file as the library notes it.
pub(crate) fn version(path: &Path, stat: Stat) -> FileVersion<'_> {
    FileVersion { path, bytes: stat.bytes, modified_ms: stat.modified_ms }
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
        let [(path, error)] = found.refused.as_slice() else { panic!("one note for the folder: {:?}", found.refused) };
        assert_eq!((path, error.code()), (&below, "engine.hidden_skipped"), "but it is said that they are there");
        assert!(error.to_string().contains(".hidden.pdf and 1 more"), "{error}");
        assert_eq!(find(&[below.join(".hidden.pdf")]).pdfs.len(), 1, "named by the user it is taken");
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
    #[tokio::test]
    async fn only_regular_files_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe.pdf");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let found = find(&[folder.path().to_owned(), "/dev/zero".into()]);
        assert!(found.pdfs.is_empty(), "{:?}", found.pdfs);
        let codes: Vec<_> = found.refused.iter().map(|(_, error)| error.code()).collect();
        assert_eq!(codes, ["engine.not_a_file"; 2], "a pipe in a folder, and a device");
        assert_eq!(stat(&pipe).await.unwrap_err().code(), "engine.not_a_file", "also when it became one later");
        assert_eq!(hash(&pipe).await.unwrap_err().code(), "engine.not_a_file");
        assert_eq!(SourceFile::open(&pipe).await.err().map(|error| error.code()), Some("engine.not_a_file"));
    }

    #[tokio::test]
    async fn the_hash_is_sha256_of_the_bytes_however_they_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("abc");
        fs::write(&path, "abc").unwrap();
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash(&path).await.unwrap().to_string(), expected, "FIPS 180-4's own example");
        let mut source = SourceFile::open(&path).await.unwrap();
        assert_eq!(source.next(&mut [0; 2]).await.unwrap(), 2);
        assert_eq!(source.hash().await.unwrap().to_string(), expected, "a part was read before");
    }
}
