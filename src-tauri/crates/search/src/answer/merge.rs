//! Near-duplicates are merged: of passages that say the same, the best is shown. They are compared by runs of three terms, and
//! by their numbers. Numbers that only count clauses are left out, because the same clause has another number in another
//! contract. Not for ranking.

use super::reading::read_together;
use crate::joint::without_references;
use crate::score::{RankedPassage, Readable, Score, Scored};
use crate::text::{Runs, tokens};
use pincite_language::Language;
use pincite_library::StoredPassage;
use pincite_passage::{Passage, without_number};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// A ranked passage with its text.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) ranked: RankedPassage,
    pub(super) text: Arc<PassageText>,
}

/// A loaded passage. Two orders of one answer share it.
pub(super) struct PassageText {
    pub(super) stored: StoredPassage,
    /// That of its document.
    pub(super) language: Language,
    shingles: OnceLock<Shingles>,
}

impl PassageText {
    pub(super) fn new(stored: StoredPassage, language: Language) -> Self {
        Self { stored, language, shingles: OnceLock::new() }
    }

    fn shingles(&self) -> &Shingles {
        self.shingles.get_or_init(|| Shingles::of(&self.stored.passage, self.language))
    }

    /// Whether both say the same in almost the same words.
    fn says(&self, other: &Self) -> bool {
        self.shingles().is_near_duplicate(other.shingles())
    }
}

impl Readable for Candidate {
    fn read(&self) -> Cow<'_, str> {
        Cow::Owned(read_together(&self.text.stored.passage))
    }

    fn language(&self) -> Language {
        self.text.language
    }
}

impl Scored for Candidate {
    fn score(&self) -> &Score {
        &self.ranked.score
    }

    fn score_mut(&mut self) -> &mut Score {
        &mut self.ranked.score
    }
}

/// A passage to show, and its near-duplicates.
pub(super) struct Group {
    pub(super) ranked: RankedPassage,
    pub(super) best: Arc<PassageText>,
    pub(super) others: Vec<Arc<PassageText>>,
}

/// The first `k` different passages, each with its near-duplicates: passages of any document with almost the same words. The
/// better ranked of two is kept.
pub(super) fn merge(candidates: Vec<Candidate>, k: usize) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for Candidate { ranked, text } in candidates {
        match groups.iter().position(|group| group.best.says(&text)) {
            Some(group) => groups[group].others.push(text),
            None if groups.len() < k => groups.push(Group { ranked, best: text, others: Vec::new() }),
            None => {}
        }
    }
    groups
}

/// Which of the passages of one document in this language are different, in the order given: the first of those that say the
/// same.
pub fn distinct(passages: &[&Passage], language: Language) -> Vec<usize> {
    let mut kept: Vec<(usize, Shingles)> = Vec::new();
    for (at, passage) in passages.iter().enumerate() {
        let shingles = Shingles::of(passage, language);
        if !kept.iter().any(|(_, other)| other.is_near_duplicate(&shingles)) {
            kept.push((at, shingles));
        }
    }
    kept.into_iter().map(|(at, _)| at).collect()
}

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
    pub(super) fn of(passage: &Passage, language: Language) -> Self {
        // Only compared with other terms of the same analysis.
        let terms: Vec<String> =
            tokens(&said(passage, language), Language::Undetermined).into_iter().map(|token| token.term).collect();
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
fn said(passage: &Passage, language: Language) -> String {
    if passage.sentences.is_empty() {
        return without_references(&passage.text, language);
    }
    let sentences = (0..passage.sentences.len()).map(|number| unnumbered(passage, number, language));
    sentences.map(|sentence| without_references(sentence, language)).collect::<Vec<_>>().join("\n")
}

/// A sentence without its clause number. A number that is not that of its clause stays: it may be an amount.
fn unnumbered(passage: &Passage, number: usize, language: Language) -> &str {
    let sentence = passage.sentence(number).trim_start();
    let rest = without_number(sentence, language);
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
        same_in(Language::English, one, other)
    }

    fn same_in(language: Language, one: &Passage, other: &Passage) -> bool {
        Shingles::of(one, language).is_near_duplicate(&Shingles::of(other, language))
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
        let german = |number: &str| {
            passage(number, &format!("{number} Die Kündigung bedarf der Schriftform und ist zu begründen."))
        };
        assert!(same_in(Language::German, &german("§ 5"), &german("§ 12")));
    }
}
