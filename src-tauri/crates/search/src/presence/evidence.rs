//! The evidence that a document answers a question: what the cross-encoder says of its first passages, and how much of the
//! question stands in them. `pincite-lab evidence` prints it for training, and the product judges by it.

use crate::index::DocumentIndex;
use crate::score::{background_idf, is_general};
use crate::text::{Query, analyse};
use pincite_passage::Passage;
use std::collections::HashSet;

/// Numbers that describe the evidence of a document.
pub const EVIDENCE: usize = 13;

/// Divides logits and logarithms, so that all numbers are of similar size.
const LOGITS: f32 = 5.0;
/// Probabilities nearer to 0 or 1 than this differ in nothing that matters.
const LEAST: f32 = 1e-4;
/// Passages that count, however many were read: a document is judged alike in a search, in a table, and among many.
const JUDGED: usize = 8;
/// Passages in which the words of a question are looked for.
const FIRST: usize = 3;

/// A passage of a document that the cross-encoder read.
#[derive(Clone, Copy, Debug)]
pub struct EvidencePassage<'p> {
    /// The passage.
    pub passage: &'p Passage,
    /// The probability that it answers, by the cross-encoder.
    pub probability: f32,
    /// Cosine of the question and the passage, if both have a vector.
    pub cosine: Option<f32>,
}

/// What speaks for a document: [`EVIDENCE`] numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence(pub [f32; EVIDENCE]);

impl Evidence {
    /// The evidence of a document's passages that were read, in their final order. `None` if none was read.
    pub fn of(query: &Query, document: &DocumentIndex, read: &[EvidencePassage<'_>]) -> Option<Self> {
        let read = &read[..read.len().min(JUDGED)];
        let mut logits: Vec<f32> = read.iter().map(|one| logit(one.probability)).collect();
        logits.sort_by(|one, other| other.total_cmp(one));
        let at = |place: usize| logits.get(place).or(logits.last()).copied().unwrap_or_default();
        let probable: f32 = read.iter().map(|one| one.probability).sum();
        let cosine = read.iter().filter_map(|one| one.cosine).reduce(f32::max).unwrap_or_default();
        let asked = Asked::of(query);
        let held = read.iter().take(FIRST).map(|one| terms(one.passage));
        let held: Vec<f32> = held.map(|held| asked.share(|term| held.contains(term))).collect();
        let is_here = |term: &str| !document.positions(term).is_empty();
        let unknown = asked.share(|term| !is_here(term) && !is_general(term));
        Some(Self([
            at(0),
            at(0) - at(1),
            at(0) - at(2),
            probable.ln_1p(),
            cosine,
            *held.first()?,
            held.into_iter().fold(0.0, f32::max),
            asked.share(is_here),
            // Of a question in no language the models may be sure for no reason.
            unknown,
            at(0) * unknown,
            cosine * unknown,
            (document.passage_count() as f32).ln_1p() / LOGITS,
            (query.terms.len() as f32).ln_1p() / LOGITS,
        ]))
    }
}

fn logit(probability: f32) -> f32 {
    let probability = probability.clamp(LEAST, 1.0 - LEAST);
    (probability / (1.0 - probability)).ln() / LOGITS
}

/// The terms of a question with their weights: rare ones weigh more.
struct Asked<'q> {
    terms: Vec<(&'q str, f32)>,
}

impl<'q> Asked<'q> {
    fn of(query: &'q Query) -> Self {
        Self { terms: query.terms.iter().map(|term| (term.as_str(), background_idf(term))).collect() }
    }

