//! Amounts of money and shares in a text: "$1,577", "GBP 7.5 million", "ten per cent", "12.5%".

use crate::pattern::{NUMBER_WORDS, Pattern, compiled, counted, matches};
use crate::{Value, ValueInText};
use rust_decimal::Decimal;
use std::sync::LazyLock;

/// Currencies by their signs, codes and names, the longest first.
const CURRENCIES: [(&str, &str); 22] = [
    ("pounds sterling", "GBP"),
    ("u.s. dollars", "USD"),
    ("us dollars", "USD"),
    ("swiss francs", "CHF"),
    ("dollars", "USD"),
    ("pounds", "GBP"),
    ("euros", "EUR"),
    ("euro", "EUR"),
    ("us$", "USD"),
    ("ca$", "CAD"),
    ("c$", "CAD"),
    ("a$", "AUD"),
    ("usd", "USD"),
    ("gbp", "GBP"),
    ("eur", "EUR"),
    ("chf", "CHF"),
    ("cad", "CAD"),
    ("jpy", "JPY"),
    ("¥", "JPY"),
    ("£", "GBP"),
    ("€", "EUR"),
    ("$", "USD"),
];

const NUMBER: &str =
    r"(?P<number>\d{1,3}(?:[,’ ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)\s*(?P<scale>thousand|million|billion|bn|m|k)?\b";

static SIGN_FIRST: Pattern = LazyLock::new(|| {
    compiled(&format!(r"(?i)(?P<currency>us\$|ca\$|c\$|a\$|\$|£|€|¥|\b(?:usd|gbp|eur|chf|cad|jpy)\b)\s*{NUMBER}"))
});
static SIGN_LAST: Pattern = LazyLock::new(|| {
    compiled(&format!(
        r"(?i)\b{NUMBER}\s*(?P<currency>pounds sterling|u\.s\. dollars|us dollars|swiss francs|dollars|pounds|euros?|€|\b(?:usd|gbp|eur|chf|cad|jpy)\b)"
    ))
});
static SHARE: Pattern = LazyLock::new(|| {
    compiled(&format!(
        r"(?i)(?:\b(?P<words>{NUMBER_WORDS})|\b(?P<digits>\d{{1,4}}(?:\.\d+)?))\s*(?:%|per\s?cent\b|\(\s*(?P<same>\d{{1,4}}(?:\.\d+)?)\s*%\s*\))"
    ))
});

pub(crate) fn amounts(text: &str) -> Vec<ValueInText> {
    let mut found: Vec<ValueInText> = Vec::new();
    for pattern in [&SIGN_FIRST, &SIGN_LAST] {
        for captures in matches(pattern, text) {
            let part = |name: &str| captures.name(name).map_or("", |part| part.as_str());
            let Some(currency) = currency(part("currency")) else { continue };
            let Some(amount) = amount(part("number"), part("scale")) else { continue };
            let one = ValueInText::of(Value::Amount { currency, amount }, &captures);
            if !found.iter().any(|other| other.overlaps(&one)) {
                found.push(one);
            }
        }
    }
    found.sort_by_key(|one| one.range.start);
    found
}

fn currency(written: &str) -> Option<&'static str> {
    let written = written.to_lowercase();
    CURRENCIES.iter().find(|(sign, _)| *sign == written).map(|(_, code)| *code)
}

fn amount(number: &str, scale: &str) -> Option<Decimal> {
    let digits: String = number.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
    let factor = match scale.to_lowercase().as_str() {
        "" => 1,
        "thousand" | "k" => 1_000,
        "million" | "m" => 1_000_000,
        _ => 1_000_000_000,
    };
    let amount = digits.parse::<Decimal>().ok()?.checked_mul(Decimal::from(factor))?;
    Some(amount.normalize())
}

pub(crate) fn percentages(text: &str) -> Vec<ValueInText> {
    let mut found = Vec::new();
    for captures in matches(&SHARE, text) {
        let share = counted::<Decimal>(&captures).map(|share| Value::Percentage(share.normalize()));
        found.extend(share.map(|share| ValueInText::of(share, &captures)));
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::{ValueKind, said};

    #[test]
    fn amounts_have_their_currency_and_all_their_zeros() {
        for (text, expected) in [
            ("a fee of $1,577.50 a month", "USD 1577.5"),
            ("GBP 7.5 million", "GBP 7500000"),
            ("£2,000,000", "GBP 2000000"),
            ("US$ 3 billion", "USD 3000000000"),
            ("10,000 euros", "EUR 10000"),
            ("500 pounds sterling", "GBP 500"),
            ("€20k", "EUR 20000"),
        ] {
            assert_eq!(said(text, ValueKind::Amount), [expected], "{text}");
        }
        assert_eq!(said("from $1 to $2", ValueKind::Amount), ["USD 1", "USD 2"]);
        assert_eq!(said("clause 12, 30 days, 2020, $", ValueKind::Amount), [""; 0]);
    }

    #[test]
    fn shares_are_known_in_digits_and_words() {
        for (text, expected) in [
            ("12.5%", "12.5 %"),
            ("ten per cent of the price", "10 %"),
            ("five percent", "5 %"),
            ("fifty (50%)", "50 %"),
            ("3 per cent", "3 %"),
        ] {
            assert_eq!(said(text, ValueKind::Percentage), [expected], "{text}");
        }
        assert_eq!(said("10 persons", ValueKind::Percentage), [""; 0]);
    }
}
