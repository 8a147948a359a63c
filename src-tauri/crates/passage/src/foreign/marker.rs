//! Markers of enumerations: "(1)", "a)", "①", "（一）", "(א)", "가.", "一、".

use crate::marker::latin_marker;
use crate::number::{Marker, Number};
use crate::numerals::{chinese, chinese_end, circled, digits};
use crate::words::ClauseWords;

/// "(1)", "a)", "①", "（一）", "(א)", "가.", "一、".
pub(super) fn marker(text: &str, words: &ClauseWords) -> Option<(Number, usize)> {
    if let Some((Number::Marker(marker), end)) = latin_marker(text) {
        let names_someone = text[..end].ends_with('.') && words.titles.contains(&marker.sign);
        return (!names_someone).then(|| (Number::Marker(Marker { text: text[..end].to_owned(), ..marker }), end));
    }
    let first = text.chars().next()?;
    if let Some(value) = circled(first).filter(|_| !words.frames.is_empty()) {
        return Some(printed_marker(text, &value.to_string(), first.len_utf8()));
    }
    let open = if matches!(first, '(' | '（') { first.len_utf8() } else { 0 };
    let sign_end = open + sign_end(&text[open..], words)?;
    let mut after = text[sign_end..].chars();
    let close = after.next()?;
    let closes = if open > 0 { matches!(close, ')' | '）') } else { closes_alone(&text[..sign_end], close) };
    let end = sign_end + close.len_utf8();
    let is_apart =
        after.next().is_none_or(|c| !c.is_ascii_alphanumeric() && (open > 0 || !c.is_alphanumeric() || close == '、'));
    (closes && is_apart).then(|| printed_marker(text, &text[open..sign_end], end))
}

pub(super) fn printed_marker(text: &str, sign: &str, end: usize) -> (Number, usize) {
    (Number::Marker(Marker { text: text[..end].to_owned(), sign: sign.to_owned() }), end)
}

/// Whether a sign without an opening bracket is one: "б)", "가.", "一、", but a figure with a full stop is a clause.
fn closes_alone(sign: &str, close: char) -> bool {
    let is_figure = digits(sign).count > 0;
    match close {
        ')' | '）' => true,
        '.' | '．' | '-' => !is_figure && chinese(sign).is_none(),
        '、' => !is_figure,
        _ => false,
    }
}

/// The end of a sign: figures below 100, a letter of the language's alphabet, a Chinese numeral, or a letter for brackets
/// of full width.
fn sign_end(text: &str, words: &ClauseWords) -> Option<usize> {
    let figures = digits(text);
    let first = text.chars().next()?;
    if figures.count > 0 {
        return (figures.count <= 2).then_some(figures.end);
    }
    if words.alphabet.contains(first) || first.is_ascii_alphabetic() && !words.frames.is_empty() {
        return Some(first.len_utf8());
    }
    let end = chinese_end(text);
    (!words.frames.is_empty() && end > 0 && chinese(&text[..end]).is_some()).then_some(end)
}
