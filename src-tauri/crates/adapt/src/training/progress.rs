//! The progress of a run. Not for its outcome.

use pincite_api::Examined;

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
    /// The cross-encoder reads the first passages of the questions that judge.
    Reading {
        /// Pairs read of the present batch.
        done: usize,
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
