//! How a run is tuned. Not for how it goes.

use crate::Mixing;
use serde::{Deserialize, Serialize};

/// Settings of a run. The defaults add hard negatives and epochs to those of the first study (docs/experiments).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Passages per batch, hard negatives not counted.
    pub batch: usize,
    /// Questions of one passage that share a batch, at most.
    pub together: usize,
    /// Times every pair is learned from in a run, at most.
    pub epochs: usize,
    /// Runs, of whose weights the mean is kept.
    pub runs: usize,
    /// Highest learning rate of a batch with one question a passage; with n it is √n times as high.
    pub learning_rate: f64,
    /// Share of the steps in which the learning rate rises.
    pub warm_up: f64,
    /// Decoupled weight decay.
    pub weight_decay: f64,
    /// Longest gradient that is not clipped.
    pub max_norm: f64,
    /// Where the pairs of a batch come from.
    pub mixing: Mixing,
    /// Hard negatives per question.
    pub hard_negatives: usize,
    /// Whether the run begins at the start that the trainee brings, if it brings one, instead of at the base.
    pub start: bool,
    /// Whether late interaction, which finds more, teaches the vectors.
    // As runs called it that an earlier version began and this one resumes.
    #[serde(alias = "late")]
    pub taught: bool,
    /// Share of the passages that are held out to judge by.
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
            together: 4,
            epochs: 3,
            runs: 1,
            learning_rate: 3e-5,
            warm_up: 0.1,
            weight_decay: 0.01,
            max_norm: 1.0,
            mixing: Mixing::OneDocument,
            hard_negatives: 1,
            start: true,
            taught: true,
            held_out: 0.15,
            exams: 2,
            patience: 3,
            seed: 1,
        }
    }
}
