//! Backups: one file with the library as it is at one moment, the tuned encoders, and the hash of each. The documents themselves
//! stay where they are, and models of the catalogue can be fetched again: a backup has neither.

use crate::error::{blocking, unwritable};
use crate::output::Output;
use crate::{Engine, Error};
use jiff::Timestamp;
use pincite_library::Library;
use pincite_models::Home;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

/// The manifest in the file.
const MANIFEST: &str = "manifest.json";
/// The library in the file.
const LIBRARY: &str = "library.db";
/// The folder of tuned encoders in the file.
const TUNED: &str = "tuned";
/// Bytes of a manifest, at most: it has some hundred bytes for each file of an encoder.
const LARGEST_MANIFEST: u64 = 16 << 20;

/// What a backup holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    /// The version of Pincite that wrote it.
    pincite: String,
    /// When, as Unix time in seconds.
    written_at: i64,
    files: Vec<BackedFile>,
}

/// A file of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BackedFile {
    /// Its name in the backup, with `/` between folders.
    name: String,
    bytes: u64,
    /// In hexadecimal.
    sha256: String,
}

/// A backup that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BackedUp {
    /// Files in it.
    pub files: usize,
    /// Their bytes, before they were compressed.
    pub bytes: u64,
    /// When, as Unix time in seconds.
    pub written_at: i64,
}

/// A backup that was put in place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Restored {
    /// When it had been written, as Unix time in seconds.
    pub written_at: i64,
    /// Where the former library is now, if there was one.
    pub aside: Option<PathBuf>,
}

impl Engine {
    /// Writes the library and its tuned encoders to a file, whatever is read, asked or added meanwhile.
    ///
    /// # Errors
    /// As [`Engine::write`].
    pub async fn back_up(&self, output: &Output) -> Result<BackedUp, Error> {
        let draft = self.draft(output).await?;
        let folder = scratch_in(self.0.home.folder())?;
        let copy = folder.path().join(LIBRARY);
        self.0.library.copy_to(&copy).await?;
        let mut sources = vec![(LIBRARY.to_owned(), copy)];
        sources.extend(tuned_files(&self.0.home.tuned_all()).map_err(unwritable(&output.path))?);
        let file = draft.file.try_clone().await.map_err(unwritable(&output.path))?.into_std().await;
        let writing = move || write_backup(file, &sources);
        let written = blocking("Writing the backup", writing).await?.map_err(unwritable(&output.path))?;
        draft.publish().await?;
        self.0.library.note_backup(written.written_at).await?;
        Ok(written)
    }
}

/// A folder for files that are made on the way.
pub(crate) fn scratch_in(home: &Path) -> Result<tempfile::TempDir, Error> {
    fs::create_dir_all(home).map_err(unwritable(home))?;
    tempfile::Builder::new().prefix(".backup-").tempdir_in(home).map_err(unwritable(home))
}

/// The files of tuned encoders, with their names in a backup.
pub(crate) fn tuned_files(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut files = Vec::new();
    if !folder.exists() {
        return Ok(files);
    }
    for encoder in fs::read_dir(folder)? {
        let encoder = encoder?;
        if !encoder.file_type()?.is_dir() {
            continue;
        }
        for file in fs::read_dir(encoder.path())? {
            let file = file?;
            let names = (encoder.file_name().into_string(), file.file_name().into_string());
            if let (Ok(encoder), Ok(name)) = names {
                files.push((format!("{TUNED}/{encoder}/{name}"), file.path()));
            }
        }
    }
    Ok(files)
}

fn write_backup(file: File, sources: &[(String, PathBuf)]) -> io::Result<BackedUp> {
    let mut archive = ZipWriter::new(file);
    let options = SimpleFileOptions::default().large_file(true);
    let mut files = Vec::with_capacity(sources.len());
    for (name, path) in sources {
        archive.start_file(name, options)?;
        let mut hashed = Hashed::new(File::open(path)?);
        let bytes = io::copy(&mut hashed, &mut archive)?;
        files.push(BackedFile { name: name.clone(), bytes, sha256: hashed.sha256() });
    }
    let bytes = files.iter().map(|file| file.bytes).sum();
    let written = BackedUp { files: files.len(), bytes, written_at: Timestamp::now().as_second() };
    let pincite = env!("CARGO_PKG_VERSION").to_owned();
    let manifest = Manifest { pincite, written_at: written.written_at, files };
    archive.start_file(MANIFEST, options)?;
    archive.write_all(&serde_json::to_vec(&manifest)?)?;
    archive.finish()?;
    Ok(written)
}

