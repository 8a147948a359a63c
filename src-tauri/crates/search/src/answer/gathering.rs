//! Which of the ranked passages become hits: the best ones, or all answers. Not for the rule of what an answer is (`joint`).

use super::merge::{Candidate, Group, merge};
use crate::joint::{Gather, PossibleAnswer, select};
use pincite_models::CrossEncoder;

/// The passages to show.
pub(super) struct Gathering {
    /// Best first, each with its near-duplicates.
    pub(super) groups: Vec<Group>,
    /// How many of them are answers, where all answers were asked for.
    pub(super) found: Option<u32>,
}

/// The best `k` passages.
pub(super) fn best(candidates: Vec<Candidate>, k: usize) -> Gathering {
    Gathering { groups: merge(candidates, k), found: None }
}

/// All answers, at most as many as [`Gather::All`] shows. If none is found: the best `k` passages, because they are the
/// nearest ones. With `quoted`, all passages contain the phrases that the question quotes.
pub(super) fn all(candidates: Vec<Candidate>, k: usize, model: &CrossEncoder, quoted: bool) -> Gathering {
    let most = Gather::All.most(k);
    let mut groups = merge(candidates, most);
    let possible = |(position, group): (usize, &Group)| PossibleAnswer {
        probability: group.score.cross.map(|score| model.probability(score)),
        score: group.score.total,
        position,
        quoted,
    };
    let possible: Vec<PossibleAnswer> = groups.iter().enumerate().map(possible).collect();
    let answers = select(&possible, most);
    let found = Some(answers.len() as u32);
    if answers.is_empty() {
        groups.truncate(k);
        return Gathering { groups, found };
    }
    let mut groups: Vec<Option<Group>> = groups.into_iter().map(Some).collect();
    let answers = answers.iter().filter_map(|answer| groups.get_mut(answer.position)?.take());
    Gathering { groups: answers.collect(), found }
}
