//! Amounts of money and shares: "1.500,00 EUR", "EUR 1.500,-", "12 Millionen Euro", "fünf Prozent".

use super::add;
use super::count::count_before;
use super::figure::{Counting, parse};
use super::tongue::Tongue;
use crate::{Value, ValueInText};
use regex::Captures;
use rust_decimal::Decimal;

pub(super) fn amounts(text: &str, tongue: &Tongue) -> Vec<ValueInText> {
    let patterns = tongue.patterns();
    let mut found = Vec::new();
    // The sign mostly stands last.
    for pattern in [&patterns.amount, &patterns.amount_after_sign].into_iter().flatten() {
        for captures in pattern.captures_iter(text) {
            let Some(value) = amount(&captures, tongue) else { continue };
            let range = captures.name("all").unwrap_or_else(|| captures.get_match()).range();
            add(&mut found, ValueInText { value, range });
        }
    }
    found
}

fn amount(captures: &Captures<'_>, tongue: &Tongue) -> Option<Value> {
    let number = parse(captures.name("number")?.as_str(), tongue.words.language, Counting::Money)?;
    let amount = number.checked_mul(Decimal::from(tongue.scale(captures)))?.normalize();
    Some(Value::Amount { currency: tongue.currency(captures)?, amount })
}

pub(super) fn percentages(text: &str, tongue: &Tongue) -> Vec<ValueInText> {
    let mut found = Vec::new();
    let signs = tongue.patterns().percent.iter().flat_map(|pattern| pattern.find_iter(text));
    for sign in signs {
        let Some(count) = count_before(text, sign.start(), tongue) else { continue };
        add(
            &mut found,
            ValueInText { value: Value::Percentage(count.number.normalize()), range: count.start..sign.end() },
        );
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::{ValueKind, said_in};
    use pincite_language::Language::{
        self, Arabic, Dutch, French, German, Hebrew, Hindi, Italian, Portuguese, Russian, Spanish,
    };

    fn amounts(language: Language, expected: &[(&str, &str)]) {
        for (text, said) in expected {
            assert_eq!(said_in(text, ValueKind::Amount, language), [*said], "{text}");
        }
    }

    #[test]
    fn amounts_have_their_currency_and_all_their_zeros() {
        amounts(
            German,
            &[
                ("eine Miete von 1.500,00 EUR im Monat", "EUR 1500"),
                ("beträgt 3.450,00 € zuzüglich", "EUR 3450"),
                ("EUR 1.500,- netto", "EUR 1500"),
                ("1.500,-- €", "EUR 1500"),
                ("12 Millionen Euro", "EUR 12000000"),
                ("2,5 Mio. €", "EUR 2500000"),
                ("CHF 1'234.50", "CHF 1234.5"),
                ("500 Schweizer Franken", "CHF 500"),
                ("10 000 US-Dollar", "USD 10000"),
            ],
        );
        amounts(
            Spanish,
            &[
                ("será de 1.850,00 € más", "EUR 1850"),
                ("3 millones de euros", "EUR 3000000"),
                ("dos mil: 2 mil euros", "EUR 2000"),
                ("US$ 1,500.00", "USD 1500"),
                ("$1,500,000.00 M.N.", "MXN 1500000"),
            ],
        );
        amounts(
            French,
            &[
                ("une redevance de 1 234,56 € hors taxes", "EUR 1234.56"),
                ("60 000 € par année", "EUR 60000"),
                ("45\u{202f}000 euros", "EUR 45000"),
                ("5 M€", "EUR 5000000"),
                ("12 millions d’euros", "EUR 12000000"),
            ],
        );
        amounts(Italian, &[("Euro 1.500,00", "EUR 1500"), ("3 milioni di euro", "EUR 3000000")]);
        amounts(Portuguese, &[("R$ 1.500,00", "BRL 1500")]);
        amounts(Dutch, &[("€ 1.500,-", "EUR 1500")]);
        amounts(Russian, &[("64 500,00 руб. в месяц", "RUB 64500"), ("5 млн рублей", "RUB 5000000")]);
        amounts(Arabic, &[("148,500.00 درهم إماراتي", "AED 148500")]);
        amounts(Hebrew, &[("18,750.00 ₪ לחודש", "ILS 18750")]);
        amounts(Hindi, &[("₹ 1,25,000.00", "INR 125000"), ("5 लाख रुपये", "INR 500000")]);
    }

    #[test]
    fn figures_without_a_currency_are_no_amounts() {
        for text in ["§ 5, 30 Tage, 2020, €", "Договор. 5", "12 mois"] {
            for language in [German, French, Russian] {
                assert_eq!(said_in(text, ValueKind::Amount, language), [""; 0], "{text}");
            }
        }
        assert_eq!(said_in("1.500 € 2.000 €", ValueKind::Amount, German), ["EUR 1500", "EUR 2000"]);
    }

    #[test]
    fn shares_are_known_in_digits_and_words() {
        for (language, text, expected) in [
            (German, "5 %", "5 %"),
            (German, "12,5%", "12.5 %"),
            (German, "fünf Prozent", "5 %"),
            (German, "fünf (5) Prozent", "5 %"),
            (German, "9 Prozentpunkten", "9 %"),
            (Spanish, "el 3,5 % anual", "3.5 %"),
            (Spanish, "cinco por ciento", "5 %"),
            (French, "cinq pour cent", "5 %"),
            (French, "3,25 %", "3.25 %"),
            (Italian, "dieci per cento", "10 %"),
            (Dutch, "tien procent", "10 %"),
            (Russian, "0,1 % от суммы", "0.1 %"),
            (Arabic, "٥٪", "5 %"),
        ] {
            assert_eq!(said_in(text, ValueKind::Percentage, language), [expected], "{text}");
        }
        assert_eq!(said_in("zehn Personen", ValueKind::Percentage, German), [""; 0]);
    }
}
