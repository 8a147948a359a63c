//! The few numbers that shape the ranking. Not for learning them.

use crate::Mode;
use pincite_library::Generation;

/// Numbers of the ranking, the same for every kind of document. Chosen on SQuAD and CUAD.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// BM25: how fast repeated words saturate.
    pub k1: f32,
    /// BM25: how much length counts, 0 to 1.
    pub b: f32,
    /// Share of the best sentence's BM25 that is added to its passage's.
    pub sentence: f32,
    /// Share of its idf that a pair of neighbouring question words adds.
    pub pair: f32,
    /// Neighbouring question words count as near when the second comes at most this many words after the first.
    pub window: u32,
    /// Weight of the dense score, 0 to 1; the lexical score has the rest.
    pub dense: f32,
    /// Weight of late interaction in the final order of the first passages, 0 to 1; the two other scores have the rest.
    /// It helps with some collections and harms with others, so it is nothing unless fitted to one.
    pub late: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self { k1: 1.2, b: 0.75, sentence: 1.0, pair: 0.25, window: 3, dense: 0.4, late: 0.0 }
    }
}

impl Weights {
    /// The weights measured for all, but for those fitted for a generation. They say how its vectors count beside the
    /// words, and nothing where words are ranked alone.
    pub fn of(generation: Option<&Generation>) -> Self {
        let all = Self::default();
        let fitted = generation.map(|generation| (generation.dense_weight, generation.late_weight));
        let (dense, late) = fitted.unwrap_or_default();
        Self { dense: dense.unwrap_or(all.dense), late: late.unwrap_or(all.late), ..all }
    }

    /// Whether late interaction has a say in the order of this ranking: it refines words and vectors together, neither alone.
    pub fn look_closer(&self, mode: Mode) -> bool {
        mode == Mode::Hybrid && self.late > 0.0
    }

    /// BM25's term frequency part for a count in a text of the given length (1 is the mean length).
    pub(crate) fn saturate(&self, count: f32, length: f32) -> f32 {
        count * (self.k1 + 1.0) / (count + self.k1 * (1.0 - self.b + self.b * length))
    }
}
