//! How good a ranking is. Pure functions of ranks; not for making rankings.

use serde::Serialize;
use std::collections::BTreeSet;

/// How far down the reciprocal rank counts.
const MRR_DEPTH: usize = 10;

/// Shares of questions whose first right answer is in the top 1, 3 or 5, and the mean reciprocal rank within the top
/// ten; in percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Metrics {
    /// First answer is right.
    pub top1: f64,
    /// One of the first three is right.
    pub top3: f64,
    /// One of the first five is right.
    pub top5: f64,
    /// Mean of 1 / rank of the first right answer; 0 beyond rank ten.
    pub mrr10: f64,
    /// Number of questions.
    pub n: usize,
}

impl Metrics {
    /// Metrics of questions given by the rank of their first right answer, counted from 1; `None` if there is none.
    pub fn of(ranks: &[Option<usize>]) -> Self {
        let within = |k: usize| mean(ranks.iter().map(|rank| f64::from(rank.is_some_and(|rank| rank <= k))));
        let reciprocal =
            |rank: &Option<usize>| rank.filter(|rank| *rank <= MRR_DEPTH).map_or(0.0, |rank| 1.0 / rank as f64);
        Self {
            top1: within(1),
            top3: within(3),
            top5: within(5),
            mrr10: mean(ranks.iter().map(reciprocal)),
            n: ranks.len(),
        }
    }
}

impl Metrics {
    /// Top-1, Top-3, Top-5 and MRR@10, as tables show them.
    pub(crate) fn cells(&self) -> [String; 4] {
        [self.top1, self.top3, self.top5, self.mrr10].map(|figure| format!("{figure:.1}"))
    }

    /// Metrics of several sets of questions as of one.
    pub(crate) fn together(parts: &[&Self]) -> Self {
        let n: usize = parts.iter().map(|part| part.n).sum();
        let mean = |figure: fn(&Self) -> f64| {
            parts.iter().map(|part| figure(part) * part.n as f64).sum::<f64>() / n.max(1) as f64
        };
        Self { top1: mean(|m| m.top1), top3: mean(|m| m.top3), top5: mean(|m| m.top5), mrr10: mean(|m| m.mrr10), n }
    }
}

/// Mean in percent; 0 of nothing.
pub(crate) fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    100.0 * values.sum::<f64>() / count
}

/// Rank, from 1, of the first right answer.
pub fn first_right(mut right: impl Iterator<Item = bool>) -> Option<usize> {
    right.position(|right| right).map(|before| before + 1)
}

/// Share of `total` things to find that the first `k` answers cover, 0 to 1. `answers` says what each covers.
pub fn coverage(answers: &[BTreeSet<usize>], total: usize, k: usize) -> f64 {
    if total == 0 { 0.0 } else { covered(answers, k) as f64 / total as f64 }
}

/// Whether the first `k` answers cover everything to find, or at least `k` things (Min et al. 2021, MRECALL).
pub fn mrecall(answers: &[BTreeSet<usize>], total: usize, k: usize) -> bool {
    covered(answers, k) >= total.min(k)
}

fn covered(answers: &[BTreeSet<usize>], k: usize) -> usize {
    answers.iter().take(k).flatten().collect::<BTreeSet<_>>().len()
}

/// α-nDCG@k (Clarke et al. 2008): gain for each thing covered, discounted by rank and by (1 − α) for every earlier answer
/// that covered it already; relative to the greedily best order of `pool`. 0 to 1.
pub fn alpha_ndcg(answers: &[BTreeSet<usize>], pool: &[BTreeSet<usize>], alpha: f64, k: usize) -> f64 {
    let ideal = alpha_dcg(&greedy(pool, alpha, k), alpha, k);
    if ideal == 0.0 { 0.0 } else { alpha_dcg(answers, alpha, k) / ideal }
}

