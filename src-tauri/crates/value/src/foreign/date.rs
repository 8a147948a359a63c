//! Dates: "1. Januar 2024", "01.02.2024", "1 de enero de 2024", "1er janvier 2024".

use super::add;
use super::tongue::{Tongue, which};
use crate::date::{english_dates, full_year, iso_dates};
use crate::pattern::{Pattern, compiled, matches};
use crate::{Value, ValueInText};
use jiff::civil::Date;
use pincite_language::digit;
use regex::Captures;
use std::sync::LazyLock;

/// The day comes first in all languages here. "1.2.24" is a clause, "01.02.24" a day.
static DOTTED: Pattern =
    LazyLock::new(|| compiled(r"(?-u:\b)(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})(?-u:\b)"));
static SHORT: Pattern =
    LazyLock::new(|| compiled(r"(?-u:\b)(?P<day>\d{2})\.(?P<month>\d{2})\.(?P<year>\d{2})(?-u:\b)"));
static SLASHED: Pattern =
    LazyLock::new(|| compiled(r"(?-u:\b)(?P<day>\d{1,2})[/-](?P<month>\d{1,2})[/-](?P<year>\d{4}|\d{2})(?-u:\b)"));

pub(super) fn dates(text: &str, tongue: &Tongue) -> Vec<ValueInText> {
    let mut found = Vec::new();
    let named = tongue.patterns().day.iter().flat_map(|pattern| pattern.captures_iter(text));
    for captures in named {
        let month = which(&captures, 'm').and_then(|at| i16::try_from(at + 1).ok());
        let day = if captures.name("first").is_some() { Some(1) } else { whole(&captures, "day") };
        let date = month.zip(day).and_then(|(month, day)| made(&captures, month, day));
        date.into_iter().for_each(|date| add(&mut found, ValueInText::of(Value::Date(date), &captures)));
    }
    iso_dates(text).into_iter().for_each(|one| add(&mut found, one));
    for pattern in [&DOTTED, &SHORT, &SLASHED] {
        for captures in matches(pattern, text).filter(|captures| is_alone(text, captures)) {
            let numbers = whole(&captures, "month").zip(whole(&captures, "day"));
            // An American date has them the other way round.
            let date =
                numbers.and_then(|(month, day)| made(&captures, month, day).or_else(|| made(&captures, day, month)));
            date.into_iter().for_each(|date| add(&mut found, ValueInText::of(Value::Date(date), &captures)));
        }
    }
    english_dates(text).into_iter().for_each(|one| add(&mut found, one));
    found
}

/// Whether no further number is joined to a date: not "1.2.3.2024".
fn is_alone(text: &str, captures: &Captures<'_>) -> bool {
    let range = captures.get_match().range();
    let joins = |c: Option<char>| c.is_some_and(|c| matches!(c, '.' | '/' | '-'));
    let is_number = |c: Option<char>| c.is_some_and(char::is_numeric);
    let mut before = text[..range.start].chars().rev();
    let mut after = text[range.end..].chars();
    let goes_on = joins(after.next()) && is_number(after.next());
    !(goes_on || joins(before.next()) && is_number(before.next()))
}

fn made(captures: &Captures<'_>, month: i16, day: i16) -> Option<Date> {
    let year = full_year(whole(captures, "year")?);
    Date::new(year, month.try_into().ok()?, day.try_into().ok()?).ok()
}

/// The digits of a group, of any script.
pub(super) fn whole(captures: &Captures<'_>, name: &str) -> Option<i16> {
    let digits = captures.name(name)?.as_str().chars().map(digit);
    digits.into_iter().try_fold(0_i16, |number, digit| number.checked_mul(10)?.checked_add(digit?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use crate::{ValueKind, said_in};
    use pincite_language::Language::{
        self, Arabic, Dutch, French, German, Hebrew, Hindi, Italian, Portuguese, Russian, Spanish,
    };

    fn said(text: &str, language: Language) -> Vec<String> {
        said_in(text, ValueKind::Date, language)
    }

    #[test]
    fn dates_are_known_in_the_forms_of_each_language() {
        for (language, texts) in [
            (
                German,
                &[
                    "am 29. Januar 2020", "den 29.1.2020", "29.01.20", "29. 1. 2020", "29. Jan. 2020", "2020-01-29",
                    "29/01/2020", "29. Jänner 2020", "January 29, 2020",
                ][..],
            ),
            (Spanish, &["29 de enero de 2020", "29 de Enero del 2020", "29/01/2020", "29-1-2020", "29 ene. 2020"]),
            (French, &["29 janvier 2020", "le 29 JANVIER 2020", "29/01/2020", "29.01.2020", "29 janv. 2020"]),
            (Italian, &["29 gennaio 2020", "29/1/2020"]),
            (Portuguese, &["29 de janeiro de 2020"]),
            (Dutch, &["29 januari 2020", "29-01-2020"]),
            (Russian, &["29 января 2020 г.", "«29» января 2020", "29.01.2020"]),
            (Arabic, &["29 يناير 2020", "٢٩ يناير ٢٠٢٠", "29/01/2020"]),
            (Hebrew, &["29 בינואר 2020", "29.1.2020"]),
            (Hindi, &["29 जनवरी 2020", "२९ जनवरी २०२०"]),
        ] {
            for text in texts {
                assert_eq!(said(&format!("x {text}, y"), language), ["2020-01-29"], "{text}");
            }
        }
    }

    #[test]
    fn the_first_day_has_a_name_of_its_own() {
        assert_eq!(said("le 1er mars 2026", French), ["2026-03-01"]);
        assert_eq!(said("le premier mars 2026", French), ["2026-03-01"]);
        assert_eq!(said("1º de marzo de 2026 y primero de abril de 2026", Spanish), ["2026-03-01", "2026-04-01"]);
    }

    #[test]
    fn what_is_no_day_is_no_date() {
        for text in ["31. Februar 2020", "Mai 2020", "Ziffer 1.2.3", "1.2.24", "13.13.2020", "1.2.3.2020", "§ 5 Abs. 2"]
        {
            assert_eq!(said(text, German), [""; 0], "{text}");
        }
    }
}
