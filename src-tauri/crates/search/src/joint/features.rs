//! What a joint ranking sees of a candidate: its scores, and how it lies to the passages selected before it, such as a
//! reference to its clause ("subject to Section 9.2"). Not for judging that (`ranker`).

use super::ranker::JointRanker;
use crate::index::dot;
use crate::score::Scale;
use crate::text::{Runs, tokens};
use pincite_language::Language;
use pincite_passage::{Passage, is_clause_word};
use std::collections::BTreeSet;

/// Numbers that describe a candidate by itself.
const OWN: usize = 5;
/// Numbers that describe how it lies to one selected passage.
const PAIR: usize = 8;
/// Numbers that describe the selection.
const SELECTION: usize = 3;
/// Numbers that describe a candidate after a selection. Those of pairs count twice: the greatest, and the mean.
pub const JOINT_FEATURES: usize = OWN + 2 * PAIR + SELECTION;

/// Divides logits and counts, so that features are of similar size.
const LOGITS: f32 = 5.0;
const COUNTS: f32 = 5.0;

/// A candidate of a joint ranking.
#[derive(Clone, Copy, Debug)]
pub struct JointCandidate<'a> {
    /// Logit of the cross-encoder.
    pub cross: f32,
    /// Score that it is ranked by: that of the first stage and the logit, weighted.
    pub total: f32,
    /// Its document, by any number.
    pub document: usize,
    /// The passage.
    pub passage: &'a Passage,
    /// Its vector, of length one; empty if it has none.
    pub vector: &'a [f32],
}

/// The features of some candidates.
#[derive(Clone, Debug)]
pub struct JointFeatures {
    own: Vec<[f32; OWN]>,
    logits: Vec<f32>,
    /// How each candidate lies to each other one: row by row, one row for each selected.
    pairs: Vec<[f32; PAIR]>,
}

