//! Are values right? The annotators' answers are compared with the values that the table shows, after both are normalised.

use super::{Cell, Prediction, share};
use crate::pdf::reduce;
use pincite_api::Match;
use pincite_value::{Duration, Unit, Value, ValueKind, values};
use serde::Serialize;
use std::collections::BTreeMap;
use strsim::normalized_levenshtein;

/// How many values of a kind are right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Values {
    /// Share of the cells whose value is right, 0 to 1. A cell without a value is not right.
    pub right: f64,
    /// Cells whose answer the annotators wrote as a value.
    pub n: usize,
    /// Share of the values shown as found that are wrong, 0 to 1.
    pub wrong_found: f64,
}

/// The figures of each kind of value.
pub(super) fn figures(cells: &[Cell], predictions: &[Prediction]) -> BTreeMap<&'static str, Values> {
    let mut judged: BTreeMap<&'static str, Vec<Judged>> = BTreeMap::new();
    for (cell, predicted) in cells.iter().zip(predictions) {
        let Some(kind) = kind(&cell.category).filter(|_| cell.present) else { continue };
        let Some(answer) = Answer::of(&cell.answer, kind) else { continue };
        let shown = predicted.texts.first().and_then(|first| first.value.as_deref());
        let shown = shown.filter(|_| predicted.state != Match::NotFound);
        let is_found = predicted.state == Match::Found && shown.is_some();
        let is_right = shown.is_some_and(|shown| answer.is(shown));
        judged.entry(kind.code()).or_default().push(Judged { is_right, is_found });
    }
    judged.into_iter().map(|(kind, judged)| (kind, summary(&judged))).collect()
}

struct Judged {
    is_right: bool,
    /// A value is shown, and its cell says "found".
    is_found: bool,
}

fn summary(judged: &[Judged]) -> Values {
    let right = judged.iter().filter(|one| one.is_right).count();
    let found = judged.iter().filter(|one| one.is_found).count();
    let wrong = judged.iter().filter(|one| one.is_found && !one.is_right).count();
    Values { right: share(right, judged.len()), n: judged.len(), wrong_found: share(wrong, found) }
}

/// Names that are more alike than this differ by a slip: the annotators wrote "Pifzer Inc.".
const SLIP: f64 = 0.85;

/// The kind of value that a category of CUAD has.
fn kind(category: &str) -> Option<ValueKind> {
    match category {
        "Agreement Date" | "Effective Date" | "Expiration Date" => Some(ValueKind::Date),
        "Renewal Term" | "Notice Period To Terminate Renewal" => Some(ValueKind::Duration),
        "Governing Law" => Some(ValueKind::Law),
        "Parties" => Some(ValueKind::Parties),
        _ => None,
    }
}

/// What the annotators wrote.
enum Answer {
    /// A date, as it is normalised.
    Date(String),
    /// Any of these.
    Durations(Vec<String>),
    /// A name, reduced to letters and digits.
    Law(String),
    /// Names, reduced.
    Parties(Vec<String>),
}

impl Answer {
    /// The answer of a kind. `None` if it is no value: "perpetual", or a date that nobody can tell.
    fn of(answer: &str, kind: ValueKind) -> Option<Self> {
        let found = || values(answer, kind).into_iter().map(|found| found.value);
        match kind {
            ValueKind::Date => found().next().map(|date| Self::Date(date.to_string())),
            ValueKind::Duration => {
                let all: Vec<String> = found().map(comparable).collect();
                (!all.is_empty()).then_some(Self::Durations(all))
            }
            ValueKind::Law => Some(plain(answer.split(';').next()?)).filter(|name| !name.is_empty()).map(Self::Law),
            _ => {
                let names = names(answer);
                (!names.is_empty()).then_some(Self::Parties(names))
            }
        }
    }

    /// Whether a normalised value says the same.
    fn is(&self, shown: &str) -> bool {
        let same = |one: &str, other: &str| {
            let is_part = one.contains(other) || other.contains(one);
            !one.is_empty() && !other.is_empty() && (is_part || normalized_levenshtein(one, other) > SLIP)
        };
        match self {
            Self::Date(date) => date == shown,
            Self::Durations(all) => all.iter().any(|one| *one == shown_duration(shown)),
            Self::Law(name) => same(name, &plain(shown)),
            Self::Parties(wanted) => {
                let shown = names(shown);
                let found = |one: &String, among: &[String]| among.iter().any(|other| same(one, other));
                wanted.iter().all(|one| found(one, &shown)) && shown.iter().all(|one| found(one, wanted))
            }
        }
    }
}

