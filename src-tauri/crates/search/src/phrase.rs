//! Which passages hold a quoted phrase. Not for ranking.

use crate::query::{Phrase, Step};
use crate::segment::Segment;
use std::collections::BTreeSet;

impl Phrase {
    /// Passages of the segment in which the words follow one another.
    pub(crate) fn passages(&self, segment: &Segment) -> BTreeSet<u32> {
        let Some((first, rest)) = self.steps.split_first() else { return BTreeSet::new() };
        let mut runs: Vec<(u32, u32)> = first.runs(segment);
        for step in rest {
            let next = step.runs(segment);
            runs = runs.into_iter().flat_map(|run| continued(run, &next)).collect();
        }
        runs.into_iter().filter_map(|run| within_one_passage(segment, run)).collect()
    }
}

impl Step {
    /// Places where the word stands: first place and one past the last, in order.
    fn runs(&self, segment: &Segment) -> Vec<(u32, u32)> {
        let mut runs = self.in_parts(segment);
        let joined = self.joined.iter().flat_map(|term| segment.places(term));
        runs.extend(joined.map(|place| (*place, *place + 1)));
        runs.sort_unstable();
        runs.dedup();
        runs
    }

    fn in_parts(&self, segment: &Segment) -> Vec<(u32, u32)> {
        let Some((first, rest)) = self.parts.split_first() else { return Vec::new() };
        let rest: Vec<&[u32]> = rest.iter().map(|term| segment.places(term)).collect();
        let follow = |place: u32| (place + 1..).zip(&rest).all(|(next, places)| places.binary_search(&next).is_ok());
        let starts = segment.places(first).iter().filter(|place| follow(**place));
        starts.map(|place| (*place, place + self.parts.len() as u32)).collect()
    }
}

/// The runs that begin where `run` ends, appended to it.
fn continued(run: (u32, u32), next: &[(u32, u32)]) -> impl Iterator<Item = (u32, u32)> {
    let from = next.partition_point(|other| other.0 < run.1);
    next[from..].iter().take_while(move |other| other.0 == run.1).map(move |other| (run.0, other.1))
}

/// The passage a run stands in, unless it reaches into the next one.
fn within_one_passage(segment: &Segment, run: (u32, u32)) -> Option<u32> {
    let (passage, _) = *segment.by_passage(&[run.0]).first()?;
    segment.places_in(passage).contains(&(run.1 - 1)).then_some(passage)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Query;
    use crate::terms_of;
    use crate::vectors::Vectors;

    fn found(question: &str, passages: &[&str]) -> Vec<u32> {
        let texts = passages.iter().map(|text| terms_of(text, &[]));
        let segment = Segment::new(texts, Vectors::default());
        let query = Query::new(question);
        query.phrases[0].passages(&segment).into_iter().collect()
    }

    #[test]
    fn words_must_follow_one_another() {
        let passages = ["a right of first refusal", "first right of refusal", "the right of", "first refusal"];
        assert_eq!(
            found("\"right of first refusal\"", &passages),
            [0],
            "order counts, and no passage lends to another"
        );
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
