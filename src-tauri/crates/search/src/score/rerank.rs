//! The first passages of a ranking are reranked by a second score. Not for computing that score.

use super::rank::RankedPassage;
use super::scale::Scale;

/// How many of a ranking's first passages are reranked.
pub const RERANK_DEPTH: usize = 50;

/// Reranks the first [`RERANK_DEPTH`] passages: `weight` (0 to 1) for their similarity, the rest for the score they have.
/// Both are standardised over these passages, so that a weight means the same in a ranking of any length. A passage
/// without similarity has the mean one. Later passages have the least similarity, so they stay behind.
pub fn rerank(ranked: &mut [RankedPassage], weight: f32, mut similarity: impl FnMut(&RankedPassage) -> Option<f32>) {
    if weight == 0.0 {
        return;
    }
    let depth = ranked.len().min(RERANK_DEPTH);
    let (first, rest) = ranked.split_at_mut(depth);
    first.iter_mut().for_each(|one| one.score.late = similarity(one));
    let scores = Scale::of(first.iter().map(|one| one.score.total));
    let known = first.iter().filter_map(|one| one.score.late);
    let (similarities, least) = (Scale::of(known.clone()), known.reduce(f32::min));
    let standard = |late: Option<f32>| late.map_or(0.0, |late| similarities.standardise(late));
    let total = |score: f32, late: f32| (1.0 - weight) * scores.standardise(score) + weight * late;
    first.iter_mut().for_each(|one| one.score.total = total(one.score.total, standard(one.score.late)));
    let least = standard(least).min(0.0);
    rest.iter_mut().for_each(|one| one.score.total = total(one.score.total, least));
    first.sort_by(|one, other| other.score.total.total_cmp(&one.score.total));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use proptest::prelude::*;

    fn ranked(totals: &[f32]) -> Vec<RankedPassage> {
        let one = |(at, total): (usize, &f32)| {
            let score = Score { total: *total, ..Score::default() };
            RankedPassage { document: 0, passage: at as u32, score }
        };
        totals.iter().enumerate().map(one).collect()
    }

    /// Three passages with these scores, reranked. The second is most similar to the question, the first least.
    fn reranked(totals: [f32; 3], weight: f32) -> Vec<u32> {
        let similarity = [0.1, 0.5, 0.3];
        let mut some = ranked(&totals);
        rerank(&mut some, weight, |one| Some(similarity[one.passage as usize]));
        some.iter().map(|one| one.passage).collect()
    }

    #[test]
    fn the_weight_decides_how_much_the_order_changes() {
        let order = |weight| reranked([2.0, 1.0, 0.9], weight);
        assert_eq!(order(0.0), [0, 1, 2], "no weight, no change");
        assert_eq!(order(0.2), [0, 1, 2], "a little is not enough");
        assert_eq!(order(0.9), [1, 2, 0], "much decides");
        let mut unknown = ranked(&[2.0, 1.0, 0.9]);
        rerank(&mut unknown, 0.9, |_| None);
        assert_eq!(unknown.iter().map(|one| one.passage).collect::<Vec<_>>(), [0, 1, 2], "no similarity, no change");
    }

    #[test]
    fn a_weight_means_the_same_whatever_the_spread_of_the_scores() {
        for weight in [0.2, 0.45, 0.6, 0.9] {
            let (apart, close) = (reranked([2.0, 1.0, 0.9], weight), reranked([5.2, 5.1, 5.09], weight));
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
            let similarity = |one: &RankedPassage| {
                let number = (seed ^ u64::from(one.passage)).wrapping_mul(6_364_136_223_846_793_005) >> 40;
                (number % 5 > 0).then_some(number as f32 / (1u64 << 24) as f32)
            };
            rerank(&mut some, weight, similarity);
            prop_assert!(some.windows(2).all(|pair| pair[0].score.total >= pair[1].score.total - 1e-5));
            let mut passages: Vec<u32> = some.iter().map(|one| one.passage).collect();
            passages[RERANK_DEPTH.min(totals.len())..].iter().enumerate().for_each(|(at, passage)| {
                assert_eq!(*passage as usize, at + RERANK_DEPTH, "the others keep their order");
            });
            passages.sort_unstable();
            prop_assert_eq!(passages, (0..totals.len() as u32).collect::<Vec<_>>(), "none is lost");
        }
    }
}
