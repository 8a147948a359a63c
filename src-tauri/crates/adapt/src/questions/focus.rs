//! Which sentences of a passage a question shall be about. Not for writing it.

use crate::questions::words::content_words;
use crate::seed::random_for;
use pincite_language::Language;
use pincite_passage::sentences;
use pincite_search::analyse;
use rand::RngExt;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Fewer content words give a question nothing to be about.
const FEWEST_WORDS: usize = 3;

/// More content words make a sentence no better: else the longest would win, whatever it says.
const ENOUGH_WORDS: usize = 12;

/// How much chance may add to what a sentence holds, so that another seed asks about others too.
const CHANCE: f64 = 0.5;

/// A sentence and how much it holds.
struct Candidate {
    range: Range<usize>,
    richness: f64,
}

/// Byte ranges of up to `count` sentences of a passage that are worth a question: spread over the passage, those with
/// more and rarer words first, each at most once. A passage without such a sentence (a list of short lines) is taken
/// whole; one without content words has none.
pub fn focus(passage: &str, count: usize, frequencies: &Frequencies, seed: u64) -> Vec<Range<usize>> {
    let mut candidates = candidates(passage, frequencies, seed);
    let zones = count.min(candidates.len());
    let mut chosen: Vec<Candidate> = Vec::with_capacity(zones);
    for zone in (1..=zones).rev() {
        let first = candidates.len() - candidates.len() / zone;
        let part = candidates.split_off(first);
        chosen.extend(part.into_iter().max_by(|one, other| one.richness.total_cmp(&other.richness)));
    }
    chosen.sort_by(|one, other| other.richness.total_cmp(&one.richness).then(one.range.start.cmp(&other.range.start)));
    chosen.into_iter().map(|candidate| candidate.range).collect()
}

/// The sentences with enough words, in order; the whole passage if there are none.
fn candidates(passage: &str, frequencies: &Frequencies, seed: u64) -> Vec<Candidate> {
    let mut random = random_for(seed, passage);
    let mut candidate = |range: Range<usize>, fewest: usize| {
        let richness = richness(&passage[range.clone()], fewest, frequencies)?;
        Some(Candidate { range, richness: richness * (1.0 + CHANCE * random.random::<f64>()) })
    };
    let found: Vec<Candidate> =
        sentences(passage).into_iter().filter_map(|range| candidate(range, FEWEST_WORDS)).collect();
    if found.is_empty() { candidate(trimmed(passage), 1).into_iter().collect() } else { found }
}

/// Sum of the rarities of the rarest content words; none if there are fewer of them than asked for.
fn richness(sentence: &str, fewest: usize, frequencies: &Frequencies) -> Option<f64> {
    let mut rarities: Vec<f64> = content_words(sentence).map(|word| frequencies.rarity(word)).collect();
    rarities.sort_by(|one, other| other.total_cmp(one));
    (rarities.len() >= fewest).then(|| rarities.iter().take(ENOUGH_WORDS).sum())
}

fn trimmed(text: &str) -> Range<usize> {
    let start = text.len() - text.trim_start().len();
    start..start.max(text.trim_end().len())
}

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
        for term in analyse(passage, Language::English).into_iter().collect::<HashSet<String>>() {
            *self.holding.entry(term).or_default() += 1;
        }
    }

    /// How rare a word is: ln(1 + passages / passages that hold it), above 0. A word never seen is as rare as one of a
    /// single passage.
    pub fn rarity(&self, word: &str) -> f64 {
        // The joined form of a compound comes first; a word without letters and digits has no term at all.
        let holding = analyse(word, Language::English).first().and_then(|term| self.holding.get(term)).copied();
        (1.0 + f64::from(self.passages.max(1)) / f64::from(holding.unwrap_or(1).max(1))).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PASSAGE: &str = "7.2 Fees. The Licensee shall pay a royalty of $1,577 to the Licensor. It is so. Interest \
                           accrues on late royalties at 8.5% a year. Records are kept for the Licensor's auditors.";

    fn texts(count: usize, seed: u64) -> Vec<&'static str> {
        let frequencies = Frequencies::of([PASSAGE]);
        focus(PASSAGE, count, &frequencies, seed).into_iter().map(|range| &PASSAGE[range]).collect()
    }

    #[test]
    fn sentences_with_content_are_chosen_from_all_over() {
        let all = texts(9, 1);
        assert_eq!(all.len(), 3, "each at most once, and none that says nothing: {all:?}");
        let two = texts(2, 1);
        assert!(two[0] != two[1] && two.iter().any(|it| !it.contains("$1,577")), "two zones, two places: {two:?}");
        assert_eq!(texts(2, 1), two, "the same seed, the same sentences");
        let firsts: std::collections::BTreeSet<&str> = (0..30).map(|seed| texts(1, seed)[0]).collect();
        assert!(firsts.len() > 1, "another seed asks about another sentence too");
    }

    #[test]
    fn a_list_of_short_lines_is_one_subject() {
        let passage = "Apples 12\nPears 14\nPlums 9\n";
        let range = focus(passage, 3, &Frequencies::of([passage]), 1);
        assert_eq!(range.into_iter().map(|range| &passage[range]).collect::<Vec<_>>(), [passage.trim()], "all of it");
        assert!(focus("It is.", 3, &Frequencies::default(), 1).is_empty(), "nothing to be about");
    }

    proptest! {
        #[test]
        fn ranges_are_distinct_pieces(text in "(\\PC{0,12}[.?! \n]{0,2}){0,12}", count in 0usize..6, seed: u64) {
            let found = focus(&text, count, &Frequencies::of([&text]), seed);
            prop_assert!(found.len() <= count);
            prop_assert_eq!(&found, &focus(&text, count, &Frequencies::of([&text]), seed), "deterministic");
            let mut sorted = found;
            sorted.sort_by_key(|range| range.start);
            prop_assert!(sorted.windows(2).all(|pair| pair[0].end <= pair[1].start), "no sentence twice");
            prop_assert!(sorted.iter().all(|range| text.get(range.clone()).is_some_and(|it| !it.trim().is_empty())));
        }
    }

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
