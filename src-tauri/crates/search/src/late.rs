//! Late interaction: every word of the question looks for the token of a passage that is most like it (MaxSim; Khattab &
//! Zaharia 2020, "ColBERT", §3.3). Too slow for all passages, so it puts the first of a ranking into their final order. Not
//! for making states of tokens (the encoder does) or for finding passages.
//!
//! The encoder need not be trained for it. Three things make it work with one that is not: words that ask nothing have no
//! say, the others as much as they are rare (if they are anywhere), and what stands together counts more than what is
//! strewn over the passage (tests/peers/README.md).

use crate::analyse::{Token, tokens};
use crate::fuse::Scale;
use crate::{Query, Ranked, Segment, lexical};
use pincite_models::{Probe, TokenStates};
use std::collections::HashMap;

/// How many of a ranking's first passages are put in their final order.
pub const DEPTH: usize = 50;

/// Tokens in half a stretch. Half of the likeness is that of the passage's best stretch: an answer stands in one sentence or
/// two, and a long passage has words like those of any question somewhere.
const HALF_STRETCH: usize = 10;

/// What the words of a question look for.
#[derive(Debug, Default)]
pub struct Late {
    sought: Vec<Sought>,
}

/// One token of a question.
#[derive(Debug)]
struct Sought {
    /// Share in the question, all shares being 1 together.
    weight: f32,
    probe: Probe,
}

impl Late {
    /// Prepares a question that the encoder has read. Its words count by how rare they are in the scope ([`token_weights`]).
    pub fn new(text: &str, query: &Query, scope: &[&Segment], states: &TokenStates) -> Self {
        let weights = token_weights(text, query, scope, &states.spans);
        let rows = states.values.chunks_exact(states.width.max(1));
        let some = rows.zip(weights).filter(|(_, weight)| *weight > 0.0);
        Self { sought: some.map(|(state, weight)| Sought { weight, probe: Probe::new(state) }).collect() }
    }

    /// How like the question a passage is that has this sketch: the mean, over the question's words, of the greatest cosine
    /// with a token (as far as the sketch tells it); one half for tokens from anywhere, the other for those of the best
    /// stretch. None if there is nothing to compare.
    pub fn similarity(&self, sketch: &[u8]) -> Option<f32> {
        let bytes = self.sought.first()?.probe.bytes();
        if sketch.is_empty() || !sketch.len().is_multiple_of(bytes) {
            return None;
        }
        let nearest = |part| self.sought.iter().map(|sought| sought.nearest(part)).collect();
        let parts: Vec<Vec<f32>> = sketch.chunks(HALF_STRETCH * bytes).map(nearest).collect();
        let anywhere = self.found(&parts);
        let together = parts.windows(2).map(|stretch| self.found(stretch)).reduce(f32::max);
        Some(f32::midpoint(anywhere, together.unwrap_or(anywhere)))
    }

    /// The weighted sum of what each word has nearest in any of the parts.
    fn found(&self, parts: &[Vec<f32>]) -> f32 {
        let best = |at: usize| parts.iter().map(|part| part[at]).fold(f32::MIN, f32::max);
        self.sought.iter().enumerate().map(|(at, sought)| sought.weight * best(at)).sum()
    }
}

impl Sought {
    /// The greatest cosine with a token.
    fn nearest(&self, sketch: &[u8]) -> f32 {
        let tokens = sketch.chunks_exact(self.probe.bytes());
        tokens.map(|token| self.probe.cosine(token)).fold(f32::MIN, f32::max)
    }
}

