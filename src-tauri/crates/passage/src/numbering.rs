//! Parses the numbers at the start of headings and clauses: "ARTICLE VII", "Item 1A.", "7.2", "(iv)".

/// A number at the start of a line or paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// A named part of a document: "SCHEDULE B", "Item 1A".
    Division {
        /// Its rank (see `heading`).
        rank: u8,
        /// It is cited like a clause: "Article V".
        is_clause: bool,
    },
    /// "7", "7.2", "12.3.1" (also after "Section" or "Clause").
    Decimal(String),
    /// "(a)", "(iv)", "B.", "3)".
    Marker(Marker),
}

/// One step of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Marker {
    /// As it is cited, in round brackets if the text has one: "(iv)", "B".
    pub(crate) text: String,
    /// Without brackets: "iv", "B", "3".
    pub(crate) sign: String,
}

impl Marker {
    /// Whether an enumeration starts with it.
    pub(crate) fn is_first(&self) -> bool {
        matches!(self.sign.as_str(), "a" | "A" | "i" | "I" | "1")
    }
}

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

/// The number at the start of `text`, and the byte offset after it.
pub(crate) fn leading(text: &str) -> Option<(Number, usize)> {
    marker(text).or_else(|| named(text)).or_else(|| decimal(text))
}

/// "(a)" or "(iv)"; also "a)", "B." and "e." before a space.
fn marker(text: &str) -> Option<(Number, usize)> {
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
    is_number.then(|| (Number::Division { rank, is_clause: name == ARTICLE }, at + after))
}

/// Whether a title or text can start here, rather than a sentence go on: not "Section 7.2 of the Agreement".
fn opens(rest: &str) -> bool {
    !rest.trim_start().starts_with(char::is_lowercase)
}

/// "VII", "1A", "B", "B-1", "10".
fn is_division_number(number: &str) -> bool {
    let plain = number.len() <= 5 && number.chars().any(|c| c.is_ascii_digit());
    let letter = number.len() == 1 && number.chars().all(|c| c.is_ascii_uppercase());
    let lettered = number.len() == 3 && number.as_bytes()[1] == b'-';
    plain || letter || lettered || (number == number.to_uppercase() && roman(&number.to_lowercase()).is_some())
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

/// Value of a lower-case Roman numeral up to 89 in its usual spelling.
pub(crate) fn roman(sign: &str) -> Option<u32> {
    let digit = |c| match c {
        'i' => Some(1),
        'v' => Some(5),
        'x' => Some(10),
        'l' => Some(50),
        _ => None,
    };
    let digits: Vec<i32> = sign.chars().map(digit).collect::<Option<_>>()?;
    let mut value = 0;
    for (i, digit) in digits.iter().enumerate() {
        let is_subtracted = digits.get(i + 1).is_some_and(|next| next > digit);
        value += if is_subtracted { -digit } else { *digit };
    }
    u32::try_from(value).ok().filter(|v| *v > 0 && spelling(*v) == sign)
}

/// The usual spelling of a number up to 89 as a lower-case Roman numeral.
fn spelling(mut value: u32) -> String {
    const SIGNS: &[(u32, &str)] = &[(50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")];
    let mut text = String::new();
    for (worth, sign) in SIGNS {
        while value >= *worth {
            text.push_str(sign);
            value -= worth;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

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
