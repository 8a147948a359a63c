//! Questions with no model at all: a question word and a few words of a sentence. They read badly and teach well: an
//! encoder learns from them which words tell the passages of a document apart.

use crate::seed::random;
use crate::words::{content_words, has_letters};
use crate::{Frequencies, focus};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64;
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// How many words of the sentence a question keeps.
const KEPT: RangeInclusive<usize> = 3..=7;

/// How often one question may be tried for, before it is given up because all that comes is known.
const TRIES: usize = 8;

/// Numbers are rare and would fill the questions; people ask for them more often than by them.
const NUMBER: f64 = 0.25;

/// Question words; those that suit most sentences stand more than once.
const ASKING: [&str; 10] = ["What", "What", "What", "Which", "Which", "How", "Who", "Where", "When", "Why"];

/// Question words for a sentence with a number in it.
const COUNTING: [&str; 5] = ["How many", "How much", "When", "What", "Which"];

/// Writes keyword questions about the passages of one document or collection.
#[derive(Clone, Debug, Default)]
pub struct Keywords {
    frequencies: Frequencies,
}

impl Keywords {
    /// Writes with the words' frequencies in the passages that will be asked about.
    pub fn new(frequencies: Frequencies) -> Self {
        Self { frequencies }
    }

    /// Up to `count` questions about a passage, no two with the same words, about different sentences where it has
    /// them. The same passage, count and seed give the same questions. A passage with very few words gives fewer.
    pub fn ask(&self, passage: &str, count: usize, seed: u64) -> Vec<String> {
        let sentences = focus(passage, count, &self.frequencies, seed);
        let mut random = random(seed, passage);
        let (mut questions, mut known) = (Vec::with_capacity(count), HashSet::new());
        for range in sentences.iter().cycle().take(count * TRIES) {
            if questions.len() == count {
                break;
            }
            let kept = self.keep(&passage[range.clone()], &mut random);
            let numbered = passage[range.clone()].contains(|c: char| c.is_ascii_digit());
            if kept.iter().any(|word| has_letters(word)) && known.insert(kept.join(" ").to_lowercase()) {
                questions.push(question(&kept, numbered, &mut random));
            }
        }
        questions
    }

    /// Three to seven distinct content words of a sentence, in their order; rarer ones are kept more often.
    fn keep<'a>(&self, sentence: &'a str, random: &mut Pcg64) -> Vec<&'a str> {
        let mut known = HashSet::new();
        let words: Vec<&str> = content_words(sentence).filter(|word| known.insert(word.to_lowercase())).collect();
        let mut drawn: Vec<(f64, usize)> = words
            .iter()
            .enumerate()
            .map(|(at, word)| (random.random::<f64>().powf(1.0 / self.weight(word)), at))
            .collect();
        // The largest u^(1/weight) are a sample by weight without replacement (Efraimidis and Spirakis 2006).
        drawn.sort_by(|one, other| other.0.total_cmp(&one.0));
        drawn.truncate(random.random_range(KEPT));
        drawn.sort_by_key(|(_, at)| *at);
        drawn.into_iter().map(|(_, at)| words[at]).collect()
    }

    fn weight(&self, word: &str) -> f64 {
        self.frequencies.rarity(word) * if has_letters(word) { 1.0 } else { NUMBER }
    }
}

fn question(words: &[&str], numbered: bool, random: &mut Pcg64) -> String {
    let asking: &[&str] = if numbered && random.random() { &COUNTING } else { &ASKING };
    format!("{} {}?", asking.choose(random).unwrap_or(&ASKING[0]), words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;
    use proptest::prelude::*;

    const PASSAGE: &str = "Bank Austria charges a non-compete fee of $1,577 under Section 12.3(b). The fee is due within \
                           thirty days of the closing date. Late payment bears interest at a rate of 8.5%.";

    fn keywords() -> Keywords {
        Keywords::new(Frequencies::of([PASSAGE, "The fee of the bank is due.", "The bank is in Vienna."]))
    }

    fn kept(question: &str) -> Vec<&str> {
        let asking = ["How many ", "How much "].into_iter().find_map(|it| question.strip_prefix(it));
        let rest = asking.or_else(|| Some(question.split_once(' ')?.1)).unwrap_or_default();
        rest.trim_end_matches('?').split(' ').collect()
    }

    #[test]
    fn questions_are_words_of_one_sentence_in_order() {
        for question in keywords().ask(PASSAGE, 6, 1) {
            let kept = kept(&question);
            assert!((3..=7).contains(&kept.len()), "three to seven words: {question}");
            let from = |sentence: &str| {
                let mut rest = words(sentence);
                kept.iter().all(|word| rest.any(|it| it == *word))
            };
            assert!(PASSAGE.split(". ").any(from), "as they stand, in their order, of one sentence: {question}");
        }
    }

    #[test]
    fn each_sentence_is_asked_about_before_one_is_again() {
        let questions = keywords().ask(PASSAGE, 3, 1);
        let of = |mark: [&str; 9]| questions.iter().filter(|it| mark.iter().any(|word| it.contains(word))).count();
        let first = of(["Austria", "charges", "non-compete", "1,577", "Section", "12.3", "Bank", "Bank", "Bank"]);
        assert_eq!((questions.len(), first), (3, 1), "three sentences, three questions: {questions:?}");
    }

    #[test]
    fn rare_words_are_kept_more_often() {
        let count = |word: &str| {
            (0..200)
                .flat_map(|seed| keywords().ask(PASSAGE, 1, seed))
                .filter(|question| kept(question).contains(&word))
                .count()
        };
        let frequencies = Frequencies::of([
            "common alpha beta gamma delta epsilon zeta eta theta rare",
            "common",
            "common",
            "common",
        ]);
        let passage = "common alpha beta gamma delta epsilon zeta eta theta rare.";
        let asked: Vec<String> =
            (0..300).flat_map(|seed| Keywords::new(frequencies.clone()).ask(passage, 1, seed)).collect();
        let with = |word: &str| asked.iter().filter(|question| kept(question).contains(&word)).count();
        assert!(with("rare") as f64 > 1.3 * with("common") as f64, "{} and {}", with("rare"), with("common"));
        assert!(with("common") > 0, "more often, not always");
        assert!(count("$1,577") < count("non-compete"), "numbers do not fill the questions");
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(keywords().ask(PASSAGE, 3, 7), keywords().ask(PASSAGE, 3, 7), "a run can be made again");
        assert_ne!(keywords().ask(PASSAGE, 3, 7), keywords().ask(PASSAGE, 3, 8), "another seed, other questions");
        assert!(keywords().ask("It is so.", 3, 7).is_empty(), "no words, no question");
    }

    proptest! {
        #[test]
        fn whatever_the_text(text in "(\\PC{0,12}[.?! \n]{0,2}){0,12}", count in 0usize..6, seed: u64) {
            let questions = Keywords::new(Frequencies::of([&text])).ask(&text, count, seed);
            prop_assert!(questions.len() <= count);
            let distinct: HashSet<&String> = questions.iter().collect();
            prop_assert_eq!(distinct.len(), questions.len(), "never two equal");
            for word in questions.iter().flat_map(|question| kept(question)) {
                prop_assert!(text.contains(word), "{:?} stands in the text", word);
            }
        }
    }
}
