//! The ranking: lexical scores, cosines and numeric content are fused. Product and evaluation both call it. Not for
//! reranking.

use super::lexical;
use super::mode::{Mode, Score};
use super::scale::Scale;
use super::weights::Weights;
use crate::index::{DocumentIndex, normalise};
use crate::text::{Phrase, Query};
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// A passage with its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedPassage {
    /// Its document: an index in the scope.
    pub document: usize,
    /// Number of the passage in its document, counted from 0.
    pub passage: u32,
    /// Its score.
    pub score: Score,
}

/// Ranks the passages of a scope, best first, `limit` at most. The statistics are those of all documents together.
/// Passages without a quoted phrase are left out, and so are passages without any score. `vector` is that of the question,
/// from the encoder of the passage vectors. Without it, or without passage vectors of its width, the hybrid mode ranks by
/// words only and the dense mode finds nothing. Equal scores are in the order of documents and passages.
pub fn rank(
    documents: &[&DocumentIndex],
    query: &Query,
    vector: Option<&[f32]>,
    mode: Mode,
    weights: &Weights,
    limit: usize,
) -> Vec<RankedPassage> {
    ScopeScores::new(documents, query, vector, mode, weights).ranked(weights.fusion.dense, limit)
}

/// The scores of all passages of a scope. They can be ranked with several weights of the dense score.
#[derive(Debug)]
pub struct ScopeScores<'s> {
    documents: &'s [&'s DocumentIndex],
    lexical: Option<Vec<Vec<f32>>>,
    dense: Option<Vec<Vec<Option<f32>>>>,
    lexical_scale: Option<Scale>,
    dense_scale: Option<Scale>,
    numeric: Option<NumericBonus>,
    /// Passages of each document with all quoted phrases, if there are phrases.
    with_phrases: Option<Vec<BTreeSet<u32>>>,
}

/// The bonus for numeric content.
#[derive(Clone, Copy, Debug)]
struct NumericBonus {
    scale: Scale,
    weight: f32,
}

impl<'s> ScopeScores<'s> {
    /// Scores the passages as [`rank`] does. The weight of the dense score is not used here.
    pub fn new(
        documents: &'s [&'s DocumentIndex],
        query: &Query,
        vector: Option<&[f32]>,
        mode: Mode,
        weights: &Weights,
    ) -> Self {
        let lexical = (mode != Mode::Dense).then(|| lexical::scores(documents, &query.terms, weights));
        let dense = vector.filter(|_| mode != Mode::Lexical).map(|vector| cosines(documents, vector));
        let lexical_scale = lexical.as_ref().map(|scores| Scale::of(scores.iter().flatten().copied()));
        let dense_scale = dense.as_ref().map(|scores| Scale::of(scores.iter().flatten().flatten().copied()));
        let bonus = || NumericBonus { scale: numeric_scale(documents), weight: weights.numeric };
        let numeric = (mode == Mode::Hybrid && query.asks_for_number).then(bonus);
        let with_all = || documents.par_iter().map(|document| with_phrases(document, &query.phrases)).collect();
        let with_phrases = (!query.phrases.is_empty()).then(with_all);
        Self { documents, lexical, dense, lexical_scale, dense_scale, numeric, with_phrases }
    }

    /// The first `limit` passages by the weighted sum of the standardised scores. The dense score has this weight.
    pub fn ranked(&self, dense_weight: f32, limit: usize) -> Vec<RankedPassage> {
        let numbers = |document: usize| 0..self.documents[document].passage_count() as u32;
        let all = (0..self.documents.len()).flat_map(|document| {
            numbers(document).map(move |passage| {
                let score = self.score(document, passage as usize, dense_weight);
                RankedPassage { document, passage, score }
            })
        });
        best(all.filter(|ranked| has_score(ranked) && self.has_phrases(ranked)).collect(), limit)
    }

    /// A passage without a vector has the mean dense score.
    fn score(&self, document: usize, passage: usize, dense_weight: f32) -> Score {
        let lexical = self.lexical.as_ref().map(|scores| scores[document][passage]);
        let dense = self.dense.as_ref().and_then(|scores| scores[document][passage]);
        let standard = |scale: Option<Scale>, score: Option<f32>| {
            scale.zip(score).map_or(0.0, |(scale, score)| scale.standardise(score))
        };
        let fused = (1.0 - dense_weight) * standard(self.lexical_scale, lexical)
            + dense_weight * standard(self.dense_scale, dense);
        let share = self.documents[document].numeric_shares()[passage];
        let numeric = self.numeric.map(|bonus| bonus.weight * bonus.scale.standardise(share));
        Score { total: fused + numeric.unwrap_or(0.0), lexical, dense, numeric, late: None, cross: None }
    }

    fn has_phrases(&self, ranked: &RankedPassage) -> bool {
        self.with_phrases.as_ref().is_none_or(|sets| sets[ranked.document].contains(&ranked.passage))
    }
}

fn has_score(ranked: &RankedPassage) -> bool {
    ranked.score.lexical.is_some_and(|lexical| lexical > 0.0) || ranked.score.dense.is_some()
}

/// Passages of a document that contain all phrases.
fn with_phrases(document: &DocumentIndex, phrases: &[Phrase]) -> BTreeSet<u32> {
    let mut sets = phrases.iter().map(|phrase| phrase.passages(document));
    let first = sets.next().unwrap_or_default();
    sets.fold(first, |kept, set| kept.intersection(&set).copied().collect())
}

fn numeric_scale(documents: &[&DocumentIndex]) -> Scale {
    Scale::of(documents.iter().flat_map(|document| document.numeric_shares()).copied())
}

fn cosines(documents: &[&DocumentIndex], vector: &[f32]) -> Vec<Vec<Option<f32>>> {
    let mut vector = vector.to_vec();
    normalise(&mut vector);
    documents.par_iter().map(|document| document.vectors.cosines(&vector, document.passage_count())).collect()
}

/// The first `limit` in order of rank.
fn best(mut ranked: Vec<RankedPassage>, limit: usize) -> Vec<RankedPassage> {
    if limit == 0 {
        return Vec::new();
    }
    if ranked.len() > limit {
        ranked.select_nth_unstable_by(limit - 1, by_rank);
        ranked.truncate(limit);
    }
    ranked.sort_unstable_by(by_rank);
    ranked
}

fn by_rank(one: &RankedPassage, other: &RankedPassage) -> Ordering {
    let by_score = other.score.total.total_cmp(&one.score.total);
    by_score.then(one.document.cmp(&other.document)).then(one.passage.cmp(&other.passage))
}
