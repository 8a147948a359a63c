//! The models and what the engine runs on. Not for running them.

use crate::Problem;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A model of the catalogue and whether it is here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct ModelView {
    /// Name to fetch it by.
    pub name: String,
    /// What it does.
    pub kind: ModelKind,
    /// What it is for.
    pub description: String,
    /// Licence of its weights.
    pub licence: String,
    /// Size on disk in bytes.
    #[ts(type = "number")]
    pub bytes: u64,
    /// Whether it is on this machine.
    pub installed: bool,
    /// Whether it is the encoder used for new collections.
    pub in_use: bool,
}

/// What a model does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum ModelKind {
    /// Maps questions and passages to vectors.
    Encoder,
    /// Scores a question and a passage together.
    Reranker,
    /// Writes questions about passages.
    Generator,
    /// Recognises the text of page pictures.
    Recogniser,
    /// A pretrained checkpoint from which the tuning of an encoder starts.
    Checkpoint,
}

/// What the engine works with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct StatusView {
    /// Data folder.
    pub home: String,
    /// Folder of the log.
    pub log: String,
    /// Encoder in use, if one is installed.
    pub encoder: Option<String>,
    /// What it runs on ("CPU", a GPU's name).
    pub device: String,
    /// What the user should know.
    pub notes: Vec<Problem>,
    /// Unix time in seconds of the last backup of the library, if there was one.
    #[ts(type = "number | null")]
    pub last_backup: Option<i64>,
    /// Whether the shared library notes who asks what, and who opens which document.
    pub notes_looks: bool,
    /// The address of the shared library; `None`: the library is a file of this computer.
    pub shared: Option<String>,
    /// The signature of the bundle that is open; `None`: it is none.
    pub bundle: Option<BundleView>,
}

/// Who signed a bundle, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BundleView {
    /// The public key that its signature fits.
    pub key: String,
    /// Unix time in seconds.
    #[ts(type = "number")]
    pub signed_at: i64,
}