impl JointFeatures {
    /// Compares the candidates of one question.
    pub fn of(candidates: &[JointCandidate<'_>]) -> Self {
        let texts: Vec<Text> = candidates.iter().map(|one| Text::of(one.passage)).collect();
        let pair = |(selected, other): (usize, usize)| match selected == other {
            true => [0.0; PAIR],
            false => {
                let [one, two] = [selected, other].map(|at| Side { candidate: &candidates[at], text: &texts[at] });
                one.pair(&two)
            }
        };
        let count = candidates.len();
        let pairs = (0..count * count).map(|at| pair((at / count, at % count))).collect();
        Self { own: own(candidates), logits: candidates.iter().map(|one| one.cross).collect(), pairs }
    }

    /// Number of candidates.
    pub fn len(&self) -> usize {
        self.own.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.own.is_empty()
    }

    /// The features of candidates after a selection, one row after another.
    pub fn rows(&self, selected: &[usize], candidates: &[usize]) -> Vec<f32> {
        candidates.iter().flat_map(|candidate| self.row(selected, *candidate)).collect()
    }

    /// The scores that a joint ranker gives to candidates after a selection.
    pub fn scored_by(&self, ranker: &JointRanker) -> impl FnMut(&[usize], &[usize]) -> Vec<f32> {
        |selected, candidates| ranker.scores(&self.rows(selected, candidates))
    }

    fn row(&self, selected: &[usize], candidate: usize) -> [f32; JOINT_FEATURES] {
        let mut row = [0.0; JOINT_FEATURES];
        row[..OWN].copy_from_slice(&self.own[candidate]);
        if selected.is_empty() {
            return row;
        }
        let count = selected.len() as f32;
        for chosen in selected {
            let pair = self.pairs[chosen * self.len() + candidate];
            for (at, value) in pair.into_iter().enumerate() {
                row[OWN + at] = row[OWN + at].max(value);
                row[OWN + PAIR + at] += value / count;
            }
        }
        let logits = selected.iter().map(|chosen| self.logits[*chosen]).sum::<f32>() / count;
        row[OWN + 2 * PAIR..].copy_from_slice(&[count / COUNTS, 1.0, logits / LOGITS]);
        row
    }
}

/// What the candidates are by themselves.
fn own(candidates: &[JointCandidate<'_>]) -> Vec<[f32; OWN]> {
    let cross = Scale::of(candidates.iter().map(|one| one.cross));
    let total = Scale::of(candidates.iter().map(|one| one.total));
    let most = |value: fn(&JointCandidate<'_>) -> f32| candidates.iter().map(value).fold(f32::NEG_INFINITY, f32::max);
    let best_total = most(|one| one.total);
    let best_cross = most(|one| one.cross);
    let row = |one: &JointCandidate<'_>| {
        [
            one.cross / LOGITS,
            cross.standardise(one.cross),
            total.standardise(one.total),
            one.total - best_total,
            (one.cross - best_cross) / LOGITS,
        ]
    };
    candidates.iter().map(row).collect()
}

/// What is compared of a text.
struct Text {
    runs: Runs,
    /// Clause numbers that it refers to, without subclauses.
    refers_to: BTreeSet<String>,
}

impl Text {
    fn of(passage: &Passage) -> Self {
        // Only compared with other terms of the same analysis.
        let terms: Vec<String> =
            tokens(&passage.text, Language::Undetermined).into_iter().map(|token| token.term).collect();
        Self { runs: Runs::of(&terms), refers_to: references(&passage.text) }
    }

    /// Share of the runs of the shorter text that the other one has, too.
    fn containment(&self, other: &Self) -> f32 {
        self.runs.shared(&other.runs) as f32 / (self.runs.len().min(other.runs.len()) + 1) as f32
    }
}

/// A candidate with its text.
struct Side<'s> {
    candidate: &'s JointCandidate<'s>,
    text: &'s Text,
}

impl Side<'_> {
    /// How `other` lies to this selected passage: cosine, shared text, neighbour, continuation, nearness, same headings, same
    /// clause, reference.
    fn pair(&self, other: &Self) -> [f32; PAIR] {
        let one = self.candidate;
        let two = other.candidate;
        let cosine = dot(one.vector, two.vector);
        let shared = self.text.containment(other.text);
        if one.document != two.document {
            return [cosine, shared, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        }
        let apart = i64::from(two.passage.ordinal) - i64::from(one.passage.ordinal);
        let goes_on = match apart {
            1 => two.passage.begins_mid_sentence,
            -1 => one.passage.begins_mid_sentence,
            _ => false,
        };
        let [headings, clause] = [
            !one.passage.headings.is_empty() && one.passage.headings == two.passage.headings,
            one.passage.clause.is_some() && one.passage.clause == two.passage.clause,
        ];
        let refers = self.refers_to(other) || other.refers_to(self);
        let flags = [apart.abs() == 1, goes_on, headings, clause, refers].map(|flag| f32::from(u8::from(flag)));
        let [neighbour, goes_on, headings, clause, refers] = flags;
        [cosine, shared, neighbour, goes_on, 1.0 / apart.abs().max(1) as f32, headings, clause, refers]
    }

    fn refers_to(&self, other: &Self) -> bool {
        let clause = other.candidate.passage.clause.as_deref().and_then(|clause| clause.split('(').next());
        clause.is_some_and(|clause| self.text.refers_to.contains(clause))
    }
}

/// Words and signs before the number of a clause.
const KINDS: [&str; 9] =
    ["article", "articles", "clause", "clauses", "paragraph", "paragraphs", "section", "sections", "§"];

/// The clause numbers that a text refers to, without subclauses: "Sections 9.2(b) and 10" has "9.2" and "10".
fn references(text: &str) -> BTreeSet<String> {
    read(text, Language::English).filter_map(|word| word.reference).map(str::to_owned).collect()
}

/// The text without the clause numbers that it refers to: "Subject to Section 9.2(b)" becomes "Subject to Section".
pub(crate) fn without_references(text: &str, language: Language) -> String {
    let kept: Vec<&str> = read(text, language).filter(|word| word.reference.is_none()).map(|word| word.text).collect();
    kept.join(" ")
}

/// A word of a text.
struct Word<'a> {
    text: &'a str,
    /// The number of the clause it refers to.
    reference: Option<&'a str>,
}

fn read(text: &str, language: Language) -> impl Iterator<Item = Word<'_>> {
    text.split_whitespace().scan(false, move |after_kind, word| {
        let reference = clause_number(word).filter(|_| *after_kind);
        if reference.is_none() {
            *after_kind =
                is_kind(word, language) || (*after_kind && matches!(word, "and" | "or" | "," | "to" | "through"));
        }
        Some(Word { text: word, reference })
    })
}

fn is_kind(word: &str, language: Language) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '§').to_lowercase();
    let is_sign = word.chars().all(|c| c == '§') && !word.is_empty();
    is_sign || KINDS.contains(&word.as_str()) || is_clause_word(&word, language)
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
        let without = without_references("Sections 9.2(b) and 10 apply for 10 days.", Language::English);
        assert_eq!(without, "Sections and apply for 10 days.");
        let without = without_references("Ziffer 9.2 und § 5 Abs. 2 gelten 10 Tage.", Language::German);
        assert_eq!(without, "Ziffer und § Abs. gelten 10 Tage.");
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
