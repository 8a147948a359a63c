//! What learning brings to the search that people see: weights of the dense score and a trained encoder, before and after
//! the cross-encoder, in one document and in the pool of all documents.

pub mod answered;
pub mod natural;
pub mod set;

use crate::Result;
use pincite_eval::{Metrics, Searched};
use pincite_language::Language;
use pincite_models::Embeddings;
use pincite_search::{
    DocumentIndex, Mode, PairScorer, PreparedQuestion, RERANK_DEPTH, RankedPassage, RankedText, Reading, Weights,
};
use serde::Serialize;
use set::{Asked, Place};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Passages of a ranking among which the right one is looked for.
const DEPTH: usize = 200;
/// What is searched for a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// The question's own document.
    Document,
    /// All documents.
    Pool,
}

/// Metrics of one search.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// "base", "start" (the pretrained checkpoint), or what it was trained on.
    pub encoder: String,
    /// Weight of the dense score, 0 to 1.
    pub dense_weight: f32,
    /// What is searched.
    pub scope: Scope,
    /// Whether the cross-encoder read the first passages.
    pub read: bool,
    /// Metrics over all questions.
    pub metrics: Metrics,
    /// Rank of each question's first right passage, for paired tests.
    pub ranks: Vec<Option<usize>>,
}

/// Documents, questions and models of a measurement.
pub struct Measuring<'m> {
    /// The questions.
    pub asked: &'m [Asked],
    /// The vector of each question.
    pub vectors: &'m Embeddings,
    /// The documents, with the encoder's vectors.
    pub searched: &'m [Searched],
    /// The cross-encoder.
    pub reader: &'m dyn PairScorer,
    /// The weights of the dense score that are compared.
    pub dense_weights: &'m [f32],
}

impl Measuring<'_> {
    /// Ranks every question with each search. `on_question` gets the number of questions done.
    ///
    /// # Errors
    /// If the cross-encoder fails.
    pub fn rows(&self, encoder: &str, mut on_question: impl FnMut(usize)) -> Result<Vec<Row>> {
        let mut rows = self.searches(encoder);
        for at in 0..self.asked.len() {
            for searches in rows.chunk_by_mut(|one, next| one.scope == next.scope) {
                self.ask(at, searches)?;
            }
            on_question(at + 1);
        }
        for row in &mut rows {
            row.metrics = Metrics::from_ranks(&row.ranks);
        }
        Ok(rows)
    }

    /// The searches without ranks. Those of a scope stand together, and a search that reads follows the one that does not.
    fn searches(&self, encoder: &str) -> Vec<Row> {
        let mut rows = Vec::new();
        for scope in [Scope::Document, Scope::Pool] {
            for dense_weight in self.dense_weights.iter().copied() {
                for read in [false, true] {
                    let encoder = encoder.to_owned();
                    let metrics = Metrics::from_ranks(&[]);
                    rows.push(Row { encoder, dense_weight, scope, read, metrics, ranks: Vec::new() });
                }
            }
        }
        rows
    }

    /// Asks a question in the searches of one scope, and notes the ranks.
    fn ask(&self, at: usize, searches: &mut [Row]) -> Result<()> {
        let asked = &self.asked[at];
        let own = [asked.document];
        let all: Vec<usize> = (0..self.searched.len()).collect();
        let pooled = searches.first().is_some_and(|row| row.scope == Scope::Pool);
        let numbers = if pooled { all.as_slice() } else { own.as_slice() };
        let right = if pooled { &asked.anywhere } else { &asked.here };
        let documents: Vec<&DocumentIndex> = numbers.iter().map(|number| &self.searched[*number].segment).collect();
        let mut question = PreparedQuestion::without_phrases(&asked.text, Mode::Hybrid);
        question.vector = Some(self.vectors.row(at).to_vec());
        let scores = question.scores(&documents, &Weights::default());
        for search in searches.chunks_exact_mut(2) {
            let mut ranked = scores.ranked(search[0].dense_weight, DEPTH);
            ranked.iter_mut().for_each(|one| one.document = numbers[one.document]);
            search[0].ranks.push(first(ranked.iter(), right));
            let read = self.read(&question, ranked)?;
            search[1].ranks.push(first(read.iter().map(|one| &one.ranked), right));
        }
        Ok(())
    }

    /// The order after the cross-encoder has read the first passages.
    fn read(&self, question: &PreparedQuestion, ranked: Vec<RankedPassage>) -> Result<Vec<RankedText<'_>>> {
        let text = |one: &RankedPassage| self.searched[one.document].read[one.passage as usize].as_str();
        let mut texts: Vec<RankedText<'_>> = ranked
            .into_iter()
            .map(|ranked| RankedText { text: text(&ranked), ranked, language: Language::English })
            .collect();
        let how = Weights::default().by_cross_encoder(RERANK_DEPTH);
        let mut readings = [Reading { question: &question.text, ranked: &mut texts, how }];
        pincite_search::read(&mut readings, self.reader, &mut |_| ControlFlow::Continue(()))?;
        Ok(texts)
    }
}

fn first<'r>(mut ranked: impl Iterator<Item = &'r RankedPassage>, right: &BTreeSet<Place>) -> Option<usize> {
    let answers = |one: &RankedPassage| right.contains(&Place { document: one.document, passage: one.passage });
    ranked.position(answers).map(|before| before + 1)
}
