//! Similarities by late interaction of the passages of one document to one question. Each is computed once, although many
//! weights are tried. Not for ranking.

use super::late_interaction::{LateInteraction, QuestionTokens};
use crate::index::DocumentIndex;
use std::collections::HashMap;

/// Similarities that are computed when they are first needed.
#[derive(Debug, Default)]
pub struct SimilarityCache<'e> {
    question: LateInteraction,
    /// Quantized token embeddings of each passage.
    embeddings: &'e [Vec<u8>],
    known: HashMap<u32, Option<f32>>,
}

impl<'e> SimilarityCache<'e> {
    /// Prepares a question to a document with these quantized token embeddings, passage by passage.
    pub fn new(question: &QuestionTokens<'_>, document: &DocumentIndex, embeddings: &'e [Vec<u8>]) -> Self {
        Self { question: LateInteraction::new(question, &[document]), embeddings, known: HashMap::new() }
    }

    /// The similarity of a passage, if it has token embeddings.
    pub fn similarity(&mut self, passage: u32) -> Option<f32> {
        let (question, embeddings) = (&self.question, self.embeddings.get(passage as usize));
        *self.known.entry(passage).or_insert_with(|| embeddings.and_then(|it| question.similarity(it)))
    }
}