/// How much each token of a question counts, given where they stand in it: as that of the question's terms it is part of
/// that counts most, and nothing if it is part of none. Together they are 1, or all are 0.
///
/// A term counts by its inverse document frequency in the scope. One that is nowhere would be the rarest of all, and the
/// more so the longer the document, though no passage is known to be about it; it counts as the mean of the others, and its
/// tokens, which are many if the encoder does not know it either ("FY2022"), share that (tests/peers/README.md).
pub fn token_weights(text: &str, query: &Query, scope: &[&Segment], spans: &[(usize, usize)]) -> Vec<f32> {
    let rarity = Rarity::of(query, scope);
    let words = tokens(text);
    let overlap = |word: &Token, span: &(usize, usize)| word.start < span.1 && span.0 < word.end;
    let tokens_of = |word: &Token| spans.iter().filter(|span| overlap(word, span)).count();
    let counts: Vec<f32> = words.iter().map(|word| rarity.each(&word.term, tokens_of(word))).collect();
    let weight = |span: &(usize, usize)| {
        let inside = words.iter().zip(&counts).filter(|(word, _)| overlap(word, span));
        inside.map(|(_, count)| *count).fold(0.0, f32::max)
    };
    let weights: Vec<f32> = spans.iter().map(weight).collect();
    let all = weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    weights.into_iter().map(|weight| weight / all).collect()
}

/// How rare the terms of a question are in the scope.
struct Rarity<'q> {
    /// Inverse document frequency of each term; None of those that are nowhere.
    terms: HashMap<&'q str, Option<f32>>,
    /// Mean of those that are somewhere; 1 if none is.
    mean: f32,
}

impl<'q> Rarity<'q> {
    fn of(query: &'q Query, scope: &[&Segment]) -> Self {
        let somewhere = |term: &str| scope.iter().any(|segment| !segment.places(term).is_empty());
        let terms = query.terms.iter().map(String::as_str);
        let weighed = terms.zip(lexical::term_weights(scope, &query.terms));
        let weighed: Vec<_> = weighed.map(|(term, idf)| (term, somewhere(term).then_some(idf))).collect();
        let known: Vec<f32> = weighed.iter().filter_map(|(_, idf)| *idf).collect();
        let mean = if known.is_empty() { 1.0 } else { known.iter().sum::<f32>() / known.len() as f32 };
        Self { terms: weighed.into_iter().collect(), mean }
    }

    /// How much each of a term's tokens counts: nothing if the question does not ask for it.
    fn each(&self, term: &str, tokens: usize) -> f32 {
        let nowhere = self.mean / tokens.max(1) as f32;
        self.terms.get(term).map_or(0.0, |idf| idf.unwrap_or(nowhere))
    }
}

