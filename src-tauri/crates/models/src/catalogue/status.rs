//! Lists the models by a quick check of names and sizes, and compares all their files with their hashes when asked to.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::catalogue::is_safe_name;
use crate::catalogue::staging::{models, record, verify};
use crate::files::CONFIG;
use crate::{Catalogue, Entry, Kind, Languages, ModelFile};

/// A model of the catalogue, or an imported one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ModelStatus {
    /// Its name, which is also the name of its folder.
    pub name: String,
    /// Its purpose.
    pub kind: Kind,
    /// The languages that it knows, if the catalogue says so.
    pub languages: Option<Languages>,
    /// Description for people, one sentence.
    pub description: String,
    /// How people get it, in a sentence or two, if it has no source.
    pub how: Option<String>,
    /// SPDX identifier; empty for an imported model.
    pub licence: String,
    /// The default of its kind.
    pub default: bool,
    /// Bytes, if known.
    pub size: Option<u64>,
    /// Its folder, whether it exists or not.
    pub folder: PathBuf,
    /// Whether it can be used.
    pub state: State,
    /// Which hashes its files are checked against.
    pub hashes: Hashes,
}

/// A model whose files were compared with their hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedModel {
    /// Its name.
    pub name: String,
    /// Whether all files are there with the bytes that they had.
    pub is_sound: bool,
}

/// Which hashes a model's files are checked against when they are fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Hashes {
    /// The hashes that came with Pincite.
    Pinned,
    /// The hashes at the first installation on this machine.
    Recorded,
    /// None yet. Hashes are recorded at the first fetch or import.
    Unknown,
}

/// Whether a model can be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Not present.
    Absent,
    /// Present, with files of the right sizes.
    Installed,
    /// Present, but this file is missing, has a wrong size, or belongs to another version.
    Damaged(String),
}

impl Catalogue {
    /// All models of the catalogue, then those imported, by name.
    pub fn status(&self, home: &Path) -> Vec<ModelStatus> {
        let models = models(home);
        let known = self.entries().iter().map(|entry| catalogue_status(entry, &models));
        known.chain(self.imported(&models)).collect()
    }

    /// The models that are here, each compared with its hashes. All their bytes are read.
    pub fn check_files(&self, home: &Path) -> Vec<CheckedModel> {
        let here = self.status(home).into_iter().filter(|status| status.state != State::Absent);
        let checked = here.map(|ModelStatus { name, folder, .. }| {
            let pinned = self.entry(&name).map(|entry| entry.files.clone()).unwrap_or_default();
            let files = record(&folder).unwrap_or(pinned);
            let is_sound = files.iter().all(|file| verify(&folder.join(&file.path), file).is_ok());
            CheckedModel { name, is_sound }
        });
        checked.collect()
    }

    /// The folder of the default recogniser, if it is installed.
    pub fn recogniser(&self, home: &Path) -> Option<PathBuf> {
        let wanted = |status: &ModelStatus| status.kind == Kind::Recogniser && status.default;
        let status = self.status(home).into_iter().find(wanted)?;
        (status.state == State::Installed).then_some(status.folder)
    }

    fn imported(&self, models: &Path) -> Vec<ModelStatus> {
        let folders = fs::read_dir(models).into_iter().flatten().flatten();
        let mut names: Vec<String> = folders.filter_map(|folder| folder.file_name().into_string().ok()).collect();
        names
            .retain(|name| is_safe_name(name) && self.entry(name).is_err() && models.join(name).join(CONFIG).is_file());
        names.sort();
        names.iter().map(|name| imported_status(name, &models.join(name))).collect()
    }
}

/// The status of a model of the catalogue. A shipped model counts as damaged if its files are not those of this program
/// version.
pub(crate) fn catalogue_status(entry: &Entry, models: &Path) -> ModelStatus {
    let folder = models.join(&entry.name);
    let recorded = record(&folder);
    let files = recorded.as_ref().unwrap_or(&entry.files);
    let other = recorded
        .as_ref()
        .filter(|_| entry.is_shipped())
        .and_then(|recorded| first_changed_file(&entry.files, recorded));
    ModelStatus {
        name: entry.name.clone(),
        kind: entry.kind,
        languages: entry.languages,
        description: entry.description.clone(),
        how: entry.how.clone(),
        licence: entry.licence.clone(),
        default: entry.default,
        size: files.iter().map(|file| file.size).sum(),
        state: other.map_or_else(|| state(&folder, files), |file| State::Damaged(file.path.clone())),
        hashes: hashes(&entry.files, recorded.is_some()),
        folder,
    }
}

/// The first file whose recorded hash differs from the manifest.
fn first_changed_file<'f>(files: &'f [ModelFile], recorded: &[ModelFile]) -> Option<&'f ModelFile> {
    let same = |file: &ModelFile| recorded.iter().any(|it| it.path == file.path && it.sha256 == file.sha256);
    files.iter().find(|file| file.sha256.is_some() && !same(file))
}

/// An imported model.
pub(crate) fn imported_status(name: &str, folder: &Path) -> ModelStatus {
    let recorded = record(folder);
    let hashes = hashes(&[], recorded.is_some());
    let files = recorded.unwrap_or_default();
    ModelStatus {
        name: name.to_owned(),
        kind: Kind::of(folder),
        languages: None,
        description: "Imported.".to_owned(),
        how: None,
        licence: String::new(),
        default: false,
        size: files.iter().map(|file| file.size).sum(),
        state: state(folder, &files),
        hashes,
        folder: folder.to_path_buf(),
    }
}

fn hashes(known: &[ModelFile], recorded: bool) -> Hashes {
    let pinned = !known.is_empty() && known.iter().all(|file| file.sha256.is_some());
    match (pinned, recorded) {
        (true, _) => Hashes::Pinned,
        (false, true) => Hashes::Recorded,
        (false, false) => Hashes::Unknown,
    }
}

fn state(folder: &Path, files: &[ModelFile]) -> State {
    if !folder.is_dir() {
        return State::Absent;
    }
    let sound = |file: &&ModelFile| {
        let size = fs::metadata(folder.join(&file.path)).ok().map(|metadata| metadata.len());
        size.is_some() && (file.size.is_none() || file.size == size)
    };
    match files.iter().find(|file| !sound(file)) {
        Some(file) => State::Damaged(file.path.clone()),
        None => State::Installed,
    }
}
