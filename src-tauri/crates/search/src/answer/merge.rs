//! Near-duplicates are merged: of passages that say the same, the best is shown. Not for ranking.

use super::shingles::Shingles;
use crate::score::{RankedPassage, Score, Scored};
use pincite_library::StoredPassage;
use pincite_passage::{Passage, Span};
use std::collections::BTreeSet;

/// A ranked passage with its text.
pub(super) struct Candidate {
    pub(super) ranked: RankedPassage,
    pub(super) stored: StoredPassage,
}

impl Scored for Candidate {
    fn score(&self) -> &Score {
        &self.ranked.score
    }

    fn score_mut(&mut self) -> &mut Score {
        &mut self.ranked.score
    }
}

/// A passage to show, and its near-duplicates.
pub(super) struct Group {
    pub(super) ranked: RankedPassage,
    pub(super) best: StoredPassage,
    shingles: Shingles,
    pub(super) others: Vec<StoredPassage>,
}

/// The first `k` different passages, each with its near-duplicates: overlapping windows of one document, and passages of
/// any document with almost the same words. The better ranked of two is kept.
pub(super) fn merge(candidates: Vec<Candidate>, k: usize) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for Candidate { ranked, stored } in candidates {
        let shingles = Shingles::of(&stored.passage);
        let overlaps = |best: &StoredPassage| best.content == stored.content && overlap(&best.passage, &stored.passage);
        let same = |group: &Group| overlaps(&group.best) || group.shingles.is_near_duplicate(&shingles);
        match groups.iter().position(same) {
            Some(group) => groups[group].others.push(stored),
            None if groups.len() < k => {
                groups.push(Group { ranked, best: stored, shingles, others: Vec::new() });
            }
            None => {}
        }
    }
    groups
}

/// Which of the passages of one document are different, in the order given: the first of those that say the same.
pub fn distinct(passages: &[&Passage]) -> Vec<usize> {
    let mut kept: Vec<(usize, Shingles)> = Vec::new();
    for (at, passage) in passages.iter().enumerate() {
        let shingles = Shingles::of(passage);
        let same = |(other, others): &(usize, Shingles)| {
            overlap(passages[*other], passage) || others.is_near_duplicate(&shingles)
        };
        if !kept.iter().any(same) {
            kept.push((at, shingles));
        }
    }
    kept.into_iter().map(|(at, _)| at).collect()
}

/// Whether more than half of the shorter passage's words are also in the other one, at the same places on the page.
fn overlap(one: &Passage, other: &Passage) -> bool {
    let key = |span: &Span| (span.page, span.rect.x0.to_bits(), span.rect.y0.to_bits());
    let places: BTreeSet<_> = one.spans.iter().map(key).collect();
    let shared = other.spans.iter().filter(|span| places.contains(&key(span))).count();
    2 * shared > one.spans.len().min(other.spans.len())
}
