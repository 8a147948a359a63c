//! Fetches a model of the catalogue: tries its sources in order until one has all files. A source is a folder (on this
//! machine, on a USB drive, or shipped with the program) or a `hub`. Not for imports (`import`).

use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::catalogue::hub;
use crate::catalogue::staging::{Staging, models, verify};
use crate::catalogue::status::catalogue_status;
use crate::{
    Attempt, Catalogue, CrossEncoder, Device, Entry, Error, Fetching, Kind, ModelFile, Result, Source, State, runtime,
};

impl Catalogue {
    /// Fetches the model `name` to `<home>/models/<name>` and returns that folder. Nothing happens if the model is
    /// there and intact. `on_progress` may stop the work; received parts stay for the next attempt.
    ///
    /// # Errors
    /// [`Error::UnknownModel`]; [`Error::NoSource`]; [`Error::NotFetched`] with the reason for every source;
    /// [`Error::NoSpace`]; [`Error::Cancelled`].
    pub fn fetch(
        &self,
        name: &str,
        home: &Path,
        on_progress: &mut dyn FnMut(Fetching) -> ControlFlow<()>,
    ) -> Result<PathBuf> {
        let entry = self.entry(name)?;
        let steps = self.local.iter().map(Step::Folder).chain(entry.sources.iter().map(Step::Source));
        self.install(entry, steps, home, on_progress)
    }

    /// The folder of the model `name`. If it is not installed, it is copied from the files shipped with this program.
    /// No connection is opened.
    ///
    /// # Errors
    /// As [`Catalogue::fetch`].
    pub fn installed_or_shipped(&self, name: &str, home: &Path) -> Result<PathBuf> {
        let entry = self.entry(name)?;
        let status = catalogue_status(entry, &models(home));
        if status.state == State::Installed {
            return Ok(status.folder);
        }
        let shipped = entry.sources.iter().filter(|source| source.is_shipped()).map(Step::Source);
        self.install(entry, shipped, home, &mut |_| ControlFlow::Continue(()))
    }

    /// Copies the model `name` to `home` if it comes with this program and is not there, or damaged there. Nothing
    /// happens for other models.
    ///
    /// # Errors
    /// As [`Catalogue::fetch`].
    pub fn provide(&self, name: &str, home: &Path) -> Result<()> {
        let Ok(entry) = self.entry(name) else { return Ok(()) };
        let is_here = |source: &Source| match source {
            Source::Shipped { shipped } => self.shipped.iter().any(|folder| folder.join(shipped).is_dir()),
            Source::Hub { .. } => false,
        };
        if entry.sources.iter().any(is_here) {
            self.installed_or_shipped(name, home)?;
        }
        Ok(())
    }

    /// Opens the cross-encoder in use: an imported one, else the default, which is shipped. Starts the runtime.
    ///
    /// # Errors
    /// [`Error::NotInstalled`] without any, those of [`Self::installed_or_shipped`], [`runtime::start`] and
    /// [`CrossEncoder::open`].
    pub fn open_reranker(&self, home: &Path, device: Device) -> Result<CrossEncoder> {
        runtime::start(&runtime::candidates(home))?;
        CrossEncoder::open(&self.reranker(home)?, device)
    }

    fn reranker(&self, home: &Path) -> Result<PathBuf> {
        let mut rerankers = self.status(home).into_iter().filter(|status| status.kind == Kind::Reranker);
        let imported = rerankers.find(|status| self.entry(&status.name).is_err());
        if let Some(imported) = imported {
            return Ok(imported.folder);
        }
        let default = self.entries().iter().find(|entry| entry.default && entry.kind == Kind::Reranker);
        let name = default.map_or("", |entry| entry.name.as_str());
        self.installed_or_shipped(name, home)
    }

