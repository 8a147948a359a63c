//! Imports an encoder, a cross-encoder or a generator from a folder: for machines without a network, and for models outside the
//! catalogue. Not for running it (`check`).

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use crate::catalogue::fetch::lock;
use crate::catalogue::is_safe_name;
use crate::catalogue::staging::{Staging, models, verify};
use crate::catalogue::status::imported_status;
use crate::files::{self, CONFIG, DELTA, OVERRIDES, TOKENIZER, WEIGHTS};
use crate::generator::{self, Files};
use crate::settings::Settings;
use crate::{Catalogue, Checker, Error, Kind, ModelFile, ModelStatus, Result};

/// Required files of an encoder or cross-encoder.
const NEEDED: &[&str] = &[CONFIG, TOKENIZER, WEIGHTS];
/// Optional files of these.
const OPTIONAL: &[&str] = &[
    "modules.json",
    "sentence_bert_config.json",
    "config_sentence_transformers.json",
    "1_Pooling/config.json",
    OVERRIDES,
];

impl Catalogue {
    /// Copies the model in `folder` into `home`. Its name is that of the catalogue if it is one of its
    /// models, else that of the folder. The files are validated first, and `checker` runs the model, so nothing
    /// unusable is imported.
    ///
    /// # Errors
    /// The errors of opening it, such as those of [`crate::Encoder::open`]. [`Error::Unchecked`] if the check exceeds
    /// its limits. [`Error::NameTaken`] if another model has the name.
    pub fn import(&self, folder: &Path, home: &Path, checker: &Checker) -> Result<ModelStatus> {
        let folder = fs::canonicalize(folder).map_err(Error::reading(folder))?;
        let listed = listed(&folder)?;
        let bytes = check_files(&folder, &listed)?;
        let name = self.name_of(&folder)?;
        let identity = fingerprint_of(&folder)?;
        checker.check(&folder, bytes)?;
        let models = models(home);
        fs::create_dir_all(&models).map_err(Error::writing(&models))?;
        let _lock = lock(&models)?;
        let place = models.join(&name);
        if place.is_dir() {
            return match fingerprint_of(&place) {
                Ok(existing) if existing == identity => Ok(self.status_of(&name, home)),
                _ => Err(Error::NameTaken { name, folder: place }),
            };
        }
        copy(&folder, &listed, Staging::open(&models, &name, None, &mut |_| ControlFlow::Continue(()))?, &place)?;
        Ok(self.status_of(&name, home))
    }

    /// The catalogue's name if all its pinned files match, else the folder's name.
    fn name_of(&self, folder: &Path) -> Result<String> {
        let pinned = |file: &ModelFile| file.sha256.is_some() && verify(&folder.join(&file.path), file).is_ok();
        if let Some(entry) = self.entries().iter().find(|entry| entry.files.iter().all(pinned)) {
            return Ok(entry.name.clone());
        }
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let reason = "its name is not made of Latin letters, digits, '.', '_' and '-'; rename the folder";
        if is_safe_name(&name) { Ok(name) } else { Err(Error::bad(folder, reason)) }
    }

    fn status_of(&self, name: &str, home: &Path) -> ModelStatus {
        let all = self.status(home);
        let found = all.into_iter().find(|status| status.name == name);
        found.unwrap_or_else(|| imported_status(name, &models(home).join(name)))
    }
}

/// The fingerprint of the model in a folder. The model is not opened.
fn fingerprint_of(folder: &Path) -> Result<String> {
    match Kind::of(folder) {
        Kind::Generator => generator::fingerprint_of(folder),
        Kind::Encoder | Kind::Reranker | Kind::Recogniser | Kind::Checkpoint => {
            Settings::read(folder)?.fingerprint(folder)
        }
    }
}

/// The files of the model in `folder`.
fn listed(folder: &Path) -> Result<Vec<ModelFile>> {
    if Kind::of(folder) == Kind::Generator {
        return Ok(Files::find(folder)?.paths.iter().map(|path| unpinned(path)).collect());
    }
    if folder.join(DELTA).exists() {
        return Err(Error::bad(&folder.join(DELTA), "it is a tuned encoder, which belongs to one collection"));
    }
    let there = OPTIONAL.iter().filter(|path| folder.join(path).is_file());
    Ok(NEEDED.iter().chain(there).map(|path| unpinned(path)).collect())
}

/// Checks that all are regular files within the size limits. Returns their bytes in all.
fn check_files(folder: &Path, files: &[ModelFile]) -> Result<u64> {
    let length = |file: &ModelFile| {
        let most = if file.path.ends_with(".json") { files::JSON_BYTES } else { files::WEIGHTS_BYTES };
        files::check(&folder.join(&file.path), most).map(|metadata| metadata.len())
    };
    files.iter().map(length).sum()
}

fn copy(folder: &Path, files: &[ModelFile], mut staging: Staging<'_>, place: &Path) -> Result<()> {
    staging.start_source(format!("folder {}", folder.display()));
    for file in files {
        let mut reader = files::open(&folder.join(&file.path), files::WEIGHTS_BYTES)?;
        staging.receive(file, 0, &mut reader)?;
    }
    staging.install(files, place)
}

fn unpinned(path: &str) -> ModelFile {
    ModelFile { path: path.to_owned(), size: None, sha256: None }
}