    /// The share of the terms for which something holds, 0 to 1.
    fn share(&self, holds: impl Fn(&str) -> bool) -> f32 {
        let all: f32 = self.terms.iter().map(|(_, weight)| weight).sum();
        let some: f32 = self.terms.iter().filter(|(term, _)| holds(term)).map(|(_, weight)| weight).sum();
        if all > 0.0 { some / all } else { 0.0 }
    }
}

/// The terms of a passage and the headings above it.
fn terms(passage: &Passage) -> HashSet<String> {
    let mut terms: HashSet<String> = analyse(&passage.text).into_iter().collect();
    terms.extend(analyse(&passage.headings.join("\n")));
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Vectors;
    use crate::text::passage_terms;
    use proptest::prelude::*;

    fn passage(heading: &str, text: &str) -> Passage {
        let headings = vec![heading.to_owned()];
        Passage { text: text.to_owned(), headings, sentences: vec![(0, text.len() as u32)], ..Passage::default() }
    }

    fn evidence(question: &str, passages: &[Passage], probabilities: &[f32]) -> Option<[f32; EVIDENCE]> {
        let document = DocumentIndex::new(passages.iter().map(passage_terms), Vectors::default());
        let read: Vec<EvidencePassage<'_>> = passages
            .iter()
            .zip(probabilities)
            .map(|(passage, probability)| EvidencePassage { passage, probability: *probability, cosine: Some(0.5) })
            .collect();
        Evidence::of(&Query::new(question), &document, &read).map(|Evidence(numbers)| numbers)
    }

    #[test]
    fn the_words_of_a_question_are_looked_for_in_the_first_passage_and_in_the_document() {
        let lease = [passage("Rent", "It is due on May 1."), passage("Notice", "The tenant gives notice in June.")];
        let numbers = evidence("rent", &lease, &[0.9, 0.1]).unwrap();
        assert_eq!(numbers[5..9], [1.0, 1.0, 1.0, 0.0], "it stands in the heading of the first passage");
        let numbers = evidence("notice", &lease, &[0.9, 0.1]).unwrap();
        assert_eq!(numbers[5..9], [0.0, 1.0, 1.0, 0.0], "only the second passage has it");
        let numbers = evidence("asdf zxcv", &lease, &[0.9, 0.1]).unwrap();
        assert_eq!(numbers[5..9], [0.0, 0.0, 0.0, 1.0], "no word of the document, nor of the language");
    }

    #[test]
    fn the_likeliest_passages_count_in_whatever_order_they_are_shown() {
        let lease = [passage("Rent", "It is due."), passage("Notice", "In June.")];
        let [one, other] = [[0.9, 0.1], [0.1, 0.9]].map(|read| evidence("rent", &lease, &read).unwrap());
        assert_eq!(one[..4], other[..4]);
        assert!(one[0] > 0.4 && one[1] > 0.8, "logits of 2.2 and 4.4 apart, divided by 5: {one:?}");
        assert_eq!(evidence("rent", &lease, &[]), None, "nothing was read");
    }

    #[test]
    fn a_document_is_judged_alike_however_many_passages_were_read() {
        let text = |number: usize| passage("Rent", &format!("Rent {number} is due."));
        let many: Vec<Passage> = (0..20).map(text).collect();
        let probabilities: Vec<f32> = (0..20).map(|place| 0.9 / (place + 1) as f32).collect();
        let index = DocumentIndex::new(many.iter().map(passage_terms), Vectors::default());
        let read = many.iter().zip(&probabilities).map(|(passage, probability)| EvidencePassage {
            passage,
            probability: *probability,
            cosine: None,
        });
        let read: Vec<EvidencePassage<'_>> = read.collect();
        let query = Query::new("rent");
        assert_eq!(Evidence::of(&query, &index, &read), Evidence::of(&query, &index, &read[..JUDGED]));
        assert_ne!(
            Evidence::of(&query, &index, &read),
            Evidence::of(&query, &index, &read[..2]),
            "else it proves nothing"
        );
    }

    proptest! {
        #[test]
        fn evidence_is_finite(question in ".{0,60}", texts in proptest::collection::vec(".{0,80}", 1..5), likely in 0.0f32..=1.0) {
            let passages: Vec<Passage> = texts.iter().map(|text| passage("", text)).collect();
            let numbers = evidence(&question, &passages, &vec![likely; passages.len()]).unwrap();
            prop_assert!(numbers.iter().all(|number| number.is_finite() && number.abs() < 10.0), "{numbers:?}");
        }
    }
}
