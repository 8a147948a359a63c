//! What an agreement says of itself. Its preamble answers who made it and when, wherever the ranking has that passage, and its
//! definitions say which day "the Effective Date" is.

use super::value::ValuePlace;
use crate::score::PreparedQuestion;
use pincite_library::StoredPassage;
use pincite_passage::Passage;
use pincite_value::{
    AgreementDay, AnswerValue, Party, Preamble, Value, ValueInText, ValueKind, asked_day_in, dates_of_in,
    effective_date, end_date, is_effective_then, labelled_date, preamble,
};

/// The preamble is one of so many first passages: title pages and tables of contents come before it.
const FIRST: usize = 14;

/// What a question asks of an agreement as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AskedOfAgreement {
    Parties,
    Day(AgreementDay),
}

impl AskedOfAgreement {
    /// What a question asks for, if it is something that an agreement says of itself.
    pub(super) fn of(question: &PreparedQuestion) -> Option<Self> {
        match question.kind? {
            ValueKind::Parties => Some(Self::Parties),
            ValueKind::Date => asked_day_in(&question.text, question.query.languages()).map(Self::Day),
            _ => None,
        }
    }
}

/// What was found in an agreement. Of a text that is none, nothing.
#[derive(Debug, Default)]
pub(super) struct Agreement {
    parties: Option<Said>,
    made: Option<Said>,
    effective: Option<Said>,
}

/// A value, and where it stands.
#[derive(Debug)]
struct Said {
    value: Value,
    answer: AnswerValue,
    place: Place,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    /// The number of a passage.
    passage: u32,
    /// The number of its sentence.
    sentence: usize,
}

impl Agreement {
    /// Reads the passages of a document.
    pub(super) fn read(passages: &[StoredPassage]) -> Self {
        let Some(Opening { at, text, found }) = opening(passages) else { return Self::default() };
        let opening = Text { passages, at, text: &text };
        let made = found.made.map(|made| opening.said(made, ValueKind::Date));
        let effective = found.effective.map(|day| opening.said(day, ValueKind::Date));
        Self {
            parties: found.parties.map(|parties| opening.said(parties, ValueKind::Parties)),
            made: made.or_else(|| first_day(passages, at + 1, labelled_date)),
            effective: first_day(passages, passages.len(), effective_date).or(effective),
        }
    }

    /// What answers a question for sure. When it takes effect and ends, other sentences say.
    fn certain(&self, asked: AskedOfAgreement) -> Option<&Said> {
        match asked {
            AskedOfAgreement::Parties => self.parties.as_ref(),
            AskedOfAgreement::Day(AgreementDay::Made) => self.made.as_ref(),
            AskedOfAgreement::Day(_) => None,
        }
    }

    /// The same, if it stands in this passage.
    fn certain_in(&self, passage: &Passage, asked: AskedOfAgreement) -> Option<&Said> {
        self.certain(asked).filter(|said| said.place.passage == passage.ordinal)
    }

    /// The number of the passage that answers such a question for sure.
    pub(super) fn passage(&self, asked: AskedOfAgreement) -> Option<u32> {
        self.certain(asked).map(|said| said.place.passage)
    }

    /// The number of the sentence of this passage that answers for sure.
    pub(super) fn sentence(&self, asked: AskedOfAgreement, passage: &Passage) -> Option<usize> {
        self.certain_in(passage, asked).map(|said| said.place.sentence)
    }

    /// Whether it says what is asked.
    pub(super) fn answers(&self, asked: AskedOfAgreement) -> bool {
        match asked {
            AskedOfAgreement::Parties => self.parties.is_some(),
            AskedOfAgreement::Day(_) => self.made.is_some() || self.effective.is_some(),
        }
    }

    /// The value of the answer in a shown sentence.
    pub(super) fn value(&self, asked: AskedOfAgreement, place: ValuePlace<'_>) -> Option<AnswerValue> {
        if let Some(said) = self.certain_in(place.passage, asked) {
            return Some(said.answer.clone());
        }
        match asked {
            AskedOfAgreement::Parties => None,
            AskedOfAgreement::Day(day) => self.day(day, place),
        }
    }

