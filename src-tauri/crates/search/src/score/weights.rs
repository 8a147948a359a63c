//! The parameters of the ranking.

use super::rerank::Reranking;

/// Parameters of the ranking. The defaults were chosen on SQuAD and CUAD; those of the dense score on training documents
/// (`research/fusion.py`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// BM25 k1: how fast repeated terms saturate.
    pub k1: f32,
    /// BM25 b: how much length counts, 0 to 1.
    pub b: f32,
    /// Weight of the best sentence's BM25, which is added to that of its passage.
    pub sentence: f32,
    /// Weight of the IDF of a pair of neighbouring question terms.
    pub pair: f32,
    /// Two terms are a pair if the second comes at most this many words after the first.
    pub window: u32,
    /// Weight of numeric content if the question asks for a number.
    pub numeric: f32,
    /// Weight of the cross-encoder's score when the first passages are reranked, 0 to 1.
    pub cross: f32,
    /// Weight of the dense score in the hybrid mode where the question's words stand together in a passage, 0 to 1. The lexical
    /// score has the rest.
    pub dense: f32,
    /// The same where none of its words stands anywhere.
    pub dense_in_other_words: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            k1: 1.2,
            b: 0.75,
            sentence: 1.0,
            pair: 0.25,
            window: 3,
            numeric: 0.25,
            cross: 0.7,
            dense: 0.3,
            dense_in_other_words: 0.9,
        }
    }
}

impl Weights {
    /// How the cross-encoder reranks the first `depth` passages.
    pub fn by_cross_encoder(&self, depth: usize) -> Reranking {
        Reranking { weight: self.cross, depth }
    }

    /// Weight of the dense score for a question of which a passage covers this much, 0 to 1.
    pub fn dense_at(&self, coverage: f32) -> f32 {
        self.dense_in_other_words + (self.dense - self.dense_in_other_words) * coverage.clamp(0.0, 1.0)
    }

    /// The term frequency part of BM25. A length of 1 is the mean length.
    pub(crate) fn saturate(&self, count: f32, length: f32) -> f32 {
        count * (self.k1 + 1.0) / (count + self.k1 * (1.0 - self.b + self.b * length))
    }
}

#[cfg(test)]
mod tests {
    use super::Weights;

    #[test]
    fn vectors_count_more_where_the_words_are_others() {
        let weights = Weights::default();
        assert_eq!(weights.dense_at(1.0), weights.dense, "all words in one passage");
        assert_eq!(weights.dense_at(0.0), weights.dense_in_other_words, "none anywhere");
        assert!(weights.dense_at(0.2) > weights.dense_at(0.8));
    }
}
