//! How many passages hold a word: what is in few of them tells them apart. Not for ranking.

use pincite_search::analyse;
use std::collections::{HashMap, HashSet};

/// In how many passages of a document (or of a collection) each term stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frequencies {
    passages: u32,
    holding: HashMap<String, u32>,
}

impl Frequencies {
    /// Counts the terms of passages' texts.
    pub fn of<T: AsRef<str>>(passages: impl IntoIterator<Item = T>) -> Self {
        let mut frequencies = Self::default();
        passages.into_iter().for_each(|text| frequencies.add(text.as_ref()));
        frequencies
    }

    /// Counts one more passage.
    pub fn add(&mut self, passage: &str) {
        self.passages += 1;
        for term in analyse(passage).into_iter().collect::<HashSet<String>>() {
            *self.holding.entry(term).or_default() += 1;
        }
    }

    /// Number of passages counted.
    pub(crate) fn passages(&self) -> u32 {
        self.passages
    }

    /// Number of passages that hold a term.
    pub(crate) fn holding(&self, term: &str) -> u32 {
        self.holding.get(term).copied().unwrap_or(0)
    }

    /// How rare a word is: ln(1 + passages / passages that hold it), above 0. A word never seen is as rare as one of a
    /// single passage.
    pub fn rarity(&self, word: &str) -> f64 {
        // The joined form of a compound comes first; a word without letters and digits has no term at all.
        let holding = analyse(word).first().and_then(|term| self.holding.get(term)).copied();
        (1.0 + f64::from(self.passages.max(1)) / f64::from(holding.unwrap_or(1).max(1))).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_few_passages_is_rare() {
        let frequencies = Frequencies::of(["The fee, the fee.", "The non-compete fee.", "The rent of $1,577."]);
        assert!(frequencies.rarity("fee") > frequencies.rarity("the"), "two of three against three of three");
        assert!(frequencies.rarity("rent") > frequencies.rarity("fees"), "forms of a word count together");
        assert_eq!(frequencies.rarity("$1,577"), frequencies.rarity("Non-Compete"), "one passage each, as written");
        assert_eq!(frequencies.rarity("unseen"), frequencies.rarity("rent"), "a word never seen is no rarer");
        assert!(Frequencies::default().rarity("") > 0.0, "a weight is never nothing");
    }
}
