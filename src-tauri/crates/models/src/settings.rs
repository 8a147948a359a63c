//! Settings of an encoder from the files of its folder: pooling, normalisation, prefixes, longest input. Not for weights or
//! tokens.
//!
//! Sentence-Transformers' files come first, and defaults of known families of encoders fill the gaps. A family is recognised
//! by the model's name. Our own `pincite.json`, written when a model is fetched, overrides both. Numbers in `config.json` are
//! checked before anything is built, because models are untrusted.
//!
//! Sources of the families: the model cards of DPR (Karpukhin et al. 2020), Contriever (Izacard et al. 2022), SimLM (Wang et
//! al. 2023), E5 (Wang et al. 2022) and BGE (Xiao et al. 2023).

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::Path;

use pincite_graph::{Pooling, bert};
use serde::Deserialize;

use crate::files::{self, CONFIG, Fingerprint, OVERRIDES, TOKENIZER, WEIGHTS, json};
use crate::{Error, Result, Side};

/// Version of our encoding. It increases when the same files give other vectors.
const VERSION: &str = "pincite-encoder-1";

const LAYERS: RangeInclusive<i64> = 1..=128;
const HEADS: RangeInclusive<i64> = 1..=256;
const WIDTH: RangeInclusive<i64> = 1..=16_384;
const INNER_WIDTH: RangeInclusive<i64> = 1..=131_072;
const TOKENS: RangeInclusive<i64> = 1..=4_000_000;
const POSITIONS: RangeInclusive<i64> = 1..=131_072;
const SEGMENTS: RangeInclusive<i64> = 1..=1024;

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

/// Explicit settings of any file; `None` if unset.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Overrides {
    /// "mean" or "cls".
    pub(crate) pooling: Option<String>,
    /// Whether vectors are scaled to length 1.
    pub(crate) normalise: Option<bool>,
    /// Put before a question.
    pub(crate) question_prefix: Option<String>,
    /// Put before a passage.
    pub(crate) passage_prefix: Option<String>,
    /// Longest input in tokens, special tokens included.
    pub(crate) max_length: Option<usize>,
    /// Prompt template of a question generator.
    pub(crate) prompt: Option<String>,
    /// Whether a generator writes lower case only.
    pub(crate) uncased: Option<bool>,
    /// Recommended number of beams of a generator.
    pub(crate) beams: Option<usize>,
    /// How the logits of a cross-encoder become probabilities.
    pub(crate) calibration: Option<Calibration>,
}

/// Platt scaling (Platt 1999): the probability is the logistic function of `slope · logit + offset`.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Calibration {
    pub(crate) slope: f32,
    pub(crate) offset: f32,
}

impl Default for Calibration {
    fn default() -> Self {
        Self { slope: 1.0, offset: 0.0 }
    }
}

impl Overrides {
    /// Fills unset settings of an encoder from `other`.
    fn or(self, other: Self) -> Self {
        Self {
            pooling: self.pooling.or(other.pooling),
            normalise: self.normalise.or(other.normalise),
            question_prefix: self.question_prefix.or(other.question_prefix),
            passage_prefix: self.passage_prefix.or(other.passage_prefix),
            max_length: self.max_length.or(other.max_length),
            ..self
        }
    }
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
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        let config = read_config(folder)?;
        let own: Overrides = json(&folder.join(OVERRIDES))?.unwrap_or_default();
        let files = sentence_transformers(folder)?;
        let family = guess(folder, &config);
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

    /// SHA-256 over weights, sizes, tokenizer, pooling, normalisation, prefixes and longest input, in hexadecimal.
    pub(crate) fn fingerprint(&self, folder: &Path) -> Result<String> {
        let mut fingerprint = Fingerprint::new(VERSION);
        for name in [WEIGHTS, CONFIG, TOKENIZER] {
            fingerprint.add_file(&folder.join(name))?;
        }
        let Self { config: _, pooling, normalise, question_prefix, passage_prefix, lower_case, max_length } = self;
        let choices = (format!("{pooling:?}"), normalise, question_prefix, passage_prefix, lower_case, max_length);
        fingerprint.add(&format!("{choices:?}"));
        Ok(fingerprint.finish())
    }

    /// The prefix of a text.
    pub(crate) fn prefix(&self, side: Side) -> &str {
        match side {
            Side::Question => &self.question_prefix,
            Side::Passage => &self.passage_prefix,
        }
    }
}

fn read_config(folder: &Path) -> Result<bert::Config> {
    let file = folder.join(CONFIG);
    let bytes = files::read(&file, files::JSON_BYTES)?;
    let text = str::from_utf8(&bytes).map_err(|error| Error::bad(&file, error))?;
    match bert::Config::from_json(text) {
        Ok(config) => check_config(&file, &config).map(|()| config),
        Err(source) => Err(Error::Graph { file, source }),
    }
}

