//! The number right before a word: "30", "dreißig", "treinta (30)", "30 (treinta)".

use super::figure::{Counting, parse};
use super::tongue::Tongue;
use super::words::Words;
use crate::pattern::{Pattern, compiled};
use rust_decimal::Decimal;
use std::sync::LazyLock;

/// A number with its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) number: Decimal,
    pub(super) start: usize,
}

/// Figures and a bracket at the end of a text.
static TAIL: Pattern = LazyLock::new(|| {
    compiled(r"(?P<figures>\d{1,4}(?:[.,٫]\d+)?)?[\s\u{a0}]*(?:\(\s*(?P<inner>[^()]{1,40}?)\s*%?\s*\))?[\s\u{a0}-]*$")
});

/// So many bytes before a word can have its number.
const NEAR: usize = 120;
/// Most words of a number: "ciento ochenta y cinco".
const MOST_WORDS: usize = 5;

/// The number right before this byte of a text.
pub(super) fn count_before(text: &str, end: usize, tongue: &Tongue) -> Option<Count> {
    let near = text.ceil_char_boundary(end.saturating_sub(NEAR));
    let before = &text[near..end];
    let tail = TAIL.as_ref()?.captures(before)?;
    let figures = tail.name("figures").filter(|figures| is_apart(&before[..figures.start()]));
    let inner = tail.name("inner");
    let value = |written: &str| parse(written, tongue.words.language, Counting::Share);
    if let Some(figures) = figures {
        let is_repeated = inner.is_none_or(|inner| value_of(inner.as_str(), tongue).is_some());
        return is_repeated.then_some(Count { number: value(figures.as_str())?, start: near + figures.start() });
    }
    if tail.name("figures").is_some() {
        return None; // the end of a longer number, or of a year
    }
    let words_end = tail.get_match().start();
    let words = words_before(&before[..words_end], tongue);
    match (inner.and_then(|inner| value_of(inner.as_str(), tongue)), words) {
        (Some(number), Some(words)) => Some(Count { number, start: near + words.start }),
        (Some(number), None) => {
            Some(Count { number, start: near + tail.get_match().start() + bracket(tail.get_match().as_str()) })
        }
        (None, Some(words)) if inner.is_none() => Some(Count { start: near + words.start, ..words }),
        _ => None,
    }
}

/// The place of the opening bracket.
fn bracket(tail: &str) -> usize {
    tail.find('(').unwrap_or(0)
}

/// Whether no longer number and no word ends here.
fn is_apart(before: &str) -> bool {
    let mut signs = before.chars().rev();
    let last = signs.next().unwrap_or(' ');
    let joins = matches!(last, '.' | ',' | '/' | '-' | '٫') && signs.next().is_some_and(char::is_numeric);
    !last.is_alphanumeric() && !joins
}

/// The number that figures or words say.
fn value_of(written: &str, tongue: &Tongue) -> Option<Decimal> {
    let is_figure = written.chars().all(|c| c.is_numeric() || ".,٫".contains(c));
    match is_figure {
        true => parse(written, tongue.words.language, Counting::Share),
        false => number_in(written, tongue.words).map(Decimal::from),
    }
}

/// The longest number in words at the end of a text.
fn words_before(text: &str, tongue: &Tongue) -> Option<Count> {
    let text = text.trim_end_matches(|c: char| c.is_whitespace() || c == '-');
    let starts: Vec<usize> =
        text.rmatch_indices(|c: char| !c.is_alphabetic() && !is_mark(c)).map(|(at, c)| at + c.len()).collect();
    let mut best = None;
    for start in starts.into_iter().chain([0]).take(MOST_WORDS + 2) {
        let words = &text[start..];
        if let Some(number) = number_in(words, tongue.words).filter(|_| !words.is_empty()) {
            best = Some(Count { number: Decimal::from(number), start });
        }
    }
    best
}

/// Marks of Hindi and Arabic are parts of words.
fn is_mark(c: char) -> bool {
    !c.is_ascii() && !c.is_alphanumeric() && !c.is_whitespace() && !"«»„“”’‘–—،؛".contains(c)
}

/// The number that these words say. Ordinals are none.
pub(super) fn number_in(words: &str, table: &Words) -> Option<u32> {
    let plain = words.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((_, number)) = table.extra.iter().find(|(word, _)| *word == plain) {
        return Some(*number);
    }
    if table.ordinals.contains(&plain.as_str()) || !plain.starts_with(char::is_alphabetic) {
        return None;
    }
    let digits = text2num::text2digits(&plain, &table.numbers?()).ok()?;
    digits.parse().ok()
}

/// The year that an ordinal says: "zweiter" is 2.
pub(super) fn ordinal_in(word: &str, table: &Words) -> Option<u32> {
    let digits = text2num::text2digits(&word.to_lowercase(), &table.numbers?()).ok()?;
    digits.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()
}
