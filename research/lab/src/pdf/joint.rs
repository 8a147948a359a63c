//! Compares ways to select several passages for a question: each by itself, with a cut, by maximal marginal relevance, and
//! by the joint ranker. Not for training it.

use super::Candidates;
use crate::Result;
use crate::decoding::Decoding;
use crate::metrics::{alpha_ndcg, duplicates, interval};
use pincite_eval::metrics::{coverage, mean, mrecall};
use pincite_eval::pdf::{Document, Question};
use pincite_eval::{Error, Interval, Models, Table};
use pincite_models::cosine;
use pincite_search::{JointRanker, RERANK_DEPTH, TreeDecoding, UntilComplete};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::ControlFlow;

/// Passages that are selected.
const SELECTED: usize = 10;
/// Least probability of an answer.
const ANSWERS: f32 = 0.5;
/// Weight of relevance in maximal marginal relevance; the rest penalises likeness. The best on the training contracts.
const RELEVANCE: f32 = 0.9;

/// What some way to select comes to, in percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct JointFigures {
    /// Mean share of the relevant items that the first five cover.
    pub coverage5: f64,
    /// Its 95 % interval.
    pub coverage5_interval: Interval,
    /// Share of the questions whose items the first five cover, or five of them.
    pub mrecall5: f64,
    /// Its 95 % interval.
    pub mrecall5_interval: Interval,
    /// The same of the first ten.
    pub coverage10: f64,
    /// The same of the first ten.
    pub mrecall10: f64,
    /// Mean gain of new items, discounted by rank, beside the best order (α = 0.9).
    pub alpha_ndcg10: f64,
    /// Mean share of the relevant items that all selected passages cover.
    pub recall: f64,
    /// Mean share of the selected passages that cover an item.
    pub precision: f64,
    /// Mean number of selected passages: no share.
    pub selected: f64,
    /// Mean number of the first ten that only repeat items: no share.
    pub duplicates10: f64,
    /// Number of questions.
    pub n: usize,
}

/// Figures of all questions, and by the number of relevant items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct JointGroups {
    /// All questions.
    pub all: JointFigures,
    /// Those with several items.
    pub multi: JointFigures,
    /// Those with one.
    pub single: JointFigures,
}

/// Figures by system: "independent", "folded", "cut", "mmr", "joint" and its variants.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct JointReport {
    /// By name.
    pub systems: BTreeMap<String, JointGroups>,
}

/// What one selection comes to.
struct Outcome {
    total: usize,
    coverage: [f64; 2],
    mrecall: [bool; 2],
    recall: f64,
    precision: f64,
    selected: usize,
    alpha_ndcg: f64,
    duplicates: usize,
}

/// Selects passages for every question in each way.
///
/// # Errors
/// Those of [`super::candidates`].
pub fn run_joint(
    questions: &[Question],
    documents: &BTreeMap<String, Document>,
    models: Models<'_>,
    ranker: &JointRanker,
    on_progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<JointReport> {
    let mut comparison = Comparison::new(ranker);
    let mut done = 0;
    super::candidates(questions, documents, models, RERANK_DEPTH, &mut |candidates| {
        comparison.add(&candidates);
        done += 1;
        if on_progress(done, questions.len()).is_break() { Err(Error::Stopped.into()) } else { Ok(()) }
    })?;
    Ok(comparison.report())
}

/// Outcomes of the questions so far, by system.
pub struct Comparison<'r> {
    ranker: &'r JointRanker,
    /// Bounds of a complete selection, by the names of the systems.
    bounds: Vec<(String, UntilComplete)>,
    outcomes: BTreeMap<String, Vec<Outcome>>,
}

impl<'r> Comparison<'r> {
    /// No question yet.
    pub fn new(ranker: &'r JointRanker) -> Self {
        let bounds = vec![("complete".to_owned(), UntilComplete::default())];
        Self { ranker, bounds, outcomes: BTreeMap::new() }
    }

    /// Compares these bounds of a complete selection, too.
    pub fn with_bounds(mut self, bounds: &[f32]) -> Self {
        self.bounds.extend(bounds.iter().map(|least| (format!("complete, {least}"), UntilComplete { least: *least })));
        self
    }

