//! How a text becomes a vector, as the files of a model's folder say: pooling, normalisation, prefixes, longest input.
//!
//! Sentence-Transformers' files are followed where they are; what they leave open is filled in by `family`; and our own
//! `pincite.json`, written when a model is fetched, has the last word. Not for weights or tokens.

use std::collections::HashMap;
use std::path::Path;

use pincite_graph::{Pooling, bert};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::device::Side;
use crate::error::Error;
use crate::family;
use crate::limits;

/// File with the sizes of the network.
pub(crate) const CONFIG: &str = "config.json";
/// File in which the catalogue notes what a model's own files leave open.
pub(crate) const OVERRIDES: &str = "pincite.json";

/// How a text becomes a vector.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    pub(crate) config: bert::Config,
    pub(crate) pooling: Pooling,
    pub(crate) normalise: bool,
    /// Put before a question.
    pub(crate) question_prefix: String,
    /// Put before a passage.
    pub(crate) passage_prefix: String,
    /// Texts are put into lower case before they are cut into tokens.
    pub(crate) lower_case: bool,
    /// Longest input in tokens, special tokens included.
    pub(crate) max_length: usize,
}

/// What is said explicitly, in any of the files; the rest is open.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Overrides {
    /// "mean" or "cls".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pooling: Option<String>,
    /// Whether vectors are scaled to length 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) normalise: Option<bool>,
    /// Put before a question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) question_prefix: Option<String>,
    /// Put before a passage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) passage_prefix: Option<String>,
    /// Longest input in tokens, special tokens included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) max_length: Option<usize>,
    /// Template of a question generator's input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) prompt: Option<String>,
    /// Whether a generator writes lower case only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) uncased: Option<bool>,
    /// How many texts a generator is best followed in at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) beams: Option<usize>,
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
        let said = own.or(files).or(family);
        let sentence: SentenceBert = json(&folder.join("sentence_bert_config.json"))?.unwrap_or_default();
        let positions = usize::try_from(config.max_position_embeddings).unwrap_or(0);
        Ok(Self {
            pooling: pooling(said.pooling.as_deref(), folder)?,
            normalise: said.normalise.unwrap_or(true),
            question_prefix: said.question_prefix.unwrap_or_default(),
            passage_prefix: said.passage_prefix.unwrap_or_default(),
            lower_case: sentence.do_lower_case,
            max_length: said.max_length.unwrap_or(positions).min(positions),
            config,
        })
    }

    /// What is put before a text.
    pub(crate) fn prefix(&self, side: Side) -> &str {
        match side {
            Side::Question => &self.question_prefix,
            Side::Passage => &self.passage_prefix,
        }
    }
}

impl Overrides {
    /// What `self` leaves open is taken from `other`.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            pooling: self.pooling.or(other.pooling),
            normalise: self.normalise.or(other.normalise),
            question_prefix: self.question_prefix.or(other.question_prefix),
            passage_prefix: self.passage_prefix.or(other.passage_prefix),
            max_length: self.max_length.or(other.max_length),
            prompt: self.prompt.or(other.prompt),
            uncased: self.uncased.or(other.uncased),
            beams: self.beams.or(other.beams),
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

/// What Sentence-Transformers' files say.
fn sentence_transformers(folder: &Path) -> Result<Overrides, Error> {
    let sentence: SentenceBert = json(&folder.join("sentence_bert_config.json"))?.unwrap_or_default();
    let prompts = json::<SentenceTransformers>(&folder.join("config_sentence_transformers.json"))?.unwrap_or_default();
    let prompt = |names: &[&str]| names.iter().find_map(|name| prompts.prompts.get(*name).cloned());
    let mut said = Overrides {
        question_prefix: prompt(&["query", "question"]),
        passage_prefix: prompt(&["passage", "document", "corpus"]),
        max_length: sentence.max_seq_length,
        ..Overrides::default()
    };
    if let Some(modules) = json::<Vec<Module>>(&folder.join("modules.json"))? {
        said.normalise = Some(false);
        for module in modules {
            apply_module(folder, &module, &mut said)?;
        }
    }
    Ok(said)
}

fn apply_module(folder: &Path, module: &Module, said: &mut Overrides) -> Result<(), Error> {
    match module.kind.rsplit('.').next().unwrap_or_default() {
        "Transformer" => Ok(()),
        "Pooling" => {
            said.pooling = Some(pooling_mode(&folder.join(&module.path).join(CONFIG))?);
            Ok(())
        }
        "Normalize" => {
            said.normalise = Some(true);
            Ok(())
        }
        other => Err(Error::bad(&folder.join("modules.json"), format!("a module `{other}` is not supported"))),
    }
}

/// The one mode a pooling file switches on, in the old form (`pooling_mode_cls_token: true`) or the new one.
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

/// The file as JSON, or nothing if there is no such file.
pub(crate) fn json<T: DeserializeOwned>(file: &Path) -> Result<Option<T>, Error> {
    match limits::read_if_there(file, limits::JSON)? {
        Some(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| Error::bad(file, error)),
        None => Ok(None),
    }
}