/// A duration by days or months: a year is twelve months, a week seven days.
fn comparable(value: Value) -> String {
    let Value::Duration(Duration { count, unit }) = value else { return value.to_string() };
    match unit {
        Unit::Year => format!("P{}M", count.saturating_mul(12)),
        Unit::Week => format!("P{}D", count.saturating_mul(7)),
        Unit::Day | Unit::Month => Duration { count, unit }.to_string(),
    }
}

/// The same of a duration as it is written: "P2Y".
fn shown_duration(shown: &str) -> String {
    let number = shown.trim_start_matches('P');
    let count = number.trim_end_matches(char::is_alphabetic).parse().unwrap_or_default();
    let unit = match number.chars().last() {
        Some('Y') => Unit::Year,
        Some('M') => Unit::Month,
        Some('W') => Unit::Week,
        _ => Unit::Day,
    };
    comparable(Value::Duration(Duration { count, unit }))
}

/// Lower-case letters and digits only.
fn plain(text: &str) -> String {
    reduce(text).into_iter().map(char::from).collect()
}

/// Words of the annotators' notes that speak of all parties: "A and B individually as a Party".
const OF_ALL: [&str; 3] = ["individually", "collectively", "shall"];

/// The reduced names of `Acme Inc. ("Buyer"); Bolt Ltd ("Seller")("Party")`, without what all parties are called together.
fn names(parties: &str) -> Vec<String> {
    let mut names = Vec::new();
    for party in parties.split(';') {
        let (name, rest) = party.split_once('(').unwrap_or((party, ""));
        let role = plain(rest.split(')').next().unwrap_or_default());
        let is_of_all =
            role.contains("parties") || role.starts_with("party") || OF_ALL.iter().any(|word| name.contains(word));
        if !is_of_all && !plain(name).is_empty() {
            names.push(plain(name));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cell, shown};
    use super::*;

    fn right(category: &str, answer: &str, value: &str) -> Option<bool> {
        let cell = Cell { answer: answer.to_owned(), ..cell(category, &["text"]) };
        let mut predicted = shown(&[("text", 0.9)]);
        predicted.texts[0].value = Some(value.to_owned());
        let found = figures(&[cell], &[predicted]);
        found.values().next().map(|values| values.right == 1.0)
    }

    #[test]
    fn values_are_compared_after_they_are_normalised() {
        for (category, answer, value, expected) in [
            ("Agreement Date", "1/29/20", "2020-01-29", Some(true)),
            ("Agreement Date", "1/29/20", "2020-01-30", Some(false)),
            ("Expiration Date", "Perpetual", "2020-01-30", None),
            ("Renewal Term", "successive 1 year", "P12M", Some(true)),
            ("Renewal Term", "successive 1 year", "P1M", Some(false)),
            ("Governing Law", "British Columbia, Canada", "British Columbia", Some(true)),
            ("Governing Law", "New York", "Delaware", Some(false)),
            (
                "Parties",
                "Acme Inc. (\"Buyer\"); Bolt Ltd (\"Seller\"); (each a \"Party\")",
                "ACME INC. (Buyer); Bolt Ltd (S)",
                Some(true),
            ),
            ("Parties", "Acme Inc. (\"Buyer\"); Bolt Ltd (\"Seller\")", "Acme Inc. (Buyer)", Some(false)),
            (
                "Parties",
                "Pifzer Company Inc. (\"Buyer\"); Bolt Ltd (\"Seller\")(\"Party\" or \"Parties\"); each individually a \"Party\"",
                "Pfizer Company Inc. (Buyer); Bolt Ltd (Seller)",
                Some(true),
            ),
            ("Insurance", "Yes", "P1M", None),
        ] {
            assert_eq!(right(category, answer, value), expected, "{category}: {answer}, {value}");
        }
    }

    #[test]
    fn only_values_that_are_shown_as_found_can_be_wrongly_found() {
        let cell = Cell { answer: "1/29/20".to_owned(), ..cell("Agreement Date", &["text"]) };
        let mut wrong = shown(&[("text", 0.9)]);
        wrong.texts[0].value = Some("2020-01-30".to_owned());
        let unsure = Prediction { state: Match::Unsure, ..wrong.clone() };
        let without = shown(&[("text", 0.9)]);
        let cells = [cell.clone(), cell.clone(), cell];
        let found = figures(&cells, &[wrong, unsure, without]);
        assert_eq!(found["date"], Values { right: 0.0, n: 3, wrong_found: 1.0 });
    }
}
