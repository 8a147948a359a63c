//! Settings of an encoder from the files of its folder: pooling, normalisation, prefixes, longest input.
//!
//! Sentence-Transformers' files come first, and `family` fills the gaps. Our own `pincite.json`, written when a model
//! is fetched, overrides both. Not for weights or tokens.

use std::collections::HashMap;
use std::path::Path;

use pincite_graph::{Pooling, bert};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::device::Side;
use crate::error::Error;
use crate::family;
use crate::file_names::{CONFIG, OVERRIDES};
use crate::limits;
use crate::overrides::Overrides;

/// Settings of an encoder.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    pub(crate) config: bert::Config,
    pub(crate) pooling: Pooling,
    pub(crate) normalise: bool,
    /// Put before a question.
    pub(crate) question_prefix: String,
    /// Put before a passage.
    pub(crate) passage_prefix: String,
    /// Whether texts are lower-cased before tokenization.
    pub(crate) lower_case: bool,
    /// Longest input in tokens, special tokens included.
    pub(crate) max_length: usize,
}

#[derive(Default, Deserialize)]
struct SentenceBert {
    max_seq_length: Option<usize>,
    #[serde(default)]
    do_lower_case: bool,
}

#[derive(Default, Deserialize)]
struct SentenceTransformers {
    #[serde(default)]
    prompts: HashMap<String, String>,
}

#[derive(Deserialize)]
struct Module {
    #[serde(rename = "type")]
    kind: String,
    path: String,
}

impl Settings {
    /// Reads the settings of the model in `folder`.
    pub(crate) fn read(folder: &Path) -> Result<Self, Error> {
        let config = read_config(folder)?;
        let own: Overrides = json(&folder.join(OVERRIDES))?.unwrap_or_default();
        let files = sentence_transformers(folder)?;
        let family = family::guess(folder, &config);
        let explicit = own.or(files).or(family);
        let sentence: SentenceBert = json(&folder.join("sentence_bert_config.json"))?.unwrap_or_default();
        let positions = usize::try_from(config.max_position_embeddings).unwrap_or(0);
        Ok(Self {
            pooling: pooling(explicit.pooling.as_deref(), folder)?,
            normalise: explicit.normalise.unwrap_or(true),
            question_prefix: explicit.question_prefix.unwrap_or_default(),
            passage_prefix: explicit.passage_prefix.unwrap_or_default(),
            lower_case: sentence.do_lower_case,
            max_length: explicit.max_length.unwrap_or(positions).min(positions),
            config,
        })
    }

    /// The prefix of a text.
    pub(crate) fn prefix(&self, side: Side) -> &str {
        match side {
            Side::Question => &self.question_prefix,
            Side::Passage => &self.passage_prefix,
        }
    }
}

fn read_config(folder: &Path) -> Result<bert::Config, Error> {
    let file = folder.join(CONFIG);
    let bytes = limits::read(&file, limits::JSON)?;
    let text = str::from_utf8(&bytes).map_err(|error| Error::bad(&file, error))?;
    match bert::Config::from_json(text) {
        Ok(config) => limits::check_config(&file, &config).map(|()| config),
        Err(source) => Err(Error::Graph { file, source }),
    }
}

/// The settings in Sentence-Transformers' files.
fn sentence_transformers(folder: &Path) -> Result<Overrides, Error> {
    let sentence: SentenceBert = json(&folder.join("sentence_bert_config.json"))?.unwrap_or_default();
    let prompts = json::<SentenceTransformers>(&folder.join("config_sentence_transformers.json"))?.unwrap_or_default();
    let prompt = |names: &[&str]| names.iter().find_map(|name| prompts.prompts.get(*name).cloned());
    let mut explicit = Overrides {
        question_prefix: prompt(&["query", "question"]),
        passage_prefix: prompt(&["passage", "document", "corpus"]),
        max_length: sentence.max_seq_length,
        ..Overrides::default()
    };
    if let Some(modules) = json::<Vec<Module>>(&folder.join("modules.json"))? {
        explicit.normalise = Some(false);
        for module in modules {
            apply_module(folder, &module, &mut explicit)?;
        }
    }
    Ok(explicit)
}

fn apply_module(folder: &Path, module: &Module, explicit: &mut Overrides) -> Result<(), Error> {
    match module.kind.rsplit('.').next().unwrap_or_default() {
        "Transformer" => Ok(()),
        "Pooling" => {
            explicit.pooling = Some(pooling_mode(&folder.join(&module.path).join(CONFIG))?);
            Ok(())
        }
        "Normalize" => {
            explicit.normalise = Some(true);
            Ok(())
        }
        other => Err(Error::bad(&folder.join("modules.json"), format!("a module `{other}` is not supported"))),
    }
}

/// The pooling mode of a file, in the old form (`pooling_mode_cls_token: true`) or the new one.
fn pooling_mode(file: &Path) -> Result<String, Error> {
    let fields: HashMap<String, serde_json::Value> =
        json(file)?.ok_or_else(|| Error::MissingFile { file: file.to_path_buf() })?;
    if let Some(mode) = fields.get("pooling_mode").and_then(serde_json::Value::as_str) {
        return Ok(mode.to_owned());
    }
    let on = |name: &&String| fields.get(*name).and_then(serde_json::Value::as_bool) == Some(true);
    let modes: Vec<&str> = fields.keys().filter(on).filter_map(|name| name.strip_prefix("pooling_mode_")).collect();
    match modes[..] {
        ["mean_tokens"] => Ok("mean".to_owned()),
        ["cls_token"] => Ok("cls".to_owned()),
        _ => Err(Error::bad(file, format!("pooling {modes:?} is not supported; mean and cls are"))),
    }
}

fn pooling(mode: Option<&str>, folder: &Path) -> Result<Pooling, Error> {
    match mode {
        None | Some("mean") => Ok(Pooling::Mean),
        Some("cls") => Ok(Pooling::Cls),
        Some(other) => Err(Error::bad(folder, format!("pooling `{other}` is not supported; mean and cls are"))),
    }
}

/// Parses the file as JSON; nothing if there is no such file.
pub(crate) fn json<T: DeserializeOwned>(file: &Path) -> Result<Option<T>, Error> {
    match limits::read_if_there(file, limits::JSON)? {
        Some(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| Error::bad(file, error)),
        None => Ok(None),
    }
}
