//! What the tables of words are made of, and which language has which.

use crate::duration::Unit;
use pincite_language::Language;

/// How a language writes numbers, days, lengths of time and money. Texts are patterns in lower case.
pub(crate) struct Words {
    pub(crate) language: Language,
    /// The numbers in words, where a library knows them.
    pub(crate) numbers: Option<fn() -> text2num::Language>,
    /// Other words that are numbers.
    pub(crate) extra: &'static [(&'static str, u32)],
    /// Ordinals that the library takes for other numbers.
    pub(crate) ordinals: &'static [&'static str],
    /// The names of each month.
    pub(crate) months: [&'static str; 12],
    /// What can stand right after the number of a day: "1er".
    pub(crate) day: &'static str,
    /// A day in words: "premier".
    pub(crate) first: &'static str,
    /// What can stand before the name of a month and after it: "de".
    pub(crate) joint: &'static str,
    /// The words for day, week, month and year.
    pub(crate) units: [&'static str; 4],
    /// Endings of adjectives for day, week, month and year: "dreimonatig". Empty without such.
    pub(crate) adjectives: [&'static str; 4],
    /// Words between a number and its unit.
    pub(crate) between: &'static str,
    /// Lengths of time without a number: "von Jahr zu Jahr".
    pub(crate) fixed: &'static [Fixed],
    /// The day so many years later.
    pub(crate) anniversary: &'static str,
    pub(crate) percent: &'static str,
    /// What a number is multiplied by, the longest first.
    pub(crate) scales: &'static [(&'static str, u64)],
    /// Names of currencies with their codes, before the signs that all languages share.
    pub(crate) currencies: &'static [(&'static str, &'static str)],
    /// Words before a number that only points somewhere.
    pub(crate) pointers: &'static str,
    /// Words between several such numbers.
    pub(crate) lists: &'static str,
}

/// A length of time that words say without a number.
pub(crate) struct Fixed {
    pub(crate) said: &'static str,
    pub(crate) count: u32,
    pub(crate) unit: Unit,
}

pub(super) const fn fixed(said: &'static str, count: u32, unit: Unit) -> Fixed {
    Fixed { said, count, unit }
}
