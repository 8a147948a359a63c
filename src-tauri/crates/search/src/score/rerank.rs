//! The first passages of a ranking are reranked by a second score. Not for computing that score.

use super::mode::Score;
use super::rank::RankedPassage;
use super::scale::Scale;

/// How many of a ranking's first passages are reranked.
pub const RERANK_DEPTH: usize = 50;

/// The second score of a passage, which reranking adds to the one it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondScore {
    /// Similarity by late interaction.
    LateInteraction,
    /// Logit of the cross-encoder.
    CrossEncoder,
}

/// How a ranking is reranked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reranking {
    /// What the second score is.
    pub score: SecondScore,
    /// Its weight, 0 to 1. The score that passages have gets the rest.
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

/// Reranks the first passages by a second score. Both scores are standardised over these passages, so that a weight means
/// the same in a ranking of any length. A passage without second score has the mean one. Later passages have the least
/// one, so they stay behind.
pub fn rerank<T: Scored>(ranked: &mut [T], how: Reranking, mut second: impl FnMut(&T) -> Option<f32>) {
    if how.weight == 0.0 {
        return;
    }
    let depth = ranked.len().min(how.depth);
    let (first, rest) = ranked.split_at_mut(depth);
    let seconds: Vec<Option<f32>> = first.iter().map(&mut second).collect();
    let scores = Scale::of(first.iter().map(|one| one.score().total));
    let known = seconds.iter().filter_map(|second| *second);
    let (scale, least) = (Scale::of(known.clone()), known.reduce(f32::min));
    let standard = |second: Option<f32>| second.map_or(0.0, |second| scale.standardise(second));
    let total = |score: f32, second: f32| (1.0 - how.weight) * scores.standardise(score) + how.weight * second;
    for (one, second) in first.iter_mut().zip(&seconds) {
        let score = one.score_mut();
        score.total = total(score.total, standard(*second));
        *how.score.of(score) = *second;
    }
    let least = standard(least).min(0.0);
    rest.iter_mut().map(Scored::score_mut).for_each(|score| score.total = total(score.total, least));
    first.sort_by(|one, other| other.score().total.total_cmp(&one.score().total));
}

impl SecondScore {
    /// Where it is kept.
    fn of(self, score: &mut Score) -> &mut Option<f32> {
        match self {
            Self::LateInteraction => &mut score.late,
            Self::CrossEncoder => &mut score.cross,
        }
    }
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

    fn late(weight: f32) -> Reranking {
        Reranking { score: SecondScore::LateInteraction, weight, depth: RERANK_DEPTH }
    }

    /// Three passages with these scores, reranked. The second is most similar to the question, the first least.
    fn reranked(totals: [f32; 3], weight: f32) -> Vec<u32> {
        let similarity = [0.1, 0.5, 0.3];
        let mut some = ranked(&totals);
        rerank(&mut some, late(weight), |one| Some(similarity[one.passage as usize]));
        some.iter().map(|one| one.passage).collect()
    }

    #[test]
    fn the_weight_decides_how_much_the_order_changes() {
        let order = |weight| reranked([2.0, 1.0, 0.9], weight);
        assert_eq!(order(0.0), [0, 1, 2], "no weight, no change");
        assert_eq!(order(0.2), [0, 1, 2], "a little is not enough");
        assert_eq!(order(0.9), [1, 2, 0], "much decides");
        let mut unknown = ranked(&[2.0, 1.0, 0.9]);
        rerank(&mut unknown, late(0.9), |_| None);
        assert_eq!(unknown.iter().map(|one| one.passage).collect::<Vec<_>>(), [0, 1, 2], "no similarity, no change");
    }

    #[test]
    fn each_second_score_is_kept_in_its_own_place() {
        let mut some = ranked(&[2.0, 1.0]);
        rerank(&mut some, late(0.5), |_| Some(0.4));
        rerank(&mut some, Reranking { score: SecondScore::CrossEncoder, weight: 0.5, depth: 1 }, |_| Some(3.0));
        let kept = |at: usize| (some[at].score.late, some[at].score.cross);
        assert_eq!((kept(0), kept(1)), ((Some(0.4), Some(3.0)), (Some(0.4), None)), "the second was not read");
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
            rerank(&mut some, late(weight), similarity);
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
