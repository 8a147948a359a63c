//! Values in a text: dates, durations, amounts of money, shares, laws and parties, as they are written and normalised. And
//! which of these a question asks for. What an agreement says of its parties and days. English, and in `foreign` what differs in
//! other languages. Not for which sentence answers (the crate `search`).
//!
//! ```
//! use pincite_value::{ValueKind, values};
//!
//! let found = values("It ends on the 1st day of July, 2027.", ValueKind::Date);
//! assert_eq!(found[0].value.to_string(), "2027-07-01");
//! ```

mod agreement;
mod asked;
mod date;
mod duration;
mod family;
mod filing;
mod foreign;
mod languages;
mod law;
mod money;
mod name;
mod number;
mod parties;
mod pattern;

pub use agreement::{
    AgreementDay, AgreementTerm, Preamble, dates_of, durations_of, effective_date, end_date, is_effective_then,
    labelled_date, preamble,
};
pub use asked::{asked_day, asked_kind, asked_term};
pub use duration::{Duration, Unit};
pub use family::families;
pub use filing::filing_name;
pub use languages::{asked_day_in, asked_kind_in, asked_term_in, dates_of_in, durations_of_in, numbers_in, values_in};
pub use name::agreement_name;
pub use number::{NumberInText, NumberUnit, numbers};
pub use parties::Party;

use jiff::civil::Date;
use regex::Captures;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter};
use std::ops::Range;
use ts_rs::TS;

/// Kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum ValueKind {
    /// A day.
    Date,
    /// A length of time.
    Duration,
    /// An amount of money.
    Amount,
    /// A share in per cent.
    Percentage,
    /// The country or state whose law applies.
    Law,
    /// Those who make an agreement.
    Parties,
}

/// A value. It is written normalised: `2027-07-01`, `P120D`, `GBP 7500000`, `12.5 %`, `New York`, `Acme Inc. (Buyer); …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A day of the Gregorian calendar.
    Date(Date),
    /// A length of time in one unit.
    Duration(Duration),
    /// An amount of money.
    Amount {
        /// ISO 4217 code.
        currency: &'static str,
        /// In units of the currency.
        amount: Decimal,
    },
    /// Per cent.
    Percentage(Decimal),
    /// The name of a country or state.
    Law(String),
    /// In the order of the text.
    Parties(Vec<Party>),
}

/// A value with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueInText {
    /// The value.
    pub value: Value,
    /// Its bytes in the text.
    pub range: Range<usize>,
}

/// The values of a kind in an English text, in its order.
pub fn values(text: &str, kind: ValueKind) -> Vec<ValueInText> {
    match kind {
        ValueKind::Date => date::dates(text),
        ValueKind::Duration => duration::durations(text),
        ValueKind::Amount => money::amounts(text),
        ValueKind::Percentage => money::percentages(text),
        ValueKind::Law => law::laws(text),
        ValueKind::Parties => parties::parties(text),
    }
}

/// A value as an answer gives it. It crosses to the window and the command line as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct AnswerValue {
    /// Its kind.
    pub kind: ValueKind,
    /// As it stands in the text, in single spaces. A day that was counted has its start and the length of time: "May 1, 2020 +
    /// three (3) years". A figure of a table has its scale and its period: "$1,577 million · year 2018".
    pub written: String,
    /// The same for any text that says it: `2027-07-01`, `P120D`, `GBP 7500000`, `12.5 %`, a name.
    pub normalised: String,
}

impl ValueInText {
    /// A value where a pattern matched.
    fn of(value: Value, captures: &Captures<'_>) -> Self {
        Self { value, range: captures.get_match().range() }
    }

    /// Whether it shares letters of the text with another one.
    fn overlaps(&self, other: &Self) -> bool {
        self.range.start < other.range.end && other.range.start < self.range.end
    }

    /// The value as an answer in this text gives it.
    pub fn answer(&self, text: &str, kind: ValueKind) -> AnswerValue {
        let written = text.get(self.range.clone()).unwrap_or_default();
        AnswerValue {
            kind,
            written: written.split_whitespace().collect::<Vec<_>>().join(" "),
            normalised: self.value.to_string(),
        }
    }
}

impl ValueKind {
    const CODES: [(Self, &'static str); 6] = [
        (Self::Date, "date"),
        (Self::Duration, "duration"),
        (Self::Amount, "amount"),
        (Self::Percentage, "percentage"),
        (Self::Law, "law"),
        (Self::Parties, "parties"),
    ];

    /// A stable name, to be stored.
    pub fn code(self) -> &'static str {
        Self::CODES.iter().find(|(kind, _)| *kind == self).map_or("", |(_, code)| code)
    }