/// The settings in Sentence-Transformers' files.
fn sentence_transformers(folder: &Path) -> Result<Overrides> {
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

fn apply_module(folder: &Path, module: &Module, explicit: &mut Overrides) -> Result<()> {
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
fn pooling_mode(file: &Path) -> Result<String> {
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

fn pooling(mode: Option<&str>, folder: &Path) -> Result<Pooling> {
    match mode {
        None | Some("mean") => Ok(Pooling::Mean),
        Some("cls") => Ok(Pooling::Cls),
        Some(other) => Err(Error::bad(folder, format!("pooling `{other}` is not supported; mean and cls are"))),
    }
}

/// Refuses sizes that no encoder has. The graph would take hours to build, or its shapes would be invalid.
fn check_config(file: &Path, config: &bert::Config) -> Result<()> {
    let sizes = [
        ("num_hidden_layers", i64::try_from(config.num_hidden_layers).unwrap_or(i64::MAX), LAYERS),
        ("num_attention_heads", config.num_attention_heads, HEADS),
        ("hidden_size", config.hidden_size, WIDTH),
        ("intermediate_size", config.intermediate_size, INNER_WIDTH),
        ("vocab_size", config.vocab_size, TOKENS),
        ("max_position_embeddings", config.max_position_embeddings, POSITIONS),
        ("type_vocab_size", config.type_vocab_size, SEGMENTS),
    ];
    match sizes.into_iter().find(|(_, size, range)| !range.contains(size)) {
        None => Ok(()),
        Some((name, size, range)) => {
            let (least, most) = range.into_inner();
            Err(Error::bad(file, format!("{name} is {size}; between {least} and {most} is supported")))
        }
    }
}

/// The defaults of one family.
struct Family {
    /// Part of its models' names, in lower case.
    name: &'static str,
    pooling: &'static str,
    normalise: bool,
    question_prefix: &'static str,
    passage_prefix: &'static str,
}

const FAMILIES: &[Family] = &[
    Family { name: "contriever", pooling: "mean", normalise: false, question_prefix: "", passage_prefix: "" },
    Family { name: "simlm", pooling: "cls", normalise: true, question_prefix: "", passage_prefix: "" },
    Family { name: "dpr", pooling: "cls", normalise: false, question_prefix: "", passage_prefix: "" },
    Family { name: "e5-", pooling: "mean", normalise: true, question_prefix: "query: ", passage_prefix: "passage: " },
    Family {
        name: "bge-",
        pooling: "cls",
        normalise: true,
        question_prefix: "Represent this sentence for searching relevant passages: ",
        passage_prefix: "",
    },
];

/// The defaults of the family that the folder name indicates; none for an unknown name.
fn guess(folder: &Path, config: &bert::Config) -> Overrides {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_lowercase();
    let known = |family: &&Family| name.contains(family.name) || family.name == config.model_type;
    let Some(family) = FAMILIES.iter().find(known) else { return Overrides::default() };
    Overrides {
        pooling: Some(family.pooling.to_owned()),
        normalise: Some(family.normalise),
        question_prefix: Some(family.question_prefix.to_owned()),
        passage_prefix: Some(family.passage_prefix.to_owned()),
        ..Overrides::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn config(changes: &[(&str, i64)]) -> String {
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tiny-dpr/config.json");
        let mut fields: serde_json::Value = serde_json::from_slice(&std::fs::read(fixture).unwrap()).unwrap();
        for (name, size) in changes {
            fields[name] = (*size).into();
        }
        fields.to_string()
    }

    fn settings_of(config: &str) -> Result<Settings, Error> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("config.json"), config).unwrap();
        Settings::read(folder.path())
    }

    #[test]
    fn a_million_layers_are_refused_before_the_graph_is_built() {
        let error = settings_of(&config(&[("num_hidden_layers", 1_000_000)])).unwrap_err();
        assert_eq!(error.code(), "models.bad_file");
        assert!(error.to_string().contains("num_hidden_layers is 1000000"), "{error}");
        settings_of(&config(&[])).expect("the fixture itself is sound");
    }

    proptest! {
        #[test]
        fn whatever_config_json_says_is_accepted_within_limits_or_refused(
            name in prop::sample::select(vec![
                "num_hidden_layers", "num_attention_heads", "hidden_size", "intermediate_size", "vocab_size",
                "max_position_embeddings", "type_vocab_size",
            ]),
            size in prop_oneof![any::<i64>(), -2..300_i64],
        ) {
            if let Ok(settings) = settings_of(&config(&[(name, size)])) {
                let config = settings.config;
                prop_assert!(LAYERS.contains(&(config.num_hidden_layers as i64)), "{config:?}");
                prop_assert!(WIDTH.contains(&config.hidden_size) && HEADS.contains(&config.num_attention_heads));
                prop_assert_eq!(config.hidden_size % config.num_attention_heads, 0);
                prop_assert!(settings.max_length >= 1 && settings.max_length as i64 <= config.max_position_embeddings);
            }
        }

        #[test]
        fn no_bytes_in_config_json_stop_the_program(text in ".{0,200}") {
            let _ = settings_of(&text);
        }
    }
}
