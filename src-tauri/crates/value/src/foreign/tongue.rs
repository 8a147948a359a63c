//! The patterns of each language, made of its words at their first use.

use super::figure::figures;
use super::latin::{DUTCH, FRENCH, GERMAN, ITALIAN, PORTUGUESE, SPANISH};
use super::scripts::{ARABIC, HEBREW, HINDI, RUSSIAN};
use super::words::Words;
use crate::pattern::compiled;
use pincite_language::Language;
use regex::{Captures, Regex};
use std::sync::OnceLock;

/// A language with its patterns.
pub(super) struct Tongue {
    pub(super) words: &'static Words,
    patterns: OnceLock<Patterns>,
}

/// The patterns of a language. A test makes sure that each is one.
pub(super) struct Patterns {
    pub(super) day: Option<Regex>,
    pub(super) unit: Option<Regex>,
    pub(super) adjective: Option<Regex>,
    pub(super) fixed: Option<Regex>,
    pub(super) anniversary: Option<Regex>,
    pub(super) percent: Option<Regex>,
    pub(super) amount: Option<Regex>,
    pub(super) amount_after_sign: Option<Regex>,
    pub(super) number: Option<Regex>,
    pub(super) pointer: Option<Regex>,
}

static TONGUES: [Tongue; 10] = [
    Tongue::of(&GERMAN),
    Tongue::of(&SPANISH),
    Tongue::of(&FRENCH),
    Tongue::of(&ITALIAN),
    Tongue::of(&PORTUGUESE),
    Tongue::of(&DUTCH),
    Tongue::of(&RUSSIAN),
    Tongue::of(&ARABIC),
    Tongue::of(&HEBREW),
    Tongue::of(&HINDI),
];

/// The patterns of a language. None without tables.
pub(super) fn tongue_of(language: Language) -> Option<&'static Tongue> {
    TONGUES.iter().find(|tongue| tongue.words.language == language)
}

