//! Words as they stand in a text, and which of them say something. Not for search terms: those are the search's.

use pincite_language::Language;
use pincite_search::{is_stop_word, tokens};
use std::collections::HashSet;

/// What is longer is a web address or a line without spaces, and nothing that anybody would type.
const LONGEST: usize = 40;

/// The words of a text, in order, as they are written, without the punctuation around them: "non-compete", "$1,577",
/// "12.3(b)", "8.5%".
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(parts).map(bare).filter(|word| word.contains(char::is_alphanumeric))
}

/// The words that are no stop words, and neither single letters nor endless.
pub fn content_words(text: &str) -> impl Iterator<Item = &str> {
    words(text).filter(|word| is_content(word))
}

/// Words in lower case, to be compared.
pub(crate) fn folded(text: &str) -> Vec<String> {
    words(text).map(str::to_lowercase).collect()
}

/// A word without the ending of a possessive.
pub(crate) fn without_possessive(word: &str) -> &str {
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word)
}

/// Number of words as the search counts them, which knows scripts without spaces.
pub(crate) fn length(text: &str) -> usize {
    places(text, |_| true)
}

/// Number of content words as the search counts words.
pub(crate) fn content_length(text: &str) -> usize {
    places(text, is_content)
}

/// Whether a word has letters, and is not merely a number.
pub fn has_letters(word: &str) -> bool {
    word.chars().filter(|c| c.is_alphabetic()).count() > 1
}

fn places(text: &str, counts: impl Fn(&str) -> bool) -> usize {
    let counted = tokens(text, Language::English).into_iter().filter(|token| counts(&text[token.start..token.end]));
    counted.map(|token| token.position).collect::<HashSet<u32>>().len()
}

fn is_content(word: &str) -> bool {
    let mut characters = word.chars().filter(|c| c.is_alphanumeric());
    let lone_letter = match (characters.next(), characters.next()) {
        (Some(one), None) => one.is_ascii_alphabetic(),
        _ => false,
    };
    !lone_letter && word.chars().count() <= LONGEST && !is_stop_word(&word.to_lowercase(), &[])
}

/// White space, the dash between clauses, and the marks between clauses of scripts without spaces.
fn parts(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '—' | '…' | '、' | '。' | '，' | '；' | '：' | '？' | '！')
}

/// Without punctuation at its ends, and cut where a bracket closes that was not opened inside; a currency, a per cent
/// sign and a closing bracket that was stay.
fn bare(word: &str) -> &str {
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '$' | '€' | '£' | '¥' | '§'));
    word[..unopened(word).unwrap_or(word.len())].trim_end_matches(|c| !is_end(c))
}

fn is_end(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '%' | ')')
}

/// Where a bracket closes that was not opened.
fn unopened(word: &str) -> Option<usize> {
    let mut open = 0_usize;
    let mut marks = word.match_indices(['(', ')']);
    let found = marks.find(|(_, mark)| {
        let closes = *mark == ")" && open == 0;
        open = if *mark == "(" { open + 1 } else { open.saturating_sub(1) };
        closes
    });
    found.map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_stay_as_they_are_written() {
        let text = "See § 12.3(b): (the “Non-Compete”) costs $1,577, i.e. 8.5%—(12,967) (0.5)% [***] (see (a)).";
        let found: Vec<&str> = words(text).collect();
        let expected =
            ["See", "12.3(b)", "the", "Non-Compete", "costs", "$1,577", "i.e", "8.5%", "12,967", "0.5", "see", "a"];
        assert_eq!(found, expected, "numbers keep currency and clause, words their case and hyphens");
    }

    #[test]
    fn content_words_say_something() {
        let found: Vec<&str> = content_words("What is the X of Plan B in 5 years?").collect();
        assert_eq!(found, ["Plan", "5", "years"], "stop words and lone letters go, lone digits stay");
        let endless = format!("see {} now", "x".repeat(50));
        assert_eq!(content_words(&endless).collect::<Vec<_>>(), ["see", "now"], "nobody types an endless word");
    }

    #[test]
    fn lengths_are_counted_in_every_script() {
        assert_eq!(length("Who is it?"), 3, "every word counts");
        assert_eq!(
            content_length("Who pays the non-compete fee?"),
            4,
            "parts of a word are words, joined ones are not"
        );
        assert!(length("公司在哪里成立？") > 4, "a script without spaces has words too");
    }

    proptest! {
        #[test]
        fn words_are_pieces_of_the_text(text in "\\PC{0,80}") {
            let mut rest = text.as_str();
            for word in words(&text) {
                let at = rest.find(word);
                prop_assert!(at.is_some(), "{word:?} is in {rest:?}, in order");
                rest = &rest[at.unwrap_or_default() + word.len()..];
            }
            prop_assert!(content_words(&text).count() <= words(&text).count());
            prop_assert!(content_length(&text) <= length(&text));
        }
    }
}
