//! How good a ranking is, from the rank of each question's answer, counted from 1. Not for ranking.

use crate::Metrics;

/// How far down the reciprocal rank counts.
const DEPTH: usize = 10;

/// Metrics of questions given by the rank of the first passage that answers; none if none was found.
pub(crate) fn metrics_of(ranks: &[Option<usize>]) -> Metrics {
    let mut metrics = Metrics { questions: ranks.len(), ..Metrics::default() };
    for rank in ranks {
        let within = |k: usize| if rank.is_some_and(|rank| rank <= k) { 100.0 } else { 0.0 };
        metrics.top1 += within(1);
        metrics.top3 += within(3);
        metrics.mrr10 += 100.0 * reciprocal(*rank);
    }
    for share in [&mut metrics.top1, &mut metrics.top3, &mut metrics.mrr10] {
        *share /= ranks.len().max(1) as f64;
    }
    metrics
}

/// 1 / rank, or 0 beyond the first ten.
pub(crate) fn reciprocal(rank: Option<usize>) -> f64 {
    rank.filter(|rank| (1..=DEPTH).contains(rank)).map_or(0.0, |rank| 1.0 / rank as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_by_hand() {
        let metrics = metrics_of(&[Some(1), Some(2), Some(4), Some(11), None]);
        let expected = Metrics { questions: 5, top1: 20.0, top3: 40.0, mrr10: 35.0 };
        assert_eq!(metrics, expected, "rank 11 is beyond the reciprocal rank's depth");
        assert_eq!(metrics_of(&[]), Metrics::default(), "no questions, no metrics");
    }
}
