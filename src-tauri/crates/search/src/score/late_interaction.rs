//! Late interaction: every token of the question is compared with all tokens of a passage, and the greatest cosine counts
//! (MaxSim; Khattab & Zaharia 2020, "ColBERT", §3.3). It is too slow for all passages. Not for computing token states or
//! for finding passages.
//!
//! The encoder need not be trained for it. Three things make that possible: stop words do not count, other tokens count by
//! IDF, and tokens close together count more than tokens spread over the passage.

use super::token_weights::token_weights;
use crate::index::DocumentIndex;
use crate::text::Query;
use pincite_models::{QueryToken, TokenStates};

/// Tokens in half a window. Half of the similarity is that of the passage's best window: an answer is in one or two
/// sentences, while a long passage has similar words for any question.
const HALF_WINDOW: usize = 10;

/// A question as late interaction needs it.
#[derive(Clone, Copy, Debug)]
pub struct QuestionTokens<'a> {
    /// Its text.
    pub text: &'a str,
    /// The text, analysed.
    pub query: &'a Query,
    /// Its token states, from the encoder that read the passages.
    pub states: &'a TokenStates,
}

/// A question, prepared to be compared with passages.
#[derive(Debug, Default)]
pub struct LateInteraction {
    tokens: Vec<WeightedToken>,
}

/// One token of the question.
#[derive(Debug)]
struct WeightedToken {
    /// Share of the similarity. The sum over all tokens is 1.
    weight: f32,
    token: QueryToken,
}

impl LateInteraction {
    /// Prepares a question. Its tokens are weighted by their IDF in the scope ([`token_weights`]).
    pub fn new(question: &QuestionTokens<'_>, scope: &[&DocumentIndex]) -> Self {
        let QuestionTokens { text, query, states } = question;
        let weights = token_weights(text, query, scope, &states.spans);
        let rows = states.values.chunks_exact(states.width.max(1));
        let counting = rows.zip(weights).filter(|(_, weight)| *weight > 0.0);
        Self {
            tokens: counting.map(|(state, weight)| WeightedToken { weight, token: QueryToken::new(state) }).collect(),
        }
    }

    /// The similarity of a passage, given its quantized token embeddings: the weighted mean, over the question's tokens, of
    /// the greatest cosine. One half is that of the whole passage, the other that of its best window. `None` if there is
    /// nothing to compare.
    pub fn similarity(&self, embeddings: &[u8]) -> Option<f32> {
        let bytes = self.tokens.first()?.token.quantized_bytes();
        if embeddings.is_empty() || !embeddings.len().is_multiple_of(bytes) {
            return None;
        }
        let nearest = |part| self.tokens.iter().map(|token| token.nearest(part)).collect();
        let parts: Vec<Vec<f32>> = embeddings.chunks(HALF_WINDOW * bytes).map(nearest).collect();
        let passage = self.weighted_sum(&parts);
        let window = parts.windows(2).map(|window| self.weighted_sum(window)).reduce(f32::max);
        Some(f32::midpoint(passage, window.unwrap_or(passage)))
    }

    /// The weighted sum of each token's greatest cosine in any of the parts.
    fn weighted_sum(&self, parts: &[Vec<f32>]) -> f32 {
        let best = |at: usize| parts.iter().map(|part| part[at]).fold(f32::MIN, f32::max);
        self.tokens.iter().enumerate().map(|(at, token)| token.weight * best(at)).sum()
    }
}

impl WeightedToken {
    /// The greatest cosine with a token of the passage.
    fn nearest(&self, embeddings: &[u8]) -> f32 {
        let tokens = embeddings.chunks_exact(self.token.quantized_bytes());
        tokens.map(|token| self.token.cosine(token)).fold(f32::MIN, f32::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Vectors;
    use crate::text::terms_of;
    use pincite_models::quantize;

    const WIDTH: usize = 96;

    /// A state that points in one of a few directions.
    fn state(direction: usize) -> Vec<f32> {
        (0..WIDTH).map(|at| if (at + direction).is_multiple_of(3) { 1.0 } else { -1.0 }).collect()
    }

    fn tokens(spans: &[std::ops::Range<usize>], directions: &[usize]) -> TokenStates {
        let values = directions.iter().flat_map(|direction| state(*direction)).collect();
        TokenStates { width: WIDTH, spans: spans.to_vec(), values }
    }

    /// "The rent due"; each word has a direction of its own.
    fn question() -> LateInteraction {
        let text = "The rent due";
        let document = DocumentIndex::new([terms_of("rent due", &[]), terms_of("rent", &[])], Vectors::default());
        let states = tokens(&[0..3, 4..8, 9..12], &[0, 1, 2]);
        let query = Query::new(text);
        LateInteraction::new(&QuestionTokens { text, query: &query, states: &states }, &[&document])
    }

    fn passage(directions: &[usize]) -> Vec<u8> {
        directions.iter().flat_map(|direction| quantize(&state(*direction), WIDTH)).collect()
    }

    #[test]
    fn each_word_is_compared_with_the_most_similar_token() {
        let question = question();
        let same = question.similarity(&passage(&[2, 1])).unwrap();
        assert!((same - 1.0).abs() < 0.1, "every content word is there: {same}");
        let (rent, due) = (question.similarity(&passage(&[1])).unwrap(), question.similarity(&passage(&[2])).unwrap());
        assert!(rent < due && due < same, "the rarer word counts more: {rent} {due}");
        let the = question.similarity(&passage(&[1, 2, 0])).unwrap();
        assert_eq!(the, same, "stop words do not count");
    }

    #[test]
    fn words_close_together_count_more() {
        let question = question();
        let apart = |tokens: usize| {
            let between = std::iter::repeat_n(0, tokens);
            let padding = std::iter::repeat_n(0, 60 - tokens);
            let directions: Vec<usize> = padding.chain([1]).chain(between).chain([2]).collect();
            question.similarity(&passage(&directions)).unwrap()
        };
        assert!((apart(0) - apart(HALF_WINDOW - 1)).abs() < 1e-6, "within one window the distance does not matter");
        let (near, far) = (apart(0), apart(2 * HALF_WINDOW));
        assert!(near > far + 0.1, "no window has both: {near} {far}");
        assert!(far > question.similarity(&passage(&[0; 62])).unwrap() + 0.1, "the passage still has them: {far}");
    }

    #[test]
    fn without_comparable_tokens_there_is_no_similarity() {
        assert_eq!(question().similarity(&[]), None, "a passage without tokens");
        assert_eq!(question().similarity(&[1, 2, 3]), None, "embeddings of another width");
        assert_eq!(LateInteraction::default().similarity(&passage(&[1])), None, "a question without tokens");
    }
}
