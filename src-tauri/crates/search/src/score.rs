//! What a search may use and what a score is made of. Plain data.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a search may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Mode {
    /// BM25 and the encoder together.
    #[default]
    Hybrid,
    /// The encoder alone.
    Dense,
    /// BM25 alone.
    Lexical,
}

/// A hit's score and what it is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Score {
    /// What hits are ranked by: the standardised parts, weighted.
    pub total: f32,
    /// Lexical score, if the mode uses it.
    pub lexical: Option<f32>,
    /// Cosine of question and passage, if the mode uses it.
    pub dense: Option<f32>,
    /// What the passage's figures add, if the question asks for one and the mode uses both scores above: their share of its
    /// words, standardised and weighted.
    pub figures: Option<f32>,
    /// Mean, over the question's words, of the greatest cosine with a token of the passage, one half of them tokens of its
    /// best stretch; if the mode uses it and the passage was among the first.
    pub late: Option<f32>,
}
