//! The evidence that a document answers a question: what the cross-encoder says of its best passage, how long document and
//! question are, and how much of the question one passage covers. `pincite-lab evidence` prints it for training, and the product
//! judges by it.

use crate::index::DocumentIndex;
use crate::score::coverage;
use crate::text::Query;

/// Numbers that describe the evidence of a document.
pub const EVIDENCE: usize = 6;

/// Divides logits and logarithms, so that all numbers are of similar size.
const SCALE: f32 = 5.0;
/// Probabilities nearer to 0 or 1 than this differ in nothing that matters.
const LEAST: f32 = 1e-4;

/// What speaks for a document: [`EVIDENCE`] numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence(pub [f32; EVIDENCE]);

impl Evidence {
    /// The evidence of a document, of which the best passage that was read answers with this probability by the cross-encoder.
    pub fn of(query: &Query, document: &DocumentIndex, probability: f32) -> Self {
        let best = logit(probability) / SCALE;
        let passages = (document.passage_count() as f32).ln_1p() / SCALE;
        let terms = (query.terms.len() as f32).ln_1p() / SCALE;
        let coverage = coverage(document, &query.terms);
        // Among many passages one is likely to look like an answer by chance, and one with the words of the question, too.
        Self([best, coverage, passages, terms, best * passages, best * coverage])
    }
}

/// The logit of a probability, 0 to 1. Near 0 and 1 it stops at that of 0.0001 and 0.9999.
pub fn logit(probability: f32) -> f32 {
    let probability = probability.clamp(LEAST, 1.0 - LEAST);
    (probability / (1.0 - probability)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Vectors;
    use crate::text::terms_of;
    use pincite_language::Language;
    use proptest::prelude::*;

    fn evidence(question: &str, passages: &[&str], probability: f32) -> [f32; EVIDENCE] {
        let document =
            DocumentIndex::new(passages.iter().map(|text| terms_of(text, &[], Language::English)), Vectors::default());
        Evidence::of(&Query::new(question), &document, probability).0
    }

    #[test]
    fn words_of_no_language_and_no_document_speak_against_an_answer() {
        let lease = ["Rent to Wexmoor is due on May 1.", "The tenant gives notice in June."];
        let coverage = |question| evidence(question, &lease, 0.9)[1];
        assert_eq!(coverage("rent due to Wexmoor"), 1.0, "one passage has all");
        assert_eq!(coverage("asdf zxcv"), 0.0);
        assert_eq!(coverage("insurance"), 0.0, "the document does not have it");
        assert!((0.1..0.9).contains(&coverage("rent asdf")), "in part");
    }

    #[test]
    fn the_best_passage_and_the_lengths_count() {
        let short = evidence("rent", &["Rent is due."], 0.9);
        let long = evidence("rent", &["Rent is due."; 50], 0.9);
        assert!((short[0] - 2.197 / 5.0).abs() < 1e-3, "the logit of 0.9, divided by 5: {short:?}");
        assert!(short[2] < long[2] && short[4] < long[4] && short[3] == long[3], "{short:?} {long:?}");
        assert!(evidence("rent", &["Rent is due."], 0.1)[0] < 0.0);
    }

    proptest! {
        #[test]
        fn evidence_is_finite(question in ".{0,60}", texts in proptest::collection::vec(".{0,80}", 0..5), likely in 0.0f32..=1.0) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let numbers = evidence(&question, &texts, likely);
            prop_assert!(numbers.iter().all(|number| number.is_finite() && number.abs() < 10.0), "{numbers:?}");
        }
    }
}
