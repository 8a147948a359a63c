//! The purpose of a model, and how a folder shows it. Not for opening models.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::file_names::CONFIG;
use crate::generator::Files;
use crate::settings::json;

/// The purpose of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Maps questions and passages to vectors.
    Encoder,
    /// Scores a question and a passage together.
    Reranker,
    /// Generates texts, such as questions about passages.
    Generator,
    /// Recognises the text of page pictures: detects lines and reads them.
    Recogniser,
    /// A pretrained checkpoint from which tuning starts, stored as differences from an encoder's weights.
    Checkpoint,
}

/// The field of `config.json` that names the classes of a model.
#[derive(Default, Deserialize)]
struct Architectures {
    #[serde(default)]
    architectures: Vec<String>,
}

impl Kind {
    /// The kind of the model in a folder: a generator if it has a decoder, a reranker if it is a sequence classifier, else
    /// an encoder. A damaged `config.json` is reported when the model is opened.
    pub(crate) fn of(folder: &Path) -> Self {
        if Files::are_in(folder) {
            return Self::Generator;
        }
        let classes: Architectures = json(&folder.join(CONFIG)).ok().flatten().unwrap_or_default();
        let classifier = classes.architectures.iter().any(|class| class.ends_with("ForSequenceClassification"));
        if classifier { Self::Reranker } else { Self::Encoder }
    }
}
