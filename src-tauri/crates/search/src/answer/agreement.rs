//! What an agreement says of itself. Its preamble answers who made it and when, wherever the ranking has that passage, and its
//! definitions say which day "the Effective Date" is.

use super::value::ValuePlace;
use pincite_library::StoredPassage;
use pincite_passage::Passage;
use pincite_value::{
    AgreementDay, AnswerValue, Party, Preamble, Value, ValueInText, ValueKind, asked_day, asked_kind, dates_of,
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
    pub(super) fn of(question: &str) -> Option<Self> {
        match asked_kind(question)? {
            ValueKind::Parties => Some(Self::Parties),
            _ => asked_day(question).map(Self::Day),
        }
    }

    /// Whether the preamble answers.
    pub(super) fn is_in_preamble(self) -> bool {
        matches!(self, Self::Parties | Self::Day(AgreementDay::Made))
    }
}

/// What was found in an agreement. Of a text that is none, nothing.
#[derive(Debug, Default)]
pub(super) struct Agreement {
    /// Number of the passage that names the parties, and of its sentence.
    preamble: Option<Place>,
    parties: Option<AnswerValue>,
    made: Option<Day>,
    effective: Option<Day>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    passage: u32,
    sentence: usize,
}

#[derive(Clone, Debug)]
struct Day {
    value: ValueInText,
    answer: AnswerValue,
}

impl Day {
    fn of(value: ValueInText, text: &str) -> Self {
        let answer = value.answer(text, ValueKind::Date);
        Self { value, answer }
    }
}

impl Agreement {
    /// Reads the passages of a document.
    pub(super) fn read(passages: &[StoredPassage]) -> Self {
        let Some(Opening { at, text, found }) = opening(passages) else { return Self::default() };
        let labelled = || {
            let dated =
                |stored: &StoredPassage| Some(Day::of(labelled_date(&stored.passage.text)?, &stored.passage.text));
            passages.iter().find_map(dated)
        };
        let defined =
            |stored: &StoredPassage| Some(Day::of(effective_date(&stored.passage.text)?, &stored.passage.text));
        let begin = [&found.parties, &found.made].into_iter().flatten().map(|found| found.range.start).min();
        let place = begin.map(|begin| place(passages, at, begin));
        Self {
            preamble: place,
            parties: found.parties.map(|parties| parties.answer(&text, ValueKind::Parties)),
            made: found.made.map(|made| Day::of(made, &text)).or_else(labelled),
            effective: passages.iter().find_map(defined).or(found.effective.map(|day| Day::of(day, &text))),
        }
    }

    /// The number of the passage that answers such a question, if there is one.
    pub(super) fn preamble(&self, asked: AskedOfAgreement) -> Option<u32> {
        let place = self.preamble.filter(|_| asked.is_in_preamble() && self.answers(asked))?;
        Some(place.passage)
    }

    /// The sentence of the passage that answers, if the passage is the preamble.
    pub(super) fn sentence(&self, passage: &Passage) -> Option<usize> {
        self.preamble.filter(|place| place.passage == passage.ordinal).map(|place| place.sentence)
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
        let is_preamble = self.sentence(place.passage).is_some();
        match asked {
            AskedOfAgreement::Parties => self.parties.clone().filter(|_| is_preamble),
            AskedOfAgreement::Day(AgreementDay::Made) if is_preamble => {
                self.made.as_ref().map(|day| day.answer.clone())
            }
            AskedOfAgreement::Day(day) => self.day(day, place),
        }
    }

    /// The day in a sentence. If it only says "the Effective Date" or "for two years", the rest of the agreement says which.
    fn day(&self, day: AgreementDay, place: ValuePlace<'_>) -> Option<AnswerValue> {
        let sentence = place.passage.text.get(place.sentence.clone())?;
        if let Some(said) = place.choose(&dates_of(sentence, day), sentence, ValueKind::Date) {
            return Some(said);
        }
        let effective = self.effective.as_ref().or(self.made.as_ref())?;
        match day {
            AgreementDay::Made => None,
            AgreementDay::Effective => is_effective_then(sentence).then(|| effective.answer.clone()),
            AgreementDay::End => {
                let Value::Date(start) = effective.value.value else { return None };
                let end = end_date(sentence, start)?.answer(sentence, ValueKind::Date);
                let written = format!("{} + {}", effective.answer.written, end.written);
                Some(AnswerValue { written, ..end })
            }
        }
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

/// Where a byte of a passage and the next one stands.
fn place(passages: &[StoredPassage], at: usize, byte: usize) -> Place {
    let length = passages[at].passage.text.len();
    let is_next = byte > length && at + 1 < passages.len();
    let at = at + usize::from(is_next);
    let byte = if is_next { byte - length - 1 } else { byte };
    let sentences = &passages[at].passage.sentences;
    let sentence = sentences.iter().rposition(|(start, _)| *start as usize <= byte).unwrap_or_default();
    Place { passage: passages[at].passage.ordinal, sentence }
}
