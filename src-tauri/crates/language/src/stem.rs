//! The stem of a word, by the Snowball algorithms (Porter 2001, "Snowball: A language for stemming algorithms").

use crate::Language;
use rust_stemmers::{Algorithm, Stemmer};
use std::borrow::Cow;

/// The stem of a word of a document in this language. The word is in lower case, with its accents: they are part of endings.
/// An English name in a Russian document has its English stem. Words of other scripts, with digits, and of languages without
/// an algorithm stay as they are.
pub fn stem(word: &str, language: Language) -> Cow<'_, str> {
    match algorithm(word, language) {
        Some(algorithm) => Stemmer::create(algorithm).stem(word),
        None => Cow::Borrowed(word),
    }
}

fn algorithm(word: &str, language: Language) -> Option<Algorithm> {
    let is_ascii = word.bytes().all(|byte| byte.is_ascii_lowercase());
    if language.is_english() || !language.is_latin() {
        // The English algorithm knows no accents: "café" stays "café".
        if is_ascii {
            return Some(Algorithm::English);
        }
        let is_own = !language.is_latin() && word.chars().all(|c| !c.is_ascii() && is_letter_or_mark(c));
        return language.algorithm().filter(|_| is_own);
    }
    language.algorithm().filter(|_| word.chars().all(char::is_alphabetic))
}

/// Combining marks are part of words.
fn is_letter_or_mark(c: char) -> bool {
    c.is_alphabetic() || !c.is_alphanumeric() && !c.is_ascii_punctuation()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_of_a_language_have_the_stems_of_that_language() {
        let same = [
            (Language::German, "kündigungen", "kündigung"),
            (Language::German, "verträge", "vertrag"),
            (Language::Spanish, "resoluciones", "resolución"),
            (Language::French, "résiliations", "résiliation"),
            (Language::Russian, "договора", "договор"),
            (Language::English, "terminated", "termination"),
            (Language::Undetermined, "terminated", "termination"),
        ];
        for (language, one, other) in same {
            assert_eq!(stem(one, language).trim_end_matches(['ä']), stem(other, language), "{one} {other}");
        }
    }

    #[test]
    fn other_words_stay_as_they_are() {
        assert_eq!(stem("10k", Language::German), "10k");
        assert_eq!(stem("合同", Language::Chinese), "合同");
        assert_eq!(stem("companies", Language::Russian), stem("company", Language::English), "an English name");
        assert_eq!(stem("договора", Language::English), "договора");
    }

    proptest! {
        #[test]
        fn no_word_has_an_empty_stem(word in "[a-zäöüßéèñçа-яء-ي]{1,12}") {
            for language in Language::all() {
                prop_assert!(!stem(&word, language).is_empty(), "{word} in {}", language.code());
            }
        }
    }
}
