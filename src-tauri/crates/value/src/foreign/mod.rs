//! Dates, lengths of time, money and shares in languages other than English. Not for which language a text is in.
//!
//! - `words`, `latin`, `scripts`: tables of each language.
//! - `tongue`: the patterns made of them.
//! - `figure`, `count`: numbers in figures, and those before a word.
//! - `date`, `duration`, `money`, `number`: what stands in a text.
//! - `east`: the same in Chinese, Japanese and Korean.
//! - `asked`, `agreement`: what questions ask for, and what words around a value say of it.

mod agreement;
mod asked;
mod count;
mod date;
mod duration;
mod east;
mod figure;
mod latin;
mod money;
mod number;
mod scripts;
mod tongue;
mod words;

pub(crate) use agreement::{asked_day, asked_term, dates_of, durations_of};
pub(crate) use asked::asked_kind;

use crate::number::NumberInText;
use crate::{ValueInText, ValueKind};
use pincite_language::Language;
use tongue::tongue_of;

/// The dates, lengths of time, amounts or shares in a text of this language, in its order. None for other kinds, and for English
/// and languages without tables.
pub(crate) fn values(text: &str, kind: ValueKind, language: Language) -> Option<Vec<ValueInText>> {
    let mut found = match (tongue_of(language), east::is_eastern(language)) {
        (Some(tongue), _) => match kind {
            ValueKind::Date => date::dates(text, tongue),
            ValueKind::Duration => duration::durations(text, tongue),
            ValueKind::Amount => money::amounts(text, tongue),
            ValueKind::Percentage => money::percentages(text, tongue),
            ValueKind::Law | ValueKind::Parties => return None,
        },
        (None, true) => east::values(text, kind, language)?,
        (None, false) => return None,
    };
    found.sort_by_key(|one| one.range.start);
    Some(found)
}

/// The numbers of a text in this language, in its order. None for English and languages without tables.
pub(crate) fn numbers(text: &str, language: Language) -> Option<Vec<NumberInText>> {
    match tongue_of(language) {
        Some(tongue) => Some(number::numbers(text, tongue)),
        None => east::is_eastern(language).then(|| east::numbers(text, language)),
    }
}

/// Adds a value, unless another one stands there.
fn add(found: &mut Vec<ValueInText>, one: ValueInText) {
    if !found.iter().any(|other| other.overlaps(&one)) {
        found.push(one);
    }
}
