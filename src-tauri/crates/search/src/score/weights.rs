//! The parameters of the ranking. Not for fitting them.

use super::mode::Mode;
use super::rerank::{RERANK_DEPTH, Reranking, SecondScore};
use crate::text::Query;
use pincite_library::Generation;

/// Parameters of the ranking. The defaults were chosen on SQuAD and CUAD; a fitted generation brings its own fusion
/// weights.
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
    /// How the scores are combined.
    pub fusion: FusionWeights,
}

/// How the scores are combined. These weights are fitted to a collection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FusionWeights {
    /// Weight of the dense score, 0 to 1. The lexical score has the rest.
    pub dense: f32,
    /// Weight of late interaction when the first passages are reranked, 0 to 1. The other scores have the rest. It helps
    /// on some collections and harms on others, so it is 0 unless fitted.
    pub late: f32,
}

impl Default for Weights {
    fn default() -> Self {
        let fusion = FusionWeights::default();
        Self { k1: 1.2, b: 0.75, sentence: 1.0, pair: 0.25, window: 3, numeric: 0.25, cross: 0.7, fusion }
    }
}

impl Default for FusionWeights {
    fn default() -> Self {
        Self { dense: 0.4, late: 0.0 }
    }
}

impl Weights {
    /// The default weights, with the fusion weights that were fitted for a generation.
    pub fn of(generation: Option<&Generation>) -> Self {
        let default = FusionWeights::default();
        let fusion = generation.map_or(default, |generation| FusionWeights {
            dense: generation.dense_weight.unwrap_or(default.dense),
            late: generation.late_weight.unwrap_or(default.late),
        });
        Self { fusion, ..Self::default() }
    }

    /// Whether the first passages are reranked by late interaction. It refines the hybrid score only. It is not used when
    /// a number is asked for, because it compares words, and tables have few.
    pub fn uses_late_interaction(&self, mode: Mode, query: &Query) -> bool {
        mode == Mode::Hybrid && self.fusion.late > 0.0 && !query.asks_for_number
    }

    /// How late interaction reranks.
    pub fn by_late_interaction(&self) -> Reranking {
        Reranking { score: SecondScore::LateInteraction, weight: self.fusion.late, depth: RERANK_DEPTH }
    }

    /// How the cross-encoder reranks the first `depth` passages.
    pub fn by_cross_encoder(&self, depth: usize) -> Reranking {
        Reranking { score: SecondScore::CrossEncoder, weight: self.cross, depth }
    }

    /// The term frequency part of BM25. A length of 1 is the mean length.
    pub(crate) fn saturate(&self, count: f32, length: f32) -> f32 {
        count * (self.k1 + 1.0) / (count + self.k1 * (1.0 - self.b + self.b * length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_interaction_is_used_in_the_hybrid_mode_for_questions_about_words() {
        let fusion = FusionWeights { late: 0.6, ..FusionWeights::default() };
        let (fitted, words) = (Weights { fusion, ..Weights::default() }, Query::new("Who pays the rent?"));
        assert!(fitted.uses_late_interaction(Mode::Hybrid, &words), "words and vectors together");
        assert!(!Weights::default().uses_late_interaction(Mode::Hybrid, &words), "only if a weight was fitted");
        let alone = [Mode::Dense, Mode::Lexical].map(|mode| fitted.uses_late_interaction(mode, &words));
        assert_eq!(alone, [false, false], "neither of them alone");
        let number = Query::new("How much is the rent?");
        assert!(!fitted.uses_late_interaction(Mode::Hybrid, &number), "not if a number is asked for");
    }
}
