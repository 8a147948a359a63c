//! Which passages are worth asking about. Not for asking, and not for finding anything: a passage that is skipped is
//! still searched.
//!
//! A passage lost here is never trained on, a useless question only costs time: in doubt a passage is kept.

use super::contents::is_contents;
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
    let lines: Vec<&str> = all.iter().copied().filter(|line| !is_boilerplate(line)).collect();
    let own = lines.join("\n");
    match () {
        () if is_contents(&all) => Some(Skip::Contents),
        () if is_signature(&lines) => Some(Skip::Signature),
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
    let all = text.split_whitespace().count();
    let marks = count(char::is_alphanumeric);
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
        !lower || is_stop_word(word, &[])
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

/// A line that begins or ends with one of these and has little else.
const PHRASES: &[&str] = &[
    "intentionally left blank",
    "intentionally omitted",
    "remainder of page",
    "remainder of this page",
    "signature page follows",
    "signature pages follow",
    "signatures on following page",
    "signature page to",
    "table of contents",
    "execution copy",
    "execution version",
    "see accompanying notes",
    "see notes to",
    "accompanying notes are an integral part",
    "view source version on",
    "has been omitted and filed separately",
    "omitted pursuant to",
    "confidential treatment requested",
    "all rights reserved",
];

/// A longer line says more than the phrase in it.
const LONGEST: usize = 160;

/// Whether a line, without space around it, is only there for the page's sake.
pub(crate) fn is_boilerplate(line: &str) -> bool {
    is_page_number(line) || is_phrase(line)
}

fn is_phrase(line: &str) -> bool {
    if line.len() > LONGEST {
        return false;
    }
    let lower = line.to_lowercase();
    PHRASES.iter().any(|phrase| {
        lower.find(phrase).is_some_and(|at| {
            let before = &lower[..at];
            let after = &lower[at + phrase.len()..];
            before.split_whitespace().count() < 9 && after.split_whitespace().count() < 9
        })
    })
}

/// "12", "- iv -", "Page 3 of 9", "F-12", "-A2-1-".
fn is_page_number(line: &str) -> bool {
    let lower = line.to_lowercase();
    let bare = lower.trim_matches(|c: char| !c.is_alphanumeric());
    let rest = bare.strip_prefix("page").unwrap_or(bare);
    let parts: Vec<&str> =
        rest.split(|c: char| !c.is_alphanumeric()).filter(|part| *part != "of" && !part.is_empty()).collect();
    (1..=3).contains(&parts.len())
        && parts.iter().all(|part| is_number(part))
        && !line.contains(['$', '€', '£', '%', ','])
}

/// A number of up to four digits, a Roman one, or a letter with a digit: what pages are numbered with.
fn is_number(part: &str) -> bool {
    let (letters, digits): (Vec<char>, Vec<char>) = part.chars().partition(|c| c.is_alphabetic());
    let roman = letters.iter().all(|c| matches!(c, 'i' | 'v' | 'x' | 'l'));
    digits.len() <= 4 && (letters.len() <= 1 || digits.is_empty() && roman) && part.is_ascii()
}

/// A line that begins with one of these is filled in by hand.
const FIELDS: &[&str] = &[
    "by:", "by :", "by _", "name:", "print name", "printed name", "title:", "its:", "date:", "dated:", "signature",
    "signed", "witness", "attest", "duly authorized",
];

/// A line that begins with one of these leads to the fields, however long it is.
const FORMULAS: &[&str] = &[
    "accepted and agreed",
    "acknowledged and agreed",
    "acknowledged and accepted",
    "agreed and accepted",
    "agreed to",
];

/// Only where something is signed.
const STRONG: &[&str] = &["by:", "by :", "by _", "/s/", "in witness whereof", "[signature"];

/// Where "in witness whereof" begins a line: what stands further in is the end of a clause.
const BEGINNING: usize = 90;

/// Words of a line that may be prose.
const PROSE: usize = 8;

/// Whether these lines are where people sign, and no sentence of a contract is among them.
pub(crate) fn is_signature(lines: &[&str]) -> bool {
    let lower: Vec<String> = lines.iter().map(|line| line.to_lowercase()).collect();
    let fields = lower.iter().filter(|line| is_field(line)).count();
    let strong = lower.iter().any(|line| is_strong(line));
    fields >= 2 && strong && !lower.iter().any(|line| !is_field(line) && is_prose(line))
}

fn is_field(line: &str) -> bool {
    let begins = |all: &[&str]| all.iter().any(|field| line.starts_with(field));
    begins(FIELDS) && !is_sentence(line) || begins(FORMULAS) || is_strong(line) || line.contains("____")
}

fn is_strong(line: &str) -> bool {
    let near = |found: usize| found < BEGINNING;
    STRONG.iter().any(|mark| match *mark {
        "/s/" => line.contains("/s/"),
        "in witness whereof" => line.find(mark).is_some_and(near),
        begins => line.starts_with(begins) && !is_sentence(line),
    })
}

/// A sentence may begin like a field: "Title: the licensor warrants that it has title to …".
fn is_sentence(line: &str) -> bool {
    line.ends_with('.') && is_prose(line)
}

/// Many words, and a quarter of them such as hold a sentence together.
fn is_prose(line: &str) -> bool {
    let (all, small) =
        words(line).fold((0, 0), |(all, small), word| (all + 1, small + usize::from(is_stop_word(word, &[]))));
    all > PROSE && small * 4 >= all
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

    #[test]
    fn lines_for_the_page_are_known() {
        for line in ["12", "- iv -", "Page 3 of 9", "F-12", "-A2-1-", "[Signature Page Follows]", "TABLE OF CONTENTS"] {
            assert!(is_boilerplate(line), "{line:?} tells nothing");
        }
    }

    #[test]
    fn lines_that_say_something_are_not_taken_for_it() {
        for line in [
            "$12",
            "8.5%",
            "AWS",
            "The table of contents and the headings of this Agreement are for convenience and shall not affect it.",
            "All rights reserved to the Licensor under Section 3 survive the termination of this Agreement by either Party.",
            "第十二条",
            "[***] [***]",
        ] {
            assert!(!is_boilerplate(line), "{line:?} may answer a question");
        }
    }

    fn signature(text: &str) -> bool {
        is_signature(&text.lines().collect::<Vec<_>>())
    }

    #[test]
    fn signature_pages_are_known() {
        for text in [
            "IN WITNESS WHEREOF, the parties hereto have caused this Agreement to be executed as of the date below.\nACME, \
             INC.\nBy: /s/ Mark L. Baum\nName: Mark L. Baum\nTitle: Chief Executive Officer",
            "Seller\nBy: ________\nPrint Name:\nTitle:\nAcknowledged and Agreed to as of the date first above written.",
            "PEPSICO, INC.\n/s/ Ada Cheng Name: Ada Cheng\nDate: December 19, 2022",
        ] {
            assert!(signature(text), "{text:?}");
        }
    }

    #[test]
    fn clauses_are_kept_even_above_a_signature() {
        for text in [
            "12. Counterparts. This Agreement may be executed in one or more counterparts, each of which is an original.\n\
             By: /s/ Mark L. Baum\nTitle: Chief Executive Officer",
            "Name: Acme\nTitle: Supply of Lamps\nDate: 4/26/2017\nFee: $12,000",
            "Title: the licensor warrants that it has good title to the works.\nDate: the date of this notice is the one on it.",
            "Governing law. This Agreement is governed by the laws of Ohio without regard to its conflict of laws, and the \
             parties agree to it, in witness whereof they sign.\nBy: John\nTitle: CEO",
        ] {
            assert!(!signature(text), "what it says may be asked: {text:?}");
        }
    }
}