    fn install<'e>(
        &'e self,
        entry: &'e Entry,
        steps: impl Iterator<Item = Step<'e>>,
        home: &Path,
        on_progress: &mut dyn FnMut(Fetching) -> ControlFlow<()>,
    ) -> Result<PathBuf> {
        let name = &entry.name;
        let models = models(home);
        let place = models.join(name);
        fs::create_dir_all(&models).map_err(Error::writing(&models))?;
        let _lock = lock(&models)?;
        if entry.files.iter().all(|file| verify(&place.join(&file.path), file).is_ok()) {
            return Ok(place);
        }
        let mut staging = Staging::open(&models, name, entry.size(), on_progress)?;
        let mut attempts = Vec::new();
        for step in steps {
            let source_name = step.describe(&self.hub);
            staging.start_source(source_name.clone());
            match self.try_source(&step, entry, &mut staging) {
                Ok(()) => return staging.install(&entry.files, &place).map(|()| place),
                Err(error @ (Error::Cancelled | Error::NoSpace { .. })) => return Err(error),
                Err(error) => attempts.push(Attempt { source_name, error }),
            }
        }
        let name = name.clone();
        match attempts.is_empty() {
            true => Err(Error::NoSource { name, how: entry.how_to_get() }),
            false => Err(Error::NotFetched { name, attempts }),
        }
    }

    fn try_source(&self, step: &Step<'_>, entry: &Entry, staging: &mut Staging<'_>) -> Result<()> {
        staging.report_progress()?;
        let files = &entry.files;
        match step {
            Step::Folder(path) => fetch_folder(path, &entry.name, files, staging),
            Step::Source(Source::Hub { hub, revision }) => {
                hub::fetch(&format!("{}/{hub}/resolve/{revision}", self.hub), files, staging)
            }
            Step::Source(Source::Shipped { shipped }) => fetch_shipped(&self.shipped, shipped, files, staging),
        }
    }
}

/// One attempt.
enum Step<'e> {
    Folder(&'e PathBuf),
    Source(&'e Source),
}

impl Step<'_> {
    fn describe(&self, host: &str) -> String {
        match self {
            Self::Folder(path) => format!("folder {}", path.display()),
            Self::Source(Source::Hub { hub, .. }) => format!("{host}/{hub}"),
            Self::Source(Source::Shipped { .. }) => "what comes with Pincite".to_owned(),
        }
    }
}

/// A lock on the models of a home: one program at a time installs, others wait. It is released when dropped, also by a
/// crash.
pub(crate) fn lock(models: &Path) -> Result<File> {
    let path = models.join(".lock");
    let file = File::create(&path).map_err(Error::writing(&path))?;
    file.lock().map_err(Error::writing(&path))?;
    Ok(file)
}

/// Copies the files from `<folder>/<name>`, or from `folder` itself.
fn fetch_folder(folder: &Path, name: &str, files: &[ModelFile], staging: &mut Staging<'_>) -> Result<()> {
    let named = folder.join(name);
    copy(if named.is_dir() { &named } else { folder }, files, staging)
}

/// Copies the files from the first of `<folders>/<name>` that has all of them intact.
fn fetch_shipped(folders: &[PathBuf], name: &str, files: &[ModelFile], staging: &mut Staging<'_>) -> Result<()> {
    let reason = "it is neither beside the program nor where its package puts it".to_owned();
    let mut failure = Error::Source { source_name: format!("models/{name}"), reason };
    for folder in folders.iter().map(|folder| folder.join(name)).filter(|folder| folder.is_dir()) {
        match copy(&folder, files, staging) {
            Err(error @ (Error::Cancelled | Error::NoSpace { .. })) => return Err(error),
            Err(error) => failure = error,
            Ok(()) => return Ok(()),
        }
    }
    Err(failure)
}

fn copy(folder: &Path, files: &[ModelFile], staging: &mut Staging<'_>) -> Result<()> {
    for file in files {
        let path = folder.join(&file.path);
        let mut reader = File::open(&path).map_err(Error::reading(&path))?;
        staging.receive(file, 0, &mut reader)?;
    }
    Ok(())
}
