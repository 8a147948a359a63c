//! Passages are selected one after another, each given those selected before (Min et al. 2021, §3.3). Not for scoring.

use std::collections::HashMap;

/// Scores of candidates after a selection: the first are the selected ones, the second those to score, at least one.
pub type ScoreNext<'s, E> = &'s mut dyn FnMut(&[usize], &[usize]) -> Result<Vec<f32>, E>;

/// How a selection goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decoding {
    /// Every passage is scored without a selection (INDEPPR).
    Independent,
    /// The best one after those selected so far, again and again (SEQDECODE).
    Sequence,
    /// A tree of selections grows by a passage at a time: deeper, or wider where that is more probable (TREEDECODE). The
    /// exponent penalises depth.
    Tree(f32),
}

/// A depth penalty of the paper, which tries 1.5 to 3. On the training contracts the values hardly differ.
const DEPTH_PENALTY: f32 = 2.0;

impl Default for Decoding {
    fn default() -> Self {
        Self::Tree(DEPTH_PENALTY)
    }
}

impl Decoding {
    /// The first `limit` of `count` candidates, in the order of their selection.
    ///
    /// # Errors
    /// Those of `score`.
    pub fn select<E>(self, count: usize, limit: usize, score: ScoreNext<'_, E>) -> Result<Vec<usize>, E> {
        match self {
            Self::Independent => independent(count, limit, score),
            Self::Sequence => sequence(count, limit, score),
            Self::Tree(depth_penalty) => tree(count, limit, depth_penalty, score),
        }
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
    ///
    /// # Errors
    /// Those of `score`.
    pub fn select<E>(self, count: usize, score: ScoreNext<'_, E>) -> Result<Vec<usize>, E> {
        let mut selected = Vec::new();
        while let Some((candidate, best)) = next(count, &selected, score)? {
            if best < self.least && !selected.is_empty() {
                break;
            }
            selected.push(candidate);
        }
        Ok(selected)
    }
}

/// The best candidate after a selection, with its score.
fn next<E>(count: usize, selected: &[usize], score: ScoreNext<'_, E>) -> Result<Option<(usize, f32)>, E> {
    let left = left(count, selected);
    if left.is_empty() {
        return Ok(None);
    }
    let scores = score(selected, &left)?;
    Ok(left.into_iter().zip(scores).max_by(|one, other| one.1.total_cmp(&other.1)))
}

fn independent<E>(count: usize, limit: usize, score: ScoreNext<'_, E>) -> Result<Vec<usize>, E> {
    let mut order: Vec<usize> = (0..count).collect();
    let scores = if count == 0 { Vec::new() } else { score(&[], &order)? };
    order.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]));
    order.truncate(limit);
    Ok(order)
}

fn sequence<E>(count: usize, limit: usize, score: ScoreNext<'_, E>) -> Result<Vec<usize>, E> {
    let mut selected = Vec::new();
    while selected.len() < limit.min(count) {
        selected.extend(next(count, &selected, score)?.map(|(candidate, _)| candidate));
    }
    Ok(selected)
}

/// A node of the tree: the selection that it stands for, and the log probability of each next passage.
struct Node {
    prefix: Vec<usize>,
    next: HashMap<usize, f32>,
}

impl Node {
    fn new<E>(prefix: Vec<usize>, count: usize, score: ScoreNext<'_, E>) -> Result<Self, E> {
        let left = left(count, &prefix);
        let scores = score(&prefix, &left)?;
        let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let total = most + scores.iter().map(|one| (one - most).exp()).sum::<f32>().ln();
        let next = left.into_iter().zip(scores).map(|(candidate, one)| (candidate, one - total)).collect();
        Ok(Self { prefix, next })
    }

    /// Its best passage that is not selected yet, with the value by which nodes compete.
    fn best(&self, selected: &[usize], depth_penalty: f32) -> Option<(usize, f32)> {
        let left = self.next.iter().filter(|(candidate, _)| !selected.contains(candidate));
        let (candidate, log) = left.max_by(|one, other| one.1.total_cmp(other.1).then(other.0.cmp(one.0)))?;
        let depth = (self.prefix.len() + 1) as f32;
        Some((*candidate, ((5.0 + depth) / 6.0).powf(depth_penalty) * log))
    }
}

