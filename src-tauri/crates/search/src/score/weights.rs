//! The parameters of the ranking.

use super::rerank::Reranking;
use pincite_library::Generation;
use pincite_models::Languages;

/// Parameters of the ranking. The defaults were chosen on SQuAD and CUAD.
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
    /// Weight of the dense score in the hybrid mode, 0 to 1. The lexical score has the rest.
    pub dense: f32,
    /// The languages that the model knows. Documents in others have no dense score in the hybrid mode: what an English
    /// encoder says of them is worse than nothing (experiment 059).
    pub languages: Languages,
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
            dense: 0.4,
            languages: Languages::Many,
        }
    }
}

impl Weights {
    /// Those for an encoder of this name.
    pub fn of_model(name: &str) -> Self {
        Self { languages: Languages::of_model(name), ..Self::default() }
    }

    /// Those for the encoder of a generation. A tuned encoder has those of its base.
    pub fn of_generation(generation: Option<&Generation>) -> Self {
        generation.map_or_else(Self::default, |made| Self::of_model(made.untuned()))
    }

    /// How the cross-encoder reranks the first `depth` passages.
    pub fn by_cross_encoder(&self, depth: usize) -> Reranking {
        Reranking { weight: self.cross, depth }
    }

    /// The term frequency part of BM25. A length of 1 is the mean length.
    pub(crate) fn saturate(&self, count: f32, length: f32) -> f32 {
        count * (self.k1 + 1.0) / (count + self.k1 * (1.0 - self.b + self.b * length))
    }
}
