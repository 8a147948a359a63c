//! Numbers in figures as other languages write them: "1.234,56", "1 234,56", "1'234.56", "1,25,000".

use pincite_language::{Language, digit};
use rust_decimal::Decimal;

/// A number with a comma before its decimals, or with other signs where both occur.
pub(super) const WITH_COMMA: &str =
    r"\d{1,3}(?:[.'’\u{a0}\u{202f} ]\d{3})+(?:[,.]\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?";
/// A number with a stop before its decimals. Indian numbers have groups of two.
pub(super) const WITH_POINT: &str = r"\d{1,3}(?:[,٬，]\d{2,3})+(?:[.٫．]\d+)?|\d+(?:[.٫．]\d+)?";

/// The pattern of numbers in a language.
pub(super) fn figures(language: Language) -> &'static str {
    if language.has_decimal_comma() { WITH_COMMA } else { WITH_POINT }
}

/// What is counted decides between "1.500" as thousands and as a fraction where the language does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counting {
    /// Money has two decimals or none.
    Money,
    /// Shares are seldom thousands.
    Share,
    Anything,
}

/// The value of a number in figures.
pub(super) fn parse(written: &str, language: Language, counting: Counting) -> Option<Decimal> {
    let mut plain = String::with_capacity(written.len());
    let decimal = decimal_sign(written, language, counting);
    for (at, c) in written.char_indices() {
        match digit(c) {
            Some(value) => plain.extend(char::from_digit(value, 10)),
            None if decimal == Some(at) => plain.push('.'),
            None => {}
        }
    }
    plain.parse().ok()
}

/// The byte of the sign before the decimals, if there is one.
fn decimal_sign(written: &str, language: Language, counting: Counting) -> Option<usize> {
    let signs: Vec<(usize, char)> = written.char_indices().filter(|(_, c)| ".,٫．".contains(*c)).collect();
    let (at, last) = *signs.last()?;
    let is_repeated = signs.len() > 1 && signs.iter().all(|sign| sign.1 == last);
    let is_mixed =
        signs.len() > 1 && !is_repeated || written[..at].contains(|c: char| " '’\u{a0}\u{202f}٬，".contains(c));
    let decimals = written[at + last.len_utf8()..].chars().count();
    let own = if language.has_decimal_comma() { ',' } else { '.' };
    let can_be_thousands = decimals == 3 && !written.starts_with('0') && counting != Counting::Share;
    let is_thousands = can_be_thousands && (last != own || counting == Counting::Money && own == ',');
    (is_mixed || !is_repeated && !is_thousands).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn said(written: &str, language: Language, counting: Counting) -> String {
        parse(written, language, counting).map(|number| number.normalize().to_string()).unwrap_or_default()
    }

    #[test]
    fn numbers_are_read_as_their_language_writes_them() {
        use Counting::{Anything, Money, Share};
        for (written, language, counting, value) in [
            ("1.234,56", Language::German, Anything, "1234.56"),
            ("1 234,56", Language::French, Anything, "1234.56"),
            ("1'234.56", Language::German, Anything, "1234.56"),
            ("1’234", Language::German, Anything, "1234"),
            ("1.234", Language::German, Anything, "1234"),
            ("1,234", Language::German, Anything, "1.234"),
            ("1,234", Language::Spanish, Money, "1234"),
            ("1.234.567", Language::Spanish, Money, "1234567"),
            ("1,234,567.50", Language::Spanish, Money, "1234567.5"),
            ("1,234", Language::Chinese, Anything, "1234"),
            ("1.234", Language::Chinese, Anything, "1.234"),
            ("1,25,000.50", Language::Hindi, Money, "125000.5"),
            ("0.125", Language::German, Anything, "0.125"),
            ("3,125", Language::French, Share, "3.125"),
            ("٩٠", Language::Arabic, Anything, "90"),
            ("5", Language::Russian, Anything, "5"),
        ] {
            assert_eq!(said(written, language, counting), value, "{written}");
        }
    }

    proptest! {
        #[test]
        fn any_digits_and_signs_are_a_number_or_none(written in "[0-9.,' ٠-٩]{0,12}") {
            for language in [Language::German, Language::Arabic] {
                parse(&written, language, Counting::Anything);
            }
        }
    }
}
