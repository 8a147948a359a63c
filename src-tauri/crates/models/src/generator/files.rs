//! The files of a generator, their locations and fingerprint. Not for their content (`settings`, `networks`).

use std::fs;
use std::path::{Path, PathBuf};

use super::settings::{GENERATION_CONFIG, Settings, TOKENIZER_CONFIG};
use crate::error::Error;
use crate::file_names::{CONFIG, OVERRIDES, TOKENIZER};
use crate::fingerprint::Fingerprint;

/// Version of our text generation. It increases when the same files give other texts.
const VERSION: &str = "pincite-generator-1";
const ENCODER: &str = "encoder_model";
const DECODER: &str = "decoder_model_merged";
/// Possible folders and name suffixes of the networks, best first.
const FOLDERS: [&str; 2] = ["", "onnx/"];
const FORMS: [&str; 2] = ["", "_quantized"];

/// The files of a generator.
pub(crate) struct Files {
    folder: PathBuf,
    pub(super) encoder: PathBuf,
    pub(super) decoder: PathBuf,
    /// Paths of all files inside the folder, with forward slashes.
    pub(crate) paths: Vec<String>,
}

impl Files {
    /// The files in `folder`.
    ///
    /// # Errors
    /// [`Error::MissingFile`] for the first missing file.
    pub(crate) fn find(folder: &Path) -> Result<Self, Error> {
        let [encoder, decoder] = networks(folder).ok_or_else(|| missing_network(folder))?;
        if let Some(missing) = [CONFIG, TOKENIZER].into_iter().find(|path| !folder.join(path).is_file()) {
            return Err(Error::MissingFile { file: folder.join(missing) });
        }
        let optional = [GENERATION_CONFIG, TOKENIZER_CONFIG, OVERRIDES];
        let there = optional.into_iter().filter(|path| folder.join(path).is_file());
        let mut paths: Vec<String> = [CONFIG, TOKENIZER].into_iter().chain(there).map(str::to_owned).collect();
        for network in [&encoder, &decoder] {
            paths.push(network.clone());
            paths.extend(external_data(folder, network)?);
        }
        Ok(Self { folder: folder.to_path_buf(), encoder: folder.join(encoder), decoder: folder.join(decoder), paths })
    }

    /// Whether a folder holds a generator rather than an encoder.
    pub(crate) fn are_in(folder: &Path) -> bool {
        FOLDERS
            .iter()
            .any(|inner| FORMS.iter().any(|form| folder.join(format!("{inner}{DECODER}{form}.onnx")).is_file()))
    }

    /// SHA-256 over all files and the settings, in hexadecimal.
    pub(super) fn fingerprint(&self, settings: &Settings) -> Result<String, Error> {
        let mut fingerprint = Fingerprint::new(VERSION);
        for path in &self.paths {
            fingerprint.add(path);
            fingerprint.add_file(&self.folder.join(path))?;
        }
        fingerprint.add(&format!("{settings:?}"));
        Ok(fingerprint.finish())
    }
}

/// Paths of encoder and decoder: both in one folder and of one form.
fn networks(folder: &Path) -> Option<[String; 2]> {
    let pairs = FORMS.iter().flat_map(|form| {
        FOLDERS.iter().map(move |inner| [ENCODER, DECODER].map(|name| format!("{inner}{name}{form}.onnx")))
    });
    pairs.into_iter().find(|pair| pair.iter().all(|path| folder.join(path).is_file()))
}

/// The error for a missing network: the decoder if the encoder exists.
fn missing_network(folder: &Path) -> Error {
    let [encoder, decoder] = [ENCODER, DECODER].map(|name| folder.join(format!("{name}.onnx")));
    Error::MissingFile { file: if encoder.is_file() { decoder } else { encoder } }
}

/// External weights of a network too large for one file: "encoder_model.onnx_data", "encoder_model.onnx_data_1" …
fn external_data(folder: &Path, network: &str) -> Result<Vec<String>, Error> {
    let (inner, name) = network.rsplit_once('/').map_or(("", network), |(inner, name)| (inner, name));
    let place = folder.join(inner);
    let belongs =
        |other: &str| [format!("{name}_data"), format!("{name}.data")].iter().any(|start| other.starts_with(start));
    let entries = fs::read_dir(&place).map_err(Error::reading(&place))?.flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.retain(|other| belongs(other));
    names.sort();
    Ok(names.into_iter().map(|name| if inner.is_empty() { name } else { format!("{inner}/{name}") }).collect())
}