    /// Selects passages of a question in each way.
    pub fn add(&mut self, candidates: &Candidates) {
        if candidates.total == 0 {
            return;
        }
        let folded = &candidates.distinct;
        let features = candidates.features(folded);
        let mut selections = vec![
            ("independent", (0..candidates.passages.len()).collect()),
            ("folded", folded.clone()),
            ("cut", cut(candidates, folded)),
            ("mmr", mmr(candidates, folded)),
        ];
        for (name, decoding) in decodings() {
            let selected = decoding.select(features.len(), SELECTED, &mut features.scored_by(self.ranker));
            selections.push((name, selected.into_iter().map(|at| folded[at]).collect()));
        }
        for (name, bound) in &self.bounds {
            let selected = bound.select(features.len(), &mut features.scored_by(self.ranker));
            selections.push((name, selected.into_iter().map(|at| folded[at]).collect()));
        }
        for (name, selected) in selections {
            self.outcomes.entry(name.to_owned()).or_default().push(outcome(candidates, &selected));
        }
    }

    /// The figures.
    pub fn report(&self) -> JointReport {
        let systems = self.outcomes.iter().map(|(name, outcomes)| (name.clone(), groups(outcomes)));
        JointReport { systems: systems.collect() }
    }
}

/// The ways to use the joint ranker, by name.
fn decodings() -> [(&'static str, Decoding); 3] {
    [
        ("joint", Decoding::Tree(TreeDecoding::default())),
        ("joint, sequence", Decoding::Sequence),
        ("joint, independent", Decoding::Independent),
    ]
}

/// Those that probably answer; the first one in any case.
fn cut(candidates: &Candidates, folded: &[usize]) -> Vec<usize> {
    let answers = |at: &&usize| candidates.passages[**at].probability >= ANSWERS;
    let likely: Vec<usize> = folded.iter().filter(answers).copied().collect();
    if likely.is_empty() { folded.iter().take(1).copied().collect() } else { likely }
}

/// Maximal marginal relevance (Carbonell & Goldstein 1998) with the cosine as likeness.
fn mmr(candidates: &Candidates, folded: &[usize]) -> Vec<usize> {
    let totals = folded.iter().map(|at| candidates.passages[*at].total);
    let (least, most) = totals.fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), total| (a.min(total), b.max(total)));
    let relevance = |at: usize| (candidates.passages[at].total - least) / (most - least).max(1e-6);
    let cosine =
        |one: usize, other: usize| cosine(&candidates.passages[one].vector, &candidates.passages[other].vector);
    let mut left = folded.to_vec();
    let mut selected = Vec::new();
    while selected.len() < SELECTED && !left.is_empty() {
        let value = |at: usize| {
            let like = selected.iter().map(|other| cosine(at, *other)).fold(0.0, f32::max);
            RELEVANCE * relevance(at) - (1.0 - RELEVANCE) * like
        };
        let best = (0..left.len()).max_by(|one, other| value(left[*one]).total_cmp(&value(left[*other])));
        selected.extend(best.map(|best| left.remove(best)));
    }
    selected
}

fn outcome(candidates: &Candidates, selected: &[usize]) -> Outcome {
    let covers = |at: &usize| candidates.passages[*at].covers.clone();
    let answers: Vec<BTreeSet<usize>> = selected.iter().map(covers).collect();
    let all: Vec<BTreeSet<usize>> = (0..candidates.passages.len()).map(|at| covers(&at)).collect();
    let total = candidates.total;
    Outcome {
        total,
        coverage: [5, SELECTED].map(|k| coverage(&answers, total, k)),
        mrecall: [5, SELECTED].map(|k| mrecall(&answers, total, k)),
        recall: coverage(&answers, total, answers.len()),
        precision: answers.iter().filter(|items| !items.is_empty()).count() as f64 / answers.len().max(1) as f64,
        selected: answers.len(),
        alpha_ndcg: alpha_ndcg(&answers, &all, SELECTED),
        duplicates: duplicates(&answers, SELECTED),
    }
}

fn groups(outcomes: &[Outcome]) -> JointGroups {
    let of = |keep: fn(&Outcome) -> bool| figures(&outcomes.iter().filter(|one| keep(one)).collect::<Vec<_>>());
    JointGroups { all: of(|_| true), multi: of(|one| one.total > 1), single: of(|one| one.total == 1) }
}

