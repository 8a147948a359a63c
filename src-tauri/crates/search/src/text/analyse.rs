//! Text becomes terms: folded and stemmed by its language, legal and financial tokens kept whole and in parts. Not for ranking.
//!
//! A word of several parts ("non-compete", "10-K", "U.S.", "12.3(b)") gives one joined term and one term per part. So it
//! is found however it is typed. The joined term has the position of the first part. Scripts without spaces between
//! words give overlapping character bigrams.

use super::word::{Word, fold, lowered, plain_number, words};
use pincite_language::{Language, stem};

/// Version of the analysis. Raise it when the same text gives other terms: stored terms are then computed again.
pub const ANALYSIS_VERSION: u32 = 3;

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

/// The terms of a text in this language, in order.
pub fn analyse(text: &str, language: Language) -> Vec<String> {
    tokens(text, language).into_iter().map(|token| token.term).collect()
}

/// The terms of a text in this language with their positions, in order. Another language gives other terms at the same
/// positions.
pub fn tokens(text: &str, language: Language) -> Vec<Token> {
    let mut out = Vec::new();
    let mut position = 0;
    for word in words(text) {
        position = push_word(&mut out, &word, position, language);
    }
    out
}

/// Adds the terms of one word and returns the next free position.
fn push_word(out: &mut Vec<Token>, word: &Word, mut position: u32, language: Language) -> u32 {
    if let Some(joined) = joined(word) {
        out.push(Token { term: term(&joined, language), position, start: word.start, end: word.end });
    }
    for part in &word.parts {
        let term = term(part.text, language);
        if !term.is_empty() {
            out.push(Token { term, position, start: part.start, end: part.start + part.text.len() });
            position += 1;
        }
    }
    position
}

/// The joined text of a word with several parts. A full stop between digits stays: 12.3 is not 123.
fn joined(word: &Word) -> Option<String> {
    if !(2..=MAX_JOINED_PARTS).contains(&word.parts.len()) {
        return None;
    }
    Some(word.parts.iter().map(|part| part.text).collect())
}

/// The term of a word or a part of one: its stem without accents. Stems come first, because accents are part of endings. An
/// English word loses them before, as it has none.
fn term(text: &str, language: Language) -> String {
    if text.starts_with(char::is_numeric) {
        return fold(&plain_number(text, language));
    }
    if language.is_english() {
        return stem(&fold(text), language).into_owned();
    }
    fold(&stem(&lowered(text), language))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(question: &str, text: &str) -> bool {
        let terms = analyse(text, Language::English);
        analyse(question, Language::English).iter().any(|term| terms.contains(term))
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
                analyse(typed, Language::English),
                analyse(written, Language::English)
            );
        }
    }

    #[test]
    fn numbers_keep_their_meaning() {
        assert_eq!(analyse("12.3", Language::English), ["12.3"], "a clause number is one term");
        assert_eq!(
            analyse("$1,577.50", Language::English),
            ["1577.50"],
            "thousands separators fall away, decimals stay"
        );
        assert!(!found("123", "12.3"), "12.3 is not 123");
        assert!(!found("1.21", "12.1"), "digits do not move over a full stop");
    }

    #[test]
    fn parts_have_successive_positions_and_the_joined_term_the_first() {
        let positions: Vec<(String, u32)> =
            tokens("a non-compete clause", Language::English).into_iter().map(|t| (t.term, t.position)).collect();
        let expected = [("a", 0), ("noncompet", 1), ("non", 1), ("compet", 2), ("claus", 3)];
        assert_eq!(positions, expected.map(|(term, at)| (term.to_owned(), at)), "phrases rely on these positions");
    }

    #[test]
    fn scripts_without_spaces_give_bigrams_and_others_words() {
        assert_eq!(analyse("北京市", Language::English), ["北京", "京市"], "Han runs become bigrams");
        assert_eq!(analyse("法", Language::English), ["法"], "a lone ideograph stays");
        assert_eq!(
            analyse("договор аренды", Language::English),
            ["договор", "аренды"],
            "Cyrillic words are not stemmed as English"
        );
        assert_eq!(analyse("अनुबंध की", Language::English), ["अनुबंध", "की"], "vowel signs stay with their word");
        assert_eq!(analyse("계약을 해지", Language::English), ["계약", "약을", "해지"], "Hangul stays composed");
        assert_eq!(analyse("제12조", Language::Korean), ["제", "12", "조"], "a number stays whole between syllables");
    }

    #[test]
    fn a_word_is_found_in_any_form_of_its_language() {
        let found = |language, question, text| {
            let terms = analyse(text, language);
            analyse(question, language).iter().any(|term| terms.contains(term))
        };
        for (language, question, text) in [
            (Language::German, "Kündigungen", "die Kündigung"),
            (Language::German, "Kundigung", "die KÜNDIGUNG"),
            (Language::German, "Straße", "STRASSE"),
            (Language::German, "1234,50", "1.234,50 EUR"),
            (Language::German, "12000", "12.000 Euro"),
            (Language::Spanish, "arrendatario", "los arrendatarios"),
            (Language::French, "accord", "l’accord"),
            (Language::Russian, "договора", "договором"),
            (Language::Arabic, "احكام", "أحكام"),
            (Language::Arabic, "العقد", "العَقْد"),
            (Language::Hebrew, "חוזה", "חוֹזֶה"),
            (Language::Persian, "کتاب", "كتاب"),
        ] {
            let [asked, written] = [question, text].map(|text| analyse(text, language));
            assert!(found(language, question, text), "{question} must find {text}: {asked:?} {written:?}");
        }
        assert_eq!(
            analyse("\u{FE70}", Language::German),
            [""; 0],
            "a vowel mark by itself is no word, and brings no space"
        );
        assert_eq!(analyse("§ 12.3", Language::German), ["12.3"], "a clause number is no thousand");
        assert!(!found(Language::German, "12.345", "12,345"), "12345 is not a fraction");
    }

    proptest! {
        #[test]
        fn never_panics_and_is_deterministic(text in "\\PC{0,60}") {
            for language in Language::all() {
                let terms = tokens(&text, language);
                prop_assert!(terms.iter().all(|token| !token.term.contains(['+', '|'])));
            }
            let first = tokens(&text, Language::English);
            prop_assert_eq!(&first, &tokens(&text, Language::English));
            for token in &first {
                prop_assert!(!token.term.is_empty() && !token.term.contains(char::is_whitespace));
                prop_assert!(text.get(token.start..token.end).is_some(), "byte ranges fall on characters");
            }
            prop_assert!(first.windows(2).all(|pair| pair[0].position <= pair[1].position));
        }

        #[test]
        fn letter_case_does_not_matter(text in "[a-zA-Z0-9 .,$()&'-]{0,60}") {
            prop_assert_eq!(analyse(&text, Language::English), analyse(&text.to_uppercase(), Language::English));
        }
    }
}
