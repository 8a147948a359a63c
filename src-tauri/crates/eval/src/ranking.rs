//! The compared systems, and how each ranks a question. Not for metrics.

use crate::Searched;
use crate::metrics::{Metrics, mean};
use pincite_models::{EncodedQuestions, TokenStates};
use pincite_passage::Passage;
use pincite_search::{Mode, Query, QuestionTokens, RankedPassage, SimilarityCache, Weights, cited_pages, rank, rerank};
use std::collections::BTreeMap;

/// The compared systems with their names in reports. Without an encoder only the first runs.
const SYSTEMS: [(&str, Mode); 3] = [("lexical", Mode::Lexical), ("dense", Mode::Dense), ("hybrid", Mode::Hybrid)];

/// Vector and token states of a question.
#[derive(Clone, Copy)]
pub(crate) struct EncodedQuestion<'a> {
    vector: &'a [f32],
    states: &'a TokenStates,
}

impl<'a> EncodedQuestion<'a> {
    /// Question number `index` of those encoded together. `None` without token states.
    pub(crate) fn get(encoded: &'a EncodedQuestions, index: usize) -> Option<Self> {
        Some(Self { vector: encoded.embeddings.row(index), states: encoded.tokens.get(index)? })
    }
}

/// A question about a document, prepared for all systems.
pub(crate) struct PreparedQuestion<'a> {
    text: &'a str,
    document: &'a Searched,
    query: Query,
    /// Its vector and token states, if there is an encoder.
    encoded: Option<EncodedQuestion<'a>>,
    /// Cached similarities of late interaction.
    similarities: Option<SimilarityCache<'a>>,
}

impl<'a> PreparedQuestion<'a> {
    /// Prepares a question. Quotation marks have no meaning in it.
    pub(crate) fn new(text: &'a str, document: &'a Searched, encoded: Option<EncodedQuestion<'a>>) -> Self {
        Self { text, document, query: Query::without_phrases(text), encoded, similarities: None }
    }

    /// The systems that can rank it.
    pub(crate) fn systems(&self) -> &'static [(&'static str, Mode)] {
        if self.encoded.is_some() { &SYSTEMS } else { &SYSTEMS[..1] }
    }

    /// The page that the product cites for each ranked passage, counted from 0.
    pub(crate) fn cited(&self, passages: &[Passage], ranked: &[RankedPassage]) -> Vec<u32> {
        let ranked = ranked.iter().filter_map(|ranked| passages.get(ranked.passage as usize));
        cited_pages(&self.query, &[&self.document.segment], ranked)
    }

    /// All passages of the document that a system ranks, best first.
    pub(crate) fn ranked(&mut self, mode: Mode, weights: &Weights) -> Vec<RankedPassage> {
        let Searched { segment, token_embeddings } = self.document;
        let mut ranked = rank(&[segment], &self.query, self.encoded.map(|it| it.vector), mode, weights, usize::MAX);
        if let Some(EncodedQuestion { states, .. }) =
            self.encoded.filter(|_| weights.uses_late_interaction(mode, &self.query))
        {
            let tokens = QuestionTokens { text: self.text, query: &self.query, states };
            let new = || SimilarityCache::new(&tokens, segment, token_embeddings);
            let similarities = self.similarities.get_or_insert_with(new);
            rerank(&mut ranked, weights.fusion.late, |one| similarities.similarity(one.passage));
        }
        ranked
    }
}

/// One value per question and system.
#[derive(Debug)]
pub(crate) struct Outcomes<T>(BTreeMap<&'static str, Vec<T>>);

impl<T> Outcomes<T> {
    pub(crate) fn new() -> Self {
        Self(BTreeMap::new())
    }

    pub(crate) fn push(&mut self, system: &'static str, outcome: T) {
        self.0.entry(system).or_default().push(outcome);
    }

    /// Reduces each system's outcomes.
    pub(crate) fn reduce<R>(&self, reduce: impl Fn(&[T]) -> R) -> BTreeMap<String, R> {
        self.0.iter().map(|(system, outcomes)| ((*system).to_owned(), reduce(outcomes))).collect()
    }
}

/// Metrics of the questions for which `rank` returns a rank.
pub(crate) fn metrics_of<T>(outcomes: &[T], rank: impl Fn(&T) -> Option<Option<usize>>) -> Metrics {
    Metrics::from_ranks(&outcomes.iter().filter_map(rank).collect::<Vec<_>>())
}

/// Mean of a function of each outcome, in percent.
pub(crate) fn mean_of<T>(outcomes: &[T], value: impl Fn(&T) -> f64) -> f64 {
    mean(outcomes.iter().map(value))
}
