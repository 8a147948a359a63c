//! Input and output of a training step. Not for composing batches.

use pincite_graph::training::{FIRST_DECAY, SECOND_DECAY};

/// The bias that excludes a passage from a question's negatives; e^(−10,000) is 0.
pub const IGNORED: f32 = -10_000.0;

/// Token ids of questions and passages, with the targets.
#[derive(Clone, Debug, Default)]
pub struct Batch<'t> {
    /// Token ids of each question, special tokens included.
    pub questions: Vec<&'t [u32]>,
    /// Token ids of each passage: answers and hard negatives.
    pub passages: Vec<&'t [u32]>,
    /// 1 where the passage answers the question, else 0: row by row [questions, passages]. Only the loss
    /// [`DprPlus`](pincite_graph::training::Loss::DprPlus) takes several in a row.
    pub positives: Vec<f32>,
    /// Added to the similarities, row by row like `positives`: other evidence for the passage, or [`IGNORED`].
    pub bias: Vec<f32>,
    /// Logits of the teacher, row by row like `positives`; empty for a loss without a teacher.
    pub teacher: Vec<f32>,
}

/// Rates of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Learning rate of this step.
    pub learning_rate: f64,
    /// Decoupled weight decay.
    pub weight_decay: f64,
    /// Longer gradients are clipped to this norm.
    pub max_norm: f64,
}

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stepped {
    /// The loss before the step.
    pub loss: f32,
    /// Length of the gradient before clipping.
    pub gradient_norm: f32,
}

/// Added to the root of AdamW's second moment.
const EPSILON: f64 = 1e-8;

impl Rates {
    /// The inputs of a step's graph, in the order of `programs::RATES`; `step` counts from 1.
    pub(super) fn numbers(&self, step: u64) -> [f32; 6] {
        let correction = |decay: f64| 1.0 - decay.powf(step as f64);
        let (first, second) = (correction(FIRST_DECAY), correction(SECOND_DECAY));
        [self.learning_rate, self.weight_decay, EPSILON, self.max_norm, first, second].map(|number| number as f32)
    }
}
