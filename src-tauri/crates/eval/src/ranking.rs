//! The systems compared and how each ranks a question. Not for scoring the outcome.

use crate::metrics::{Metrics, mean};
use pincite_search::{Mode, Query, Ranked, Segment, Weights, rank};
use std::collections::BTreeMap;

/// The systems compared, by the names they have in reports. Without an encoder there is only the first.
const SYSTEMS: [(&str, Mode); 3] = [("lexical", Mode::Lexical), ("dense", Mode::Dense), ("hybrid", Mode::Hybrid)];

/// The systems that can be compared, with or without an encoder.
pub(crate) fn systems(with_encoder: bool) -> &'static [(&'static str, Mode)] {
    if with_encoder { &SYSTEMS } else { &SYSTEMS[..1] }
}

/// All passages of a document that a system ranks, best first.
pub(crate) fn ranked(
    document: &Segment,
    query: &Query,
    vector: Option<&[f32]>,
    mode: Mode,
    weights: &Weights,
) -> Vec<Ranked> {
    rank(&[document], query, vector, mode, weights, usize::MAX)
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
