//! Passages are selected one after another, each given those selected before (Min et al. 2021, §3.3). Not for scoring.

use std::collections::HashMap;

/// Scores of candidates after a selection: the first are the selected ones, the second those to score, at least one.
pub type ScoreNext<'s> = &'s mut dyn FnMut(&[usize], &[usize]) -> Vec<f32>;

/// A tree of selections grows by a passage at a time: deeper, or wider where that is more probable (TREEDECODE).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeDecoding {
    /// The exponent that penalises depth.
    pub depth_penalty: f32,
}

/// A depth penalty of the paper, which tries 1.5 to 3. On the training contracts the values hardly differ.
const DEPTH_PENALTY: f32 = 2.0;

impl Default for TreeDecoding {
    fn default() -> Self {
        Self { depth_penalty: DEPTH_PENALTY }
    }
}

impl TreeDecoding {
    /// The first `limit` of `count` candidates, in the order of their selection.
    pub fn select(self, count: usize, limit: usize, score: ScoreNext<'_>) -> Vec<usize> {
        if count == 0 {
            return Vec::new();
        }
        let mut nodes = vec![Node::new(Vec::new(), count, score)];
        let mut selected = Vec::new();
        while selected.len() < limit.min(count) {
            let offers = nodes.iter().filter_map(|node| Some((node, node.best(&selected, self.depth_penalty)?)));
            let Some((node, (candidate, _))) = offers.max_by(|one, other| one.1.1.total_cmp(&other.1.1)) else { break };
            let prefix: Vec<usize> = node.prefix.iter().copied().chain([candidate]).collect();
            selected.push(candidate);
            if selected.len() < limit.min(count) {
                nodes.push(Node::new(prefix, count, score));
            }
        }
        selected
    }
}

/// Selects until nothing is missing: the best one after those selected so far, as long as its score is at least a bound. The
/// score of "none of these" is 0. At least one is selected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UntilComplete {
    /// The bound. Below 0 more answers are found, and more passages that are none.
    pub least: f32,
}

/// Recall counts twice as much as precision (F2): on training contracts −1 to −2 are equal, and −1 shows less (experiment 040).
const LEAST: f32 = -1.0;

impl Default for UntilComplete {
    fn default() -> Self {
        Self { least: LEAST }
    }
}

impl UntilComplete {
    /// The selected ones of `count` candidates.
    pub fn select(self, count: usize, score: ScoreNext<'_>) -> Vec<usize> {
        let mut selected = Vec::new();
        while let Some((candidate, best)) = next(count, &selected, score) {
            if best < self.least && !selected.is_empty() {
                break;
            }
            selected.push(candidate);
        }
        selected
    }
}

/// The best candidate after a selection, with its score.
fn next(count: usize, selected: &[usize], score: ScoreNext<'_>) -> Option<(usize, f32)> {
    let left = left(count, selected);
    if left.is_empty() {
        return None;
    }
    let scores = score(selected, &left);
    left.into_iter().zip(scores).max_by(|one, other| one.1.total_cmp(&other.1))
}

/// A node of the tree: the selection that it stands for, and the log probability of each next passage.
struct Node {
    prefix: Vec<usize>,
    next: HashMap<usize, f32>,
}

impl Node {
    fn new(prefix: Vec<usize>, count: usize, score: ScoreNext<'_>) -> Self {
        let left = left(count, &prefix);
        let scores = score(&prefix, &left);
        let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let total = most + scores.iter().map(|one| (one - most).exp()).sum::<f32>().ln();
        let next = left.into_iter().zip(scores).map(|(candidate, one)| (candidate, one - total)).collect();
        Self { prefix, next }
    }

    /// Its best passage that is not selected yet, with the value by which nodes compete.
    fn best(&self, selected: &[usize], depth_penalty: f32) -> Option<(usize, f32)> {
        let left = self.next.iter().filter(|(candidate, _)| !selected.contains(candidate));
        let (candidate, log) = left.max_by(|one, other| one.1.total_cmp(other.1).then(other.0.cmp(one.0)))?;
        let depth = (self.prefix.len() + 1) as f32;
        Some((*candidate, ((5.0 + depth) / 6.0).powf(depth_penalty) * log))
    }
}

/// The candidates that are not selected.
fn left(count: usize, selected: &[usize]) -> Vec<usize> {
    (0..count).filter(|candidate| !selected.contains(candidate)).collect()
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

    fn select(depth_penalty: f32, limit: usize) -> Vec<usize> {
        TreeDecoding { depth_penalty }.select(5, limit, &mut score)
    }

    #[test]
    fn each_passage_depends_on_those_before() {
        assert_eq!(select(1.5, 2), [0, 3], "deeper, where the next one is sure");
    }

    #[test]
    fn a_selection_ends_where_nothing_is_missing() {
        let select = |least: f32| UntilComplete { least }.select(5, &mut score);
        assert_eq!(select(0.0), [0, 3], "all others are below 0");
        assert_eq!(select(-2.0), [0, 3, 2], "a lower bound takes one more");
        assert_eq!(select(9.0), [0], "the nearest one in any case");
    }

    #[test]
    fn a_tree_with_a_great_penalty_is_wide() {
        assert_eq!(select(60.0, 3), [0, 1, 2], "depth never pays: each by itself");
    }

    proptest! {
        #[test]
        fn every_passage_is_selected_at_most_once(
            count in 0usize..12, limit in 0usize..15, penalty in 0.0f32..4.0, seed: u64,
        ) {
            let mut score = |selected: &[usize], candidates: &[usize]| -> Vec<f32> {
                assert!(!candidates.is_empty(), "there is something to score");
                let number = |candidate: &usize| {
                    let mixed = (*candidate as u64 + 31 * selected.iter().sum::<usize>() as u64) ^ seed;
                    (mixed.wrapping_mul(6_364_136_223_846_793_005) >> 40) as f32 / 1e6
                };
                candidates.iter().map(number).collect()
            };
            let mut selected = TreeDecoding { depth_penalty: penalty }.select(count, limit, &mut score);
            prop_assert_eq!(selected.len(), limit.min(count));
            selected.sort_unstable();
            selected.dedup();
            prop_assert_eq!(selected.len(), limit.min(count));
            let all = UntilComplete { least: f32::NEG_INFINITY }.select(count, &mut score);
            prop_assert_eq!(all.len(), count, "without a bound all are selected");
        }
    }
}
