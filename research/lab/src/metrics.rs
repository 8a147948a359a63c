//! Metrics of studies: of selections of several passages, and of several sets of questions together.

use pincite_eval::{Interval, Metrics, metrics::wilson};
use std::collections::{BTreeMap, BTreeSet};

/// The 97.5th percentile of the standard normal distribution: 95 % lie between it and its negative.
const Z: f64 = 1.959_964;

/// How little a further passage about an item brings (Clarke et al. 2008).
const ALPHA: f64 = 0.9;

/// α-nDCG of the first `k` answers (Clarke et al. 2008): each item that an answer covers gains 1 the first time, 1 − α the
/// second time, and so on. The sum is discounted by rank, and divided by that of the best order of `all`. That order
/// is chosen greedily, which is nearly the best. 0 to 1; 0 if nothing is covered.
pub fn alpha_ndcg(answers: &[BTreeSet<usize>], all: &[BTreeSet<usize>], k: usize) -> f64 {
    let mut seen = Gains::default();
    let gains: Vec<f64> = answers.iter().take(k).map(|items| seen.take(items)).collect();
    let mut best = Vec::new();
    let mut seen = Gains::default();
    let mut left = all.to_vec();
    while best.len() < k && !left.is_empty() {
        let gain = |at: &usize| seen.gain(&left[*at]);
        let next = (0..left.len()).max_by(|one, other| gain(one).total_cmp(&gain(other))).unwrap_or(0);
        best.push(seen.take(&left.swap_remove(next)));
    }
    let discounted = |gains: &[f64]| (0..).zip(gains).map(|(at, gain)| gain / f64::from(at + 2).log2()).sum::<f64>();
    let ideal = discounted(&best);
    if ideal == 0.0 { 0.0 } else { (discounted(&gains) / ideal).min(1.0) }
}

/// How often each item was covered.
#[derive(Default)]
struct Gains(BTreeMap<usize, i32>);

impl Gains {
    fn gain(&self, items: &BTreeSet<usize>) -> f64 {
        items.iter().map(|item| (1.0 - ALPHA).powi(self.0.get(item).copied().unwrap_or(0))).sum()
    }

    fn take(&mut self, items: &BTreeSet<usize>) -> f64 {
        let gain = self.gain(items);
        items.iter().for_each(|item| *self.0.entry(*item).or_default() += 1);
        gain
    }
}

/// How many of the first `k` answers cover items, but only such as an earlier one covers.
pub fn duplicates(answers: &[BTreeSet<usize>], k: usize) -> usize {
    let mut seen = BTreeSet::new();
    let repeats = |items: &&BTreeSet<usize>| {
        let repeats = !items.is_empty() && items.is_subset(&seen);
        seen.extend(items.iter().copied());
        repeats
    };
    answers.iter().take(k).filter(repeats).count()
}

/// The 95 % interval of the mean of values from 0 to 1 by the normal distribution, in percent. Without values it is 0 to 100.
pub fn interval(values: &[f64]) -> Interval {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let square = values.iter().map(|value| value * value).sum::<f64>() / count;
    around(mean, square, values.len()).map(|end| end.clamp(0.0, 100.0))
}

/// The metrics of several sets of questions together.
pub fn merged(parts: &[&Metrics]) -> Metrics {
    let n: usize = parts.iter().map(|part| part.n).sum();
    let mean = |figure: &dyn Fn(&Metrics) -> f64| {
        parts.iter().map(|part| figure(part) * part.n as f64).sum::<f64>() / n.max(1) as f64
    };
    let top1 = mean(&|part| part.top1);
    let top3 = mean(&|part| part.top3);
    let top5 = mean(&|part| part.top5);
    let mrr10 = mean(&|part| part.mrr10);
    Metrics {
        top1,
        top3,
        top5,
        mrr10,
        n,
        top1_interval: wilson(top1, n),
        top3_interval: wilson(top3, n),
        top5_interval: wilson(top5, n),
        mrr10_interval: around(mrr10 / 100.0, mean(&square), n),
    }
}

/// Mean of the squares of the reciprocal ranks, which the width of their interval tells.
fn square(metrics: &Metrics) -> f64 {
    let mean = metrics.mrr10 / 100.0;
    let spread = (metrics.mrr10_interval[1] - metrics.mrr10_interval[0]) / (200.0 * Z);
    spread * spread * metrics.n as f64 + mean * mean
}

/// The 95 % interval of the mean of `n` values with this mean and this mean of their squares, in percent.
fn around(mean: f64, square: f64, n: usize) -> Interval {
    if n == 0 {
        return [0.0, 100.0];
    }
    let spread = Z * ((square - mean * mean).max(0.0) / n as f64).sqrt();
    [mean - spread, mean + spread].map(|end| 100.0 * end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_eval::metrics::coverage;
    use proptest::prelude::*;

    fn sets(lists: &[&[usize]]) -> Vec<BTreeSet<usize>> {
        lists.iter().map(|list| list.iter().copied().collect()).collect()
    }

    #[test]
    fn sets_of_questions_are_merged_as_if_they_were_one() {
        let ranks = [Some(1), Some(1), Some(2), Some(5), None].repeat(20);
        let (first, rest) = ranks.split_at(30);
        let [all, first, rest] = [&ranks, first, rest].map(Metrics::from_ranks);
        let both = merged(&[&first, &rest]);
        assert_eq!((both.n, both.top1_interval), (100, wilson(both.top1, 100)), "of all questions");
        let same = |one: f64, other: f64| (one - other).abs() < 1e-9;
        assert!(same(both.top1, all.top1) && same(both.mrr10, all.mrr10), "{both:?}");
        assert!(both.mrr10_interval.iter().zip(all.mrr10_interval).all(|(one, other)| same(*one, other)), "{both:?}");
    }

    #[test]
    fn new_items_gain_and_repeated_ones_hardly() {
        let good = sets(&[&[0], &[1], &[0]]);
        let bad = sets(&[&[0], &[0], &[1]]);
        assert!((alpha_ndcg(&good, &bad, 10) - 1.0).abs() < 1e-12, "the best order of the same passages");
        let log3 = 3f64.log2();
        let expected = (1.0 + 0.1 / log3 + 1.0 / 2.0) / (1.0 + 1.0 / log3 + 0.1 / 2.0);
        assert!((alpha_ndcg(&bad, &good, 10) - expected).abs() < 1e-12, "1, 0.1 and 1 by hand");
        assert_eq!(alpha_ndcg(&sets(&[&[]]), &sets(&[&[]]), 10), 0.0, "nothing is covered");
        assert_eq!((duplicates(&good, 10), duplicates(&bad, 10), duplicates(&bad, 1)), (1, 1, 0));
        assert_eq!(duplicates(&sets(&[&[0, 1], &[1], &[], &[1, 2]]), 10), 1, "what is wrong or new repeats nothing");
        assert_eq!(interval(&[]), [0.0, 100.0], "no questions, no knowledge");
    }

    proptest! {
        #[test]
        fn gains_and_duplicates_stay_in_range(
            answers in proptest::collection::vec(proptest::collection::btree_set(0usize..6, 0..3), 0..12), k in 0usize..12,
        ) {
            let gain = alpha_ndcg(&answers, &answers, k);
            prop_assert!((0.0..=1.0 + 1e-9).contains(&gain), "{}", gain);
            let shown = k.min(answers.len());
            let new = coverage(&answers, 6, k) * 6.0;
            prop_assert!(duplicates(&answers, k) as f64 <= shown as f64);
            prop_assert!(shown == 0 || duplicates(&answers, k) < shown || new == 0.0, "the first right one is new");
        }
    }
}
