//! Lines that stand on pages whatever they are about. Not for clauses that many contracts have: those are asked about.

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
            let (before, after) = (&lower[..at], &lower[at + phrase.len()..]);
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

#[cfg(test)]
mod tests {
    use super::is_boilerplate;

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
}
