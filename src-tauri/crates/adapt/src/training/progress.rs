//! The progress of a run. Not for its outcome.

use crate::Metrics;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a run is doing, or has just done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// Vectors are computed for an examination.
    Embedding {
        /// Texts done.
        done: usize,
        /// Texts in all.
        total: usize,
    },
    /// Vectors are computed for the verdict.
    Judging {
        /// Texts done, of all encoders compared.
        done: usize,
        /// Texts in all.
        total: usize,
    },
    /// A step was made.
    Step(Step),
    /// The questions held out were asked.
    Examined(Examined),
}

/// A step of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Steps made.
    pub step: usize,
    /// Steps planned; early stopping may end the run before.
    pub steps: usize,
    /// The loss before this step.
    pub loss: f32,
}

/// An examination during a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Examined {
    /// Steps made until then; 0 is the base.
    pub step: usize,
    /// The encoder alone.
    pub dense: Metrics,
    /// The whole search.
    pub hybrid: Metrics,
}
