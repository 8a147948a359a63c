//! A question is prepared once, whatever it is asked of: analysed, and encoded. Then it ranks the passages of any scope.

use super::mode::{Mode, RankedPassage};
use super::rank::{ScopeScores, rank};
use super::weights::Weights;
use crate::index::DocumentIndex;
use crate::text::Query;
use pincite_models::{Encode, Error, Side};
use std::ops::ControlFlow;

/// A question as all scopes are asked it.
#[derive(Clone, Debug, Default)]
pub struct PreparedQuestion {
    /// Its text.
    pub text: String,
    /// The text, analysed.
    pub query: Query,
    /// Which scores are used.
    pub mode: Mode,
    /// Its vector by an encoder. Without it the hybrid mode ranks by words only.
    pub vector: Option<Vec<f32>>,
}

impl PreparedQuestion {
    /// Analyses a question. Phrases in double quotes must occur.
    pub fn new(text: &str, mode: Mode) -> Self {
        Self { text: text.to_owned(), query: Query::new(text), mode, vector: None }
    }

    /// Analyses a question and ignores quotation marks, as benchmarks need it.
    pub fn without_phrases(text: &str, mode: Mode) -> Self {
        Self { text: text.to_owned(), query: Query::without_phrases(text), mode, vector: None }
    }

    /// Whether its mode compares vectors and it has words to encode.
    pub fn needs_encoder(&self) -> bool {
        self.mode != Mode::Lexical && !self.query.terms.is_empty()
    }

    /// Encodes those questions that need it, in one batch.
    ///
    /// # Errors
    /// [`Error::Session`] when the runtime fails.
    pub fn encode_all(questions: &mut [Self], encoder: &dyn Encode) -> Result<(), Error> {
        let mut asked: Vec<&mut Self> = questions.iter_mut().filter(|question| question.needs_encoder()).collect();
        let texts: Vec<&str> = asked.iter().map(|question| question.text.as_str()).collect();
        if texts.is_empty() {
            return Ok(());
        }
        let vectors = encoder.embed(&texts, Side::Question, &mut |_| ControlFlow::Continue(()))?;
        for (question, vector) in asked.iter_mut().zip(vectors.iter()) {
            question.vector = Some(vector.to_vec());
        }
        Ok(())
    }

    /// The same question in another mode, to compare modes.
    #[must_use]
    pub fn in_mode(&self, mode: Mode) -> Self {
        Self { mode, ..self.clone() }
    }

    /// The scores of all passages of a scope, which can be ranked with several weights of the dense score.
    pub fn scores<'s>(&self, scope: &'s [&'s DocumentIndex], weights: &Weights) -> ScopeScores<'s> {
        ScopeScores::new(scope, &self.query, self.vector.as_deref(), self.mode, weights)
    }

    /// The first stage: the first `limit` passages of a scope, best first.
    pub fn first_stage(&self, scope: &[&DocumentIndex], weights: &Weights, limit: usize) -> Vec<RankedPassage> {
        rank(scope, &self.query, self.vector.as_deref(), self.mode, weights, limit)
    }
}
