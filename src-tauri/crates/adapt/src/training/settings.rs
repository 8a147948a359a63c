//! How an encoder is trained. Not for how a run goes.

use crate::{Mixing, SEED};
use pincite_models::Loss;
use serde::{Deserialize, Serialize};

/// Settings of a run. The default is the product's one recipe; other values are for studies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Passages per batch.
    pub batch: usize,
    /// Questions of one passage that share a batch, at most.
    pub questions_per_passage: usize,
    /// Times every pair is used, at most.
    pub epochs: usize,
    /// Highest learning rate of a batch with one question per passage; with n questions it is √n times as high.
    pub learning_rate: f64,
    /// Share of the steps in which the learning rate rises, 0 to 1.
    pub warm_up: f64,
    /// Decoupled weight decay.
    pub weight_decay: f64,
    /// Longest gradient that is not clipped.
    pub max_norm: f64,
    /// What is minimised. PAIR trains in two stages of `epochs` each: with both parts of its loss on pairs that the teacher
    /// confirms, then on all pairs without the passage-centric part.
    #[serde(default)]
    pub loss: Loss,
    /// Where the pairs of a batch come from.
    pub mixing: Mixing,
    /// Share of the passages that are held out to judge by, 0 to 1.
    pub held_out: f64,
    /// Examinations per epoch.
    pub exams: usize,
    /// Examinations without a new best that end the run.
    pub patience: usize,
    /// What makes a run repeatable.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            batch: 32,
            questions_per_passage: 4,
            epochs: 1,
            learning_rate: 2.5e-5,
            warm_up: 0.1,
            weight_decay: 0.01,
            max_norm: 1.0,
            loss: Loss::DlDpr,
            mixing: Mixing::OneDocument,
            held_out: 0.15,
            exams: 2,
            patience: 3,
            seed: SEED,
        }
    }
}

impl Settings {
    /// Whether a cross-encoder has to label passages.
    pub fn needs_teacher(&self) -> bool {
        self.loss != Loss::DlDpr
    }

    /// The loss of each epoch.
    pub(crate) fn losses(&self) -> Vec<Loss> {
        let stages = match self.loss {
            Loss::Pair { .. } => vec![self.loss, Loss::Pair { passage_share: 0.0 }],
            loss => vec![loss],
        };
        stages.into_iter().flat_map(|loss| vec![loss; self.epochs]).collect()
    }
}
