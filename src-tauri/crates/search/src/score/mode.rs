//! The modes of a search, the parts of a score, ranked passages, and the scale that makes scores of different kinds comparable.
//! Not for computing scores.

use pincite_models::PairScore;

/// Which scores a search uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// BM25 and the encoder.
    #[default]
    Hybrid,
    /// Only the encoder.
    Dense,
    /// Only BM25.
    Lexical,
}

/// The score of a passage and its parts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// The weighted sum of the standardised parts. Passages are ranked by it.
    pub total: f32,
    /// BM25 score, if the mode uses it.
    pub lexical: Option<f32>,
    /// Cosine of the question and the passage, if the mode uses it.
    pub dense: Option<f32>,
    /// Bonus for numeric content, if the question asks for a number and the mode is hybrid: the share of words with a
    /// digit, standardised and weighted.
    pub numeric: Option<f32>,
    /// Bonus for a row of a table that has the figures asked for ([`crate::BestRow`]).
    pub rows: Option<f32>,
    /// Bonus for a document that the question names.
    pub named: Option<f32>,
    /// What the cross-encoder says of it, if it read the passage.
    pub cross: Option<PairScore>,
}

impl Score {
    /// What is added to all that its words and its vector say.
    pub(crate) fn bonus(&self) -> f32 {
        self.rows.unwrap_or(0.0) + self.named.unwrap_or(0.0)
    }
}

/// A passage with its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedPassage {
    /// Its document: an index in the scope.
    pub document: usize,
    /// Number of the passage in its document, counted from 0.
    pub passage: u32,
    /// Its score.
    pub score: Score,
}

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
