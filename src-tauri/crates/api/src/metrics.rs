//! How good a ranking is, from the rank of each question's answer. Not for ranking.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How far down the reciprocal rank counts.
const DEPTH: usize = 10;

/// Shares of questions answered by the first or one of the first three passages, and the mean reciprocal rank within the
/// first ten; in percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Metrics {
    /// Number of questions.
    pub questions: usize,
    /// The first passage answers.
    pub top1: f64,
    /// One of the first three answers.
    pub top3: f64,
    /// Mean of 1 / rank of the first that answers; 0 beyond ten.
    pub mrr10: f64,
}

impl Metrics {
    /// Metrics of questions given by the rank of the first passage that answers, counted from 1; none if none was found.
    pub fn of(ranks: impl IntoIterator<Item = Option<usize>>) -> Self {
        let ranks: Vec<Option<usize>> = ranks.into_iter().collect();
        Self::weighted(&ranks, &vec![1.0; ranks.len()])
    }

    /// The same where some questions count more than others, and those of weight 0 not at all.
    pub fn weighted(ranks: &[Option<usize>], weights: &[f64]) -> Self {
        let (mut questions, mut sum) = (0, 0.0);
        let (mut top1, mut top3, mut mrr10) = (0.0, 0.0, 0.0);
        for (rank, weight) in ranks.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
            let within = |k: usize| if rank.is_some_and(|rank| rank <= k) { *weight } else { 0.0 };
            (questions, sum) = (questions + 1, sum + weight);
            (top1, top3, mrr10) = (top1 + within(1), top3 + within(3), mrr10 + weight * reciprocal(*rank));
        }
        let percent = |part: f64| if questions == 0 { 0.0 } else { 100.0 * part / sum };
        Self { questions, top1: percent(top1), top3: percent(top3), mrr10: percent(mrr10) }
    }
}

/// 1 / rank, or 0 beyond the first ten.
pub fn reciprocal(rank: Option<usize>) -> f64 {
    rank.filter(|rank| (1..=DEPTH).contains(rank)).map_or(0.0, |rank| 1.0 / rank as f64)
}

#[cfg(test)]
mod tests {
    use super::Metrics;

    #[test]
    fn figures_by_hand() {
        let metrics = Metrics::of([Some(1), Some(2), Some(4), Some(11), None]);
        let expected = Metrics { questions: 5, top1: 20.0, top3: 40.0, mrr10: 35.0 };
        assert_eq!(metrics, expected, "rank 11 is beyond the reciprocal rank's depth");
        assert_eq!(Metrics::of([]), Metrics::default(), "no questions, no metrics");
        let weighted = Metrics::weighted(&[Some(1), Some(2), None], &[3.0, 1.0, 0.0]);
        let expected = Metrics { questions: 2, top1: 75.0, top3: 100.0, mrr10: 87.5 };
        assert_eq!(weighted, expected, "what has no weight is no question");
    }
}
