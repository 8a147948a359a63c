//! Input and output of a training step. Not for composing batches.

use pincite_graph::training::{self as names, FIRST_DECAY, SECOND_DECAY};

use crate::{Array, Error, Result};

/// The bias that excludes a passage from a question's negatives; e^(−10,000) is 0.
pub const IGNORED: f32 = -10_000.0;

/// Token ids of questions and passages, with the targets.
#[derive(Clone, Debug, Default)]
pub struct Batch<'t> {
    /// Token ids of each question, special tokens included.
    pub questions: Vec<&'t [u32]>,
    /// Token ids of each passage: answers and hard negatives.
    pub passages: Vec<&'t [u32]>,
    /// 1 where the passage answers the question, else 0: row by row [questions, passages], one in a row.
    pub positives: Vec<f32>,
    /// Added to the similarities, row by row like `positives`: other evidence for the passage, or [`IGNORED`].
    pub bias: Vec<f32>,
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

/// Inputs of a step besides weights and texts, in the order of [`Rates::given`].
pub(super) const RATES: [&str; 6] = [
    names::LEARNING_RATE,
    names::WEIGHT_DECAY,
    names::EPSILON,
    names::MAX_NORM,
    names::FIRST_CORRECTION,
    names::SECOND_CORRECTION,
];

impl Rates {
    /// The inputs of a step's graph, in the order of [`RATES`]; `step` counts from 1.
    pub(super) fn given(&self, step: u64) -> Result<Vec<Array>> {
        let first = 1.0 - FIRST_DECAY.powf(step as f64);
        let second = 1.0 - SECOND_DECAY.powf(step as f64);
        let numbers = [self.learning_rate, self.weight_decay, EPSILON, self.max_norm, first, second];
        numbers.into_iter().map(|number| Array::floats(&[1], vec![number as f32])).collect()
    }
}

/// The number that an output holds.
pub(super) fn first_number(array: Option<Array>) -> Result<f32> {
    array.ok_or_else(Error::short)?.to_floats()?.first().copied().ok_or_else(Error::short)
}
