//! The cross-encoder interface of evaluations. Not for loading one.

use crate::{Error, Result};
use pincite_models::CrossEncoder;
use std::ops::ControlFlow;

/// Scores passages together with a question.
pub trait Read: Sync {
    /// One logit per passage, in the given order.
    ///
    /// # Errors
    /// [`Error::Embedding`].
    fn score(&self, question: &str, passages: &[&str]) -> Result<Vec<f32>>;

    /// The probability that a passage with this logit answers the question.
    fn probability(&self, score: f32) -> f32;
}

impl Read for CrossEncoder {
    fn score(&self, question: &str, passages: &[&str]) -> Result<Vec<f32>> {
        let unwatched = &mut |_| ControlFlow::Continue(());
        Self::score(self, question, passages, unwatched).map_err(|error| Error::Embedding(error.to_string()))
    }

    fn probability(&self, score: f32) -> f32 {
        Self::probability(self, score)
    }
}

/// The models of an evaluation.
#[derive(Default)]
pub struct Models<'m> {
    /// The encoder. Without it only the lexical system runs.
    pub encoder: Option<&'m mut dyn crate::Embed>,
    /// The cross-encoder. Without it there is no reranked system.
    pub reader: Option<&'m dyn Read>,
}
