//! The official figures of CUAD: precision and recall of the texts that are shown, over all cells together.

use super::{Cell, PredictedText, Prediction, share};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Least Jaccard index of the words of two texts that are the same.
const SAME: f64 = 0.5;
/// The recall at which precision is read off.
const RECALL: f64 = 0.8;

/// The official figures, by the texts that are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Official {
    /// Area under the curve of precision and recall.
    pub aupr: f64,
    /// Precision at 80 % recall.
    pub p80: f64,
}

/// The official figures of predictions in the order of the cells.
pub(super) fn official(cells: &[Cell], predictions: &[Prediction]) -> Official {
    let matches: Vec<Matches> =
        cells.iter().zip(predictions).map(|(cell, predicted)| Matches::of(cell, predicted)).collect();
    let mut curve: Vec<Point> = thresholds().map(|threshold| Point::of(&matches, threshold)).collect();
    let p80 = curve.iter().find(|point| point.recall >= RECALL).map_or(0.0, |point| point.precision);
    // From high recall to low, precision never falls.
    let mut highest = 0.0;
    for point in curve.iter_mut().rev() {
        highest = point.precision.max(highest);
        point.precision = highest;
    }
    let mut before = Point { precision: 1.0, recall: 0.0 };
    let mut aupr = 0.0;
    for point in curve {
        aupr += (point.recall - before.recall) * (point.precision + before.precision) / 2.0;
        before = point;
    }
    Official { aupr, p80 }
}

/// .99 … .01, .001, 0. A prediction counts above a threshold.
fn thresholds() -> impl Iterator<Item = f32> {
    (1..100).rev().map(|percent| percent as f32 / 100.0).chain([0.001, 0.0])
}

#[derive(Clone, Copy)]
struct Point {
    precision: f64,
    recall: f64,
}

impl Point {
    fn of(cells: &[Matches], threshold: f32) -> Self {
        let mut right = 0;
        let mut wrong = 0;
        let mut missed = 0;
        for cell in cells {
            let found = cell.golds.iter().filter(|best| best.is_some_and(|best| best > threshold)).count();
            right += found;
            missed += cell.golds.len() - found;
            wrong += cell.wrong.iter().filter(|probability| **probability > threshold).count();
        }
        Self { precision: share(right, right + wrong), recall: share(right, right + missed) }
    }
}

/// How a cell's predictions match the annotators' texts.
struct Matches {
    /// The probability of the likeliest prediction that matches each of the annotators' texts.
    golds: Vec<Option<f32>>,
    /// The probabilities of the predictions that match none.
    wrong: Vec<f32>,
}

impl Matches {
    fn of(cell: &Cell, predicted: &Prediction) -> Self {
        let texts = once_each(&predicted.texts);
        let golds: BTreeSet<&str> = cell.spans.iter().map(String::as_str).collect();
        let matches = |text: &str, gold: &str| {
            let contains = cell.category == "Parties" && text.contains(gold);
            contains || jaccard(text, gold) >= SAME
        };
        let best = |gold: &&str| {
            let matching = texts.iter().filter(|(text, _)| matches(text, gold));
            matching.map(|(_, probability)| *probability).reduce(f32::max)
        };
        let is_wrong = |(text, _): &(&&str, &f32)| !golds.iter().any(|gold| matches(text, gold));
        Self {
            golds: golds.iter().map(best).collect(),
            wrong: texts.iter().filter(is_wrong).map(|(_, probability)| *probability).collect(),
        }
    }
}

/// Each text with its highest probability.
fn once_each(texts: &[PredictedText]) -> BTreeMap<&str, f32> {
    let mut best: BTreeMap<&str, f32> = BTreeMap::new();
    for one in texts {
        let known = best.entry(&one.text).or_insert(one.probability);
        *known = known.max(one.probability);
    }
    best
}

/// The Jaccard index of the words of two texts.
fn jaccard(one: &str, other: &str) -> f64 {
    let one = words(one);
    let other = words(other);
    let shared = one.intersection(&other).count();
    shared as f64 / (one.len() + other.len() - shared).max(1) as f64
}

fn words(text: &str) -> BTreeSet<String> {
    let plain: String = text.to_lowercase().replace('/', " ").replace(['.', ',', ';', ':'], "");
    plain.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cell, shown};
    use super::*;

    #[test]
    fn words_are_compared_as_the_official_rules_do() {
        assert_eq!(jaccard("The Fee, is due.", "the fee is due"), 1.0, "case and marks are no difference");
        assert_eq!(jaccard("and/or", "and or"), 1.0, "a slash parts words");
        assert_eq!(jaccard("a b", "b c"), 1.0 / 3.0);
    }

    #[test]
    fn precision_and_recall_by_hand() {
        let cells =
            [cell("Audit Rights", &["the right to audit"]), cell("Insurance", &[]), cell("Exclusivity", &["sole"])];
        let predicted = [shown(&[("the right to audit", 0.9)]), shown(&[("insurance", 0.5)]), shown(&[])];
        let Official { aupr, p80 } = official(&cells, &predicted);
        assert_eq!(p80, 0.0, "no threshold finds four of five");
        assert!((aupr - 0.5).abs() < 1e-9, "precision is 1 up to the recall of one half: {aupr}");
        let all = [shown(&[("the right to audit", 0.9)]), shown(&[("insurance", 0.5)]), shown(&[("sole", 0.4)])];
        let Official { aupr, p80 } = official(&cells, &all);
        assert_eq!(p80, 2.0 / 3.0, "two right, one wrong");
        assert!((aupr - (0.5 + 0.5 * 2.0 / 3.0)).abs() < 1e-9, "precision never falls towards a lower recall: {aupr}");
    }

    #[test]
    fn a_text_that_contains_a_party_matches_it() {
        let predicted = shown(&[("This Agreement is made between Excite, Inc. and others who are many.", 0.9)]);
        let of = |category: &str| official(&[cell(category, &["Excite, Inc."])], std::slice::from_ref(&predicted)).p80;
        assert_eq!((of("Parties"), of("Governing Law")), (1.0, 0.0));
    }
}
