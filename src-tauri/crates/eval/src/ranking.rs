//! The systems compared and how each ranks a question. Not for scoring the outcome.

use crate::Searched;
use crate::metrics::{Metrics, mean};
use pincite_models::{Read, TokenStates};
use pincite_search::{Mode, Query, QuestionTokens, RankedPassage, SimilarityCache, Weights, rank, rerank};
use std::collections::BTreeMap;

/// The systems compared, by the names they have in reports. Without an encoder there is only the first.
const SYSTEMS: [(&str, Mode); 3] = [("lexical", Mode::Lexical), ("dense", Mode::Dense), ("hybrid", Mode::Hybrid)];

/// A question about a document, as the systems are asked it.
pub(crate) struct Asked<'a> {
    text: &'a str,
    document: &'a Searched,
    query: Query,
    /// Its vector and its tokens, if there is an encoder.
    read: Option<(&'a [f32], &'a TokenStates)>,
    /// What late interaction said so far.
    likeness: Option<SimilarityCache<'a>>,
}

impl<'a> Asked<'a> {
    /// Question number `at` of those that were read, in which quotation marks mean nothing.
    pub(crate) fn new((text, document): (&'a str, &'a Searched), at: usize, read: Option<&'a Read>) -> Self {
        let read = read.and_then(|read| Some((read.embeddings.row(at), read.tokens.get(at)?)));
        Self { text, document, query: Query::without_phrases(text), read, likeness: None }
    }

    /// The systems that can be asked.
    pub(crate) fn systems(&self) -> &'static [(&'static str, Mode)] {
        if self.read.is_some() { &SYSTEMS } else { &SYSTEMS[..1] }
    }

    /// All passages of the document that a system ranks, best first.
    pub(crate) fn ranked(&mut self, mode: Mode, weights: &Weights) -> Vec<RankedPassage> {
        let Searched { segment, token_embeddings } = self.document;
        let mut ranked = rank(&[segment], &self.query, self.read.map(|it| it.0), mode, weights, usize::MAX);
        if let Some((_, states)) = self.read.filter(|_| weights.uses_late_interaction(mode, &self.query)) {
            let tokens = QuestionTokens { text: self.text, query: &self.query, states };
            let new = || SimilarityCache::new(&tokens, segment, token_embeddings);
            let likeness = self.likeness.get_or_insert_with(new);
            rerank(&mut ranked, weights.fusion.late, |one| likeness.similarity(one.passage));
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

/// Metrics of the questions a condition keeps.
pub(crate) fn metrics_of<T>(outcomes: &[T], rank: impl Fn(&T) -> Option<Option<usize>>) -> Metrics {
    Metrics::of(&outcomes.iter().filter_map(rank).collect::<Vec<_>>())
}

/// Mean in percent of what a function says of each outcome.
pub(crate) fn mean_of<T>(outcomes: &[T], value: impl Fn(&T) -> f64) -> f64 {
    mean(outcomes.iter().map(value))
}
