//! The ways to use a joint ranker that were compared (experiment 040). Pincite has the tree for quoted phrases, and selects
//! until nothing is missing for all answers.

use pincite_search::{ScoreNext, TreeDecoding, UntilComplete};

/// How a selection goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decoding {
    /// Every passage is scored without a selection (INDEPPR).
    Independent,
    /// The best one after those selected so far, again and again (SEQDECODE).
    Sequence,
    /// A tree of selections (TREEDECODE).
    Tree(TreeDecoding),
}

impl Decoding {
    /// The first `limit` of `count` candidates, in the order of their selection.
    pub fn select(self, count: usize, limit: usize, score: ScoreNext<'_>) -> Vec<usize> {
        match self {
            Self::Independent => independent(count, limit, score),
            Self::Sequence => sequence(count, limit, score),
            Self::Tree(tree) => tree.select(count, limit, score),
        }
    }
}

fn independent(count: usize, limit: usize, score: ScoreNext<'_>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let scores = if count == 0 { Vec::new() } else { score(&[], &order) };
    order.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]));
    order.truncate(limit);
    order
}

/// The search's own selection, without the bound that ends it.
fn sequence(count: usize, limit: usize, score: ScoreNext<'_>) -> Vec<usize> {
    let mut selected = UntilComplete { least: f32::NEG_INFINITY }.select(count, score);
    selected.truncate(limit);
    selected
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Scores by position; after candidate 0, candidate 1 says the same and candidate 3 is needed.
    fn score(selected: &[usize], candidates: &[usize]) -> Vec<f32> {
        let one = |candidate: &usize| match (candidate, selected.contains(&0)) {
            (1, true) => -5.0,
            (3, true) => 4.0,
            (candidate, _) => -(*candidate as f32),
        };
        candidates.iter().map(one).collect()
    }

    #[test]
    fn each_passage_depends_on_those_before_or_on_none() {
        assert_eq!(Decoding::Independent.select(5, 3, &mut score), [0, 1, 2], "each by itself");
        assert_eq!(Decoding::Sequence.select(5, 3, &mut score), [0, 3, 2], "what is needed, then what is new");
        let wide = Decoding::Tree(TreeDecoding { depth_penalty: 60.0 });
        assert_eq!(wide.select(5, 3, &mut score), [0, 1, 2], "a tree with a great penalty is wide");
    }

    proptest! {
        #[test]
        fn every_passage_is_selected_at_most_once(count in 0usize..12, limit in 0usize..15, seed: u64) {
            let mut score = |selected: &[usize], candidates: &[usize]| -> Vec<f32> {
                let number = |candidate: &usize| {
                    let mixed = (*candidate as u64 + 31 * selected.iter().sum::<usize>() as u64) ^ seed;
                    (mixed.wrapping_mul(6_364_136_223_846_793_005) >> 40) as f32 / 1e6
                };
                candidates.iter().map(number).collect()
            };
            for how in [Decoding::Independent, Decoding::Sequence, Decoding::Tree(TreeDecoding::default())] {
                let mut selected = how.select(count, limit, &mut score);
                prop_assert_eq!(selected.len(), limit.min(count));
                selected.sort_unstable();
                selected.dedup();
                prop_assert_eq!(selected.len(), limit.min(count), "{:?}", how);
            }
        }
    }
}
