//! The few numbers that shape the ranking. Not for learning them.

use crate::{Mode, Query};
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
    /// Weight of the share of figures in a passage, where a question asks for one; it is added to what scores say.
    pub figures: f32,
    /// Weight of late interaction in the final order of the first passages, 0 to 1; the two other scores have the rest.
    /// It helps with some collections and harms with others, so it is nothing unless fitted to one.
    pub late: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self { k1: 1.2, b: 0.75, sentence: 1.0, pair: 0.25, window: 3, dense: 0.4, figures: 0.25, late: 0.0 }
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

    /// Whether late interaction has a say in the order of this ranking. It refines words and vectors together, neither alone.
    /// Nor has it where a figure is asked for: it compares words, which tables have few of (tests/peers/README.md).
    pub fn look_closer(&self, mode: Mode, query: &Query) -> bool {
        mode == Mode::Hybrid && self.late > 0.0 && !query.figure
    }

    /// BM25's term frequency part for a count in a text of the given length (1 is the mean length).
    pub(crate) fn saturate(&self, count: f32, length: f32) -> f32 {
        count * (self.k1 + 1.0) / (count + self.k1 * (1.0 - self.b + self.b * length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_interaction_refines_the_whole_search_for_words() {
        let (fitted, words) = (Weights { late: 0.6, ..Weights::default() }, Query::new("Who pays the rent?"));
        assert!(fitted.look_closer(Mode::Hybrid, &words), "words and vectors together");
        assert!(!Weights::default().look_closer(Mode::Hybrid, &words), "only if a weight was fitted");
        assert!(
            !fitted.look_closer(Mode::Dense, &words) && !fitted.look_closer(Mode::Lexical, &words),
            "neither alone"
        );
        assert!(
            !fitted.look_closer(Mode::Hybrid, &Query::new("How much is the rent?")),
            "not where a figure is asked for"
        );
    }
}
