//! The value that a shown sentence gives: the date, duration or amount that the question asks for. Rules find what may be a
//! value (the crate `value`), and the cross-encoder says which of several answers.

use super::reading::read_together;
use pincite_models::AnswerSpan;
use pincite_passage::Passage;
use pincite_value::{AnswerValue, ValueKind, values};
use std::ops::Range;

/// Whether there is more than one value of a kind in a passage, so that it must be read to choose.
pub(super) fn has_choice(passage: &Passage, kind: ValueKind) -> bool {
    values(&passage.text, kind).len() > 1
}

/// The value in a sentence of a passage. Names of parties may go on after it: their abbreviations look like ends of sentences.
/// `span` says where in the passage the answer stands; without it the first value counts.
pub(super) fn value_of(
    kind: ValueKind,
    passage: &Passage,
    sentence: &Range<usize>,
    span: Option<&AnswerSpan>,
) -> Option<AnswerValue> {
    let end = if kind == ValueKind::Parties { passage.text.len() } else { sentence.end };
    let text = passage.text.get(sentence.start..end)?;
    let before = read_together(passage).len() - passage.text.len() + sentence.start;
    let mut best = None;
    let mut most = f32::NEG_INFINITY;
    for found in values(text, kind) {
        let place = before + found.range.start..before + found.range.end;
        let score = span.and_then(|span| span.score(&place)).unwrap_or(f32::MIN);
        if score > most {
            most = score;
            best = Some(found.answer(text, kind));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_stands_in_the_sentence_and_without_reading_the_first_one_counts() {
        let passage = Passage {
            text: "It began on May 1, 2020. It ends on July 1, 2027 or June 30, 2028.".to_owned(),
            sentences: vec![(0, 24), (25, 66)],
            ..Passage::default()
        };
        assert!(has_choice(&passage, ValueKind::Date) && !has_choice(&passage, ValueKind::Duration));
        let value = value_of(ValueKind::Date, &passage, &(25..66), None).unwrap();
        assert_eq!((value.written.as_str(), value.normalised.as_str()), ("July 1, 2027", "2027-07-01"));
        assert_eq!(value_of(ValueKind::Amount, &passage, &(0..24), None), None);
    }
}
