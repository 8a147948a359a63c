//! Taking in an encoder or a generator from a folder, for machines without a network and for models the catalogue does not know.

use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::catalogue::fetch::{lock, models};
use crate::catalogue::manifest::{Catalogue, Kind, ModelFile, plain};
use crate::catalogue::staging::{Staging, verify};
use crate::catalogue::status::{ModelStatus, imported};
use crate::device::{Device, Side};
use crate::encoder::Encoder;
use crate::error::Error;
use crate::generator::{Decoding, Files, Generator, Search};
use crate::settings::{CONFIG, OVERRIDES};
use crate::{tokens, weights};

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
    /// Copies the encoder or the generator in `folder` into `home`, under the folder's name, or under the catalogue's if it is one of its
    /// models. It is opened and run first, so that nothing unusable is taken in.
    ///
    /// # Errors
    /// What [`Encoder::open`] or [`Generator::open`] says of a folder that is none; [`Error::NameTaken`] if another model
    /// has the name.
    pub fn import(&self, folder: &Path, home: &Path) -> Result<ModelStatus, Error> {
        let folder = fs::canonicalize(folder).map_err(Error::reading(folder))?;
        let name = self.name_of(&folder)?;
        let fingerprint = try_out(&folder)?;
        let models = models(home);
        fs::create_dir_all(&models).map_err(Error::writing(&models))?;
        let _lock = lock(&models)?;
        let place = models.join(&name);
        if place.is_dir() {
            return match try_out(&place) {
                Ok(existing) if existing == fingerprint => Ok(self.status_of(&name, home)),
                _ => Err(Error::NameTaken { name, folder: place }),
            };
        }
        copy(&folder, &models, &name, &place)?;
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

/// Opens the model, uses it once and returns its fingerprint.
fn try_out(folder: &Path) -> Result<String, Error> {
    match kind(folder) {
        Kind::Generator => try_generator(folder),
        Kind::Encoder | Kind::Reranker | Kind::Start => try_encoder(folder),
    }
}

fn try_encoder(folder: &Path) -> Result<String, Error> {
    let encoder = Encoder::open(folder, Device::Cpu)?;
    let vectors = encoder.embed(&["A sentence."], Side::Passage, &mut |_| ControlFlow::Continue(()))?;
    let sound =
        vectors.values.iter().all(|value| value.is_finite()) && vectors.values.iter().any(|value| *value != 0.0);
    match sound {
        true => Ok(encoder.fingerprint().to_owned()),
        false => Err(Error::bad(&folder.join(weights::FILE), "the vectors it makes are not numbers")),
    }
}

fn try_generator(folder: &Path) -> Result<String, Error> {
    let generator = Generator::open(folder, Device::Cpu)?;
    let decoding = Decoding { search: Search::Greedy, max_new_tokens: 2, ..Decoding::default() };
    let generated = generator.generate(&["A sentence."], &decoding, &mut |_| ControlFlow::Continue(()))?;
    match generated.iter().flatten().all(|one| one.score.is_finite()) {
        true => Ok(generator.fingerprint().to_owned()),
        false => Err(Error::bad(folder, "what its networks compute are not numbers")),
    }
}

/// The files of the model in `folder`.
fn files(folder: &Path) -> Result<Vec<ModelFile>, Error> {
    if kind(folder) == Kind::Generator {
        return Ok(Files::find(folder)?.paths.iter().map(|path| unpinned(path)).collect());
    }
    let there = OPTIONAL.iter().filter(|path| folder.join(path).is_file());
    Ok(NEEDED.iter().chain(there).map(|path| unpinned(path)).collect())
}

fn copy(folder: &Path, models: &Path, name: &str, place: &Path) -> Result<(), Error> {
    let files = files(folder)?;
    let mut go_on = |_| ControlFlow::Continue(());
    let mut staging = Staging::open(models, name, None, &mut go_on)?;
    staging.begin(format!("folder {}", folder.display()));
    for file in &files {
        let path: PathBuf = folder.join(&file.path);
        let mut reader = File::open(&path).map_err(Error::reading(&path))?;
        staging.receive(file, 0, &mut reader)?;
    }
    staging.install(&files, place)
}

fn unpinned(path: &str) -> ModelFile {
    ModelFile { path: path.to_owned(), size: None, sha256: None }
}
