//! Late interaction: every word of the question looks for the token of a passage that is most like it (MaxSim; Khattab &
//! Zaharia 2020, "ColBERT", §3.3). Too slow for all passages, so it puts the first of a ranking into their final order. Not
//! for making states of tokens (the encoder does) or for finding passages.
//!
//! The encoder need not be trained for it. Three things make it work with one that is not: words that ask nothing have no
//! say, the others as much as they are rare, and what stands together counts more than what is strewn over the passage
//! (tests/peers/README.md).

use crate::analyse::tokens;
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
    /// Prepares a question that the encoder has read. Its words count by their inverse document frequency in the scope.
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

/// How much each token of a question counts, given where they stand in it: as the rarest of the question's terms it is part
/// of, and nothing if it is part of none. Together they are 1, or all are 0.
pub fn token_weights(text: &str, query: &Query, scope: &[&Segment], spans: &[(usize, usize)]) -> Vec<f32> {
    let rarity = lexical::term_weights(scope, &query.terms);
    let rarity: HashMap<&str, f32> = query.terms.iter().map(String::as_str).zip(rarity).collect();
    let words = tokens(text);
    let weight = |span: &(usize, usize)| {
        let inside = words.iter().filter(|word| word.start < span.1 && span.0 < word.end);
        inside.filter_map(|word| rarity.get(word.term.as_str())).copied().fold(0.0, f32::max)
    };
    let weights: Vec<f32> = spans.iter().map(weight).collect();
    let all = weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    weights.into_iter().map(|weight| weight / all).collect()
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
