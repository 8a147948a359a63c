//! Settings of a generator from the files of its folder: start and end tokens, input length, prompt.
//!
//! `generation_config.json` overrides `config.json`, and our own `pincite.json` overrides both. Settings that
//! transformers follows and we do not support are refused, so the output is never other than intended. Not for search
//! settings ([`Decoding`]), which the caller chooses; `pincite.json` may recommend a number of beams.

use std::path::Path;

use serde_json::{Map, Value};

use super::decoding::{Decoding, Search};
use crate::error::Error;
use crate::file_names::{CONFIG, OVERRIDES};
use crate::overrides::Overrides;
use crate::settings::json;

/// File with the special tokens. Its search settings are not used.
pub(super) const GENERATION_CONFIG: &str = "generation_config.json";
/// File with the longest input.
pub(super) const TOKENIZER_CONFIG: &str = "tokenizer_config.json";
/// Default limit of the input, in tokens.
const MAX_INPUT: usize = 512;
/// Larger values mean "no limit" in transformers' files.
const UNLIMITED: u64 = 1 << 20;

/// Unsupported settings. They are refused unless they have this neutral value.
const UNSUPPORTED: &[(&str, f64)] = &[
    ("assistant_early_exit", 0.0),
    ("bad_words_ids", 0.0),
    ("begin_suppress_tokens", 0.0),
    ("constraints", 0.0),
    ("diversity_penalty", 0.0),
    ("encoder_no_repeat_ngram_size", 0.0),
    ("encoder_repetition_penalty", 1.0),
    ("epsilon_cutoff", 0.0),
    ("eta_cutoff", 0.0),
    ("exponential_decay_length_penalty", 0.0),
    ("force_words_ids", 0.0),
    ("forced_bos_token_id", f64::NAN),
    ("forced_decoder_ids", 0.0),
    ("forced_eos_token_id", f64::NAN),
    ("guidance_scale", 1.0),
    ("min_length", 0.0),
    ("min_new_tokens", 0.0),
    ("min_p", 0.0),
    ("no_repeat_ngram_size", 0.0),
    ("num_beam_groups", 1.0),
    ("penalty_alpha", 0.0),
    ("remove_invalid_values", 0.0),
    ("renormalize_logits", 0.0),
    ("sequence_bias", 0.0),
    ("stop_strings", 0.0),
    ("suppress_tokens", 0.0),
    ("typical_p", 1.0),
    ("watermarking_config", 0.0),
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
    pub(super) fn read(folder: &Path) -> Result<Self, Error> {
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

fn refuse_unsupported(file: &Path, fields: &Map<String, Value>) -> Result<(), Error> {
    match UNSUPPORTED.iter().find(|(key, neutral)| fields.get(*key).is_some_and(|value| !is_neutral(value, *neutral))) {
        Some((key, _)) => Err(Error::bad(file, format!("it sets `{key}`, which is not supported"))),
        None => Ok(()),
    }
}

fn is_neutral(value: &Value, neutral: f64) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Number(number) => number.as_f64() == Some(neutral),
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

fn max_input(folder: &Path, own: &Overrides, config: &Map<String, Value>) -> Result<usize, Error> {
    let tokenizer: Map<String, Value> = json(&folder.join(TOKENIZER_CONFIG))?.unwrap_or_default();
    // Without a limit transformers writes 10^30, which is no integer here and is ignored.
    let limit = |value: Option<&Value>| value.and_then(Value::as_u64).filter(|limit| (1..UNLIMITED).contains(limit));
    let declared = limit(tokenizer.get("model_max_length")).or_else(|| limit(config.get("n_positions")));
    Ok(own.max_length.or_else(|| declared.and_then(|limit| usize::try_from(limit).ok())).unwrap_or(MAX_INPUT))
}
