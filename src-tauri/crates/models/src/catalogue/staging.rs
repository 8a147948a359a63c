//! The staging folder of a model. Every received file is verified, and an incomplete file stays for the next attempt. A
//! rename moves the finished folder to its place. Not for the sources of files.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::files::hash_file;
use crate::{Error, ModelFile, Result};

/// File with the size and hash of every installed file.
pub(crate) const RECORD: &str = "pincite-files.json";
const BUFFER: usize = 1 << 18;

/// Progress of a fetch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fetching {
    /// The source: a folder or an address.
    pub source: String,
    /// The current file; empty before the first one.
    pub file: String,
    /// Bytes received.
    pub done: u64,
    /// Bytes of the whole model, if known.
    pub total: Option<u64>,
}

/// A model that is being assembled.
pub(crate) struct Staging<'p> {
    folder: PathBuf,
    progress: Fetching,
    on_progress: &'p mut dyn FnMut(Fetching) -> ControlFlow<()>,
}

impl<'p> Staging<'p> {
    /// Opens the staging folder of model `name`, also one left by an earlier attempt.
    pub(crate) fn open(
        models: &Path,
        name: &str,
        total: Option<u64>,
        on_progress: &'p mut dyn FnMut(Fetching) -> ControlFlow<()>,
    ) -> Result<Self> {
        let folder = models.join(format!(".{name}.part"));
        fs::create_dir_all(&folder).map_err(Error::writing(&folder))?;
        let progress = Fetching { source: String::new(), file: String::new(), done: 0, total };
        Ok(Self { folder, progress, on_progress })
    }

    /// Starts with another source. Complete files are kept.
    pub(crate) fn start_source(&mut self, source: String) {
        self.progress = Fetching { source, file: String::new(), done: 0, total: self.progress.total };
    }

    /// Reports progress. An error if the caller wants to stop.
    pub(crate) fn report_progress(&mut self) -> Result<()> {
        match (self.on_progress)(self.progress.clone()) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Error::Cancelled),
        }
    }

    /// Whether an earlier attempt received the file completely.
    pub(crate) fn has(&mut self, file: &ModelFile) -> Result<bool> {
        let there = file.sha256.is_some() && verify(&self.folder.join(&file.path), file).is_ok();
        if there {
            self.progress.done += file.size.unwrap_or(0);
            self.report_progress()?;
        }
        Ok(there)
    }

    /// Bytes of an incomplete file from an earlier attempt.
    pub(crate) fn arrived(&self, file: &ModelFile) -> u64 {
        fs::metadata(self.part(file)).map_or(0, |part| part.len())
    }

    /// A temporary file, which never becomes part of the model.
    fn part(&self, file: &ModelFile) -> PathBuf {
        self.folder.join(format!(".{}", file.path.replace('/', "+")))
    }

    /// Receives a file from byte `from` on; 0 starts again.
    pub(crate) fn receive(&mut self, file: &ModelFile, from: u64, reader: &mut dyn Read) -> Result<()> {
        self.progress.file.clone_from(&file.path);
        self.progress.done += from;
        let part = self.part(file);
        self.copy(&part, from, reader)?;
        let whole = self.folder.join(&file.path);
        if let Err(error) = verify(&part, file) {
            fs::remove_file(&part).map_err(Error::writing(&part))?;
            return Err(error);
        }
        let parent = whole.parent().unwrap_or(&self.folder);
        fs::create_dir_all(parent).map_err(Error::writing(parent))?;
        fs::rename(&part, &whole).map_err(Error::writing(&whole))
    }

    fn copy(&mut self, part: &Path, from: u64, reader: &mut dyn Read) -> Result<()> {
        let mut options = OpenOptions::new();
        options.create(true).write(true).append(from > 0).truncate(from == 0);
        let mut writer = options.open(part).map_err(Error::writing(part))?;
        let mut buffer = vec![0; BUFFER];
        loop {
            let read = reader.read(&mut buffer).map_err(|error| self.broken(&error))?;
            if read == 0 {
                return writer.sync_all().map_err(Error::writing(part));
            }
            writer.write_all(&buffer[..read]).map_err(Error::writing(part))?;
            self.progress.done += read as u64;
            self.report_progress()?;
        }
    }

    fn broken(&self, error: &std::io::Error) -> Error {
        Error::Source { source_name: self.progress.source.clone(), reason: error.to_string() }
    }

    /// Writes a small file into the model.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let file = self.folder.join(name);
        fs::write(&file, bytes).map_err(Error::writing(&file))
    }

    /// Records the size and hash of `files`, and moves the finished folder to `place`. Later checks use this record.
    pub(crate) fn install(self, files: &[ModelFile], place: &Path) -> Result<()> {
        let record = files.iter().map(|file| recorded(&self.folder, file)).collect::<Result<Vec<_>, _>>()?;
        let text = serde_json::to_vec_pretty(&record).map_err(|error| Error::bad(place, error))?;
        self.write(RECORD, &text)?;
        self.drop_scratch()?;
        let old = self.folder.with_extension("old");
        if place.exists() {
            fs::rename(place, &old).map_err(Error::writing(place))?;
        }
        fs::rename(&self.folder, place).map_err(Error::writing(place))?;
        if old.exists() {
            fs::remove_dir_all(&old).map_err(Error::writing(&old))?;
        }
        Ok(())
    }

    fn drop_scratch(&self) -> Result<()> {
        for entry in fs::read_dir(&self.folder).map_err(Error::reading(&self.folder))?.flatten() {
            let path = entry.path();
            if entry.file_name().to_string_lossy().starts_with('.') {
                let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
                removed.map_err(Error::writing(&path))?;
            }
        }
        Ok(())
    }
}

/// Checks the size and hash of a file, as far as they are known.
pub(crate) fn verify(path: &Path, file: &ModelFile) -> Result<()> {
    let size = fs::metadata(path).map_err(Error::reading(path))?.len();
    if file.size.is_some_and(|expected| expected != size) {
        let wrong = format!("it has {size} bytes instead of {}", file.size.unwrap_or(0));
        return Err(Error::WrongContent { file: path.to_path_buf(), reason: wrong });
    }
    let Some(expected) = &file.sha256 else { return Ok(()) };
    let hash = hash_file(path)?;
    match hash == *expected {
        true => Ok(()),
        false => Err(Error::WrongContent {
            file: path.to_path_buf(),
            reason: format!("its SHA-256 is {hash} instead of {expected}"),
        }),
    }
}

fn recorded(folder: &Path, file: &ModelFile) -> Result<ModelFile> {
    let path = folder.join(&file.path);
    let size = File::open(&path).and_then(|file| file.metadata()).map_err(Error::reading(&path))?.len();
    let sha256 = hash_file(&path)?;
    Ok(ModelFile { path: file.path.clone(), size: Some(size), sha256: Some(sha256) })
}

/// The record of the model in `folder`, if there is one.
pub(crate) fn record(folder: &Path) -> Option<Vec<ModelFile>> {
    serde_json::from_slice(&fs::read(folder.join(RECORD)).ok()?).ok()
}

/// Folder of the models in `home`.
pub(crate) fn models(home: &Path) -> PathBuf {
    home.join("models")
}
