//! Numbers in a text, as people write them in figures: "$394.3 billion", "(13.2)%", "USD 1,577m", "11,250". Numbers that only point
//! somewhere are none of them: years, clauses, pages, items of a list.

use crate::pattern::{Pattern, compiled, has, matches};
use regex::Captures;
use rust_decimal::Decimal;
use std::ops::Range;
use std::sync::LazyLock;

/// A number with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberInText {
    /// The number as written, without its scale: 394.3.
    pub number: Decimal,
    /// What it is to be multiplied by: 1,000,000,000 after "billion", 1 without such a word.
    pub scale: Decimal,
    /// What it counts.
    pub unit: NumberUnit,
    /// Its bytes in the text, with its unit.
    pub range: Range<usize>,
}

/// What a number counts, as far as it is written with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberUnit {
    /// Money.
    Money,
    /// Shares in per cent.
    Percent,
    /// Anything.
    Plain,
}

impl NumberInText {
    /// The number in units.
    pub fn value(&self) -> Decimal {
        self.number.checked_mul(self.scale).unwrap_or(self.number)
    }
}

static NUMBER: Pattern = LazyLock::new(|| {
    compiled(
        r"(?i)(?P<sign>(?:us|ca|c|a|hk|s)?\$|£|€|¥|\b(?:usd|gbp|eur|chf|cad|jpy)\b)?\s?\(?\s?(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)\)?\s?(?:(?P<scale>thousand|million|billion|trillion|bn|mn|mm|tn|k|m|b)\b)?\s?(?P<after>%|per\s?cent(?:age points?)?\b|(?:u\.s\. |us )?dollars\b|euros?\b|pounds\b|€)?",
    )
});
/// What comes before a number that points somewhere.
static POINTER: Pattern = LazyLock::new(|| {
    compiled(
        r"(?i)(?:\b(?:sections?|clauses?|articles?|paras?|paragraphs?|pages?|pp?|notes?|items?|exhibits?|schedules?|rules?|chapters?|parts?|annex|appendix|nos?|numbers?|form|topic|asu|asc|sec|art|level|tier|step|phase|table|figure|regulation|act of|version)\.?|§+|#)\s*(?:\d+(?:\.\d+)*(?:\([a-z0-9]+\))*\s*(?:,|and|or|to|through|[-–])\s*)*$",
    )
});
/// A number at the start of a line that counts the lines: "1." or "2)".
static LISTED: Pattern = LazyLock::new(|| compiled(r"^\s*\(?\d{1,2}(?:\.\d{1,2})*[.)]?\)?(?:\s|$)"));

/// The numbers of an English text, in its order.
pub fn numbers(text: &str) -> Vec<NumberInText> {
    matches(&NUMBER, text).filter_map(|captures| number(text, &captures)).collect()
}

fn number(text: &str, captures: &Captures<'_>) -> Option<NumberInText> {
    let digits = captures.name("digits")?;
    let part = |name: &str| captures.name(name).map_or("", |part| part.as_str());
    let scale = scale(part("scale"));
    let unit = unit(part("sign"), part("after"));
    let is_bare = unit == NumberUnit::Plain && scale == Decimal::ONE;
    if is_part_of_word(text, &digits.range(), is_bare) || (is_bare && points(text, digits.as_str(), digits.start())) {
        return None;
    }
    let number: Decimal = digits.as_str().replace(',', "").parse().ok()?;
    let start = captures.name("sign").map_or(digits.start(), |sign| sign.start());
    let ends = ["after", "scale", "digits"].into_iter().filter_map(|name| captures.name(name)).map(|part| part.end());
    Some(NumberInText { number, scale, unit, range: start..ends.max().unwrap_or(digits.end()) })
}

