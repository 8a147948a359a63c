//! Scores of different kinds become comparable: they are standardised. Not for computing them.

/// Mean and standard deviation of the scores in a scope.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    mean: f64,
    /// Standard deviation; 0 if all scores are equal.
    spread: f64,
}

impl Scale {
    /// The scale of all scores in a scope.
    pub fn of(scores: impl Iterator<Item = f32> + Clone) -> Self {
        let count = scores.clone().count().max(1) as f64;
        let mean = scores.clone().map(f64::from).sum::<f64>() / count;
        let variance = scores.map(|score| (f64::from(score) - mean).powi(2)).sum::<f64>() / count;
        Self { mean, spread: variance.sqrt() }
    }

    /// Standard deviations above the mean. It is 0 if all scores are equal.
    pub fn standardise(self, score: f32) -> f32 {
        if self.spread < 1e-9 { 0.0 } else { ((f64::from(score) - self.mean) / self.spread) as f32 }
    }
}

#[cfg(test)]
mod tests {
    use super::Scale;

    #[test]
    fn standard_scores_by_hand() {
        let scale = Scale::of([1.0, 3.0, 5.0].into_iter());
        let expected = 2.0 / (8.0f32 / 3.0).sqrt();
        assert!((scale.standardise(5.0) - expected).abs() < 1e-6, "two above the mean, divided by the deviation");
        assert!(scale.standardise(3.0).abs() < 1e-6, "the mean itself is 0");
    }

    #[test]
    fn equal_scores_are_zero() {
        assert_eq!(Scale::of([2.0, 2.0].into_iter()).standardise(2.0), 0.0, "no division by zero");
        assert_eq!(Scale::of(std::iter::empty()).standardise(1.0), 0.0, "no scores, no scale");
    }
}
