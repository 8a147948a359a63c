//! Markers of enumerations in Latin letters and figures: "(a)", "(iv)", "B.", "3)". And the numbers of parts: "VII", "B-1".

use crate::number::{Marker, Number};
use crate::numerals::roman;

/// "(a)" or "(iv)"; also "a)", "B." and "e." before a space.
pub(crate) fn latin_marker(text: &str) -> Option<(Number, usize)> {
    let open = text.starts_with('(') as usize;
    let sign = &text[open..];
    let length = sign.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(sign.len());
    let (sign, rest) = sign.split_at(length);
    let dotted = open == 0 && rest.starts_with('.') && (is_capital_marker(sign) || is_small_marker(sign, &rest[1..]));
    let is_closed = rest.starts_with(')') || dotted;
    let is_apart = matches!(rest.chars().nth(1), None | Some(' ' | '\u{a0}')) || open == 1 && rest.starts_with(")(");
    let end = open + length + 1;
    let text = if dotted { sign.to_owned() } else { format!("({sign})") };
    (is_closed && is_apart && is_sign(sign)).then(|| (Number::Marker(Marker { text, sign: sign.to_owned() }), end))
}

/// A sign without brackets before a full stop must be a capital letter or a capital Roman numeral. "a." ends a
/// sentence.
fn is_capital_marker(sign: &str) -> bool {
    sign.len() <= 4
        && sign.chars().all(|c| c.is_ascii_uppercase())
        && (sign.len() == 1 || roman(&sign.to_lowercase()).is_some())
}

/// "e." before a title or a sentence.
fn is_small_marker(sign: &str, rest: &str) -> bool {
    let follows = rest.trim_start().chars().next().is_none_or(|c| c.is_uppercase() || matches!(c, '"' | '“'));
    sign.len() == 1 && sign.starts_with(|c: char| c.is_ascii_lowercase()) && follows
}

/// One letter, two equal letters, a Roman numeral, or a number below 100.
fn is_sign(sign: &str) -> bool {
    let lower = sign.to_lowercase();
    let mut letters = lower.chars();
    let first = letters.next();
    match lower.len() {
        0 => false,
        _ if sign.chars().all(|c| c.is_ascii_digit()) => sign.len() <= 2,
        1 => true,
        2 if first == letters.next() => true,
        _ => roman(&lower).is_some() && (sign == lower || sign == sign.to_uppercase()),
    }
}

/// "VII", "1A", "B", "B-1", "10".
pub(crate) fn is_division_number(number: &str) -> bool {
    let plain = number.len() <= 5 && number.chars().any(|c| c.is_ascii_digit());
    let letter = number.len() == 1 && number.chars().all(|c| c.is_ascii_uppercase());
    let lettered = number.len() == 3 && number.as_bytes()[1] == b'-';
    plain || letter || lettered || (number == number.to_uppercase() && roman(&number.to_lowercase()).is_some())
}
