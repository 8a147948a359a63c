//! The files of a generator, and its settings from them: start and end tokens, input length, prompt. Not for its networks.
//!
//! `generation_config.json` overrides `config.json`, and our own `pincite.json` overrides both. Settings that
//! transformers follows and we do not support are refused, so the output is never other than intended. Not for search
//! settings ([`Decoding`]), which the caller chooses; `pincite.json` may recommend a number of beams.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::decoding::{Decoding, Search};
use crate::files::{CONFIG, Fingerprint, OVERRIDES, TOKENIZER, json};
use crate::settings::Overrides;
use crate::{Error, Result};

/// File with the special tokens. Its search settings are not used.
const GENERATION_CONFIG: &str = "generation_config.json";
/// File with the longest input.
const TOKENIZER_CONFIG: &str = "tokenizer_config.json";
/// Default limit of the input, in tokens.
const MAX_INPUT: usize = 512;
/// Larger values mean "no limit" in transformers' files.
const UNLIMITED: u64 = 1 << 20;

/// Version of our text generation. It increases when the same files give other texts.
const VERSION: &str = "pincite-generator-1";
const ENCODER: &str = "encoder_model";
const DECODER: &str = "decoder_model_merged";
/// Possible folders and name suffixes of the networks, best first.
const FOLDERS: [&str; 2] = ["", "onnx/"];
const FORMS: [&str; 2] = ["", "_quantized"];

/// Unsupported settings. They are refused unless they are unset or neutral.
#[rustfmt::skip]
const UNSUPPORTED: [&str; 28] = [
    "assistant_early_exit", "bad_words_ids", "begin_suppress_tokens", "constraints", "diversity_penalty",
    "encoder_no_repeat_ngram_size", "encoder_repetition_penalty", "epsilon_cutoff", "eta_cutoff",
    "exponential_decay_length_penalty", "force_words_ids", "forced_bos_token_id", "forced_decoder_ids",
    "forced_eos_token_id", "guidance_scale", "min_length", "min_new_tokens", "min_p", "no_repeat_ngram_size",
    "num_beam_groups", "penalty_alpha", "remove_invalid_values", "renormalize_logits", "sequence_bias",
    "stop_strings", "suppress_tokens", "typical_p", "watermarking_config",
];

/// Settings of a generator.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settings {
    /// The start token.
    pub(super) start: u32,
    /// The end tokens.
    pub(super) ends: Vec<u32>,
    /// Longest input in tokens.
    pub(super) max_input: usize,
    /// Prompt template.
    pub(super) prompt: Option<String>,
    /// Whether it writes lower case only.
    pub(super) uncased: bool,
    /// Recommended number of beams, if any.
    pub(super) beams: Option<usize>,
}

impl Settings {
    /// The default decoding with the recommended number of beams.
    pub(super) fn decoding(&self) -> Decoding {
        let mut usual = Decoding::default();
        if let (Search::Beam { beams, .. }, Some(advised)) = (&mut usual.search, self.beams) {
            *beams = advised;
        }
        usual
    }

    /// Reads the settings of the generator in `folder`.
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let files = [GENERATION_CONFIG, CONFIG].map(|name| folder.join(name));
        let [generation, config]: [Map<String, Value>; 2] =
            [json(&files[0])?.unwrap_or_default(), json(&files[1])?.unwrap_or_default()];
        // A generation_config.json replaces the generation settings of config.json.
        let refusing = if files[0].is_file() { (&files[0], &generation) } else { (&files[1], &config) };
        refuse_unsupported(refusing.0, refusing.1)?;
        let fields =
            |key: &str| [&generation, &config].into_iter().find_map(|file| file.get(key).filter(|v| !v.is_null()));
        let own: Overrides = json(&folder.join(OVERRIDES))?.unwrap_or_default();
        let start = fields("decoder_start_token_id").or_else(|| fields("bos_token_id")).and_then(token);
        let lacks = |what: &str| Error::bad(&files[1], format!("it says no `{what}`; is it an encoder-decoder?"));
        Ok(Self {
            start: start.ok_or_else(|| lacks("decoder_start_token_id"))?,
            ends: fields("eos_token_id").and_then(tokens).ok_or_else(|| lacks("eos_token_id"))?,
            max_input: max_input(folder, &own, &config)?,
            prompt: own.prompt,
            uncased: own.uncased.unwrap_or(false),
            beams: own.beams,
        })
    }
}

fn refuse_unsupported(file: &Path, fields: &Map<String, Value>) -> Result<()> {
    match UNSUPPORTED.iter().find(|key| fields.get(**key).is_some_and(|value| !is_neutral(key, value))) {
        Some(key) => Err(Error::bad(file, format!("it sets `{key}`, which is not supported"))),
        None => Ok(()),
    }
}

/// Whether a setting changes nothing. A token that is forced always does.
fn is_neutral(key: &str, value: &Value) -> bool {
    let neutral = match key {
        "forced_bos_token_id" | "forced_eos_token_id" => None,
        "encoder_repetition_penalty" | "guidance_scale" | "num_beam_groups" | "typical_p" => Some(1.0),
        _ => Some(0.0),
    };
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Number(number) => neutral.is_some() && number.as_f64() == neutral,
        Value::Array(list) => list.is_empty(),
        _ => false,
    }
}

fn token(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|id| u32::try_from(id).ok())
}

/// One token or several.
fn tokens(value: &Value) -> Option<Vec<u32>> {
    match value {
        Value::Array(list) if !list.is_empty() => list.iter().map(token).collect(),
        one => token(one).map(|one| vec![one]),
    }
}

fn max_input(folder: &Path, own: &Overrides, config: &Map<String, Value>) -> Result<usize> {
    let tokenizer: Map<String, Value> = json(&folder.join(TOKENIZER_CONFIG))?.unwrap_or_default();
    // Without a limit transformers writes 10^30, which is no integer here and is ignored.
    let limit = |value: Option<&Value>| value.and_then(Value::as_u64).filter(|limit| (1..UNLIMITED).contains(limit));
    let declared = limit(tokenizer.get("model_max_length")).or_else(|| limit(config.get("n_positions")));
    Ok(own.max_length.or_else(|| declared.and_then(|limit| usize::try_from(limit).ok())).unwrap_or(MAX_INPUT))
}

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
    pub(crate) fn find(folder: &Path) -> Result<Self> {
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
    pub(super) fn fingerprint(&self, settings: &Settings) -> Result<String> {
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
fn external_data(folder: &Path, network: &str) -> Result<Vec<String>> {
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
