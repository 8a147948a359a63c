//! The ranking: lexical scores, cosines and numeric content are fused, and passages have the quoted phrases. Product and
//! evaluation both call it. Not for reranking.

use super::lexical;
use super::mode::{Mode, RankedPassage, Scale, Score};
use super::weights::Weights;
use crate::index::{DocumentIndex, normalise};
use crate::text::{Phrase, Query, Step};
use rayon::prelude::*;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::Range;

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
    ScopeScores::new(documents, query, vector, mode, weights).ranked(weights.dense, limit)
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
        let knows = |document: &DocumentIndex| mode == Mode::Dense || weights.languages.include(document.language());
        let dense = vector.filter(|_| mode != Mode::Lexical).map(|vector| cosines(documents, vector, knows));
        let lexical_scale = lexical.as_ref().map(|scores| Scale::of(scores.iter().flatten().copied()));
        let dense_scale = dense.as_ref().map(|scores| dense_scale(documents, scores));
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
        Score { total: fused + numeric.unwrap_or(0.0), lexical, dense, numeric, ..Score::default() }
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

/// The scale of all cosines of a scope. Where only some are known, these are the highest ones, and a sample stands for all.
fn dense_scale(documents: &[&DocumentIndex], cosines: &[Vec<Option<f32>>]) -> Scale {
    match documents.iter().find_map(|document| document.sample()) {
        Some(sample) => Scale::of(sample.iter().copied()),
        None => Scale::of(cosines.iter().flatten().flatten().copied()),
    }
}

fn numeric_scale(documents: &[&DocumentIndex]) -> Scale {
    Scale::of(documents.iter().flat_map(|document| document.numeric_shares()).copied())
}

/// The cosines of the documents that the encoder knows the language of.
fn cosines(
    documents: &[&DocumentIndex],
    vector: &[f32],
    knows: impl Fn(&DocumentIndex) -> bool + Sync,
) -> Vec<Vec<Option<f32>>> {
    let mut vector = vector.to_vec();
    normalise(&mut vector);
    let of = |document: &&DocumentIndex| match knows(document) {
        true => document.cosines(&vector),
        false => vec![None; document.passage_count()],
    };
    documents.par_iter().map(of).collect()
}

/// Adds to the score of each passage what more is known of it, and returns the first `limit` in their new order.
pub fn with_bonus(
    mut ranked: Vec<RankedPassage>,
    add: impl Fn(&mut RankedPassage),
    limit: usize,
) -> Vec<RankedPassage> {
    for one in &mut ranked {
        let before = one.score.bonus();
        add(one);
        one.score.total += one.score.bonus() - before;
    }
    best(ranked, limit)
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

impl Phrase {
    /// Passages of the document in which the words follow each other.
    pub(crate) fn passages(&self, document: &DocumentIndex) -> BTreeSet<u32> {
        let Some((first, rest)) = self.steps.split_first() else { return BTreeSet::new() };
        let mut runs: Vec<Range<u32>> = first.runs(document);
        for step in rest {
            let next = step.runs(document);
            runs = runs.into_iter().flat_map(|run| extended(run, &next)).collect();
        }
        runs.into_iter().filter_map(|run| within_one_passage(document, run)).collect()
    }
}

impl Step {
    /// Occurrences of the word, in order.
    fn runs(&self, document: &DocumentIndex) -> Vec<Range<u32>> {
        let mut runs = self.runs_of_parts(document);
        if let Some(joined) = &self.joined {
            runs.extend(joined.positions(document).iter().map(|position| *position..*position + 1));
        }
        runs.sort_unstable_by_key(|run| (run.start, run.end));
        runs.dedup();
        runs
    }

    fn runs_of_parts(&self, document: &DocumentIndex) -> Vec<Range<u32>> {
        let Some((first, rest)) = self.parts.split_first() else { return Vec::new() };
        let rest: Vec<Cow<'_, [u32]>> = rest.iter().map(|term| term.positions(document)).collect();
        let follow = |start: u32| (start + 1..).zip(&rest).all(|(next, all)| all.binary_search(&next).is_ok());
        let first = first.positions(document);
        let starts = first.iter().filter(|start| follow(**start));
        starts.map(|start| *start..start + self.parts.len() as u32).collect()
    }
}

/// The run, extended by each of the next ones that start where it ends.
fn extended(run: Range<u32>, next: &[Range<u32>]) -> impl Iterator<Item = Range<u32>> {
    let from = next.partition_point(|other| other.start < run.end);
    next[from..].iter().take_while(move |other| other.start == run.end).map(move |other| run.start..other.end)
}

/// The passage of a run, unless the run reaches into the next passage.
fn within_one_passage(document: &DocumentIndex, run: Range<u32>) -> Option<u32> {
    let passage = document.by_passage(&[run.start]).first()?.part;
    document.passage_range(passage).contains(&(run.end - 1)).then_some(passage)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Vectors;
    use crate::text::{Query, terms_of};
    use pincite_language::Language;

    fn found(question: &str, passages: &[&str]) -> Vec<u32> {
        let texts = passages.iter().map(|text| terms_of(text, &[], Language::English));
        let document = DocumentIndex::new(texts, Vectors::default());
        let query = Query::new(question);
        query.phrases[0].passages(&document).into_iter().collect()
    }

    #[test]
    fn words_must_follow_one_another() {
        let passages = ["a right of first refusal", "first right of refusal", "the right of", "first refusal"];
        assert_eq!(found("\"right of first refusal\"", &passages), [0], "order counts, and a phrase is in one passage");
        assert_eq!(found("\"refusal right\"", &passages), [0u32; 0], "words far apart are no phrase");
    }

    #[test]
    fn compounds_match_in_parts_and_joined() {
        let passages = ["a non-compete clause", "a noncompete clause", "a non compete clause", "compete clause"];
        assert_eq!(found("\"non-compete clause\"", &passages), [0, 1, 2], "however it is written");
        assert_eq!(found("\"§ 12.3(b)\"", &["Section 12.3(b)", "12.3 and (b)", "12.3b"]), [0, 2], "a clause number");
    }

    #[test]
    fn stop_words_inside_a_phrase_count() {
        assert_eq!(found("\"to be or not\"", &["to be or not to be", "not to be"]), [0], "nothing is left out");
    }
}
