//! Which passages of a document say the same: duplicates, near-duplicates, one inside the other. They are never each
//! other's negatives, and never on both sides of a split. Not for texts of different documents.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// Words of a shingle (Broder 1997, "On the resemblance and containment of documents").
const SHINGLE: usize = 3;

/// Passages are alike if the one with fewer distinct shingles shares at least this many of ten with the other. Jaccard's
/// measure of 0.8 implies it.
const SHARED_TENTHS: usize = 8;

/// Which passages of one document are alike. Symmetric; a passage is alike to itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alike {
    /// The distinct text of each passage.
    texts: Vec<usize>,
    /// Passages of each distinct text, ascending.
    passages: Vec<Vec<usize>>,
    /// Distinct texts alike to each, itself included, ascending.
    neighbours: Vec<Vec<usize>>,
}

impl Alike {
    /// Compares the passages of a document.
    pub fn of<T: AsRef<str>>(passages: &[T]) -> Self {
        let runs: Vec<Vec<u64>> = passages.iter().map(|text| shingles(text.as_ref())).collect();
        let mut alike = Self::distinct(&runs);
        let sets: Vec<Vec<u64>> = alike.passages.iter().map(|same| sorted(&runs[same[0]])).collect();
        for (one, other) in near_duplicates(&sets) {
            alike.neighbours[one].push(other);
            alike.neighbours[other].push(one);
        }
        alike.settle();
        alike
    }

    /// Groups equal texts, so that a thousand copies of a line cost no more than one.
    fn distinct(runs: &[Vec<u64>]) -> Self {
        let mut alike = Self::default();
        let mut seen = HashMap::new();
        for (passage, run) in runs.iter().enumerate() {
            let text = *seen.entry(run).or_insert(alike.passages.len());
            if text == alike.passages.len() {
                alike.passages.push(Vec::new());
                alike.neighbours.push(vec![text]);
            }
            alike.passages[text].push(passage);
            alike.texts.push(text);
        }
        alike
    }

    fn settle(&mut self) {
        for neighbours in &mut self.neighbours {
            neighbours.sort_unstable();
            neighbours.dedup();
        }
    }

    /// Whether two passages say the same. A passage that is not of this document is alike only to itself.
    pub fn are(&self, one: usize, other: usize) -> bool {
        let texts = self.texts.get(one).zip(self.texts.get(other));
        one == other || texts.is_some_and(|(a, b)| self.neighbours[*a].binary_search(b).is_ok())
    }

    /// All passages alike to one, itself included.
    pub fn to(&self, passage: usize) -> impl Iterator<Item = usize> {
        let neighbours = self.texts.get(passage).map_or(&[][..], |text| &self.neighbours[*text]);
        neighbours.iter().flat_map(|text| self.passages[*text].iter().copied())
    }
}

/// Hashes of each three words in a row, in order; of all words together if there are fewer.
fn shingles(text: &str) -> Vec<u64> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if words.len() < SHINGLE {
        return vec![hash(&words)];
    }
    words.windows(SHINGLE).map(hash).collect()
}

fn hash(words: &[&str]) -> u64 {
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    hasher.finish()
}

fn sorted(run: &[u64]) -> Vec<u64> {
    let mut set = run.to_vec();
    set.sort_unstable();
    set.dedup();
    set
}

/// Pairs of texts of which one shares nearly all its shingles with the other. Whoever shares eight of ten has one of its
/// three rarest of ten in common (the prefix filter of Chaudhuri et al. 2006), so only those are looked up.
fn near_duplicates(sets: &[Vec<u64>]) -> Vec<(usize, usize)> {
    let holders = holders(sets);
    let mut pairs = Vec::new();
    for (one, set) in sets.iter().enumerate() {
        let mut candidates: Vec<usize> = rarest(set, &holders).flat_map(|shingle| &holders[shingle]).copied().collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates.retain(|other| *other != one && sets[*other].len() >= set.len());
        pairs.extend(candidates.into_iter().filter(|other| mostly_in(set, &sets[*other])).map(|other| (one, other)));
    }
    pairs
}