/// Signs and codes of currencies that all languages share.
pub(super) const CURRENCIES: [(&str, &str); 24] = [
    (r"us\$", "USD"),
    (r"ca\$", "CAD"),
    (r"a\$", "AUD"),
    (r"\$", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("¥|￥", "JPY"),
    ("₽", "RUB"),
    ("₹", "INR"),
    ("₪", "ILS"),
    ("₩", "KRW"),
    (r"usd(?-u:\b)", "USD"),
    (r"eur(?-u:\b)", "EUR"),
    (r"gbp(?-u:\b)", "GBP"),
    (r"chf(?-u:\b)", "CHF"),
    (r"cad(?-u:\b)", "CAD"),
    (r"aud(?-u:\b)", "AUD"),
    (r"jpy(?-u:\b)", "JPY"),
    (r"(?:cny|rmb)(?-u:\b)", "CNY"),
    (r"rub(?-u:\b)", "RUB"),
    (r"inr(?-u:\b)", "INR"),
    (r"aed(?-u:\b)", "AED"),
    (r"krw(?-u:\b)", "KRW"),
    (r"pln(?-u:\b)", "PLN"),
];

/// A pattern has at most so many alternatives with groups.
const MOST_ALTERNATIVES: usize = 48;

/// What ends an amount without cents: "1.500,-".
const DASH: &str = r"(?:[.,][-–—]{1,2})?";

impl Tongue {
    const fn of(words: &'static Words) -> Self {
        Self { words, patterns: OnceLock::new() }
    }

    pub(super) fn patterns(&self) -> &Patterns {
        self.patterns.get_or_init(|| Patterns::of(self.words))
    }

    /// The code of the currency that a pattern found.
    pub(super) fn currency(&self, captures: &Captures<'_>) -> Option<&'static str> {
        let all = self.words.currencies.iter().chain(&CURRENCIES);
        let at = which(captures, 'c')?;
        all.map(|(_, code)| *code).nth(at)
    }

    /// What the word after a number multiplies it by.
    pub(super) fn scale(&self, captures: &Captures<'_>) -> u64 {
        which(captures, 's').and_then(|at| self.words.scales.get(at)).map_or(1, |(_, factor)| *factor)
    }
}

impl Patterns {
    fn of(words: &Words) -> Self {
        let number = figures(words.language);
        let currencies = named('c', words.currencies.iter().chain(&CURRENCIES).map(|(pattern, _)| *pattern));
        let scales = named('s', words.scales.iter().map(|(pattern, _)| *pattern));
        let units = named('u', words.units);
        let scaled = format!(r"(?P<number>{number}){DASH}(?:\s*(?:{scales})\b\.?)?");
        let signs = plain(words.currencies.iter().chain(&CURRENCIES).map(|(pattern, _)| *pattern));
        Self {
            day: compiled(&day(words)),
            unit: compiled(&format!(r"(?i)\b(?:{}\s+)*(?:{units})\b", or_nothing(words.between))),
            adjective: adjective(words),
            fixed: some_of('f', words.fixed.iter().map(|fixed| fixed.said)),
            anniversary: compiled(&format!(r"(?i)\b(?:{})\b", words.anniversary)),
            percent: compiled(&format!(r"(?i)[%٪％]|\b(?:{})", words.percent)),
            amount: compiled(&format!(r"(?i)(?-u:\b){scaled}\s*(?:(?:de|d['’]|di)\s*)?(?:{currencies})")),
            amount_after_sign: compiled(&format!(r"(?i)(?:^|[^\p{{L}}\d])(?P<all>(?:{currencies})\s*{scaled})")),
            number: compiled(&format!(
                r"(?i)(?:(?P<sign>{signs})\s?)?\(?\s?(?P<number>{number})\)?{DASH}(?:\s?(?P<scale>{scales})\b\.?)?(?:\s?(?:(?P<share>[%٪％]|{})|(?:de\s|d['’])?(?P<money>{signs})))?",
                words.percent
            )),
            pointer: compiled(&format!(
                r"(?i)(?:\b(?:{})\.?|§+|#|№|n[°º])\s*(?:\d+(?:\.\d+)*[a-z]?(?:\([a-z0-9]+\))*\s*(?:,|{}|[-–])\s*)*$",
                words.pointers, words.lists
            )),
        }
    }
}

/// "1. Januar 2024", "1 de enero de 2024", "1er janvier 2024".
fn day(words: &Words) -> String {
    let months = named('m', words.months);
    let first = if words.first.is_empty() { String::new() } else { format!("|(?P<first>{})", words.first) };
    format!(
        r"(?i)\b(?:(?P<day>\d{{1,2}})(?:{})?{first})\s*(?:{joint})?(?:{months})\.?,?\s+(?:{joint})?(?P<year>\d{{4}})\b",
        words.day,
        joint = words.joint,
    )
}

/// "dreimonatige", "14-tägig".
fn adjective(words: &Words) -> Option<Regex> {
    let endings: Vec<&str> = words.adjectives.into_iter().filter(|ending| !ending.is_empty()).collect();
    let pattern = || format!(r"(?i)\b(?P<count>\p{{L}}*?|\d{{1,3}})[-\s]?(?:{})(?:e[nrsm]?)?\b", named('u', endings));
    (!words.adjectives[0].is_empty()).then(pattern).and_then(|pattern| compiled(&pattern))
}

fn some_of(prefix: char, patterns: impl Iterator<Item = &'static str>) -> Option<Regex> {
    let named = named(prefix, patterns);
    (!named.is_empty()).then(|| format!(r"(?i)\b(?:{named})\b")).and_then(|pattern| compiled(&pattern))
}

/// A pattern that matches nothing in place of an empty one.
fn or_nothing(pattern: &str) -> &str {
    if pattern.is_empty() { r"[^\s\S]" } else { pattern }
}

/// Alternatives, each in a group of its own that `which` finds again.
fn named<'p>(prefix: char, patterns: impl IntoIterator<Item = &'p str>) -> String {
    let group = |(at, pattern): (usize, &str)| format!("(?P<{prefix}{at}>{pattern})");
    patterns.into_iter().enumerate().map(group).collect::<Vec<_>>().join("|")
}

/// Alternatives without groups.
fn plain<'p>(patterns: impl Iterator<Item = &'p str>) -> String {
    patterns.collect::<Vec<_>>().join("|")
}

/// The number of the alternative that matched.
pub(super) fn which(captures: &Captures<'_>, prefix: char) -> Option<usize> {
    (0..MOST_ALTERNATIVES).find(|at| captures.name(&format!("{prefix}{at}")).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pattern_of_each_language_is_one() {
        for tongue in &TONGUES {
            let patterns = tongue.patterns();
            let code = tongue.words.language.code();
            let all = [
                &patterns.day,
                &patterns.unit,
                &patterns.anniversary,
                &patterns.percent,
                &patterns.amount,
                &patterns.amount_after_sign,
                &patterns.number,
                &patterns.pointer,
            ];
            assert!(all.iter().all(|pattern| pattern.is_some()), "{code}");
            assert_eq!(patterns.adjective.is_some(), !tongue.words.adjectives[0].is_empty(), "{code}");
            assert_eq!(patterns.fixed.is_some(), !tongue.words.fixed.is_empty(), "{code}");
            assert!(tongue.words.currencies.len() + CURRENCIES.len() <= MOST_ALTERNATIVES, "{code}");
        }
    }
}
