//! Retrieval metrics as pure functions of ranks, and the table that shows them. Not for making rankings.

use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;

/// Depth of the mean reciprocal rank.
const MRR_DEPTH: usize = 10;

/// The 97.5th percentile of the standard normal distribution: 95 % lie between it and its negative.
const Z: f64 = 1.959_964;

/// Lower and upper end of a 95 % confidence interval, in percent.
pub type Interval = [f64; 2];

/// Shares of questions with the first right answer in the top 1, 3 or 5, each with its Wilson interval, and the mean
/// reciprocal rank within the top ten with the interval of a mean. All are in percent.
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
    /// 95 % interval of `top1`.
    pub top1_interval: Interval,
    /// 95 % interval of `top3`.
    pub top3_interval: Interval,
    /// 95 % interval of `top5`.
    pub top5_interval: Interval,
    /// 95 % interval of `mrr10`.
    pub mrr10_interval: Interval,
}

impl Metrics {
    /// Metrics from the rank of each question's first right answer, counted from 1; `None` if there is none.
    pub fn from_ranks(ranks: &[Option<usize>]) -> Self {
        let n = ranks.len();
        let shares = [1, 3, 5].map(|k| mean(ranks.iter().map(|rank| f64::from(rank.is_some_and(|rank| rank <= k)))));
        let [top1, top3, top5] = shares;
        let [top1_interval, top3_interval, top5_interval] = shares.map(|share| wilson(share, n));
        let near = ranks.iter().map(|rank| rank.filter(|rank| *rank <= MRR_DEPTH));
        let reciprocals: Vec<f64> = near.map(|rank| rank.map_or(0.0, |rank| 1.0 / rank as f64)).collect();
        let (mrr10, mrr10_interval) = mean_with_interval(&reciprocals);
        Self { top1, top3, top5, mrr10, n, top1_interval, top3_interval, top5_interval, mrr10_interval }
    }

    /// Top-1, Top-3 and Top-5 with their intervals, and MRR@10, as tables show them.
    pub fn cells(&self) -> [String; 4] {
        let share = |share: f64, [low, high]: Interval| format!("{share:.1} ({low:.1}–{high:.1})");
        [
            share(self.top1, self.top1_interval),
            share(self.top3, self.top3_interval),
            share(self.top5, self.top5_interval),
            share(self.mrr10, self.mrr10_interval),
        ]
    }
}

/// The mean of values from 0 to 1, and its 95 % interval by the normal distribution, in percent. Without values the interval
/// is 0 to 100.
fn mean_with_interval(values: &[f64]) -> (f64, Interval) {
    if values.is_empty() {
        return (0.0, [0.0, 100.0]);
    }
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let square = values.iter().map(|value| value * value).sum::<f64>() / n;
    let spread = Z * ((square - mean * mean).max(0.0) / n).sqrt();
    (100.0 * mean, [mean - spread, mean + spread].map(|end| 100.0 * end))
}

/// The 95 % interval of a share of `n` questions, both in percent (Wilson 1927). It suits few questions, and shares
/// near 0 and 100. Without questions it is 0 to 100.
pub fn wilson(share: f64, n: usize) -> Interval {
    if n == 0 {
        return [0.0, 100.0];
    }
    let share = share / 100.0;
    let n = n as f64;
    let spread = Z * (share * (1.0 - share) / n + (Z / (2.0 * n)).powi(2)).sqrt();
    let scale = 1.0 + Z * Z / n;
    let centre = share + Z * Z / (2.0 * n);
    [centre - spread, centre + spread].map(|end| (100.0 * end / scale).clamp(0.0, 100.0))
}

/// Mean in percent; 0 of nothing.
pub fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    // `sum` of nothing is -0.0, which a table would print.
    100.0 * values.fold(0.0, |sum, value| sum + value) / count
}

/// Area under the ROC curve: the probability that a positive is above a negative, where equal ones count half. It is ½
/// if there are none to compare.
pub fn auroc(positive: &[f32], negative: &[f32]) -> f64 {
    if positive.is_empty() || negative.is_empty() {
        return 0.5;
    }
    let mut sorted = negative.to_vec();
    sorted.sort_by(f32::total_cmp);
    let above = |value: &f32| {
        let below = sorted.partition_point(|other| other < value);
        let equal = sorted.partition_point(|other| other <= value) - below;
        below as f64 + equal as f64 / 2.0
    };
    positive.iter().map(above).sum::<f64>() / (positive.len() * negative.len()) as f64
}

/// Bins of the calibration error.
const BINS: usize = 10;

/// Expected calibration error (Naeini et al. 2015): in bins of equal width, the difference between the mean probability
/// and the share of positives, weighted by the number in the bin. 0 to 1.
pub fn calibration_error(positive: &[f32], negative: &[f32]) -> f64 {
    // Sums of probability minus label.
    let mut bins = [0.0; BINS];
    let labelled = positive.iter().map(|p| (p, 1.0)).chain(negative.iter().map(|p| (p, 0.0)));
    for (probability, label) in labelled {
        bins[((probability * BINS as f32) as usize).min(BINS - 1)] += f64::from(*probability) - label;
    }
    bins.iter().map(|bin| bin.abs()).sum::<f64>() / (positive.len() + negative.len()).max(1) as f64
}

/// Rank, from 1, of the first right answer.
pub fn first_right(mut right: impl Iterator<Item = bool>) -> Option<usize> {
    right.position(|right| right).map(|before| before + 1)
}

