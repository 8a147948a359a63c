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
    /// The languages that an encoder knows, if that is known.
    pub languages: Option<ModelLanguages>,
    /// What it is for.
    pub description: String,
    /// How people get it, if it cannot be fetched.
    pub how: Option<String>,
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

/// The languages that an encoder knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum ModelLanguages {
    /// English alone.
    English,
    /// A hundred or so.
    Many,
}

/// What it takes to answer a collection's questions by another encoder.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct EncoderPlan {
    /// The encoder.
    pub encoder: String,
    /// Documents that lack its vectors.
    pub documents: u32,
    /// Passages of these.
    pub passages: u32,
    /// Bytes that their vectors take.
    #[ts(type = "number")]
    pub bytes: u64,
    /// Seconds it takes, estimated from a few passages; none if it cannot start.
    pub seconds: Option<f32>,
    /// What it runs on: "cpu" or "gpu".
    pub device: String,
    /// Why it cannot start, if it cannot.
    pub problem: Option<Problem>,
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
