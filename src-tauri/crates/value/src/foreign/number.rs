//! Numbers in a text, as people write them in figures: "394,3 Millionen Euro", "(13,2) %". Those that only point somewhere are none.

use super::figure::{Counting, parse};
use super::tongue::{Tongue, which};
use crate::number::{NumberInText, NumberUnit, is_listed, is_part_of_word, is_year};
use regex::Captures;
use rust_decimal::Decimal;

/// Most digits of an ordinal: "3. Quartal".
const LONGEST_ORDINAL: usize = 2;

pub(super) fn numbers(text: &str, tongue: &Tongue) -> Vec<NumberInText> {
    let found = tongue.patterns().number.iter().flat_map(|pattern| pattern.captures_iter(text));
    found.filter_map(|captures| number(text, &captures, tongue)).collect()
}

fn number(text: &str, captures: &Captures<'_>, tongue: &Tongue) -> Option<NumberInText> {
    let figures = captures.name("number")?;
    let sign = captures.name("sign").filter(|sign| !text[..sign.start()].ends_with(char::is_alphabetic));
    let scale = Decimal::from(which(captures, 's').and_then(|at| tongue.words.scales.get(at)).map_or(1, |(_, by)| *by));
    let unit = match (captures.name("share"), sign.or(captures.name("money"))) {
        (Some(_), _) => NumberUnit::Percent,
        (None, Some(_)) => NumberUnit::Money,
        (None, None) => NumberUnit::Plain,
    };
    let is_bare = unit == NumberUnit::Plain && scale == Decimal::ONE;
    let is_none = is_part_of_word(text, &figures.range(), is_bare)
        || is_bare && (points(text, figures.as_str(), figures.start(), tongue) || is_ordinal(text, &figures));
    let counting = match unit {
        NumberUnit::Money => Counting::Money,
        NumberUnit::Percent => Counting::Share,
        NumberUnit::Plain => Counting::Anything,
    };
    let number = parse(figures.as_str(), tongue.words.language, counting).filter(|_| !is_none)?;
    let start = sign.map_or(figures.start(), |sign| sign.start());
    let ends = ["share", "money", "scale"].into_iter().filter_map(|name| captures.name(name)).map(|part| part.end());
    Some(NumberInText { number, scale, unit, range: start..ends.max().unwrap_or(figures.end()) })
}

/// Whether a number without a unit only says where or when: a year, a clause, an item of a list.
fn points(text: &str, figures: &str, start: usize, tongue: &Tongue) -> bool {
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let before = text[line..start].trim_end_matches('(');
    let is_pointer = tongue.patterns().pointer.as_ref().is_some_and(|pointer| pointer.is_match(before));
    is_year(figures) || is_listed(text, start) || is_pointer
}

/// "3. Quartal", "5º", "2e": ordinals, which also name days.
fn is_ordinal(text: &str, figures: &regex::Match<'_>) -> bool {
    let mut after = text[figures.end()..].chars();
    let is_short = figures.as_str().chars().count() <= LONGEST_ORDINAL;
    match after.next() {
        Some('º' | 'ª' | '°') => true,
        Some('.') => is_short && after.next() == Some(' ') && after.next().is_some_and(char::is_alphabetic),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers_in;
    use pincite_language::Language::{self, French, German, Spanish};
    use proptest::prelude::*;

    fn said(text: &str, language: Language) -> Vec<(String, String, NumberUnit)> {
        let found = numbers_in(text, language).into_iter();
        found.map(|one| (text[one.range.clone()].to_owned(), one.value().normalize().to_string(), one.unit)).collect()
    }

    #[test]
    fn figures_have_scale_and_unit() {
        for (language, text, written, value, unit) in [
            (German, "Der Umsatz betrug 394,3 Millionen Euro.", "394,3 Millionen Euro", "394300000", NumberUnit::Money),
            (German, "EUR 1.577 Mio.,", "EUR 1.577 Mio", "1577000000", NumberUnit::Money),
            (German, "um (13,2) % über", "13,2) %", "13.2", NumberUnit::Percent),
            (German, "es hat 11.250 Mitarbeiter", "11.250", "11250", NumberUnit::Plain),
            (German, "12 Millionen Aktien", "12 Millionen", "12000000", NumberUnit::Plain),
            (Spanish, "unos 3,5 millones de euros", "3,5 millones de euros", "3500000", NumberUnit::Money),
            (French, "un montant de 45 000,00 €", "45 000,00 €", "45000", NumberUnit::Money),
            (French, "environ 7,8 pour cent", "7,8 pour cent", "7.8", NumberUnit::Percent),
        ] {
            assert_eq!(said(text, language), [(written.to_owned(), value.to_owned(), unit)], "{text}");
        }
    }

    #[test]
    fn what_only_points_somewhere_is_no_figure() {
        for (language, texts) in [
            (
                German,
                &[
                    "im Jahr 2022",
                    "§ 5 Abs. 2 Satz 1",
                    "§§ 4, 5 und 6",
                    "S. 31, Anlage 12",
                    "1. Laufzeit\n2) Miete\n(3) Recht",
                    "COVID-19",
                    "im 3. Quartal",
                    "12-monatig",
                    "Ziffer 12.3",
                    "1.2.2020",
                ][..],
            ),
            (Spanish, &["artículo 5 y 6", "pág. 31", "en 2022", "el 5º piso", "cláusula 3.1"]),
            (French, &["l’article 5", "page 31", "n° 12", "en 2022", "annexe 3"]),
        ] {
            for text in texts {
                assert_eq!(said(text, language), [], "{text}");
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_has_numbers_within_it_or_none(
            text in "[ -~€é\\n]{0,80}|\\PC{0,60}",
            language in proptest::sample::select(Language::all().collect::<Vec<_>>()),
        ) {
            for one in numbers_in(&text, language) {
                prop_assert!(text.get(one.range.clone()).is_some_and(|part| part.contains(char::is_numeric)), "{one:?}");
            }
        }
    }
}
