//! Lines that look like headings and are none: units and periods of a table, footnotes, notices and signatures. Not for
//! finding headings (`heading`).

/// Starts of lines in a block of signatures.
const SIGNATURE: &[&str] = &["by:", "name:", "title:", "date:", "dated:", "its:", "/s/", "signature:", "witness:", "attest:"];

/// Starts of notices below a table or on every page.
const NOTICES: &[&str] =
    &["see accompanying", "see notes to", "see note", "the accompanying", "source:"];

/// Starts of a period or a date above a table, and of a page number. A figure follows.
const PERIODS: &[&str] = &[
    "page ", "as of ", "as at ", "at ", "for the ", "year ended", "years ended", "three months", "six months", "nine months", "twelve months",
    "fiscal year", "fiscal years", "quarter ended", "quarters ended", "january", "february", "march", "april", "may", "june", "july",
    "august", "september", "october", "november", "december",
];

/// Words that say what a table counts. A line of these and of small words is no heading.
const UNITS: &[&str] =
    &["millions", "thousands", "billions", "dollars", "unaudited", "shares", "share", "per", "except", "amounts"];
const SMALL_WORDS: &[&str] = &["in", "of", "and", "the", "data", "u.s", "us", "par", "value", "as", "percentages", "ratios"];

/// Whether a line is none of the document's headings, whatever its type looks like.
pub(crate) fn is_lookalike(line: &str) -> bool {
    let lower = line.trim().to_lowercase();
    is_in_brackets(&lower)
        || lower.starts_with(['*', '†', '‡', '[', '$'])
        || NOTICES.iter().any(|start| lower.starts_with(start))
        || is_signature(line)
        || is_period(&lower)
        || is_unit(&lower)
}

/// Whether a line belongs to a block of signatures.
pub(crate) fn is_signature(line: &str) -> bool {
    let lower = line.trim().to_lowercase();
    lower == "by" || SIGNATURE.iter().any(|start| lower.starts_with(start))
}

/// "(In millions)", but not "(a) Termination".
fn is_in_brackets(line: &str) -> bool {
    line.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).is_some_and(|inside| !inside.contains(')'))
}

/// "Years ended December 31, 2018", "March 31".
fn is_period(line: &str) -> bool {
    PERIODS.iter().any(|start| line.starts_with(start)) && line.chars().any(|c| c.is_ascii_digit())
}

/// "Dollars in millions, except per share data".
fn is_unit(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '.').filter(|word| !word.is_empty()).peekable();
    let is_known = |word: &str| UNITS.contains(&word) || SMALL_WORDS.contains(&word.trim_end_matches('.'));
    words.peek().is_some()
        && words.all(is_known)
        && UNITS.iter().take(5).any(|unit| line.contains(unit))
}

#[cfg(test)]
mod tests {
    use super::is_lookalike;

    #[test]
    fn lookalikes_are_told_from_headings() {
        for yes in [
            "(In millions)",
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
        ] {
            assert!(!is_lookalike(no), "{no}");
        }
    }
}
