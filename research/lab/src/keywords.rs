//! The keyword writer, an ablation: questions without a model, made of a question word and a few words of a sentence. Not
//! part of the product.

use pincite_adapt::{Error, Frequencies, Result, Subject, Writer, content_words, focus, has_letters};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::{ControlFlow, RangeInclusive};

/// How many words of the sentence a question keeps.
const KEPT: RangeInclusive<usize> = 3..=7;

/// How often one question may be tried for, before it is given up because all that comes is known.
const TRIES: usize = 8;

/// Question words; those that suit most sentences stand more than once.
const ASKING: [&str; 10] = ["What", "What", "What", "Which", "Which", "How", "Who", "Where", "When", "Why"];

/// Question words for a sentence with a number in it.
const COUNTING: [&str; 5] = ["How many", "How much", "When", "What", "Which"];

/// Numbers are rare and would fill the keywords. People ask for them more often than by them.
const NUMBER: f64 = 0.25;

/// Writes keyword questions about the passages of one document.
pub struct Keywords {
    frequencies: Frequencies,
    seed: u64,
}

impl Keywords {
    /// Writes with the words' frequencies in the passages that will be asked about.
    pub fn new(frequencies: Frequencies, seed: u64) -> Self {
        Self { frequencies, seed }
    }

    /// Up to `count` questions about a passage, no two with the same words, about different sentences where it has
    /// them. The same passage, count and seed give the same questions. A passage with very few words gives fewer.
    fn ask(&self, passage: &str, count: usize) -> Vec<String> {
        let sentences = focus(passage, count, &self.frequencies, self.seed);
        let mut random = random(self.seed, passage);
        let mut questions = Vec::with_capacity(count);
        let mut known = HashSet::new();
        for range in sentences.iter().cycle().take(count * TRIES) {
            if questions.len() == count {
                break;
            }
            let kept = keywords(&passage[range.clone()], KEPT, &self.frequencies, &mut random);
            let numbered = passage[range.clone()].contains(|c: char| c.is_ascii_digit());
            if kept.iter().any(|word| has_letters(word)) && known.insert(kept.join(" ").to_lowercase()) {
                questions.push(question(&kept, numbered, &mut random));
            }
        }
        questions
    }
}

fn question(words: &[&str], numbered: bool, random: &mut Pcg64) -> String {
    let asking: &[&str] = if numbered && random.random() { &COUNTING } else { &ASKING };
    format!("{} {}?", asking.choose(random).unwrap_or(&ASKING[0]), words.join(" "))
}

/// Distinct content words of a text in their order, a number of them drawn from `kept`; rarer ones are drawn more often.
/// A text with fewer words gives all of them.
fn keywords<'t>(
    text: &'t str,
    kept: RangeInclusive<usize>,
    frequencies: &Frequencies,
    random: &mut Pcg64,
) -> Vec<&'t str> {
    let mut known = HashSet::new();
    let words: Vec<&str> = content_words(text).filter(|word| known.insert(word.to_lowercase())).collect();
    let mut drawn: Vec<(f64, usize)> = words
        .iter()
        .enumerate()
        .map(|(at, word)| (random.random::<f64>().powf(1.0 / weight(word, frequencies)), at))
        .collect();
    // The largest u^(1/weight) are a sample by weight without replacement (Efraimidis and Spirakis 2006).
    drawn.sort_by(|one, other| other.0.total_cmp(&one.0));
    drawn.truncate(random.random_range(kept));
    drawn.sort_by_key(|(_, at)| *at);
    drawn.into_iter().map(|(_, at)| words[at]).collect()
}

fn weight(word: &str, frequencies: &Frequencies) -> f64 {
    frequencies.rarity(word) * if has_letters(word) { 1.0 } else { NUMBER }
}

/// A generator of random numbers that depends on the seed and the text alone.
fn random(seed: u64, text: &str) -> Pcg64 {
    let mut hasher = DefaultHasher::new();
    (seed, text).hash(&mut hasher);
    Pcg64::seed_from_u64(hasher.finish())
}

impl Writer for Keywords {
    fn name(&self) -> &str {
        "keywords"
    }

    fn recipe(&self) -> String {
        format!("keywords, seed {}", self.seed)
    }

    fn write(
        &mut self,
        passages: &[Subject<'_>],
        count: usize,
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Vec<Vec<String>>> {
        let mut written = Vec::with_capacity(passages.len());
        for passage in passages {
            written.push(self.ask(passage.text, count));
            if on_progress(written.len()).is_break() {
                return Err(Error::Cancelled);
            }
        }
        Ok(written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PASSAGE: &str = "Bank Austria charges a non-compete fee of $1,577 under Section 12.3(b). The fee is due within \
                           thirty days of the closing date. Late payment bears interest at a rate of 8.5%.";

    fn ask(count: usize, seed: u64) -> Vec<String> {
        let frequencies = Frequencies::of([PASSAGE, "The fee of the bank is due.", "The bank is in Vienna."]);
        Keywords::new(frequencies, seed).ask(PASSAGE, count)
    }

    fn kept(question: &str) -> Vec<&str> {
        let asking = ["How many ", "How much "].into_iter().find_map(|it| question.strip_prefix(it));
        let rest = asking.or_else(|| Some(question.split_once(' ')?.1)).unwrap_or_default();
        rest.trim_end_matches('?').split(' ').collect()
    }

    #[test]
    fn questions_are_words_of_one_sentence_in_order() {
        for question in ask(6, 1) {
            let kept = kept(&question);
            assert!((3..=7).contains(&kept.len()), "three to seven words: {question}");
            let from = |sentence: &str| {
                let mut rest = content_words(sentence);
                kept.iter().all(|word| rest.any(|it| it == *word))
            };
            assert!(PASSAGE.split(". ").any(from), "in their order, of one sentence: {question}");
        }
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(ask(3, 7), ask(3, 7), "a study can be repeated");
        assert_ne!(ask(3, 7), ask(3, 8), "another seed, other questions");
    }

    const TEXT: &str = "What non-compete fee does the bank charge the bank in Austria?";

    fn drawn(kept: RangeInclusive<usize>, seed: u64) -> Vec<&'static str> {
        let frequencies = Frequencies::of([TEXT, "The fee of the bank.", "The bank is in Vienna."]);
        keywords(TEXT, kept, &frequencies, &mut random(seed, ""))
    }

    #[test]
    fn keywords_are_distinct_content_words_in_order() {
        assert_eq!(drawn(9..=9, 1), ["non-compete", "fee", "bank", "charge", "Austria"], "all, where more are wanted");
        let mut all = content_words(TEXT);
        assert!(drawn(3..=3, 2).iter().all(|word| all.any(|it| it == *word)), "three in their order");
        assert_eq!((drawn(2..=4, 7), drawn(0..=0, 1).len()), (drawn(2..=4, 7), 0), "the seed decides");
    }

    #[test]
    fn rare_words_are_drawn_more_often() {
        let with = |word: &str| (0..200).filter(|seed| drawn(2..=2, *seed).contains(&word)).count();
        assert!(with("Austria") > with("bank") + 20, "{} against {}", with("Austria"), with("bank"));
    }

    proptest! {
        #[test]
        fn whatever_the_text(text in "(\\PC{0,12}[.?! \n]{0,2}){0,12}", count in 0usize..6, seed: u64) {
            let questions = Keywords::new(Frequencies::of([&text]), seed).ask(&text, count);
            prop_assert!(questions.len() <= count);
            let distinct: HashSet<&String> = questions.iter().collect();
            prop_assert_eq!(distinct.len(), questions.len(), "never two equal");
        }
    }
}
