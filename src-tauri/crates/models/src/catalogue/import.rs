//! Taking in an encoder or a generator from a folder, for machines without a network and for models that the catalogue does
//! not know. Not for trying it out (`check`).

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use crate::catalogue::fetch::{lock, models};
use crate::catalogue::manifest::{Catalogue, Kind, ModelFile, plain};
use crate::catalogue::staging::{Staging, verify};
use crate::catalogue::status::{ModelStatus, imported};
use crate::check::Checker;
use crate::error::Error;
use crate::generator::{self, Files};
use crate::settings::{CONFIG, OVERRIDES, Settings};
use crate::{fingerprint, limits, tokens, tuned, weights};

/// What an encoder's folder must hold.
const NEEDED: &[&str] = &[CONFIG, tokens::FILE, weights::FILE];
/// What it may hold besides.
const OPTIONAL: &[&str] = &[
    "modules.json",
    "sentence_bert_config.json",
    "config_sentence_transformers.json",
    "1_Pooling/config.json",
    OVERRIDES,
];

impl Catalogue {
    /// Copies the encoder or the generator in `folder` into `home`, under the folder's name, or under the catalogue's if it is
    /// one of its models. Before that its files are checked, and `checker` opens and runs it: nothing unusable is taken in.
    ///
    /// # Errors
    /// What [`crate::Encoder::open`] or [`crate::Generator::open`] says of a folder that is none; [`Error::Unchecked`] if
    /// it takes too much to try it out; [`Error::NameTaken`] if another model has the name.
    pub fn import(&self, folder: &Path, home: &Path, checker: &Checker) -> Result<ModelStatus, Error> {
        let folder = fs::canonicalize(folder).map_err(Error::reading(folder))?;
        let files = files(&folder)?;
        let bytes = check_files(&folder, &files)?;
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
        copy(&folder, &files, Staging::open(&models, &name, None, &mut |_| ControlFlow::Continue(()))?, &place)?;
        Ok(self.status_of(&name, home))
    }

    /// The catalogue's name if all its pinned files are these, else the folder's.
    fn name_of(&self, folder: &Path) -> Result<String, Error> {
        let pinned = |file: &ModelFile| file.sha256.is_some() && verify(&folder.join(&file.path), file).is_ok();
        if let Some(entry) = self.entries().iter().find(|entry| entry.files.iter().all(pinned)) {
            return Ok(entry.name.clone());
        }
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let reason = "its name is not made of Latin letters, digits, '.', '_' and '-'; rename the folder";
        if plain(&name) { Ok(name) } else { Err(Error::bad(folder, reason)) }
    }

    fn status_of(&self, name: &str, home: &Path) -> ModelStatus {
        let all = self.status(home);
        let found = all.into_iter().find(|status| status.name == name);
        found.unwrap_or_else(|| imported(name, &models(home).join(name)))
    }
}

/// What the folder holds: a generator if it has a decoder.
pub(crate) fn kind(folder: &Path) -> Kind {
    if Files::are_in(folder) { Kind::Generator } else { Kind::Encoder }
}

/// What identifies the model in a folder. Nothing is opened for it.
fn fingerprint_of(folder: &Path) -> Result<String, Error> {
    match kind(folder) {
        Kind::Generator => generator::fingerprint_of(folder),
        Kind::Encoder | Kind::Reranker | Kind::Start => fingerprint::of(folder, &Settings::read(folder)?),
    }
}

/// The files of the model in `folder`.
fn files(folder: &Path) -> Result<Vec<ModelFile>, Error> {
    if kind(folder) == Kind::Generator {
        return Ok(Files::find(folder)?.paths.iter().map(|path| unpinned(path)).collect());
    }
    if folder.join(tuned::FILE).exists() {
        return Err(Error::bad(&folder.join(tuned::FILE), "it is a tuned encoder, which belongs to one collection"));
    }
    let there = OPTIONAL.iter().filter(|path| folder.join(path).is_file());
    Ok(NEEDED.iter().chain(there).map(|path| unpinned(path)).collect())
}

/// Makes sure that all are regular files of a length that models have; their bytes in all.
fn check_files(folder: &Path, files: &[ModelFile]) -> Result<u64, Error> {
    let length = |file: &ModelFile| {
        let most = if file.path.ends_with(".json") { limits::JSON } else { limits::WEIGHTS };
        limits::check(&folder.join(&file.path), most).map(|metadata| metadata.len())
    };
    files.iter().map(length).sum()
}

fn copy(folder: &Path, files: &[ModelFile], mut staging: Staging<'_>, place: &Path) -> Result<(), Error> {
    staging.begin(format!("folder {}", folder.display()));
    for file in files {
        let mut reader = limits::open(&folder.join(&file.path), limits::WEIGHTS)?;
        staging.receive(file, 0, &mut reader)?;
    }
    staging.install(files, place)
}

fn unpinned(path: &str) -> ModelFile {
    ModelFile { path: path.to_owned(), size: None, sha256: None }
}