/// Puts the first [`DEPTH`] of a ranking in their final order: `weight` (0 to 1) for late interaction, the rest for the
/// score they have, both in deviations over these first ones, so that a weight means the same however many others there
/// are. What cannot be compared counts as average; what comes after the first counts as the least like the question, and
/// so stays behind them.
pub fn reorder(ranked: &mut [Ranked], weight: f32, mut similarity: impl FnMut(&Ranked) -> Option<f32>) {
    if weight == 0.0 {
        return;
    }
    let depth = ranked.len().min(DEPTH);
    let (first, rest) = ranked.split_at_mut(depth);
    first.iter_mut().for_each(|one| one.score.late = similarity(one));
    let scores = Scale::of(first.iter().map(|one| one.score.total));
    let known = first.iter().filter_map(|one| one.score.late);
    let (likenesses, least) = (Scale::of(known.clone()), known.reduce(f32::min));
    let standard = |late: Option<f32>| late.map_or(0.0, |late| likenesses.standardise(late));
    let total = |score: f32, late: f32| (1.0 - weight) * scores.standardise(score) + weight * late;
    first.iter_mut().for_each(|one| one.score.total = total(one.score.total, standard(one.score.late)));
    let least = standard(least).min(0.0);
    rest.iter_mut().for_each(|one| one.score.total = total(one.score.total, least));
    first.sort_by(|one, other| other.score.total.total_cmp(&one.score.total));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Score, Vectors, terms_of};
    use pincite_models::sketch;
    use proptest::prelude::*;

    const WIDTH: usize = 96;

    /// A state that points in one of a few directions.
    fn state(direction: usize) -> Vec<f32> {
        (0..WIDTH).map(|at| if (at + direction).is_multiple_of(3) { 1.0 } else { -1.0 }).collect()
    }

    fn tokens(spans: &[(usize, usize)], directions: &[usize]) -> TokenStates {
        let values = directions.iter().flat_map(|direction| state(*direction)).collect();
        TokenStates { width: WIDTH, spans: spans.to_vec(), values }
    }

    /// "The rent due", whose words point each in a direction of its own.
    fn late() -> Late {
        let text = "The rent due";
        let document = Segment::new([terms_of("rent due", &[]), terms_of("rent", &[])], Vectors::default());
        let tokens = tokens(&[(0, 3), (4, 8), (9, 12)], &[0, 1, 2]);
        Late::new(text, &Query::new(text), &[&document], &tokens)
    }

    fn passage(directions: &[usize]) -> Vec<u8> {
        directions.iter().flat_map(|direction| sketch(&state(*direction), WIDTH)).collect()
    }

    #[test]
    fn each_word_finds_the_token_most_like_it() {
        let late = late();
        let same = late.similarity(&passage(&[2, 1])).unwrap();
        assert!((same - 1.0).abs() < 0.1, "every word that asks something stands there: {same}");
        let (rent, due) = (late.similarity(&passage(&[1])).unwrap(), late.similarity(&passage(&[2])).unwrap());
        assert!(rent < due && due < same, "the rarer word says more: {rent} {due}");
        let the = late.similarity(&passage(&[1, 2, 0])).unwrap();
        assert_eq!(the, same, "words that ask nothing have no say");
    }

    /// Weights of the tokens at `spans` of a question to a document of these passages.
    fn weights(passages: &[&str], text: &str, spans: &[(usize, usize)]) -> Vec<f32> {
        let document = Segment::new(passages.iter().map(|text| terms_of(text, &[])), Vectors::default());
        token_weights(text, &Query::new(text), &[&document], spans)
    }

    #[test]
    fn a_word_that_is_nowhere_counts_as_the_others_do_and_its_tokens_share_it() {
        let spans = [(0, 4), (5, 8), (9, 11), (11, 13), (13, 15)];
        let found = weights(&["rent due", "rent", "lease"], "rent due FY2022", &spans);
        let nowhere: f32 = found[2..].iter().sum();
        assert!(found[0] < found[1], "the rarer word counts more: {found:?}");
        assert!((found[0] + found[1] - 2.0 * nowhere).abs() < 1e-6, "the third as the mean of the two: {found:?}");
        assert!(found[2] == found[3] && found[3] == found[4], "each token as much: {found:?}");
        let none = weights(&["lease"], "rent due", &[(0, 4), (5, 8)]);
        assert_eq!(none, [0.5, 0.5], "where all are nowhere, all are alike");
    }

    #[test]
    fn parts_of_a_compound_that_is_nowhere_count_by_themselves() {
        let (passages, spans) = (["rent review", "rent", "lease"], [(0, 4), (5, 11)]);
        let compound = weights(&passages, "rent-review", &spans);
        assert_eq!(compound, weights(&passages, "rent review", &spans), "however it is typed");
        assert!(compound[0] < compound[1], "the rarer part counts more: {compound:?}");
    }

    #[test]
    fn words_that_stand_together_say_more() {
        let late = late();
        let apart = |tokens: usize| {
            let between = std::iter::repeat_n(0, tokens);
            let padding = std::iter::repeat_n(0, 60 - tokens);
            let directions: Vec<usize> = padding.chain([1]).chain(between).chain([2]).collect();
            late.similarity(&passage(&directions)).unwrap()
        };
        assert!((apart(0) - apart(HALF_STRETCH - 1)).abs() < 1e-6, "in one stretch it does not matter where");
        let (near, far) = (apart(0), apart(2 * HALF_STRETCH));
        assert!(near > far + 0.1, "no stretch has both: {near} {far}");
        assert!(far > late.similarity(&passage(&[0; 62])).unwrap() + 0.1, "the passage has them all the same: {far}");
    }

    #[test]
    fn what_cannot_be_compared_is_not() {
        assert_eq!(late().similarity(&[]), None, "a passage without tokens");
        assert_eq!(late().similarity(&[1, 2, 3]), None, "a sketch of another width");
        assert_eq!(Late::default().similarity(&passage(&[1])), None, "a question without tokens");
    }

    fn ranked(totals: &[f32]) -> Vec<Ranked> {
        let one = |(at, total): (usize, &f32)| {
            let score = Score { total: *total, ..Score::default() };
            Ranked { segment: 0, passage: at as u32, score }
        };
        totals.iter().enumerate().map(one).collect()
    }

    /// Three passages with these scores, of which the second is most like the question and the first least, in their final
    /// order.
    fn reordered(totals: [f32; 3], weight: f32) -> Vec<u32> {
        let likeness = [0.1, 0.5, 0.3];
        let mut some = ranked(&totals);
        reorder(&mut some, weight, |one| Some(likeness[one.passage as usize]));
        some.iter().map(|one| one.passage).collect()
    }

    #[test]
    fn the_order_is_changed_by_as_much_as_the_weight_says() {
        let order = |weight| reordered([2.0, 1.0, 0.9], weight);
        assert_eq!(order(0.0), [0, 1, 2], "no weight, no change");
        assert_eq!(order(0.2), [0, 1, 2], "a little is not enough");
        assert_eq!(order(0.9), [1, 2, 0], "much decides");
        let mut unknown = ranked(&[2.0, 1.0, 0.9]);
        reorder(&mut unknown, 0.9, |_| None);
        assert_eq!(unknown.iter().map(|one| one.passage).collect::<Vec<_>>(), [0, 1, 2], "nothing known, no change");
    }

    #[test]
    fn a_weight_means_the_same_however_close_the_first_are() {
        for weight in [0.2, 0.45, 0.6, 0.9] {
            let (apart, close) = (reordered([2.0, 1.0, 0.9], weight), reordered([5.2, 5.1, 5.09], weight));
            assert_eq!(apart, close, "the first of many thousands differ little: {weight}");
        }
    }

    proptest! {
        #[test]
        fn weights_are_shares_and_of_all_lengths_of_document_alike_for_words_that_are_nowhere(
            text in "[a-e ]{0,30}", cuts in proptest::collection::vec(0usize..30, 0..8), copies in 1usize..200,
        ) {
            let spans: Vec<(usize, usize)> = cuts.iter().map(|cut| (*cut, cut + 2)).collect();
            let of = |copies| weights(&["c d"].repeat(copies), &text, &spans);
            let found = of(copies);
            let all: f32 = found.iter().sum();
            prop_assert!(found.iter().all(|weight| *weight >= 0.0) && (all == 0.0 || (all - 1.0).abs() < 1e-4));
            if !text.contains(['c', 'd']) {
                prop_assert_eq!(found, of(2 * copies));
            }
        }

        #[test]
        fn order_and_scores_agree(
            mut totals in proptest::collection::vec(-3.0f32..3.0, 0..120), weight in 0.0f32..1.0, seed: u64,
        ) {
            totals.sort_by(|one, other| other.total_cmp(one));
            let mut some = ranked(&totals);
            let likeness = |one: &Ranked| {
                let number = (seed ^ u64::from(one.passage)).wrapping_mul(6_364_136_223_846_793_005) >> 40;
                (number % 5 > 0).then_some(number as f32 / (1u64 << 24) as f32)
            };
            reorder(&mut some, weight, likeness);
            prop_assert!(some.windows(2).all(|pair| pair[0].score.total >= pair[1].score.total - 1e-5));
            let mut passages: Vec<u32> = some.iter().map(|one| one.passage).collect();
            passages[DEPTH.min(totals.len())..].iter().enumerate().for_each(|(at, passage)| {
                assert_eq!(*passage as usize, at + DEPTH, "those behind stay where they are");
            });
            passages.sort_unstable();
            prop_assert_eq!(passages, (0..totals.len() as u32).collect::<Vec<_>>(), "none is lost");
        }
    }
}
