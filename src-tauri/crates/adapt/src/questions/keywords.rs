//! A few words of a text that carry its meaning, as people type them into a search box. Not for whole questions.

use crate::Frequencies;
use crate::questions::words::{content_words, has_letters};
use rand::RngExt;
use rand_pcg::Pcg64;
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// Numbers are rare and would fill the keywords. People ask for them more often than by them.
const NUMBER: f64 = 0.25;

/// Distinct content words of a text in their order, a number of them drawn from `kept`; rarer ones are drawn more often.
/// A text with fewer words gives all of them.
pub fn keywords<'t>(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::random;

    const TEXT: &str = "What non-compete fee does the bank charge the bank in Austria?";

    fn drawn(kept: RangeInclusive<usize>, seed: u64) -> Vec<&'static str> {
        let frequencies = Frequencies::of([TEXT, "The fee of the bank.", "The bank is in Vienna."]);
        keywords(TEXT, kept, &frequencies, &mut random(seed, 1))
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
}
