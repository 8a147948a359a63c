//! Regular expressions that are compiled once, and numbers in digits and words.

use regex::{Captures, Match, Regex};
use std::str::FromStr;
use std::sync::LazyLock;
use text2num::{Language, text2digits};

/// A pattern, compiled at its first use.
pub(crate) type Pattern = LazyLock<Option<Regex>>;

/// Compiles a pattern. A test of each pattern makes sure that it is one.
pub(crate) fn compiled(pattern: &str) -> Option<Regex> {
    Regex::new(pattern).ok()
}

/// Where a pattern matches in a text.
pub(crate) fn matches<'t>(pattern: &'static Pattern, text: &'t str) -> impl Iterator<Item = Captures<'t>> {
    pattern.iter().flat_map(move |pattern| pattern.captures_iter(text))
}

/// Whether a pattern matches in a text.
pub(crate) fn has(pattern: &'static Pattern, text: &str) -> bool {
    pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

/// Where a pattern matches last in a text.
pub(crate) fn last<'t>(pattern: &'static Pattern, text: &'t str) -> Option<Match<'t>> {
    pattern.as_ref().and_then(|pattern| pattern.find_iter(text).last())
}

/// Number words up to some hundreds, as a pattern.
pub(crate) const NUMBER_WORDS: &str = "(?:(?:a|one|two|three|four|five|six|seven|eight|nine)[ -]hundred(?:[ -]and)?[ -])?\
    (?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[ -]?(?:one|two|three|four|five|six|seven|eight|nine)\
    |ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen\
    |twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|one|two|three|four|five|six|seven|eight|nine)\
    |(?:one|two|three|four|five|six|seven|eight|nine)[ -]hundred";

/// Ordinal words up to thirty-first, as a pattern.
pub(crate) const ORDINAL_WORDS: &str = "(?:(?:twenty|thirty)[ -])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\
    |tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth";

/// The number of a match: the digits that repeat it in brackets (`same`), its `digits`, or its `words`.
pub(crate) fn counted<N: FromStr + From<u32>>(captures: &Captures<'_>) -> Option<N> {
    match captures.name("same").or(captures.name("digits")) {
        Some(digits) => digits.as_str().parse().ok(),
        None => number(captures.name("words")?.as_str()).map(N::from),
    }
}

/// The number that these words say, "two" or "second".
pub(crate) fn number(words: &str) -> Option<u32> {
    let plain = words.to_lowercase().replace('-', " ");
    let digits = text2digits(&plain, &Language::english()).ok()?;
    digits.trim_end_matches(char::is_alphabetic).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_numbers() {
        let numbers = ["two", "Thirty-six", "ninety", "one hundred and eighty", "twenty five"].map(number);
        assert_eq!(numbers, [Some(2), Some(36), Some(90), Some(180), Some(25)]);
        let ordinals = ["first", "second", "twelfth", "twentieth", "Twenty-third", "thirty first"].map(number);
        assert_eq!(ordinals, [Some(1), Some(2), Some(12), Some(20), Some(23), Some(31)]);
        assert_eq!(number("several"), None);
    }
}
