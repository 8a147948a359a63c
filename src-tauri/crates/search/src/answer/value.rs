//! The value that a shown sentence gives: the date, duration or amount that the question asks for. Rules find what may be a
//! value (the crate `value`), and the cross-encoder says which of several answers.

use super::reading::read_together;
use pincite_language::Language;
use pincite_models::AnswerSpan;
use pincite_passage::Passage;
use pincite_value::{AgreementTerm, AnswerValue, ValueInText, ValueKind, durations_of_in, values_in};
use std::ops::Range;

/// Whether there is more than one value of a kind in a passage, so that it must be read to choose.
pub(super) fn has_choice(passage: &Passage, kind: ValueKind, language: Language) -> bool {
    values_in(&passage.text, kind, language).len() > 1
}

/// Where values are looked for.
#[derive(Clone, Copy)]
pub(super) struct ValuePlace<'a> {
    pub(super) passage: &'a Passage,
    /// The language of its document.
    pub(super) language: Language,
    /// The shown sentence.
    pub(super) sentence: &'a Range<usize>,
    /// Where in the passage the answer stands, if it was read for that.
    pub(super) span: Option<&'a AnswerSpan>,
}

impl ValuePlace<'_> {
    /// The value in the sentence. Names of parties may go on after it: their abbreviations look like ends of sentences.
    /// `term` says which length of time is asked for.
    pub(super) fn value(&self, kind: ValueKind, term: Option<AgreementTerm>) -> Option<AnswerValue> {
        let end = if kind == ValueKind::Parties { self.passage.text.len() } else { self.sentence.end };
        let text = self.passage.text.get(self.sentence.start..end)?;
        let found = match term {
            Some(term) => durations_of_in(text, term, self.language),
            None => values_in(text, kind, self.language),
        };
        self.choose(&found, text, kind)
    }

    /// The value of a text from the sentence's start that the reading chooses; without reading the first one.
    pub(super) fn choose(&self, found: &[ValueInText], text: &str, kind: ValueKind) -> Option<AnswerValue> {
        let before = read_together(self.passage).len() - self.passage.text.len() + self.sentence.start;
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for found in found {
            let place = before + found.range.start..before + found.range.end;
            let score = self.span.and_then(|span| span.score(&place)).unwrap_or(f32::MIN);
            if score > most {
                most = score;
                best = Some(found.answer(text, kind));
            }
        }
        best
    }
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
        let english = Language::English;
        assert!(has_choice(&passage, ValueKind::Date, english) && !has_choice(&passage, ValueKind::Duration, english));
        let place = ValuePlace { passage: &passage, language: english, sentence: &(25..66), span: None };
        let value = place.value(ValueKind::Date, None).unwrap();
        assert_eq!((value.written.as_str(), value.normalised.as_str()), ("July 1, 2027", "2027-07-01"));
        let first = ValuePlace { sentence: &(0..24), ..place };
        assert_eq!(first.value(ValueKind::Amount, None), None);
    }
}