fn figures(outcomes: &[&Outcome]) -> JointFigures {
    let values = |value: fn(&Outcome) -> f64| outcomes.iter().map(|one| value(one)).collect::<Vec<f64>>();
    let coverage5 = values(|one| one.coverage[0]);
    let mrecall5 = values(|one| f64::from(one.mrecall[0]));
    let average = |value| mean(values(value).into_iter());
    JointFigures {
        coverage5: mean(coverage5.iter().copied()),
        coverage5_interval: interval(&coverage5),
        mrecall5: mean(mrecall5.iter().copied()),
        mrecall5_interval: interval(&mrecall5),
        coverage10: average(|one| one.coverage[1]),
        mrecall10: average(|one| f64::from(one.mrecall[1])),
        recall: average(|one| one.recall),
        precision: average(|one| one.precision),
        selected: average(|one| one.selected as f64) / 100.0,
        alpha_ndcg10: average(|one| one.alpha_ndcg),
        duplicates10: average(|one| one.duplicates as f64) / 100.0,
        n: outcomes.len(),
    }
}

impl fmt::Display for JointReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = [
            "questions",
            "system",
            "n",
            "cover@5",
            "MRECALL@5",
            "cover@10",
            "MRECALL@10",
            "α-nDCG@10",
            "duplicates@10",
        ];
        let mut table = Table::new(&head);
        for (system, JointGroups { all, multi, single }) in &self.systems {
            for (questions, f) in [("all", all), ("several answers", multi), ("one answer", single)] {
                let with = |figure: f64, [low, high]: Interval| format!("{figure:.1} ({low:.1}–{high:.1})");
                let rest = [f.coverage10, f.mrecall10, f.alpha_ndcg10].map(|figure| format!("{figure:.1}"));
                let first = [questions.to_owned(), system.clone(), f.n.to_string()];
                let fives = [with(f.coverage5, f.coverage5_interval), with(f.mrecall5, f.mrecall5_interval)];
                table.row(first.into_iter().chain(fives).chain(rest).chain([format!("{:.2}", f.duplicates10)]));
            }
        }
        write!(formatter, "{table}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::Candidate;

    /// Three passages, best first: the first two are alike.
    fn candidates(probabilities: [f32; 3]) -> Candidates {
        let passage = |(at, probability): (usize, f32)| Candidate {
            probability,
            total: 3.0 - at as f32,
            covers: BTreeSet::from([at / 2]),
            vector: if at < 2 { vec![1.0, 0.0] } else { vec![0.0, 1.0] },
            ..Candidate::default()
        };
        let passages = probabilities.into_iter().enumerate().map(passage).collect();
        Candidates { total: 2, passages, distinct: vec![0, 1, 2], ..Candidates::default() }
    }

    #[test]
    fn a_cut_keeps_what_is_likely_and_never_nothing() {
        let cut = |probabilities| cut(&candidates(probabilities), &[0, 1, 2]);
        assert_eq!(cut([0.9, 0.3, 0.6]), [0, 2]);
        assert_eq!(cut([0.4, 0.3, 0.2]), [0], "the nearest one");
    }

    #[test]
    fn marginal_relevance_prefers_what_is_relevant_and_then_what_is_new() {
        let mut some = candidates([0.9, 0.3, 0.6]);
        assert_eq!(mmr(&some, &[0, 1, 2]), [0, 1, 2], "relevance counts most");
        some.passages[2].total = 1.9;
        assert_eq!(mmr(&some, &[0, 1, 2]), [0, 2, 1], "of two that are nearly as relevant, the new one");
    }

    #[test]
    fn a_selection_is_judged_by_what_it_covers() {
        let Outcome { coverage, recall, precision, selected, duplicates, .. } = outcome(&candidates([0.0; 3]), &[0, 1]);
        assert_eq!((coverage, recall, precision), ([0.5, 0.5], 0.5, 1.0), "one of two items, twice");
        assert_eq!((selected, duplicates), (2, 1));
        let groups = groups(&[outcome(&candidates([0.0; 3]), &[0, 2])]);
        assert_eq!((groups.all.coverage5, groups.multi.mrecall5, groups.single.n), (100.0, 100.0, 0));
    }
}
