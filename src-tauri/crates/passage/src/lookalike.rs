//! Lines that look like headings and are none: units and periods of a table, footnotes, notices and signatures. Not for
//! finding headings (`heading`).

use crate::numbering;

/// Starts of lines in a block of signatures.
const SIGNATURE: &[&str] =
    &["by:", "name:", "title:", "date:", "dated:", "its:", "/s/", "signature:", "witness:", "attest:"];

/// Starts of notices below a table or on every page.
const NOTICES: &[&str] = &["see accompanying", "see notes to", "see note", "the accompanying", "source:"];

/// Starts of a period or a date above a table, and of a page number. A figure follows.
const PERIODS: &[&str] = &[
    "page ",
    "as of ",
    "as at ",
    "at ",
    "for the ",
    "year ended",
    "years ended",
    "three months",
    "six months",
    "nine months",
    "twelve months",
    "fiscal year",
    "fiscal years",
    "quarter ended",
    "quarters ended",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Legal forms after the name of a company, and words that also mean something else.
const COMPANY_FORMS: &[&str] =
    &["inc", "llc", "l.l.c", "ltd", "corp", "ag", "gmbh", "plc", "llp", "l.p", "n.a", "s.a", "n.v", "b.v", "co", "pty"];
const COMPANY_WORDS: &[&str] = &["corporation", "company", "limited", "incorporated"];

/// Words that say what a table counts. A line of these and of small words is no heading.
const UNITS: &[&str] =
    &["millions", "thousands", "billions", "dollars", "unaudited", "shares", "share", "per", "except", "amounts"];
const SMALL_WORDS: &[&str] =
    &["in", "of", "and", "the", "data", "u.s", "us", "par", "value", "as", "percentages", "ratios"];

/// Whether a line is none of the document's headings, whatever its type looks like.
pub(crate) fn is_lookalike(line: &str) -> bool {
    let lower = line.trim().to_lowercase();
    let is_numbered = numbering::leading(line).is_some();
    is_in_brackets(&lower)
        || lower.starts_with(['*', '†', '‡', '[', '$'])
        || NOTICES.iter().any(|start| lower.starts_with(start))
        || is_signature(line)
        || !is_numbered && is_party(&lower)
        || is_period(&lower)
        || is_unit(&lower)
}

/// Whether a line belongs to a block of signatures.
pub(crate) fn is_signature(line: &str) -> bool {
    let lower = line.trim().to_lowercase();
    lower == "by" || SIGNATURE.iter().any(|start| lower.starts_with(start))
}

/// The name of a company: "ACME, INC.", "Acme Corporation and Subsidiaries".
fn is_party(line: &str) -> bool {
    let name = line.trim_end_matches(['.', ',', ')', '”', '"']);
    let last = name.rsplit([' ', ',']).next().unwrap_or_default();
    let words = || name.split_whitespace();
    let is_phrase = || words().any(|word| matches!(word, "of" | "by" | "the" | "to" | "for" | "with" | "between"));
    let form = COMPANY_FORMS.contains(&last) || COMPANY_WORDS.contains(&last) && !is_phrase();
    words().count() > 1 && (form || name.ends_with("and subsidiaries") || name.ends_with("subsidiary companies"))
}

/// "(In millions)", but not "(a) Termination".
fn is_in_brackets(line: &str) -> bool {
    line.starts_with('(') && line.ends_with(')') && numbering::leading(line).is_none()
}

/// "Years ended December 31, 2018", "March 31".
fn is_period(line: &str) -> bool {
    PERIODS.iter().any(|start| line.starts_with(start)) && line.chars().any(|c| c.is_ascii_digit())
}

/// "Dollars in millions, except per share data".
fn is_unit(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '.').filter(|word| !word.is_empty()).peekable();
    let is_known = |word: &str| UNITS.contains(&word) || SMALL_WORDS.contains(&word.trim_end_matches('.'));
    words.peek().is_some() && words.all(is_known) && UNITS.iter().take(5).any(|unit| line.contains(unit))
}

#[cfg(test)]
mod tests {
    use super::is_lookalike;

    #[test]
    fn lookalikes_are_told_from_headings() {
        for yes in [
            "(In millions)",
            "(Dollars in Millions) (Note 1)",
            "(Dollars in millions, except per share amounts)",
            "Dollars in millions, except per share data",
            "Years ended December 31, 2018",
            "December 31, 2018",
            "See accompanying notes.",
            "By: John Smith",
            "Title: President",
            "* Confidential treatment requested",
            "[Signature page follows]",
            "(Unaudited)",
            "ACME WIDGETS, INC.",
            "Acme Corporation and Subsidiaries",
            "FOLEY & CURTIS, LLP",
        ] {
            assert!(is_lookalike(yes), "{yes}");
        }
        for no in [
            "(a) Termination",
            "Termination",
            "By-Laws",
            "May Obligations",
            "Share Repurchases",
            "Titles",
            "At Risk Capital",
            "Dividends per Share",
            "Pages and Sites",
            "OBLIGATIONS OF THE COMPANY",
            "7. Widget Company",
        ] {
            assert!(!is_lookalike(no), "{no}");
        }
    }
}