    /// The kind with this name.
    pub fn of_code(code: &str) -> Option<Self> {
        Self::CODES.iter().find(|(_, name)| *name == code).map(|(kind, _)| *kind)
    }
}

/// What the answers to a question give, where a person decides it and not the words of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    /// A sentence, and no value.
    Sentence,
    /// A value of this kind, if the sentence has one.
    Value(ValueKind),
}

impl AnswerKind {
    const SENTENCE: &str = "sentence";

    /// A stable name, to be stored.
    pub fn code(self) -> &'static str {
        match self {
            Self::Sentence => Self::SENTENCE,
            Self::Value(kind) => kind.code(),
        }
    }

    /// The kind with this name.
    pub fn of_code(code: &str) -> Option<Self> {
        if code == Self::SENTENCE { Some(Self::Sentence) } else { ValueKind::of_code(code).map(Self::Value) }
    }
}

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Date(date) => date.fmt(f),
            Self::Duration(duration) => duration.fmt(f),
            Self::Amount { currency, amount } => write!(f, "{currency} {amount}"),
            Self::Percentage(share) => write!(f, "{share} %"),
            Self::Law(name) => f.write_str(name),
            Self::Parties(parties) => {
                let names: Vec<String> = parties.iter().map(ToString::to_string).collect();
                f.write_str(&names.join("; "))
            }
        }
    }
}

/// All kinds, for tests.
#[cfg(test)]
pub(crate) const KINDS: [ValueKind; 6] = [
    ValueKind::Date,
    ValueKind::Duration,
    ValueKind::Amount,
    ValueKind::Percentage,
    ValueKind::Law,
    ValueKind::Parties,
];

/// The values of a kind in a text, normalised.
#[cfg(test)]
pub(crate) fn said(text: &str, kind: ValueKind) -> Vec<String> {
    values(text, kind).into_iter().map(|found| found.value.to_string()).collect()
}

/// The same of a text in a language.
#[cfg(test)]
pub(crate) fn said_in(text: &str, kind: ValueKind, language: pincite_language::Language) -> Vec<String> {
    values_in(text, kind, language).into_iter().map(|found| found.value.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_value_is_kept_as_written_and_normalised() {
        let text = "It ends  on the 1st day\nof July, 2027.";
        let value = values(text, ValueKind::Date)[0].answer(text, ValueKind::Date);
        assert_eq!((value.written.as_str(), value.normalised.as_str()), ("1st day of July, 2027", "2027-07-01"));
        assert!(KINDS.iter().all(|kind| ValueKind::of_code(kind.code()) == Some(*kind)), "each has a name of its own");
        assert!(KINDS.iter().all(|kind| AnswerKind::of_code(kind.code()) == Some(AnswerKind::Value(*kind))));
        assert_eq!(AnswerKind::of_code(AnswerKind::Sentence.code()), Some(AnswerKind::Sentence));
        assert_eq!((ValueKind::of_code("colour"), AnswerKind::of_code("colour")), (None, None));
    }

    proptest! {
        #[test]
        fn any_text_has_values_within_it_or_none(text in "\\PC{0,120}") {
            for kind in KINDS {
                for ValueInText { range, value } in values(&text, kind) {
                    prop_assert!(text.get(range.clone()).is_some_and(|part| !part.is_empty()), "{range:?}");
                    prop_assert!(!value.to_string().is_empty());
                }
            }
        }

        #[test]
        fn words_of_contracts_in_any_order_are_no_trouble(
            words in proptest::collection::vec(
                proptest::sample::select(vec![
                    "between", "and", "the", "laws of", "State of", "New", "York", "Acme Inc.", "(", ")", "\"Buyer\"", "31",
                    "day of", "February", ",", "2024", "ninety", "(90)", "days", "99999999999999999999999999999999", "$",
                    "million", "hundred", "%", "per cent", "é", "“", "”", "a corporation", "This Agreement", "“Effective Date”",
                    "expires on", "Date:", "; and",
                ]),
                0..24,
            ),
        ) {
            let text = words.join(" ");
            for kind in KINDS {
                values(&text, kind).into_iter().for_each(|found| assert!(text.get(found.range).is_some()));
            }
            if let Some(Preamble { parties, made, effective }) = preamble(&text) {
                let found = [parties, made, effective];
                found.into_iter().flatten().for_each(|found| assert!(text.get(found.range).is_some()));
            }
            for day in [AgreementDay::Made, AgreementDay::Effective, AgreementDay::End] {
                dates_of(&text, day).into_iter().for_each(|found| assert!(text.get(found.range).is_some()));
            }
        }
    }
}