/// Puts a backup in place of the library of a data folder, which no process may have open. The former library is moved aside,
/// and encoders that are there stay. Each file is compared with its hash first.
///
/// # Errors
/// [`Error::NotABackup`], [`Error::BackupDamaged`], [`Error::Library`], also if it is in use: nothing changes.
pub async fn restore(home: &Home, backup: &Path) -> Result<Restored, Error> {
    let folder = home.folder().to_owned();
    let path = backup.to_owned();
    let extracted = blocking("Reading the backup", move || extract(&folder, &path)).await??;
    let aside = Library::replace(&home.library(), &extracted.folder.path().join(LIBRARY)).await?;
    let tuned = home.tuned_all();
    let backup = backup.to_owned();
    let placing = move || {
        place_encoders(&extracted.folder.path().join(TUNED), &tuned).map_err(unwritable(&tuned))?;
        Ok::<_, Error>(extracted.written_at)
    };
    let written_at = blocking(format!("Restoring {}", backup.display()), placing).await??;
    Ok(Restored { written_at, aside })
}

/// Files of a backup that are as they were written.
struct Extracted {
    folder: tempfile::TempDir,
    written_at: i64,
}

fn extract(home: &Path, path: &Path) -> Result<Extracted, Error> {
    let none = |reason: String| Error::NotABackup { path: path.to_owned(), reason };
    let file = File::open(path).map_err(|error| none(error.to_string()))?;
    let mut archive = ZipArchive::new(file).map_err(|error| none(error.to_string()))?;
    let manifest = manifest_of(&mut archive).map_err(|error| none(error.to_string()))?;
    if !manifest.files.iter().any(|file| file.name == LIBRARY) {
        return Err(none("it has no library".to_owned()));
    }
    let folder = scratch_in(home)?;
    for file in &manifest.files {
        let damaged = || Error::BackupDamaged { path: path.to_owned(), part: file.name.clone() };
        let to = place_in(folder.path(), &file.name).ok_or_else(damaged)?;
        fs::create_dir_all(to.parent().unwrap_or(folder.path())).map_err(unwritable(&to))?;
        let part = archive.by_name(&file.name).map_err(|_| damaged())?;
        let mut hashed = Hashed::new(part.take(file.bytes + 1));
        let mut out = File::create(&to).map_err(unwritable(&to))?;
        let copied = io::copy(&mut hashed, &mut out).map_err(|error| match error.kind() {
            io::ErrorKind::StorageFull => unwritable(&to)(error),
            _ => damaged(),
        })?;
        out.sync_all().map_err(unwritable(&to))?;
        if copied != file.bytes || hashed.sha256() != file.sha256 {
            return Err(damaged());
        }
    }
    Ok(Extracted { folder, written_at: manifest.written_at })
}

fn manifest_of(archive: &mut ZipArchive<File>) -> io::Result<Manifest> {
    let mut bytes = Vec::new();
    archive.by_name(MANIFEST)?.take(LARGEST_MANIFEST).read_to_end(&mut bytes)?;
    Ok(serde_json::from_slice(&bytes)?)
}

/// Where a file of this name lies in a folder. `None` for a name that leads out of it.
fn place_in(folder: &Path, name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    path.components().all(|part| matches!(part, Component::Normal(_))).then(|| folder.join(path))
}

/// Moves encoders that are not there yet.
fn place_encoders(from: &Path, to: &Path) -> io::Result<()> {
    if !from.exists() {
        return Ok(());
    }
    fs::create_dir_all(to)?;
    for encoder in fs::read_dir(from)? {
        let encoder = encoder?;
        let place = to.join(encoder.file_name());
        if !place.exists() {
            fs::rename(encoder.path(), place)?;
        }
    }
    Ok(())
}

/// Reads, and hashes what is read.
struct Hashed<R> {
    from: R,
    hash: Sha256,
}

impl<R: Read> Hashed<R> {
    fn new(from: R) -> Self {
        Self { from, hash: Sha256::new() }
    }

    fn sha256(self) -> String {
        self.hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(buffer)?;
        self.hash.update(&buffer[..read]);
        Ok(read)
    }
}
