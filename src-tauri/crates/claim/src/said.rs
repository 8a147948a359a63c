//! The values of a text: its numbers, dates and lengths of time. Not for what is claimed of them (`claim`).

use crate::pattern::{Pattern, is_match};
use jiff::civil::Date;
use pincite_language::Language;
use pincite_value::{Duration, NumberInText, NumberUnit, Value, ValueKind, numbers_in, values_in};
use regex::Regex;
use rust_decimal::Decimal;
use std::ops::Range;
use std::sync::LazyLock;

/// A length of time that only says which figures are meant.
static PERIOD: Pattern = LazyLock::new(|| Regex::new(r"(?i)^s?\s*(?:ended|ending)\b").ok());

/// What is claimed.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// A number.
    Number(NumberInText),
    /// A day.
    Date(Date),
    /// A length of time.
    Duration(Duration),
    /// Words in quotation marks.
    Quote(Vec<String>),
    /// A sentence without quotation marks. It claims nothing if no document has it.
    Sentence(Vec<String>),
}

impl Said {
    /// Whether it is a value, and not words.
    pub(crate) fn is_value(&self) -> bool {
        matches!(self, Self::Number(_) | Self::Date(_) | Self::Duration(_))
    }
}

/// A value with its place in a text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SaidInText {
    pub(crate) range: Range<usize>,
    pub(crate) said: Said,
}

impl SaidInText {
    fn overlaps(&self, other: &Range<usize>) -> bool {
        self.range.start < other.end && other.start < self.range.end
    }
}

/// The values of a part of a text in this language, in its order. A day is no number, and neither is a length of time.
pub(crate) fn said_in(text: &str, part: Range<usize>, language: Language) -> Vec<SaidInText> {
    let here = &text[part.clone()];
    let mut found: Vec<SaidInText> = Vec::new();
    for kind in [ValueKind::Date, ValueKind::Duration] {
        for one in values_in(here, kind, language) {
            let is_period = kind == ValueKind::Duration && is_match(&PERIOD, &here[one.range.end..]);
            // "4.7 years" is a number, not seven years.
            let is_fraction = here[..one.range.start].ends_with('.')
                && here[one.range.start..].starts_with(|c: char| c.is_ascii_digit());
            let said = match one.value {
                Value::Date(day) => Said::Date(day),
                Value::Duration(duration) => Said::Duration(duration.normalised()),
                _ => continue,
            };
            if !is_period && !is_fraction && !found.iter().any(|other| other.overlaps(&one.range)) {
                found.push(SaidInText { range: one.range, said });
            }
        }
    }
    let digits = numbers_in(here, language).into_iter().map(|number| (number.range.clone(), number));
    for (range, number) in digits.chain(shares_in_words(here, language)) {
        if !found.iter().any(|other| other.overlaps(&range)) {
            found.push(SaidInText { range, said: Said::Number(number) });
        }
    }
    found.sort_by_key(|one| one.range.start);
    let moved = |one: SaidInText| SaidInText { range: part.start + one.range.start..part.start + one.range.end, ..one };
    found.into_iter().map(moved).collect()
}

/// Shares that are written in words: "ten per cent".
fn shares_in_words(text: &str, language: Language) -> impl Iterator<Item = (Range<usize>, NumberInText)> {
    let share = |one: pincite_value::ValueInText| match one.value {
        Value::Percentage(number) => {
            let range = one.range;
            let unit = NumberUnit::Percent;
            Some((range.clone(), NumberInText { number, scale: Decimal::ONE, unit, range }))
        }
        _ => None,
    };
    values_in(text, ValueKind::Percentage, language).into_iter().filter_map(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str, language: Language) -> Vec<String> {
        let found = said_in(text, 0..text.len(), language).into_iter();
        found
            .map(|one| match one.said {
                Said::Number(number) => number.value().normalize().to_string(),
                Said::Date(day) => day.to_string(),
                Said::Duration(duration) => duration.to_string(),
                Said::Quote(words) | Said::Sentence(words) => words.join(" "),
            })
            .collect()
    }

    #[test]
    fn a_value_is_the_same_in_each_language() {
        for (language, text) in [
            (Language::English, "On May 1, 2024 sales rose by ten per cent to €1,234.5 million within 3 months."),
            (
                Language::German,
                "Am 1. Mai 2024 stieg der Umsatz um zehn Prozent auf 1.234,5 Millionen Euro binnen 3 Monaten.",
            ),
            (
                Language::Spanish,
                "El 1 de mayo de 2024 subieron un diez por ciento a 1.234,5 millones de euros en 3 meses.",
            ),
            (Language::French, "Le 1er mai 2024, hausse de dix pour cent à 1 234,5 millions d’euros en 3 mois."),
        ] {
            assert_eq!(said(text, language), ["2024-05-01", "10", "1234500000", "P3M"], "{text}");
        }
    }
}
