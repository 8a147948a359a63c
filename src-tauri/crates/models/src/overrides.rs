//! Explicit settings of a model, which can come from several files. Not for reading the files (`settings`).

use serde::{Deserialize, Serialize};

/// Explicit settings of any file; `None` if unset.
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
    /// Prompt template of a question generator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) prompt: Option<String>,
    /// Whether a generator writes lower case only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) uncased: Option<bool>,
    /// Recommended number of beams of a generator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) beams: Option<usize>,
    /// How the logits of a cross-encoder become probabilities.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) calibration: Option<Calibration>,
}

/// Platt scaling (Platt 1999): the probability is the logistic function of `slope · logit + offset`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Fills unset values from `other`.
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
            calibration: self.calibration.or(other.calibration),
        }
    }
}
