//! Parses the numbers at the start of headings and clauses: "ARTICLE VII", "Item 1A.", "7.2", "(iv)". English here, other
//! languages in `foreign`.

use crate::foreign;
use crate::marker::{is_division_number, latin_marker};
use crate::number::Number;
use crate::words::words_of;
use pincite_language::Language;

/// Signs before the items of a list.
const BULLETS: &[char] = &['•', '●', '▪', '■', '◦', '☐', '☒'];
/// The division that is cited like a clause.
const ARTICLE: &str = "article";
/// Names of parts with their ranks.
const DIVISIONS: &[(&str, u8)] = &[
    ("part", 1),
    ("exhibit", 1),
    ("schedule", 1),
    ("annex", 1),
    ("appendix", 1),
    ("attachment", 1),
    ("addendum", 1),
    (ARTICLE, 2),
    ("item", 2),
    ("chapter", 2),
    ("note", 3),
];

/// The number at the start of an English text, and the byte offset after it.
pub(crate) fn leading(text: &str) -> Option<(Number, usize)> {
    latin_marker(text).or_else(|| named(text)).or_else(|| decimal(text))
}

/// The same of a text in any language. One whose words are not known is read as English.
pub(crate) fn leading_in(text: &str, language: Language) -> Option<(Number, usize)> {
    words_of(language).map_or_else(|| leading(text), |words| foreign::leading(text, words).or_else(|| named(text)))
}

/// Whether a text is an item of a list that continues a sentence: "(b) is insolvent", "• lower rents".
pub fn is_item(text: &str) -> bool {
    let after =
        if is_bullet(text) { text.chars().next().map(char::len_utf8) } else { leading(text).map(|(_, end)| end) };
    after.and_then(|end| text[end..].trim_start().chars().next()).is_some_and(char::is_lowercase)
}

/// Whether a text starts with a bullet.
pub fn is_bullet(text: &str) -> bool {
    text.starts_with(BULLETS)
}

/// "ARTICLE VII", "Item 1A.", "Section 7.2", "§ 12.3".
fn named(text: &str) -> Option<(Number, usize)> {
    let name_end = text.find(|c: char| c.is_whitespace())?;
    let name = text[..name_end].to_lowercase();
    let rest = text[name_end..].trim_start();
    let at = text.len() - rest.len();
    if matches!(name.as_str(), "section" | "clause" | "sec." | "§") {
        let end = number_end(rest)?;
        let after = past_dot(rest, end);
        let is_statute = end == 3 && after == end && !rest[..end].contains('.');
        let is_number = !is_statute && opens(&rest[after..]);
        return is_number.then(|| (Number::Decimal(rest[..end].to_owned()), at + after));
    }
    let rank = DIVISIONS.iter().find(|division| division.0 == name)?.1;
    let capital = text.chars().next().is_some_and(char::is_uppercase);
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(rest.len());
    let after = past_dot(rest, end);
    let is_number = capital && is_division_number(&rest[..end]) && (after > end || opens(&rest[after..]));
    let cited = || (name == ARTICLE).then(|| text[..at + after].trim_end_matches(['.', ':', ')']).to_owned());
    is_number.then(|| (Number::Division { rank, cited: cited() }, at + after))
}

/// Whether a title or text can start here, rather than a sentence go on: not "Section 7.2 of the Agreement".
fn opens(rest: &str) -> bool {
    !rest.trim_start().starts_with(char::is_lowercase)
}

/// Words in lower case that a clause can start with: "7.2 the Supplier". Other such words follow an amount.
const OPENERS: &[&str] = &["the ", "each ", "any ", "all ", "if ", "this ", "such ", "either ", "neither ", "where "];

/// "7.2 Termination", "7. Term". A single number needs a full stop, and a capital or a quote must follow.
fn decimal(text: &str) -> Option<(Number, usize)> {
    let end = number_end(text)?;
    let number = &text[..end];
    let after = past_dot(text, end);
    let rest = text[after..].trim_start();
    let is_apart = rest.len() < text[after..].len() || rest.is_empty();
    let opens = rest.chars().next().is_none_or(|c| c.is_uppercase() || matches!(c, '"' | '“' | '(' | '['))
        || number.matches('.').count() > 1
        || number.contains('.') && OPENERS.iter().any(|word| rest.starts_with(word));
    let is_glued =
        after > end && rest.starts_with(|c: char| c.is_ascii_uppercase()) && rest[1..].starts_with(char::is_lowercase);
    let is_apart = is_apart || rest.starts_with('(') || is_glued;
    (is_apart && opens && (number.contains('.') || after > end)).then(|| (Number::Decimal(number.to_owned()), after))
}

/// The end of "7", "7.2", "12.3.1": groups of up to three digits, the first not zero.
fn number_end(text: &str) -> Option<usize> {
    let mut end = digits(text);
    if end == 0 || end > 3 || text.starts_with('0') {
        return None;
    }
    loop {
        let more = text[end..].strip_prefix('.').map_or(0, digits);
        match more {
            0 => break,
            1..=3 => end += 1 + more,
            _ => return None,
        }
    }
    let after = text[end..].chars().next();
    after.is_none_or(|c| c.is_whitespace() || matches!(c, '.' | ':' | '(' | ')' | '—' | '–')).then_some(end)
}

fn digits(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len())
}

fn past_dot(text: &str, end: usize) -> usize {
    end + text[end..].starts_with(['.', ':', ')']) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Marker;

    fn number_of(text: &str) -> Option<(Number, &str)> {
        leading(text).map(|(number, end)| (number, &text[end..]))
    }

    #[test]
    fn a_number_may_have_marks_after_it() {
        assert_eq!(number_of("7.2(a) The"), Some((Number::Decimal("7.2".into()), "(a) The")));
        assert_eq!(number_of("55.No Participant"), Some((Number::Decimal("55".into()), "No Participant")));
        assert_eq!(number_of("Section 12.10. Notices"), Some((Number::Decimal("12.10".into()), " Notices")));
        let a = Number::Marker(Marker { text: "(a)".into(), sign: "a".into() });
        assert_eq!(number_of("(a)(i) the"), Some((a, "(i) the")));
    }

    #[test]
    fn items_continue_a_sentence() {
        assert!(["(b) is insolvent", "• lower rents", "15.3.2 each party shall"].into_iter().all(is_item));
        assert!(!["(b) Notice. It is given.", "• Lower rents", "is insolvent", ""].into_iter().any(is_item));
    }

    #[test]
    fn a_reference_is_no_number() {
        assert_eq!(leading("Section 7.2 of the Agreement"), None);
        assert_eq!(leading("Schedule B sets out the fees."), None);
        assert_eq!(leading("SECTION 302 CERTIFICATION"), None, "of a statute");
        assert_eq!(leading("(අ0"), None, "letters of more than one byte");
    }
}