fn alpha_dcg(answers: &[BTreeSet<usize>], alpha: f64, k: usize) -> f64 {
    let answers = &answers[..answers.len().min(k)];
    let gains = (0..answers.len()).map(|at| gain(&answers[at], &answers[..at], alpha));
    gains.zip(2u32..).map(|(gain, discount)| gain / f64::from(discount).log2()).sum()
}

fn gain(answer: &BTreeSet<usize>, before: &[BTreeSet<usize>], alpha: f64) -> f64 {
    let times = |thing: &usize| before.iter().filter(|earlier| earlier.contains(thing)).count() as i32;
    answer.iter().map(|thing| (1.0 - alpha).powi(times(thing))).sum()
}

/// The order that takes the answer of greatest gain at every step; the earlier of equals.
fn greedy(pool: &[BTreeSet<usize>], alpha: f64, k: usize) -> Vec<BTreeSet<usize>> {
    let (mut chosen, mut left): (Vec<BTreeSet<usize>>, Vec<&BTreeSet<usize>>) = (Vec::new(), pool.iter().collect());
    while chosen.len() < k && !left.is_empty() {
        let gains = left.iter().map(|answer| gain(answer, &chosen, alpha));
        let (at, _) =
            gains.enumerate().fold((0, -1.0), |best, (at, gain)| if gain > best.1 { (at, gain) } else { best });
        chosen.push(left.remove(at).clone());
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sets(lists: &[&[usize]]) -> Vec<BTreeSet<usize>> {
        lists.iter().map(|list| list.iter().copied().collect()).collect()
    }

    #[test]
    fn metrics_by_hand() {
        let metrics = Metrics::of(&[Some(1), Some(2), Some(4), Some(11), None]);
        let expected = Metrics { top1: 20.0, top3: 40.0, top5: 60.0, mrr10: 100.0 * (1.0 + 0.5 + 0.25) / 5.0, n: 5 };
        assert_eq!(metrics, expected, "rank 11 is beyond the reciprocal rank's depth");
        assert_eq!(Metrics::of(&[]), Metrics::default(), "no questions, no figures");
        assert_eq!(first_right([false, true, true].into_iter()), Some(2), "the first right one counts");
    }

    #[test]
    fn coverage_by_hand() {
        let answers = sets(&[&[0], &[], &[0, 2]]);
        assert_eq!(coverage(&answers, 4, 1), 0.25, "one of four");
        assert_eq!(coverage(&answers, 4, 3), 0.5, "found twice counts once");
        assert!(mrecall(&answers, 2, 3), "both are found");
        assert!(!mrecall(&answers, 3, 3), "one of three is missing");
        assert!(mrecall(&answers, 9, 1), "one answer can cover no more than k = 1 asks");
    }

    #[test]
    fn alpha_ndcg_by_hand() {
        let pool = sets(&[&[0], &[0], &[1]]);
        let ideal = 1.0 + 1.0 / 3f64.log2();
        let repeated = 1.0 + 0.1 / 3f64.log2();
        let score = alpha_ndcg(&pool, &pool, 0.9, 2);
        assert!((score - repeated / ideal).abs() < 1e-12, "saying the same again gains a tenth");
        assert_eq!(alpha_ndcg(&sets(&[&[0], &[1]]), &pool, 0.9, 2), 1.0, "the best order is perfect");
        assert_eq!(alpha_ndcg(&pool, &[], 0.9, 2), 0.0, "nothing to find, nothing gained");
    }

    proptest! {
        #[test]
        fn figures_stay_in_range_and_order(ranks in proptest::collection::vec(proptest::option::of(1usize..30), 0..50)) {
            let metrics = Metrics::of(&ranks);
            prop_assert!(0.0 <= metrics.top1 && metrics.top1 <= metrics.top3 && metrics.top3 <= metrics.top5);
            prop_assert!(metrics.top1 <= metrics.mrr10 + 1e-9 && metrics.mrr10 <= 100.0);
        }
    }
}
