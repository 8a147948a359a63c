//! What a passage says, as near-duplicates are compared: runs of three terms, and its numbers. Numbers that only count
//! clauses are left out, because the same clause has another number in another contract. Not for merging (`merge`).

use crate::joint::without_references;
use crate::text::{Runs, tokens};
use pincite_passage::{Passage, without_number};
use std::collections::BTreeSet;

/// Least Jaccard similarity of the runs of near-duplicates.
const NEAR_DUPLICATE: f32 = 0.8;

/// The terms of a passage without the numbers of clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shingles {
    runs: Runs,
    /// "30" and "60": what a clause is about, other than its own number.
    numbers: BTreeSet<String>,
}

impl Shingles {
    pub(super) fn of(passage: &Passage) -> Self {
        let terms: Vec<String> = tokens(&said(passage)).into_iter().map(|token| token.term).collect();
        let numbers = terms.iter().filter(|term| term.contains(|c: char| c.is_numeric())).cloned().collect();
        Self { runs: Runs::of(&terms), numbers }
    }

    /// Almost the same words and exactly the same numbers: "within 30 days" and "within 60 days" are different.
    pub(super) fn is_near_duplicate(&self, other: &Self) -> bool {
        let shared = self.runs.shared(&other.runs) as f32;
        let all = (self.runs.len() + other.runs.len()) as f32 - shared;
        all > 0.0 && self.numbers == other.numbers && shared / all >= NEAR_DUPLICATE
    }
}

/// The text without clause numbers: those at the start of a sentence, and those of other clauses it refers to.
fn said(passage: &Passage) -> String {
    if passage.sentences.is_empty() {
        return without_references(&passage.text);
    }
    let sentences = (0..passage.sentences.len()).map(|number| without_references(unnumbered(passage, number)));
    sentences.collect::<Vec<_>>().join("\n")
}

/// A sentence without its clause number. A number that is not that of its clause stays: it may be an amount.
fn unnumbered(passage: &Passage, number: usize) -> &str {
    let sentence = passage.sentence(number).trim_start();
    let rest = without_number(sentence);
    let lead = sentence.strip_suffix(rest).unwrap_or_default().trim_end_matches(|c: char| !is_of_number(c));
    let lead = lead.rsplit(char::is_whitespace).next().unwrap_or_default();
    let is_own = passage.clause_of(number).is_some_and(|clause| !lead.is_empty() && clause.contains(lead));
    if is_own { rest } else { sentence }
}

fn is_of_number(c: char) -> bool {
    c.is_alphanumeric() || c == ')'
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A passage of one sentence in a clause.
    fn passage(clause: &str, text: &str) -> Passage {
        let sentences = vec![(0, text.len() as u32)];
        Passage { text: text.to_owned(), clause: Some(clause.to_owned()), sentences, ..Passage::default() }
    }

    fn same(one: &Passage, other: &Passage) -> bool {
        Shingles::of(one).is_near_duplicate(&Shingles::of(other))
    }

    /// A clause under a number, with a notice of so many days, that refers to another clause.
    fn clause(number: &str, days: u32, reference: &str) -> Passage {
        let text = format!(
            "{number} Subject to Section {reference}, either party may terminate on {days} days written notice to the \
             other party."
        );
        passage(number, &text)
    }

    #[test]
    fn passages_with_different_numbers_are_no_duplicates() {
        let shouted = passage("7.2", &clause("7.2", 30, "9.1").text.to_uppercase());
        assert!(same(&clause("7.2", 30, "9.1"), &shouted), "letter case does not matter");
        assert!(!same(&clause("7.2", 30, "9.1"), &clause("7.2", 60, "9.1")), "the number is the point");
        assert!(!same(&Passage::default(), &Passage::default()), "empty texts are no duplicates");
    }

    #[test]
    fn clause_numbers_do_not_tell_passages_apart() {
        assert!(same(&clause("7.2", 30, "9.1"), &clause("12.4", 30, "14.1(b)")));
        let amount =
            |days: &str| passage("7", &format!("{days}. The Customer pays within that time after the invoice."));
        assert!(!same(&amount("30"), &amount("60")), "this number is not the clause's own");
    }
}
