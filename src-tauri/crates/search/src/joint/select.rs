//! Of passages that a cross-encoder read, those that answer the question. Not for reading them.

use crate::score::RERANK_DEPTH;

/// Least probability of an answer.
pub const ANSWERS: f32 = 0.5;

/// Which hits are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gather {
    /// The best ones, whether they answer the question or not.
    #[default]
    Best,
    /// All that answer it.
    All,
}

impl Gather {
    /// Most hits, where a search asks for `k`. All answers may be as many as passages are read.
    pub(crate) fn most(self, k: usize) -> usize {
        match self {
            Self::Best => k,
            Self::All => k.max(RERANK_DEPTH),
        }
    }

    /// How many of the first passages are read, where `depth` are read in time. An answer that is not read is not found.
    pub(crate) fn depth(self, depth: usize) -> usize {
        match self {
            Self::Best => depth,
            Self::All => RERANK_DEPTH,
        }
    }
}

/// A passage that may be an answer. Its near-duplicates are no passages of their own here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PossibleAnswer {
    /// The probability that it answers the question, 0 to 1, if the cross-encoder read it.
    pub probability: Option<f32>,
    /// The score that it is ranked by.
    pub score: f32,
    /// Its place in the ranking, counted from 0.
    pub position: usize,
    /// Whether it contains phrases that the question quotes. Whoever quotes a phrase is answered by it.
    pub quoted: bool,
}

impl PossibleAnswer {
    fn answers(&self) -> bool {
        self.quoted || self.probability.is_some_and(|probability| probability >= ANSWERS)
    }
}

/// The answers among the passages, best first, at most `limit`. None if no passage is likely enough.
pub fn select(candidates: &[PossibleAnswer], limit: usize) -> Vec<PossibleAnswer> {
    let mut answers: Vec<PossibleAnswer> = candidates.iter().copied().filter(PossibleAnswer::answers).collect();
    answers.sort_by(|one, other| other.score.total_cmp(&one.score).then(one.position.cmp(&other.position)));
    answers.truncate(limit);
    answers
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The positions of the answers among passages with these probabilities, ranked in this order.
    fn selected(probabilities: &[Option<f32>], quoted: bool, limit: usize) -> Vec<usize> {
        let candidate = |(position, probability): (usize, &Option<f32>)| PossibleAnswer {
            probability: *probability,
            score: -(position as f32),
            position,
            quoted,
        };
        let candidates: Vec<PossibleAnswer> = probabilities.iter().enumerate().map(candidate).rev().collect();
        select(&candidates, limit).iter().map(|answer| answer.position).collect()
    }

    #[test]
    fn answers_are_likely_and_best_first() {
        let probabilities = [Some(0.9), Some(0.49), None, Some(0.5), Some(0.8)];
        assert_eq!(selected(&probabilities, false, 9), [0, 3, 4], "in the order of the ranking");
        assert_eq!(selected(&probabilities, false, 2), [0, 3], "the first ones");
        assert!(selected(&[Some(0.49), Some(0.1), None], false, 9).is_empty(), "the best is not likely enough");
    }

    #[test]
    fn a_passage_with_the_quoted_phrase_is_an_answer() {
        assert_eq!(selected(&[Some(0.1), None], true, 9), [0, 1], "whatever the cross-encoder says");
    }
}
