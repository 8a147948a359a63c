//! Weights of a question's tokens for late interaction. Not for comparing tokens.

use super::lexical::term_weights;
use crate::index::DocumentIndex;
use crate::text::{Query, Token, tokens};
use std::collections::HashMap;
use std::ops::Range;

/// The weight of each token of a question, given their byte ranges. The sum is 1, or 0 if no token counts.
///
/// A token has the weight of the heaviest query term that it overlaps, and 0 without one. The weight of a term is its IDF
/// in the scope. A term that occurs nowhere would have the greatest IDF, although no passage is about it. It gets the mean
/// weight of the other terms, and its tokens share that: unknown words ("FY2022") are split into many tokens.
pub fn token_weights(text: &str, query: &Query, scope: &[&DocumentIndex], spans: &[Range<usize>]) -> Vec<f32> {
    let terms = TermWeights::of(query, scope);
    let words = tokens(text);
    let overlap = |word: &Token, span: &Range<usize>| word.start < span.end && span.start < word.end;
    let token_count = |word: &Token| spans.iter().filter(|span| overlap(word, span)).count();
    let per_token: Vec<f32> = words.iter().map(|word| terms.per_token(&word.term, token_count(word))).collect();
    let weight = |span: &Range<usize>| {
        let overlapping = words.iter().zip(&per_token).filter(|(word, _)| overlap(word, span));
        overlapping.map(|(_, weight)| *weight).fold(0.0, f32::max)
    };
    let weights: Vec<f32> = spans.iter().map(weight).collect();
    let sum = weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// Weights of the terms of a question in a scope.
struct TermWeights<'q> {
    /// IDF of each term. `None` if the term occurs nowhere.
    terms: HashMap<&'q str, Option<f32>>,
    /// Mean of the known weights, 1 if there is none.
    mean: f32,
}

impl<'q> TermWeights<'q> {
    fn of(query: &'q Query, scope: &[&DocumentIndex]) -> Self {
        let occurs = |term: &str| scope.iter().any(|document| !document.positions(term).is_empty());
        let terms = query.terms.iter().map(String::as_str).zip(term_weights(scope, &query.terms));
        let terms: Vec<_> = terms.map(|(term, idf)| (term, occurs(term).then_some(idf))).collect();
        let known: Vec<f32> = terms.iter().filter_map(|(_, idf)| *idf).collect();
        let mean = if known.is_empty() { 1.0 } else { known.iter().sum::<f32>() / known.len() as f32 };
        Self { terms: terms.into_iter().collect(), mean }
    }

    /// The weight of each of a word's tokens. It is 0 if the word is no query term.
    fn per_token(&self, term: &str, tokens: usize) -> f32 {
        let unknown = self.mean / tokens.max(1) as f32;
        self.terms.get(term).map_or(0.0, |idf| idf.unwrap_or(unknown))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Vectors;
    use crate::text::terms_of;
    use proptest::prelude::*;

    /// Weights of the tokens at `spans` of a question to a document of these passages.
    fn weights(passages: &[&str], text: &str, spans: &[Range<usize>]) -> Vec<f32> {
        let document = DocumentIndex::new(passages.iter().map(|text| terms_of(text, &[])), Vectors::default());
        token_weights(text, &Query::new(text), &[&document], spans)
    }

    #[test]
    fn a_word_that_occurs_nowhere_has_the_mean_weight_and_its_tokens_share_it() {
        let spans = [0..4, 5..8, 9..11, 11..13, 13..15];
        let found = weights(&["rent due", "rent", "lease"], "rent due FY2022", &spans);
        let unknown: f32 = found[2..].iter().sum();
        assert!(found[0] < found[1], "the rarer word counts more: {found:?}");
        assert!((found[0] + found[1] - 2.0 * unknown).abs() < 1e-6, "the third has the mean of the two: {found:?}");
        assert!(found[2] == found[3] && found[3] == found[4], "its tokens are equal: {found:?}");
        let none = weights(&["lease"], "rent due", &[0..4, 5..8]);
        assert_eq!(none, [0.5, 0.5], "if all are unknown, all are equal");
    }

    #[test]
    fn parts_of_an_unknown_compound_count_alone() {
        let (passages, spans) = (["rent review", "rent", "lease"], [0..4, 5..11]);
        let compound = weights(&passages, "rent-review", &spans);
        assert_eq!(compound, weights(&passages, "rent review", &spans), "however it is typed");
        assert!(compound[0] < compound[1], "the rarer part counts more: {compound:?}");
    }

    proptest! {
        #[test]
        fn weights_sum_to_one_and_do_not_depend_on_the_length_of_the_document_for_unknown_words(
            text in "[a-e ]{0,30}", cuts in proptest::collection::vec(0usize..30, 0..8), copies in 1usize..200,
        ) {
            let spans: Vec<Range<usize>> = cuts.iter().map(|cut| *cut..cut + 2).collect();
            let of = |copies| weights(&["c d"].repeat(copies), &text, &spans);
            let found = of(copies);
            let sum: f32 = found.iter().sum();
            prop_assert!(found.iter().all(|weight| *weight >= 0.0) && (sum == 0.0 || (sum - 1.0).abs() < 1e-4));
            if !text.contains(['c', 'd']) {
                prop_assert_eq!(found, of(2 * copies));
            }
        }
    }
}