fn holders(sets: &[Vec<u64>]) -> HashMap<u64, Vec<usize>> {
    let mut holders: HashMap<u64, Vec<usize>> = HashMap::new();
    for (text, set) in sets.iter().enumerate() {
        set.iter().for_each(|shingle| holders.entry(*shingle).or_default().push(text));
    }
    holders
}

/// One more shingle than may be missing, the rarest first.
fn rarest<'a>(set: &'a [u64], holders: &HashMap<u64, Vec<usize>>) -> impl Iterator<Item = &'a u64> {
    let mut by_rarity: Vec<&u64> = set.iter().collect();
    by_rarity.sort_unstable_by_key(|shingle| (holders[shingle].len(), **shingle));
    by_rarity.into_iter().take(set.len() - needed(set) + 1)
}

/// Shingles of a set that must be shared.
fn needed(set: &[u64]) -> usize {
    (set.len() * SHARED_TENTHS).div_ceil(10)
}

fn mostly_in(set: &[u64], other: &[u64]) -> bool {
    let mut rest = other.iter().peekable();
    let mut shared = 0;
    for shingle in set {
        while rest.next_if(|it| *it < shingle).is_some() {}
        shared += usize::from(rest.next_if_eq(&shingle).is_some());
    }
    shared >= needed(set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(from: usize, to: usize) -> String {
        (from..to).map(|word| format!("word{word} ")).collect()
    }

    #[test]
    fn duplicates_and_near_duplicates_are_alike() {
        let copy = words(0, 60).to_uppercase();
        let changed = words(0, 60).replace("word30 ", "other ");
        let alike = Alike::of(&[words(0, 60), words(100, 160), copy, changed]);
        assert!(alike.are(0, 2), "case and punctuation are no difference");
        assert!(alike.are(0, 3) && alike.are(3, 2), "one word of sixty is no difference");
        assert!(!alike.are(0, 1) && alike.are(1, 1), "other words are another passage, which is alike to itself");
        assert_eq!(alike.to(3).collect::<Vec<_>>(), [0, 2, 3], "copies are listed too");
    }

    #[test]
    fn a_passage_inside_another_is_alike() {
        let alike = Alike::of(&[words(0, 100), words(40, 60), words(200, 300)]);
        assert!(alike.are(0, 1) && alike.are(1, 0), "what answers is in both");
        assert!(!alike.are(1, 2), "and in no other");
    }

    #[test]
    fn a_common_heading_makes_no_duplicate() {
        let heading = words(500, 512);
        let passages: Vec<String> = (0..6).map(|at| format!("{heading}{}", words(at * 20, at * 20 + 20))).collect();
        let alike = Alike::of(&passages);
        assert!((1..6).all(|at| !alike.are(0, at)), "rows under one heading are each other's best negatives");
    }

    #[test]
    fn short_and_empty_texts_do_no_harm() {
        let alike = Alike::of(&["", "rent", "Rent!", "", "the rent is due"]);
        assert!(alike.are(1, 2) && alike.are(0, 3), "equal is equal, however short");
        assert!(!alike.are(1, 4), "a single word is in many passages");
        assert!(!alike.are(7, 1) && alike.to(7).next().is_none(), "a passage of another document is alike to none");
    }

    proptest! {
        #[test]
        fn nothing_is_missed_that_comparing_all_would_find(
            texts in proptest::collection::vec(proptest::collection::vec(0u8..4, 0..30), 0..12)
        ) {
            let texts: Vec<String> = texts.iter().map(|words| words.iter().map(|it| format!("{it} ")).collect()).collect();
            let alike = Alike::of(&texts);
            let sets: Vec<Vec<u64>> = texts.iter().map(|text| sorted(&shingles(text))).collect();
            for (one, other) in (0..texts.len()).flat_map(|one| (0..texts.len()).map(move |other| (one, other))) {
                let smaller_first = sets[one].len() <= sets[other].len();
                let (small, large) = if smaller_first { (one, other) } else { (other, one) };
                prop_assert!(alike.are(one, other) || !mostly_in(&sets[small], &sets[large]), "{one} and {other}");
                prop_assert_eq!(alike.are(one, other), alike.are(other, one), "symmetric");
                prop_assert_eq!(alike.are(one, other), alike.to(one).any(|it| it == other), "both ways to ask agree");
            }
        }
    }
}