/// Whether letters, or further parts of another number, touch the digits: "10-K", "5.2(b)", "COVID-19", "7th", "1/2".
pub(crate) fn is_part_of_word(text: &str, digits: &Range<usize>, is_bare: bool) -> bool {
    let mut before = text[..digits.start].chars().rev();
    let last = before.next().unwrap_or(' ');
    let glued = last.is_alphanumeric() && (is_bare || last.is_ascii_digit());
    let joined = matches!(last, '.' | '/' | '-' | ',' | ':' | '#') && before.next().is_some_and(char::is_alphanumeric);
    let mut after = text[digits.end..].chars();
    let next = after.next().unwrap_or(' ');
    let goes_on = matches!(next, '.' | '/' | ':' | ',') && after.clone().next().is_some_and(|c| c.is_ascii_digit());
    let is_compound = next == '-' && after.next().is_some_and(char::is_alphanumeric);
    let is_paragraph = next == '(' && text[digits.end + 1..].starts_with(|c: char| c.is_ascii_lowercase());
    let has_letter = is_bare && (next.is_alphabetic() || is_compound || is_paragraph);
    glued || joined || goes_on || has_letter
}

/// Whether a number without a unit only says where or when: a year, a clause, an item of a list.
fn points(text: &str, digits: &str, start: usize) -> bool {
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    is_year(digits) || is_listed(text, start) || has(&POINTER, text[line..start].trim_end_matches('('))
}

/// Whether four digits are a year of the last or this century.
pub(crate) fn is_year(digits: &str) -> bool {
    digits.len() == 4 && digits.parse::<u16>().is_ok_and(|year| (1900..2100).contains(&year))
}

/// Whether a number at this byte counts the items of a list.
pub(crate) fn is_listed(text: &str, start: usize) -> bool {
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    text[line..start].trim_matches([' ', '(']).is_empty() && has(&LISTED, &text[line..])
}

fn scale(word: &str) -> Decimal {
    match word.to_lowercase().as_str() {
        "thousand" | "k" => Decimal::from(1_000),
        "million" | "mn" | "mm" | "m" => Decimal::from(1_000_000),
        "billion" | "bn" | "b" => Decimal::from(1_000_000_000),
        "trillion" | "tn" => Decimal::from(1_000_000_000_000_u64),
        _ => Decimal::ONE,
    }
}

fn unit(sign: &str, after: &str) -> NumberUnit {
    if after.starts_with('%') || after.to_lowercase().starts_with("per") {
        return NumberUnit::Percent;
    }
    if sign.is_empty() && after.is_empty() { NumberUnit::Plain } else { NumberUnit::Money }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn said(text: &str) -> Vec<(String, String, NumberUnit)> {
        let found = numbers(text).into_iter();
        found.map(|one| (text[one.range.clone()].to_owned(), one.value().normalize().to_string(), one.unit)).collect()
    }

    #[test]
    fn figures_have_scale_and_unit() {
        for (text, written, value, unit) in [
            ("Sales were $394.3 billion.", "$394.3 billion", "394300000000", NumberUnit::Money),
            ("of USD 1,577m,", "USD 1,577m", "1577000000", NumberUnit::Money),
            ("grew (13.2)% over", "13.2)%", "13.2", NumberUnit::Percent),
            ("roughly 7.8 per cent of", "7.8 per cent", "7.8", NumberUnit::Percent),
            ("it employs 11,250 people", "11,250", "11250", NumberUnit::Plain),
            ("a loss of $(1,577) in", "$(1,577", "1577", NumberUnit::Money),
            ("12 million shares", "12 million", "12000000", NumberUnit::Plain),
            ("500 pounds", "500 pounds", "500", NumberUnit::Money),
        ] {
            assert_eq!(said(text), [(written.to_owned(), value.to_owned(), unit)], "{text}");
        }
    }

    #[test]
    fn what_only_points_somewhere_is_no_figure() {
        for text in [
            "in 2022",
            "the Form 10-K",
            "Section 5.2(b) and clause 7",
            "Sections 4, 5 and 6",
            "page 31, p. 4, Note 12",
            "1. Term\n2) Fees\n(3) Law",
            "COVID-19 in the 7th year",
            "§ 12.3",
            "12-month",
            "the 401(k) plan",
            "1/2/20",
        ] {
            assert_eq!(said(text), [], "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_has_numbers_within_it_or_none(text in "[ -~€é\\n]{0,80}|\\PC{0,60}") {
            for one in numbers(&text) {
                prop_assert!(text.get(one.range.clone()).is_some_and(|part| part.contains(|c: char| c.is_ascii_digit())));
            }
        }
    }
}
