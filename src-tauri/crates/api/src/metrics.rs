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
        let percent = |sum: f64| 100.0 * sum / ranks.len().max(1) as f64;
        let within = |k: usize| ranks.iter().filter(|rank| rank.is_some_and(|rank| rank <= k)).count() as f64;
        Self {
            questions: ranks.len(),
            top1: percent(within(1)),
            top3: percent(within(3)),
            mrr10: percent(ranks.iter().map(|rank| reciprocal(*rank)).sum()),
        }
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
    }
}