fn tree<E>(count: usize, limit: usize, depth_penalty: f32, score: ScoreNext<'_, E>) -> Result<Vec<usize>, E> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let mut nodes = vec![Node::new(Vec::new(), count, score)?];
    let mut selected = Vec::new();
    while selected.len() < limit.min(count) {
        let offers = nodes.iter().filter_map(|node| Some((node, node.best(&selected, depth_penalty)?)));
        let Some((node, (candidate, _))) = offers.max_by(|one, other| one.1.1.total_cmp(&other.1.1)) else { break };
        let prefix: Vec<usize> = node.prefix.iter().copied().chain([candidate]).collect();
        selected.push(candidate);
        if selected.len() < limit.min(count) {
            nodes.push(Node::new(prefix, count, score)?);
        }
    }
    Ok(selected)
}

/// The candidates that are not selected.
fn left(count: usize, selected: &[usize]) -> Vec<usize> {
    (0..count).filter(|candidate| !selected.contains(candidate)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::convert::Infallible;

    /// Scores by position; after candidate 0, candidate 1 says the same and candidate 3 is needed.
    fn score(selected: &[usize], candidates: &[usize]) -> Result<Vec<f32>, Infallible> {
        let one = |candidate: &usize| match (candidate, selected.contains(&0)) {
            (1, true) => -5.0,
            (3, true) => 4.0,
            (candidate, _) => -(*candidate as f32),
        };
        Ok(candidates.iter().map(one).collect())
    }

    fn select(how: Decoding, limit: usize) -> Vec<usize> {
        let Ok(selected) = how.select(5, limit, &mut score);
        selected
    }

    #[test]
    fn each_passage_depends_on_those_before() {
        assert_eq!(select(Decoding::Independent, 3), [0, 1, 2], "each by itself");
        assert_eq!(select(Decoding::Sequence, 3), [0, 3, 2], "what is needed, then what is new");
        assert_eq!(select(Decoding::Tree(1.5), 2), [0, 3], "deeper, where the next one is sure");
    }

    #[test]
    fn a_selection_ends_where_nothing_is_missing() {
        let select = |least: f32| {
            let Ok(selected) = UntilComplete { least }.select(5, &mut score);
            selected
        };
        assert_eq!(select(0.0), [0, 3], "all others are below 0");
        assert_eq!(select(-2.0), [0, 3, 2], "a lower bound takes one more");
        assert_eq!(select(9.0), [0], "the nearest one in any case");
    }

    #[test]
    fn a_tree_with_a_great_penalty_is_wide() {
        assert_eq!(select(Decoding::Tree(60.0), 3), select(Decoding::Independent, 3), "depth never pays");
    }

    proptest! {
        #[test]
        fn every_passage_is_selected_at_most_once(
            count in 0usize..12, limit in 0usize..15, penalty in 0.0f32..4.0, seed: u64,
        ) {
            let mut score = |selected: &[usize], candidates: &[usize]| -> Result<Vec<f32>, Infallible> {
                assert!(!candidates.is_empty(), "there is something to score");
                let number = |candidate: &usize| {
                    let mixed = (*candidate as u64 + 31 * selected.iter().sum::<usize>() as u64) ^ seed;
                    (mixed.wrapping_mul(6_364_136_223_846_793_005) >> 40) as f32 / 1e6
                };
                Ok(candidates.iter().map(number).collect())
            };
            for how in [Decoding::Independent, Decoding::Sequence, Decoding::Tree(penalty)] {
                let Ok(mut selected) = how.select(count, limit, &mut score);
                prop_assert_eq!(selected.len(), limit.min(count));
                selected.sort_unstable();
                selected.dedup();
                prop_assert_eq!(selected.len(), limit.min(count), "{:?}", how);
            }
            let Ok(all) = UntilComplete { least: f32::NEG_INFINITY }.select(count, &mut score);
            prop_assert_eq!(all.len(), count, "without a bound all are selected");
        }
    }
}
