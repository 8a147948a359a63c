//! The ranking itself, on segments in memory: what the product and the evaluation both call. Not for presenting.

use crate::fuse::Scale;
use crate::query::{Phrase, Query};
use crate::segment::Segment;
use crate::vectors::normalise;
use crate::{Mode, Score, Weights, lexical};
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// A passage and its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// Which of the segments asked, counted from 0.
    pub segment: usize,
    /// Position of the passage in its document, counted from 0.
    pub passage: u32,
    /// Its score.
    pub score: Score,
}

/// Ranks the passages of the segments, best first, `limit` at most. The segments are the scope: statistics are theirs,
/// together. Passages that lack a quoted phrase are left out, and so are passages no score speaks for. `vector` is the
/// question's, from the encoder that made the passages'; without it (or without any passage vector of its width) the
/// hybrid mode ranks by words alone and the dense mode finds nothing. Ties go by segment, then by passage.
pub fn rank(
    segments: &[&Segment],
    query: &Query,
    vector: Option<&[f32]>,
    mode: Mode,
    weights: &Weights,
    limit: usize,
) -> Vec<Ranked> {
    Scores::new(segments, query, vector, mode, weights).ranked(weights.dense, limit)
}

/// What words and vectors say of the passages of a scope. They are ranked by it with any weight of the vectors.
#[derive(Debug)]
pub struct Scores<'s> {
    segments: &'s [&'s Segment],
    lexical: Option<Vec<Vec<f32>>>,
    dense: Option<Vec<Vec<Option<f32>>>>,
    words: Option<Scale>,
    meaning: Option<Scale>,
    /// How much of a passage is figures, if the question asks for one, with the weight that has.
    figures: Option<(Scale, f32)>,
    /// Passages of each segment that hold all quoted phrases, if there are such.
    holding: Option<Vec<BTreeSet<u32>>>,
}

impl<'s> Scores<'s> {
    /// Asks as [`rank`] does; the weight of the vectors does not matter yet.
    pub fn new(
        segments: &'s [&'s Segment],
        query: &Query,
        vector: Option<&[f32]>,
        mode: Mode,
        weights: &Weights,
    ) -> Self {
        let lexical = (mode != Mode::Dense).then(|| lexical::scores(segments, &query.terms, weights));
        let dense = vector.filter(|_| mode != Mode::Lexical).map(|vector| cosines(segments, vector));
        let words = lexical.as_ref().map(|scores| Scale::of(scores.iter().flatten().copied()));
        let meaning = dense.as_ref().map(|scores| Scale::of(scores.iter().flatten().flatten().copied()));
        let figures = (mode == Mode::Hybrid && query.figure).then(|| (figures(segments), weights.figures));
        let held = || segments.par_iter().map(|segment| holding(segment, &query.phrases)).collect();
        let holding = (!query.phrases.is_empty()).then(held);
        Self { segments, lexical, dense, words, meaning, figures, holding }
    }

    /// The first `limit` by the sum of the standardised scores, the vectors' with this weight.
    pub fn ranked(&self, weight: f32, limit: usize) -> Vec<Ranked> {
        let segments = self.segments.iter().enumerate();
        let passages = segments.flat_map(|(at, segment)| (0..segment.passage_count()).map(move |p| (at, p)));
        let all = passages.map(|(at, p)| Ranked { segment: at, passage: p as u32, score: self.score((at, p), weight) });
        let speaks =
            |ranked: &Ranked| ranked.score.lexical.is_some_and(|lexical| lexical > 0.0) || ranked.score.dense.is_some();
        best(all.filter(|ranked| speaks(ranked) && self.holds(ranked)).collect(), limit)
    }

    /// A passage without vector counts as average in the dense half.
    fn score(&self, (segment, passage): (usize, usize), weight: f32) -> Score {
        let lexical = self.lexical.as_ref().map(|scores| scores[segment][passage]);
        let dense = self.dense.as_ref().and_then(|scores| scores[segment][passage]);
        let standard = |scale: Option<Scale>, score: Option<f32>| {
            scale.zip(score).map_or(0.0, |(scale, score)| scale.standardise(score))
        };
        let likeness = (1.0 - weight) * standard(self.words, lexical) + weight * standard(self.meaning, dense);
        let share = self.segments[segment].figures()[passage];
        let figures = self.figures.map(|(scale, weight)| weight * scale.standardise(share));
        Score { total: likeness + figures.unwrap_or(0.0), lexical, dense, figures, late: None }
    }

    fn holds(&self, ranked: &Ranked) -> bool {
        self.holding.as_ref().is_none_or(|sets| sets[ranked.segment].contains(&ranked.passage))
    }
}

/// Passages of each segment that hold all phrases.
fn holding(segment: &Segment, phrases: &[Phrase]) -> BTreeSet<u32> {
    let mut sets = phrases.iter().map(|phrase| phrase.passages(segment));
    let first = sets.next().unwrap_or_default();
    sets.fold(first, |kept, set| kept.intersection(&set).copied().collect())
}

/// How much of the passages of a scope is figures.
fn figures(segments: &[&Segment]) -> Scale {
    Scale::of(segments.iter().flat_map(|segment| segment.figures()).copied())
}

fn cosines(segments: &[&Segment], vector: &[f32]) -> Vec<Vec<Option<f32>>> {
    let mut vector = vector.to_vec();
    normalise(&mut vector);
    segments.par_iter().map(|segment| segment.vectors.cosines(&vector, segment.passage_count())).collect()
}

/// The first `limit` in order of rank.
fn best(mut ranked: Vec<Ranked>, limit: usize) -> Vec<Ranked> {
    if limit == 0 {
        return Vec::new();
    }
    if ranked.len() > limit {
        ranked.select_nth_unstable_by(limit - 1, before);
        ranked.truncate(limit);
    }
    ranked.sort_unstable_by(before);
    ranked
}

fn before(one: &Ranked, other: &Ranked) -> Ordering {
    let by_score = other.score.total.total_cmp(&one.score.total);
    by_score.then(one.segment.cmp(&other.segment)).then(one.passage.cmp(&other.passage))
}