    /// The day in a sentence. If it only says "the Effective Date" or "for two years", the rest of the agreement says which.
    fn day(&self, day: AgreementDay, place: ValuePlace<'_>) -> Option<AnswerValue> {
        let sentence = place.passage.text.get(place.sentence.clone())?;
        if let Some(said) = place.choose(&dates_of_in(sentence, day, place.language), sentence, ValueKind::Date) {
            return Some(said);
        }
        let effective = self.effective.as_ref().or(self.made.as_ref())?;
        match day {
            AgreementDay::Made => None,
            AgreementDay::Effective => is_effective_then(sentence).then(|| effective.answer.clone()),
            AgreementDay::End => {
                let Value::Date(start) = effective.value else { return None };
                let end = end_date(sentence, start)?.answer(sentence, ValueKind::Date);
                let written = format!("{} + {}", effective.answer.written, end.written);
                Some(AnswerValue { written, ..end })
            }
        }
    }
}

/// The first day that one of so many first passages says.
fn first_day(passages: &[StoredPassage], count: usize, day: fn(&str) -> Option<ValueInText>) -> Option<Said> {
    for (at, stored) in passages.iter().enumerate().take(count) {
        let text = &stored.passage.text;
        if let Some(found) = day(text) {
            return Some(Text { passages, at, text }.said(found, ValueKind::Date));
        }
    }
    None
}

/// The text of a passage, perhaps with that of the next one.
struct Text<'a> {
    passages: &'a [StoredPassage],
    at: usize,
    text: &'a str,
}

impl Text<'_> {
    fn said(&self, found: ValueInText, kind: ValueKind) -> Said {
        let answer = found.answer(self.text, kind);
        let place = self.place(found.range.start);
        Said { value: found.value, answer, place }
    }

    /// Where a byte stands.
    fn place(&self, byte: usize) -> Place {
        let length = self.passages[self.at].passage.text.len();
        let is_next = byte > length && self.at + 1 < self.passages.len();
        let byte = if is_next { byte - length - 1 } else { byte };
        let passage = &self.passages[self.at + usize::from(is_next)].passage;
        let sentence = passage.sentences.iter().rposition(|(start, _)| *start as usize <= byte);
        Place { passage: passage.ordinal, sentence: sentence.unwrap_or_default() }
    }
}

/// The preamble with its passage.
struct Opening {
    at: usize,
    /// The passage and the next one: a preamble may go on there.
    text: String,
    found: Preamble,
}

/// The first preamble that names parties with their roles, else the first with parties, else the first one.
fn opening(passages: &[StoredPassage]) -> Option<Opening> {
    let mut best: Option<Opening> = None;
    for at in 0..passages.len().min(FIRST) {
        let next = passages.get(at + 1).map(|next| next.passage.text.as_str()).unwrap_or_default();
        let text = format!("{} {next}", passages[at].passage.text);
        let Some(found) = preamble(&text) else { continue };
        if best.as_ref().is_none_or(|best| detail(&found) > detail(&best.found)) {
            best = Some(Opening { at, text, found });
        }
    }
    best
}

/// How much a preamble says of the parties: their roles, their names, or nothing.
fn detail(preamble: &Preamble) -> u8 {
    match preamble.parties.as_ref().map(|parties| &parties.value) {
        Some(Value::Parties(parties)) if parties.iter().all(|Party { role, .. }| role.is_some()) => 2,
        Some(_) => 1,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Mode;

    /// The words that tell one day from another mean nothing in a question for something else.
    #[test]
    fn only_a_question_for_a_date_asks_for_a_day() {
        let asked = |text: &str| AskedOfAgreement::of(&PreparedQuestion::new(text, Mode::Hybrid));
        assert_eq!(asked("Who ends the agreement?"), None);
        assert_eq!(asked("Who gives notice?"), None);
        assert_eq!(asked("When does the agreement end?"), Some(AskedOfAgreement::Day(AgreementDay::End)));
        assert_eq!(asked("Who are the parties?"), Some(AskedOfAgreement::Parties));
    }
}
