//! References of a text to clauses of its document: "subject to Section 9.2". Not for finding those clauses.

use std::collections::BTreeSet;

/// Words and signs before the number of a clause.
const KINDS: [&str; 9] =
    ["article", "articles", "clause", "clauses", "paragraph", "paragraphs", "section", "sections", "§"];

/// The clause numbers that a text refers to, without subclauses: "Sections 9.2(b) and 10" has "9.2" and "10".
pub(crate) fn references(text: &str) -> BTreeSet<String> {
    read(text).filter_map(|word| word.reference).map(str::to_owned).collect()
}

/// The text without the clause numbers that it refers to: "Subject to Section 9.2(b)" becomes "Subject to Section".
pub(crate) fn without_references(text: &str) -> String {
    let kept: Vec<&str> = read(text).filter(|word| word.reference.is_none()).map(|word| word.text).collect();
    kept.join(" ")
}

/// A word of a text.
struct Word<'a> {
    text: &'a str,
    /// The number of the clause it refers to.
    reference: Option<&'a str>,
}

fn read(text: &str) -> impl Iterator<Item = Word<'_>> {
    text.split_whitespace().scan(false, |after_kind, word| {
        let reference = clause_number(word).filter(|_| *after_kind);
        if reference.is_none() {
            *after_kind = is_kind(word) || (*after_kind && matches!(word, "and" | "or" | "," | "to" | "through"));
        }
        Some(Word { text: word, reference })
    })
}

fn is_kind(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '§').to_lowercase();
    KINDS.contains(&word.as_str()) || word.chars().all(|c| c == '§') && !word.is_empty()
}

/// "9.2(b)," → "9.2". A number with other characters is none.
fn clause_number(word: &str) -> Option<&str> {
    let word = word.trim_start_matches(['(', '§']);
    let end = word.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(word.len());
    let number = word[..end].trim_end_matches('.');
    let rest = &word[end..];
    let fits = number.starts_with(|c: char| c.is_ascii_digit()) && !rest.starts_with(|c: char| c.is_alphanumeric());
    fits.then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(text: &str) -> Vec<String> {
        references(text).into_iter().collect()
    }

    #[test]
    fn clause_numbers_after_their_kind_are_references() {
        assert_eq!(of("Subject to Section 9.2(b), and without limiting Sections 10 and 11.4."), ["10", "11.4", "9.2"]);
        assert_eq!(of("as set out in (§ 5) or Article 7"), ["5", "7"]);
        assert!(of("within 30 days, and 12.5 % of the fee under the Section headed Term").is_empty(), "no references");
        assert!(of("Section 2nd").is_empty(), "no clause number");
    }

    #[test]
    fn a_text_can_be_read_without_them() {
        assert_eq!(without_references("Sections 9.2(b) and 10 apply for 10 days."), "Sections and apply for 10 days.");
    }

    proptest! {
        #[test]
        fn any_text_can_be_read(text in "(\\PC{0,6} ?){0,20}") {
            for number in references(&text) {
                prop_assert!(number.starts_with(|c: char| c.is_ascii_digit()));
            }
        }
    }
}
