//! Numbers with a name or a sign: "Ziffer 5.2", "Cláusula primera", "PRIMERA.-", "第五条".

use super::parts::{after_word, framed_number, groups_end, ordinals_end, past_stop, refers};
use crate::marker::is_division_number;
use crate::number::Number;
use crate::numerals::chinese_end;
use crate::words::{CLAUSE, ClauseWords, Frame, NUMBER_SIGNS};
use pincite_language::Language;

/// What follows the digits of a number: "5bis", "5 ter", "1er", "5.º".
const ENDINGS: [&str; 14] =
    ["bis", "ter", "quater", " bis", " ter", " quater", "er", "re", ".º", ".ª", "º", "ª", "°", "o"];
/// What follows an ordinal that stands alone: "PRIMERA.-", "Segunda –".
const AFTER_ALONE: [&str; 7] = [".-", ".–", ".", ":", " -", " –", "-"];

/// "Ziffer 5.2", "Cláusula primera", "Anlage Nr. 2", "المادة (5)".
pub(super) fn named(text: &str, words: &ClauseWords) -> Option<(Number, usize)> {
    let named = words.names.iter().find_map(|name| Some((name, after_word(text, name.word)?)));
    let (name, word_end) = named.filter(|_| !text.starts_with(char::is_lowercase))?;
    let start = word_end + before_number(&text[word_end..]);
    let end = start + clause_number(&text[start..], words)?;
    let number = text[start..end].trim_end_matches(')');
    let is_ordinal = number.chars().count() > 1 && !number.contains(|c: char| c.is_numeric());
    let number = if is_ordinal && !is_roman(number) { number.to_lowercase() } else { number.to_owned() };
    let after = past_stop(text, end);
    let rank = (name.rank + number.matches('.').count() as u8).min(6);
    let cited = name.cited.map(|cited| format!("{cited} {number}"));
    opens(&text[after..], words).then_some((Number::Division { rank, cited }, after))
}

fn is_roman(number: &str) -> bool {
    number.chars().all(|c| "IVXL".contains(c))
}

/// The length of what stands between a name and its number: a full stop, spaces, "Nr.", an opening bracket.
fn before_number(text: &str) -> usize {
    let is_between = |c: char| c.is_whitespace() || c == '.';
    let rest = text.trim_start_matches(is_between);
    let lower = rest.to_lowercase();
    let sign = NUMBER_SIGNS.iter().find(|sign| lower.starts_with(**sign)).map_or(0, |sign| sign.len());
    let rest = rest.get(sign..).unwrap_or(rest).trim_start_matches(is_between);
    text.len() - rest.strip_prefix('(').unwrap_or(rest).len()
}

/// The end of a number after a name: "5.2", "5a", "1er", "VII", "B", "primera", "五". A bracket may close it.
fn clause_number(text: &str, words: &ClauseWords) -> Option<usize> {
    let grouped = groups_end(text);
    let end = if grouped > 0 { grouped + ending(&text[grouped..]) } else { number_in_letters(text, words)? };
    let end = end + usize::from(text[end..].starts_with(')'));
    (!text[end..].starts_with(|c: char| c.is_alphanumeric() && words.frames.is_empty())).then_some(end)
}

/// The length of what belongs to the digits before it: the letter of "5a", the ending of "1er".
fn ending(text: &str) -> usize {
    let ends = |length: usize| !text[length..].starts_with(char::is_alphanumeric);
    let known = ENDINGS.iter().filter(|ending| text.starts_with(**ending)).map(|ending| ending.len());
    let letter = usize::from(text.starts_with(|c: char| c.is_ascii_alphabetic()));
    known.chain([letter]).find(|length| ends(*length)).unwrap_or(0)
}

fn number_in_letters(text: &str, words: &ClauseWords) -> Option<usize> {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(text.len());
    let is_whole = end > 0 && !text[end..].starts_with(char::is_alphabetic);
    if is_whole && is_division_number(&text[..end]) {
        return Some(end);
    }
    let numeral = if words.frames.is_empty() { 0 } else { chinese_end(text) };
    let length = if numeral > 0 { numeral } else { ordinals_end(text, words) };
    (length > 0).then_some(length)
}

/// "第五条", "제5조의2", "第5.2条".
pub(super) fn framed(text: &str, frame: &Frame, words: &ClauseWords) -> Option<(Number, usize)> {
    let rest = text.strip_prefix(frame.before)?.trim_start();
    let number = framed_number(rest);
    let rest = rest[number..].trim_start().strip_prefix(frame.after).filter(|_| number > 0)?;
    let end = text.len() - rest.len();
    let end = end + sub_number(rest);
    let printed: String = text[..end].split_whitespace().collect();
    let after = past_stop(text, end);
    let goes_on = glued_particle(&text[end..], words) || refers(&text[after..], words);
    let number = Number::Division { rank: frame.rank, cited: frame.is_cited.then_some(printed) };
    (!goes_on).then_some((number, after))
}

/// The length of "之一", "の二", "의2".
fn sub_number(text: &str) -> usize {
    let Some(rest) = text.strip_prefix(['之', 'の', '의']) else { return 0 };
    let number = framed_number(rest);
    if number > 0 { text.len() - rest.len() + number } else { 0 }
}

/// Whether a particle shows that a sentence goes on: "第5条に", "제5조에".
fn glued_particle(text: &str, words: &ClauseWords) -> bool {
    let first = text.chars().next();
    match words.language {
        Language::Japanese => first.is_some_and(|c| ('\u{3041}'..='\u{309F}').contains(&c)),
        Language::Korean => first.is_some_and(char::is_alphabetic),
        _ => false,
    }
}

/// "PRIMERA.- Objeto": an ordinal is the whole number.
pub(super) fn alone(text: &str, words: &ClauseWords) -> Option<(Number, usize)> {
    let end = ordinals_end(text, words);
    let number = &text[..end];
    let first = number.split_whitespace().next()?.to_lowercase();
    let kind = words.alone.iter().find(|alone| first.ends_with(alone.ending))?;
    let sign = AFTER_ALONE.iter().find(|sign| text[end..].starts_with(**sign))?;
    let rest = text[end + sign.len()..].trim_start();
    let is_number = number.starts_with(char::is_uppercase) && !rest.starts_with(char::is_lowercase);
    let cited = Some(format!("{}{}", kind.cited, number.to_lowercase()));
    is_number.then(|| (Number::Division { rank: CLAUSE, cited }, past_stop(text, end)))
}

/// Whether a title or text can start here, rather than a sentence go on.
fn opens(rest: &str, words: &ClauseWords) -> bool {
    let rest = rest.trim_start();
    !rest.starts_with(|c: char| c.is_lowercase() || matches!(c, ',' | ';' | ')' | '،')) && !refers(rest, words)
}
