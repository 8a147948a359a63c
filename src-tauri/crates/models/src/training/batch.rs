//! What a step of training is given, and what it says.

use pincite_graph::training::{FIRST_DECAY, SECOND_DECAY};

/// The bias of a passage that is no negative of a question; e^(−10,000) is 0.
pub const IGNORED: f32 = -10_000.0;

/// Token ids of questions and passages, and which belong together.
#[derive(Clone, Debug, Default)]
pub struct Batch<'t> {
    /// Token ids of each question, special tokens included.
    pub questions: Vec<&'t [u32]>,
    /// Token ids of each passage: those that answer, and hard negatives.
    pub passages: Vec<&'t [u32]>,
    /// Share of each passage in the answer to each question, row by row [questions, passages]; a row sums to 1.
    pub positives: Vec<f32>,
    /// Added to the similarity of each question and passage, row by row like `positives`: what else speaks for the
    /// passage, or [`IGNORED`].
    pub bias: Vec<f32>,
}

/// How far a step goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Learning rate of this step.
    pub learning_rate: f64,
    /// Decoupled weight decay.
    pub weight_decay: f64,
    /// Longest gradient that is not clipped.
    pub max_norm: f64,
}

/// What a step says.
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
    /// The numbers a step's graph asks for, in the order of `programs::RATES`; `step` counts from 1.
    pub(super) fn numbers(&self, step: u64) -> [f32; 6] {
        let correction = |decay: f64| 1.0 - decay.powf(step as f64);
        let (first, second) = (correction(FIRST_DECAY), correction(SECOND_DECAY));
        [self.learning_rate, self.weight_decay, EPSILON, self.max_norm, first, second].map(|number| number as f32)
    }
}
