//! The claims of a memo: its numbers, dates, lengths of time, quotes and whole sentences. Not for what stands around them
//! (`context`), nor for what documents print (`printed`).

use crate::context::{Context, Contexts};
use crate::memo::Memo;
use crate::quote::{quotes, words_of};
use jiff::civil::Date;
use pincite_value::{Duration, NumberInText, NumberUnit, Value, ValueKind, numbers, values};
use regex::Regex;
use rust_decimal::Decimal;
use std::ops::Range;
use std::sync::LazyLock;

/// A sentence of fewer words is like too many others.
const LEAST_WORDS: usize = 8;

/// What is said before a number that is not meant exactly.
static ABOUT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\b(?:about|around|roughly|approximately|approx|circa|ca|nearly|almost|some|over|under|above|below|more than|less than|close to|just)\b\.?|~)\s*$").ok()
});
/// A length of time that only says which figures are meant.
static PERIOD: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?i)^s?\s*(?:ended|ending)\b").ok());

/// What a memo claims at one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Its bytes in the memo.
    pub range: Range<usize>,
    /// What is claimed.
    pub said: Said,
    /// Whether a number is only meant about: "nearly $400 million".
    pub is_about: bool,
    /// What stands around it.
    pub(crate) context: Context,
}

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

/// The claims of a memo: values and quotes in its order, then its sentences.
pub(crate) fn claims(memo: &Memo) -> Vec<Claim> {
    let quoted: Vec<Range<usize>> = memo.paragraphs.iter().flat_map(|range| quotes(&memo.text, range)).collect();
    let is_quoted = |range: &Range<usize>| quoted.iter().any(|quote| quote.start < range.end && range.start < quote.end);
    let mut contexts = Contexts::new(memo);
    let mut claims = Vec::new();
    let mut sentences = Vec::new();
    for statement in &memo.statements {
        let mut said = said_in(&memo.text, statement.range.clone());
        said.retain(|one| !is_quoted(&one.range));
        let around = contexts.of(statement, &said);
        for (SaidInText { range, said }, context) in said.into_iter().zip(around) {
            let is_about = ABOUT.as_ref().is_some_and(|about| about.is_match(&memo.text[..range.start]));
            claims.push(Claim { range, said, is_about, context });
        }
        let words = words_of(&memo.text[statement.range.clone()]);
        if words.len() >= LEAST_WORDS && !is_quoted(&statement.range) {
            let context = contexts.whole(statement);
            sentences.push(Claim { range: statement.range.clone(), said: Said::Sentence(words), is_about: false, context });
        }
    }
    for range in quoted {
        let Some(statement) = memo.statements.iter().find(|one| one.range.end > range.start) else { continue };
        let said = Said::Quote(words_of(&memo.text[range.clone()]));
        claims.push(Claim { range, said, is_about: false, context: contexts.whole(statement) });
    }
    claims.sort_by_key(|claim| claim.range.start);
    claims.extend(sentences);
    claims
}

/// The values of a part of a text, in its order. A day is no number, and neither is a length of time.
pub(crate) fn said_in(text: &str, part: Range<usize>) -> Vec<SaidInText> {
    let here = &text[part.clone()];
    let mut found: Vec<SaidInText> = Vec::new();
    for kind in [ValueKind::Date, ValueKind::Duration] {
        for one in values(here, kind) {
            let is_period = kind == ValueKind::Duration && is_match(&PERIOD, &here[one.range.end..]);
            // "4.7 years" is a number, not seven years.
            let is_fraction = here[..one.range.start].ends_with('.') && here[one.range.start..].starts_with(|c: char| c.is_ascii_digit());
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
    let digits = numbers(here).into_iter().map(|number| (number.range.clone(), number));
    for (range, number) in digits.chain(shares_in_words(here)) {
        if !found.iter().any(|other| other.overlaps(&range)) {
            found.push(SaidInText { range, said: Said::Number(number) });
        }
    }
    found.sort_by_key(|one| one.range.start);
    let moved = |one: SaidInText| SaidInText { range: part.start + one.range.start..part.start + one.range.end, ..one };
    found.into_iter().map(moved).collect()
}

/// Shares that are written in words: "ten per cent".
fn shares_in_words(text: &str) -> impl Iterator<Item = (Range<usize>, NumberInText)> {
    let share = |one: pincite_value::ValueInText| match one.value {
        Value::Percentage(number) => {
            let range = one.range;
            let unit = NumberUnit::Percent;
            Some((range.clone(), NumberInText { number, scale: Decimal::ONE, unit, range }))
        }
        _ => None,
    };
    values(text, ValueKind::Percentage).into_iter().filter_map(share)
}

fn is_match(pattern: &LazyLock<Option<Regex>>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
}
