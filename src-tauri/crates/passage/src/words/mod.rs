//! The words and signs that clauses are numbered with, and how lawyers cite them, in languages other than English. Not for
//! finding numbers (`foreign`), nor for English (`numbering`).

mod latin;
mod scripts;
mod table;

pub(crate) use table::{Around, CLAUSE, ClauseWords, Frame, NUMBER_SIGNS};

use pincite_language::Language;

/// The words of a language. None for English, and for languages whose words are not known here.
pub(crate) fn words_of(language: Language) -> Option<&'static ClauseWords> {
    latin::WORDS.iter().chain(scripts::WORDS).copied().find(|words| words.language == language)
}

/// Whether a word in lower case stands before the number of a clause or of a part of one ("ziffer", "abs"), in a language other
/// than English.
pub fn is_clause_word(word: &str, language: Language) -> bool {
    let is_known =
        |words: &ClauseWords| words.names.iter().any(|name| name.word == word) || words.references.contains(&word);
    words_of(language).is_some_and(is_known)
}

/// The alphabet other than the Latin one that a letter counts items in.
pub(crate) fn alphabet_of(letter: char) -> Option<&'static str> {
    scripts::WORDS.iter().map(|words| words.alphabet).find(|alphabet| alphabet.contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_as_their_readers_expect() {
        for words in latin::WORDS.iter().chain(scripts::WORDS) {
            let code = words.language.code();
            assert!(!words.language.is_english());
            for (at, name) in words.names.iter().enumerate() {
                assert_eq!(name.word, name.word.to_lowercase(), "{code}");
                let hidden = words.names[..at].iter().find(|earlier| name.word == earlier.word);
                assert!(hidden.is_none(), "{} in {code} is listed twice", name.word);
            }
            for word in words.counted.iter().chain(words.ordinals) {
                assert_eq!(*word, word.to_lowercase(), "{code}");
            }
        }
    }
}
