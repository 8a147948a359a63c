//! Values of answers, as they cross to the window and the command line. Not for finding them (the crate `value`).

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A value that answers a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct AnswerValue {
    /// Its kind.
    pub kind: ValueKind,
    /// As it stands in the document.
    pub written: String,
    /// The same for any text that says it: `2027-07-01`, `P120D`, `GBP 7500000`, `12.5 %`, a name.
    pub normalised: String,
}

/// Kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
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

impl From<pincite_value::AnswerValue> for AnswerValue {
    fn from(value: pincite_value::AnswerValue) -> Self {
        use pincite_value::ValueKind as Kind;
        let kind = match value.kind {
            Kind::Date => ValueKind::Date,
            Kind::Duration => ValueKind::Duration,
            Kind::Amount => ValueKind::Amount,
            Kind::Percentage => ValueKind::Percentage,
            Kind::Law => ValueKind::Law,
            Kind::Parties => ValueKind::Parties,
        };
        Self { kind, written: value.written, normalised: value.normalised }
    }
}

impl From<AnswerValue> for pincite_value::AnswerValue {
    fn from(value: AnswerValue) -> Self {
        use pincite_value::ValueKind as Kind;
        let kind = match value.kind {
            ValueKind::Date => Kind::Date,
            ValueKind::Duration => Kind::Duration,
            ValueKind::Amount => Kind::Amount,
            ValueKind::Percentage => Kind::Percentage,
            ValueKind::Law => Kind::Law,
            ValueKind::Parties => Kind::Parties,
        };
        Self { kind, written: value.written, normalised: value.normalised }
    }
}