/// Share of the `total` relevant items that the first `k` answers cover, 0 to 1. `answers` lists what each covers.
pub fn coverage(answers: &[BTreeSet<usize>], total: usize, k: usize) -> f64 {
    if total == 0 { 0.0 } else { covered(answers, k) as f64 / total as f64 }
}

/// Whether the first `k` answers cover all relevant items, or at least `k` of them (Min et al. 2021, MRECALL).
pub fn mrecall(answers: &[BTreeSet<usize>], total: usize, k: usize) -> bool {
    covered(answers, k) >= total.min(k)
}

fn covered(answers: &[BTreeSet<usize>], k: usize) -> usize {
    answers.iter().take(k).flatten().collect::<BTreeSet<_>>().len()
}

/// A plain text table. The first two columns are left-aligned, the others right-aligned.
pub struct Table(Vec<Vec<String>>);

impl Table {
    /// A table with this head and no rows.
    pub fn new(head: &[&str]) -> Self {
        Self(vec![head.iter().map(|cell| (*cell).to_owned()).collect()])
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.0.push(cells.into_iter().collect());
    }

    fn width(&self, column: usize) -> usize {
        self.0.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.0 {
            for (column, cell) in row.iter().enumerate() {
                let width = self.width(column);
                if column < 2 { write!(formatter, "{cell:<width$}  ")? } else { write!(formatter, "{cell:>width$}  ")? }
            }
            writeln!(formatter)?;
        }
        Ok(())
    }
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
        let metrics = Metrics::from_ranks(&[Some(1), Some(2), Some(4), Some(11), None]);
        assert_eq!((metrics.top1, metrics.top3, metrics.top5, metrics.n), (20.0, 40.0, 60.0, 5));
        assert_eq!(metrics.mrr10, 100.0 * (1.0 + 0.5 + 0.25) / 5.0, "rank 11 is beyond the reciprocal rank's depth");
        let none = Metrics::from_ranks(&[]);
        assert_eq!((none.n, none.top5, none.top5_interval), (0, 0.0, [0.0, 100.0]), "no questions, no knowledge");
        assert_eq!(first_right([false, true, true].into_iter()), Some(2), "the first right one counts");
    }

    #[test]
    fn areas_and_calibration_by_hand() {
        assert_eq!(auroc(&[0.9, 0.8], &[0.1, 0.2]), 1.0, "every positive is above every negative");
        assert_eq!(auroc(&[0.9, 0.1], &[0.1, 0.5]), 0.625, "two pairs of four are right, one is equal");
        assert_eq!(auroc(&[], &[0.1]), 0.5, "nothing to compare");
        assert!(calibration_error(&[1.0], &[0.0]) < 1e-9, "certain and right");
        let error = calibration_error(&[0.75, 0.75], &[0.75, 0.75]);
        assert!((error - 0.25).abs() < 1e-6, "three of four were promised, two came: {error}");
    }

    #[test]
    fn intervals_agree_with_published_ones() {
        let near = |share: f64, n: usize, expected: Interval| {
            let interval = wilson(share, n);
            let agrees = interval.iter().zip(expected).all(|(end, expected)| (end - expected).abs() < 0.06);
            assert!(agrees, "{share} of {n}: {interval:?}, not {expected:?}");
        };
        // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        near(100.0 * 81.0 / 263.0, 263, [25.53, 36.62]);
        near(100.0 * 15.0 / 148.0, 148, [6.24, 16.05]);
        near(0.0, 20, [0.0, 16.11]);
        near(100.0 / 29.0, 29, [0.61, 17.18]);
    }

    #[test]
    fn an_accuracy_is_shown_with_its_interval() {
        let half = Metrics::from_ranks(&[Some(1), None].repeat(25));
        assert_eq!(half.cells()[0], "50.0 (36.6–63.4)");
        let json = serde_json::to_value(half).unwrap();
        assert_eq!(json["top1_interval"].as_array().map(Vec::len), Some(2), "{json}");
    }

    /// The interval of a mean by resampling the questions (Efron 1979).
    fn bootstrap(ranks: &[Option<usize>]) -> Interval {
        let mut state = 7u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % ranks.len()
        };
        let mut means: Vec<f64> = (0..2000)
            .map(|_| Metrics::from_ranks(&ranks.iter().map(|_| ranks[next()]).collect::<Vec<_>>()).mrr10)
            .collect();
        means.sort_by(f64::total_cmp);
        [means[50], means[1949]]
    }

    #[test]
    fn the_interval_of_a_mean_agrees_with_the_bootstrap() {
        let near = |one: Interval, other: Interval| one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1.5);
        let ranks = [Some(1), Some(1), Some(2), Some(5), None].repeat(20);
        let all = Metrics::from_ranks(&ranks);
        assert!(near(all.mrr10_interval, bootstrap(&ranks)), "{:?}", all.mrr10_interval);
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

    proptest! {
        #[test]
        fn figures_stay_in_range_and_order(ranks in proptest::collection::vec(proptest::option::of(1usize..30), 0..50)) {
            let metrics = Metrics::from_ranks(&ranks);
            prop_assert!(0.0 <= metrics.top1 && metrics.top1 <= metrics.top3 && metrics.top3 <= metrics.top5);
            prop_assert!(metrics.top1 <= metrics.mrr10 + 1e-9 && metrics.mrr10 <= 100.0);
            let [low, high] = metrics.top3_interval;
            prop_assert!(0.0 <= low && low <= metrics.top3 + 1e-9 && metrics.top3 <= high + 1e-9 && high <= 100.0);
        }
    }
}
