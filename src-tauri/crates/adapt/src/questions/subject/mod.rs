//! Which passages are worth asking about. Not for asking, and not for finding anything: a passage that is skipped is
//! still searched.
//!
//! A passage lost here is never trained on, a useless question only costs time: in doubt a passage is kept.

mod boilerplate;
mod contents;
mod signature;

use crate::Skip;
use crate::questions::words::{content_length, content_words, has_letters, words};
use pincite_search::is_stop_word;

/// Fewer content words hold nothing to ask about.
const FEWEST_WORDS: usize = 5;

/// Fewer words with letters name nothing that the numbers beside them could be of.
const FEWEST_LABELS: usize = 2;

/// Fewer words with letters say nothing among marks for what was left out ("[***]").
const FEWEST_AMONG_MARKS: usize = 5;

/// A longer line is no heading.
const LONGEST_HEADING: usize = 12;

/// Why a passage with this text is not asked about; none if it is worth a question.
pub fn skip(text: &str) -> Option<Skip> {
    let all: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let lines: Vec<&str> = all.iter().copied().filter(|line| !boilerplate::is_boilerplate(line)).collect();
    let own = lines.join("\n");
    match () {
        () if contents::is_contents(&all) => Some(Skip::Contents),
        () if signature::is_signature(&lines) => Some(Skip::Signature),
        () if is_numbers(&own) => Some(Skip::Numbers),
        () if !lines.is_empty() && lines.iter().all(|line| is_heading(line)) => Some(Skip::Heading),
        () if content_length(&own) >= FEWEST_WORDS => None,
        () if lines.len() < all.len() => Some(Skip::Boilerplate),
        () => Some(Skip::Short),
    }
}

fn is_numbers(text: &str) -> bool {
    let labels = content_words(text).filter(|word| has_letters(word)).count();
    let count = |is: fn(char) -> bool| text.split_whitespace().filter(|word| !word.contains(is)).count();
    let (all, marks) = (text.split_whitespace().count(), count(char::is_alphanumeric));
    let nameless = labels < FEWEST_LABELS && count(char::is_alphabetic) > labels;
    let blackened = labels < FEWEST_AMONG_MARKS && marks * 2 > all;
    (nameless || blackened) && !text.chars().any(|c| c.is_alphabetic() && !is_cased(c))
}

/// Scripts without upper and lower case have few spaces, or none: their words cannot be counted here.
fn is_cased(c: char) -> bool {
    c.is_lowercase() || c.is_uppercase()
}

/// "7.2 Termination for Cause", "ARTICLE VII – GENERAL PROVISIONS": a number, and words in capitals or with capitals.
fn is_heading(line: &str) -> bool {
    let mut named = words(line);
    let numbered = named.next().is_some_and(|first| is_numbering(first) || is_division(first));
    let rest: Vec<&str> = named.collect();
    let capital = |word: &&str| {
        let lower = word.chars().next().is_some_and(char::is_lowercase);
        !lower || is_stop_word(word)
    };
    numbered && rest.len() < LONGEST_HEADING && rest.iter().all(capital) && !line.contains(['$', '€', '£', '%'])
}

/// "7.2", "12.3(b)", "iv".
fn is_numbering(word: &str) -> bool {
    let roman = word.chars().all(|c| matches!(c.to_ascii_lowercase(), 'i' | 'v' | 'x'));
    let clause = word.starts_with(|c: char| c.is_ascii_digit()) && word.len() < 9 && !word.contains(',');
    roman || clause || word.chars().count() == 1
}

fn is_division(word: &str) -> bool {
    let lower = word.to_lowercase();
    matches!(
        lower.as_str(),
        "article" | "section" | "item" | "part" | "chapter" | "exhibit" | "schedule" | "appendix" | "annex"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_tells_nothing_is_skipped() {
        for (text, reason) in [
            ("17.3 Indemnification of Astellas.", Skip::Heading),
            (
                "ARTICLE VII – GENERAL PROVISIONS\nSection 7.1 Notices and Other Communications to the Parties",
                Skip::Heading,
            ),
            ("[Remainder of page intentionally left blank]\n12", Skip::Boilerplate),
            ("EXECUTION COPY\nSee accompanying notes to consolidated financial statements.", Skip::Boilerplate),
            ("[***] [***] 201810 [***] [***]\n[***] 201812 [***]", Skip::Numbers),
            ("Invoice\n1,204 1,302 1,577\n(12) (13) 88", Skip::Numbers),
            ("Invoice Amount\n[***] [***] 201904 [***]\n[***] [***] [***]", Skip::Numbers),
            ("by Nexstar alone.", Skip::Short),
            ("", Skip::Short),
        ] {
            assert_eq!(skip(text), Some(reason), "{text:?}");
        }
    }

    #[test]
    fn what_may_answer_is_kept() {
        for text in [
            "The fee is due in 30 days of the invoice.",
            "North America (1) $35,844 $47,251\nAWS (2) 18,660 26,340\nCorporate 58,792 69,134\nConsolidated $131,310",
            "2021 2020\n2024 1,109\n2025 136\nThereafter 5,295\nTotal $7,531",
            "Total property, plant and equipment, net $19,803 18,962",
            "9.3 Company shall pay Consultant $5,000 a month.",
            "CO-BRANDING AGREEMENT\nbetween 2TheMart.com, Inc. and i-Escrow, Inc.\nJune 21, 1999",
            "本协议受中华人民共和国法律管辖并按其解释。",
            "8.2 Notices. Notices are given by Date: and Title: as the schedule says, and never by telephone.",
        ] {
            assert_eq!(skip(text), None, "an answer may stand in it: {text:?}");
        }
    }

    #[test]
    fn codes_are_those_of_json() {
        for reason in Skip::ALL {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.code(), "one name for a reason everywhere");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,120}") {
            prop_assert_eq!(skip(&text), skip(&text), "the same text has the same fate");
        }

        #[test]
        fn no_lines_panic(text in "([A-Za-z.:_/\\[\\]$ ]{0,20}[0-9]{0,3}\n?){0,12}") {
            let _ = skip(&text);
        }

        #[test]
        fn prose_is_never_lost(words in proptest::collection::vec("[b-z]{4,9}", 12..40)) {
            let text = format!("The {}.", words.join(" "));
            prop_assert_eq!(skip(&text), None, "a dozen plain words are worth a question");
        }
    }
}
