//! Passages that contain a quoted phrase. Not for scores.

use crate::index::DocumentIndex;
use crate::text::{Phrase, Step};
use std::collections::BTreeSet;
use std::ops::Range;

impl Phrase {
    /// Passages of the document in which the words follow each other.
    pub(crate) fn passages(&self, document: &DocumentIndex) -> BTreeSet<u32> {
        let Some((first, rest)) = self.steps.split_first() else { return BTreeSet::new() };
        let mut runs: Vec<Range<u32>> = first.runs(document);
        for step in rest {
            let next = step.runs(document);
            runs = runs.into_iter().flat_map(|run| extended(run, &next)).collect();
        }
        runs.into_iter().filter_map(|run| within_one_passage(document, run)).collect()
    }
}

impl Step {
    /// Occurrences of the word, in order.
    fn runs(&self, document: &DocumentIndex) -> Vec<Range<u32>> {
        let mut runs = self.runs_of_parts(document);
        let joined = self.joined.iter().flat_map(|term| document.positions(term));
        runs.extend(joined.map(|position| *position..*position + 1));
        runs.sort_unstable_by_key(|run| (run.start, run.end));
        runs.dedup();
        runs
    }

    fn runs_of_parts(&self, document: &DocumentIndex) -> Vec<Range<u32>> {
        let Some((first, rest)) = self.parts.split_first() else { return Vec::new() };
        let rest: Vec<&[u32]> = rest.iter().map(|term| document.positions(term)).collect();
        let follow = |start: u32| (start + 1..).zip(&rest).all(|(next, all)| all.binary_search(&next).is_ok());
        let starts = document.positions(first).iter().filter(|start| follow(**start));
        starts.map(|start| *start..start + self.parts.len() as u32).collect()
    }
}

/// The run, extended by each of the next ones that start where it ends.
fn extended(run: Range<u32>, next: &[Range<u32>]) -> impl Iterator<Item = Range<u32>> {
    let from = next.partition_point(|other| other.start < run.end);
    next[from..].iter().take_while(move |other| other.start == run.end).map(move |other| run.start..other.end)
}

/// The passage of a run, unless the run reaches into the next passage.
fn within_one_passage(document: &DocumentIndex, run: Range<u32>) -> Option<u32> {
    let passage = document.by_passage(&[run.start]).first()?.part;
    document.passage_range(passage).contains(&(run.end - 1)).then_some(passage)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Vectors;
    use crate::text::{Query, terms_of};

    fn found(question: &str, passages: &[&str]) -> Vec<u32> {
        let texts = passages.iter().map(|text| terms_of(text, &[]));
        let document = DocumentIndex::new(texts, Vectors::default());
        let query = Query::new(question);
        query.phrases[0].passages(&document).into_iter().collect()
    }

    #[test]
    fn words_must_follow_one_another() {
        let passages = ["a right of first refusal", "first right of refusal", "the right of", "first refusal"];
        assert_eq!(found("\"right of first refusal\"", &passages), [0], "order counts, and a phrase is in one passage");
        assert_eq!(found("\"refusal right\"", &passages), [0u32; 0], "words far apart are no phrase");
    }

    #[test]
    fn compounds_match_in_parts_and_joined() {
        let passages = ["a non-compete clause", "a noncompete clause", "a non compete clause", "compete clause"];
        assert_eq!(found("\"non-compete clause\"", &passages), [0, 1, 2], "however it is written");
        assert_eq!(found("\"§ 12.3(b)\"", &["Section 12.3(b)", "12.3 and (b)", "12.3b"]), [0, 2], "a clause number");
    }

    #[test]
    fn stop_words_inside_a_phrase_count() {
        assert_eq!(found("\"to be or not\"", &["to be or not to be", "not to be"]), [0], "nothing is left out");
    }
}
