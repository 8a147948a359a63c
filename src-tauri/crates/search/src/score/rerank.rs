//! The first passages of a ranking are reranked by the cross-encoder's scores. Not for computing these.

use super::mode::{RankedPassage, Scale, Score};
use pincite_models::PairScore;

/// How many of a ranking's first passages are reranked.
pub const RERANK_DEPTH: usize = 50;

/// How a ranking is reranked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reranking {
    /// Weight of the cross-encoder's score, 0 to 1. The score that passages have gets the rest.
    pub weight: f32,
    /// How many of the first passages are reranked.
    pub depth: usize,
}

/// Something that is reranked.
pub trait Scored {
    /// Its score.
    fn score(&self) -> &Score;
    /// Its score, to be changed.
    fn score_mut(&mut self) -> &mut Score;
}

impl Scored for RankedPassage {
    fn score(&self) -> &Score {
        &self.score
    }

    fn score_mut(&mut self) -> &mut Score {
        &mut self.score
    }
}

/// Reranks the first passages by these scores of the cross-encoder. Earlier scores and its logits are standardised over these
/// passages, so that a weight means the same in a ranking of any length. A bonus is in the unit of the result, and is
/// added to it. Later passages have the least logit, so they stay behind. One that could not be read keeps its standing: its
/// logit is as far from the mean as its score.
pub(super) fn rerank<T: Scored>(ranked: &mut [T], weight: f32, read: &[Option<PairScore>]) {
    if weight == 0.0 || read.iter().all(Option::is_none) {
        return;
    }
    let (first, rest) = ranked.split_at_mut(ranked.len().min(read.len()));
    let plain = |score: &Score| score.total - score.bonus();
    let scores = Scale::of(first.iter().map(|one| plain(one.score())));
    let scale = Scale::of(read.iter().flatten().map(|score| score.rank));
    let total =
        |score: &Score, logit: f32| (1.0 - weight) * scores.standardise(plain(score)) + weight * logit + score.bonus();
    for (one, read) in first.iter_mut().zip(read) {
        let score = one.score_mut();
        let logit = read.map_or_else(|| scores.standardise(plain(score)), |read| scale.standardise(read.rank));
        score.total = total(score, logit);
        score.cross = *read;
    }
    let least = read.iter().flatten().map(|score| scale.standardise(score.rank)).fold(0.0, f32::min);
    rest.iter_mut().map(Scored::score_mut).for_each(|score| score.total = total(score, least));
    first.sort_by(|one, other| other.score().total.total_cmp(&one.score().total));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ranked(totals: &[f32]) -> Vec<RankedPassage> {
        let one = |(at, total): (usize, &f32)| {
            let score = Score { total: *total, ..Score::default() };
            RankedPassage { document: 0, passage: at as u32, score }
        };
        totals.iter().enumerate().map(one).collect()
    }

    /// Three passages with these scores, reranked. The second has the greatest logit, the first the least.
    fn reranked(totals: [f32; 3], weight: f32) -> Vec<u32> {
        let mut some = ranked(&totals);
        rerank(&mut some, weight, &[0.1, 0.5, 0.3].map(|logit| Some(PairScore::from(logit))));
        some.iter().map(|one| one.passage).collect()
    }

    #[test]
    fn the_weight_decides_how_much_the_order_changes() {
        let order = |weight| reranked([2.0, 1.0, 0.9], weight);
        assert_eq!(order(0.0), [0, 1, 2], "no weight, no change");
        assert_eq!(order(0.2), [0, 1, 2], "a little is not enough");
        assert_eq!(order(0.9), [1, 2, 0], "much decides");
        let mut unread = ranked(&[2.0, 1.0, 0.9]);
        rerank(&mut unread, 0.9, &[]);
        assert_eq!(unread.iter().map(|one| one.passage).collect::<Vec<_>>(), [0, 1, 2], "no logits, no change");
    }

    #[test]
    fn only_what_was_read_has_a_logit() {
        let mut some = ranked(&[2.0, 1.0]);
        rerank(&mut some, 0.5, &[Some(3.0.into())]);
        assert_eq!((some[0].score.cross, some[1].score.cross), (Some(3.0.into()), None));
    }

    #[test]
    fn what_cannot_be_read_keeps_its_standing() {
        let mut some = ranked(&[2.0, 1.0, 0.9]);
        rerank(&mut some, 0.7, &[None, Some(0.1.into()), Some(0.9.into())]);
        assert_eq!(some.iter().map(|one| one.passage).collect::<Vec<_>>(), [0, 2, 1], "among those that were read");
        let mut unread = ranked(&[2.0, 1.0]);
        rerank(&mut unread, 0.7, &[None, None]);
        assert_eq!(unread[0].score.total, 2.0, "nothing was read, nothing changes");
    }

    #[test]
    fn a_weight_means_the_same_whatever_the_spread_of_the_scores() {
        for weight in [0.2, 0.45, 0.6, 0.9] {
            let apart = reranked([2.0, 1.0, 0.9], weight);
            let close = reranked([5.2, 5.1, 5.09], weight);
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
            let logit = |passage: usize| {
                let number = (seed ^ passage as u64).wrapping_mul(6_364_136_223_846_793_005) >> 40;
                PairScore::from(number as f32 / (1u64 << 24) as f32)
            };
            let logits: Vec<_> = (0..RERANK_DEPTH.min(totals.len())).map(|passage| Some(logit(passage))).collect();
            rerank(&mut some, weight, &logits);
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
