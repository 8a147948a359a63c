//! Text becomes terms: folded and stemmed, legal and financial tokens kept whole and in parts. Not for ranking.
//!
//! A word of several parts ("non-compete", "10-K", "U.S.", "12.3(b)") gives one joined term and one term per part. So it
//! is found however it is typed. The joined term has the position of the first part. Scripts without spaces between
//! words give overlapping character bigrams.

use super::word::{Word, fold, words};
use rust_stemmers::{Algorithm, Stemmer};

/// Version of the analysis. Raise it when the same text gives other terms: stored terms are then computed again.
pub const ANALYSIS_VERSION: u32 = 2;

/// Words with more parts than this, such as web addresses, have no joined term.
const MAX_JOINED_PARTS: usize = 4;

/// A term with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The term, as it is matched.
    pub term: String,
    /// Position in the text, in words. A joined term shares the position of its first part.
    pub position: u32,
    /// First byte in the text.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// The terms of a text, in order.
pub fn analyse(text: &str) -> Vec<String> {
    tokens(text).into_iter().map(|token| token.term).collect()
}

/// The terms of a text with their positions, in order.
pub fn tokens(text: &str) -> Vec<Token> {
    let stemmer = Stemmer::create(Algorithm::English);
    let mut out = Vec::new();
    let mut position = 0;
    for word in words(text) {
        position = push_word(&mut out, &word, position, &stemmer);
    }
    out
}

/// Adds the terms of one word and returns the next free position.
fn push_word(out: &mut Vec<Token>, word: &Word, mut position: u32, stemmer: &Stemmer) -> u32 {
    if let Some(joined) = joined(word) {
        out.push(Token { term: term(&joined, stemmer), position, start: word.start, end: word.end });
    }
    for part in &word.parts {
        let folded = fold(part.text);
        if !folded.is_empty() {
            out.push(Token {
                term: term(&folded, stemmer),
                position,
                start: part.start,
                end: part.start + part.text.len(),
            });
            position += 1;
        }
    }
    position
}

/// The joined term of a word with several parts. A full stop between digits stays: 12.3 is not 123.
fn joined(word: &Word) -> Option<String> {
    if !(2..=MAX_JOINED_PARTS).contains(&word.parts.len()) {
        return None;
    }
    Some(word.parts.iter().map(|part| fold(part.text)).collect())
}

/// The English stem of a word in plain Latin letters. Other words stay as they are.
fn term(folded: &str, stemmer: &Stemmer) -> String {
    if folded.bytes().all(|byte| byte.is_ascii_lowercase()) {
        stemmer.stem(folded).into_owned()
    } else {
        folded.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(question: &str, text: &str) -> bool {
        let terms = analyse(text);
        analyse(question).iter().any(|term| terms.contains(term))
    }

    #[test]
    fn a_token_is_found_however_it_is_typed() {
        for (typed, written) in [
            ("10-K", "the Form 10-K"),
            ("10K", "the Form 10-K"),
            ("10-k", "Form 10K"),
            ("noncompete", "a non-compete clause"),
            ("non-compete", "a noncompete clause"),
            ("noncompete", "a non\u{2011}compete clause"),
            ("$1,577", "capital of 1577"),
            ("1577", "paid $1,577."),
            ("US", "the U.S. market"),
            ("U.S.", "the US market"),
            ("12.3b", "see § 12.3(b)"),
            ("§ 12.3(b)", "Section 12.3(b)."),
            ("12.3", "see § 12.3(b)(ii)"),
            ("AT&T", "ATT Inc."),
            ("terminated", "upon termination of"),
            ("company", "the Company’s liability"),
            ("cafe", "Café"),
            ("office", "o\u{FB03}ce"),
            ("ABC", "ＡＢＣ"),
        ] {
            assert!(
                found(typed, written),
                "{typed:?} must find {written:?}: {:?} {:?}",
                analyse(typed),
                analyse(written)
            );
        }
    }

    #[test]
    fn numbers_keep_their_meaning() {
        assert_eq!(analyse("12.3"), ["12.3"], "a clause number is one term");
        assert_eq!(analyse("$1,577.50"), ["1577.50"], "thousands separators fall away, decimals stay");
        assert!(!found("123", "12.3"), "12.3 is not 123");
        assert!(!found("1.21", "12.1"), "digits do not move over a full stop");
    }

    #[test]
    fn parts_have_successive_positions_and_the_joined_term_the_first() {
        let positions: Vec<(String, u32)> =
            tokens("a non-compete clause").into_iter().map(|t| (t.term, t.position)).collect();
        let expected = [("a", 0), ("noncompet", 1), ("non", 1), ("compet", 2), ("claus", 3)];
        assert_eq!(positions, expected.map(|(term, at)| (term.to_owned(), at)), "phrases rely on these positions");
    }

    #[test]
    fn scripts_without_spaces_give_bigrams_and_others_words() {
        assert_eq!(analyse("北京市"), ["北京", "京市"], "Han runs become bigrams");
        assert_eq!(analyse("法"), ["法"], "a lone ideograph stays");
        assert_eq!(analyse("договор аренды"), ["договор", "аренды"], "Cyrillic words are not stemmed as English");
        assert_eq!(analyse("अनुबंध की"), ["अनुबंध", "की"], "vowel signs stay with their word");
        assert_eq!(analyse("계약 해지"), ["계약", "해지"], "Hangul stays composed");
    }

    proptest! {
        #[test]
        fn never_panics_and_is_deterministic(text in "\\PC{0,60}") {
            let first = tokens(&text);
            prop_assert_eq!(&first, &tokens(&text));
            for token in &first {
                prop_assert!(!token.term.is_empty() && !token.term.contains(char::is_whitespace));
                prop_assert!(text.get(token.start..token.end).is_some(), "byte ranges fall on characters");
            }
            prop_assert!(first.windows(2).all(|pair| pair[0].position <= pair[1].position));
        }

        #[test]
        fn letter_case_does_not_matter(text in "[a-zA-Z0-9 .,$()&'-]{0,60}") {
            prop_assert_eq!(analyse(&text), analyse(&text.to_uppercase()));
        }
    }
}
