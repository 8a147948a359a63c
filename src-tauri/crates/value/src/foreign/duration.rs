//! Lengths of time: "drei Monate", "treinta (30) días", "trois mois", "dreimonatig".

use super::add;
use super::count::{count_before, number_in, ordinal_in};
use super::figure::{Counting, parse};
use super::tongue::{Tongue, which};
use crate::duration::{Duration, Unit, durations as english_durations};
use crate::{Value, ValueInText};
use regex::{Captures, Regex};
use rust_decimal::prelude::ToPrimitive;

const UNITS: [Unit; 4] = [Unit::Day, Unit::Week, Unit::Month, Unit::Year];

pub(super) fn durations(text: &str, tongue: &Tongue) -> Vec<ValueInText> {
    let patterns = tongue.patterns();
    let mut found = Vec::new();
    for captures in matches(patterns.fixed.as_ref(), text) {
        let fixed = which(&captures, 'f').and_then(|at| tongue.words.fixed.get(at));
        let duration = fixed.map(|fixed| Duration { count: fixed.count, unit: fixed.unit });
        duration
            .into_iter()
            .for_each(|duration| add(&mut found, ValueInText::of(Value::Duration(duration), &captures)));
    }
    let counted = matches(patterns.unit.as_ref(), text).filter_map(|captures| counted(text, &captures, tongue));
    counted.for_each(|one| add(&mut found, one));
    let adjectives = matches(patterns.adjective.as_ref(), text).filter_map(|captures| compound(&captures, tongue));
    adjectives.for_each(|one| add(&mut found, one));
    let years =
        matches(patterns.anniversary.as_ref(), text).filter_map(|captures| anniversary(text, &captures, tongue));
    years.for_each(|one| add(&mut found, one));
    english_durations(text).into_iter().for_each(|one| add(&mut found, one));
    found
}

fn matches<'t>(pattern: Option<&'t Regex>, text: &'t str) -> impl Iterator<Item = Captures<'t>> {
    pattern.into_iter().flat_map(move |pattern| pattern.captures_iter(text))
}

fn unit(captures: &Captures<'_>) -> Option<Unit> {
    which(captures, 'u').and_then(|at| UNITS.get(at)).copied()
}

/// A unit with the number before it.
fn counted(text: &str, captures: &Captures<'_>, tongue: &Tongue) -> Option<ValueInText> {
    let place = captures.get_match();
    let before = count_before(text, place.start(), tongue)?;
    let count = Some(before.number).filter(rust_decimal::Decimal::is_integer)?.to_u32()?;
    let value = Value::Duration(Duration { count, unit: unit(captures)? });
    Some(ValueInText { value, range: before.start..place.end() })
}

/// "dreimonatig", "14-tägig".
fn compound(captures: &Captures<'_>, tongue: &Tongue) -> Option<ValueInText> {
    let written = captures.name("count")?.as_str();
    let figures = || parse(written, tongue.words.language, Counting::Anything)?.to_u32();
    let count = number_in(written, tongue.words).or_else(figures)?;
    Some(ValueInText::of(Value::Duration(Duration { count, unit: unit(captures)? }), captures))
}

/// "zweiter Jahrestag"
fn anniversary(text: &str, captures: &Captures<'_>, tongue: &Tongue) -> Option<ValueInText> {
    let place = captures.get_match();
    let before = text[..place.start()].trim_end();
    let word = before.rsplit(char::is_whitespace).next()?;
    let count = ordinal_in(word, tongue.words)?;
    let value = Value::Duration(Duration { count, unit: Unit::Year });
    Some(ValueInText { value, range: before.len() - word.len()..place.end() })
}

#[cfg(test)]
mod tests {
    use crate::{ValueKind, said_in};
    use pincite_language::Language::{
        self, Arabic, Dutch, French, German, Hebrew, Hindi, Italian, Portuguese, Russian, Spanish,
    };

    fn all(language: Language, expected: &[(&str, &str)]) {
        for (text, said) in expected {
            assert_eq!(said_in(text, ValueKind::Duration, language), [*said], "{text}");
        }
    }

    #[test]
    fn german_lengths_of_time() {
        all(
            German,
            &[
                ("mit einer Frist von drei Monaten zum Ende", "P3M"),
                ("innerhalb von 30 Tagen nach Zugang", "P30D"),
                ("dreißig (30) Kalendertage", "P30D"),
                ("binnen 14 (vierzehn) Werktagen", "P14D"),
                ("auf fünf Jahre fest", "P5Y"),
                ("jeweils um ein Jahr", "P1Y"),
                ("Ablauf eines Monats", "P1M"),
                ("eine dreimonatige Frist", "P3M"),
                ("eine 14-tägige Frist", "P14D"),
                ("zwei weitere aufeinanderfolgende Jahre", "P2Y"),
                ("einundzwanzig Wochen", "P21W"),
                ("hundertachtzig Tage", "P180D"),
                ("am zweiten Jahrestag des Vertrags", "P2Y"),
                ("ein halbes Jahr", "P6M"),
                ("verlängert sich von Jahr zu Jahr", "P1Y"),
            ],
        );
    }

    #[test]
    fn spanish_and_french_lengths_of_time() {
        all(
            Spanish,
            &[
                ("treinta (30) días hábiles", "P30D"),
                ("30 (treinta) días", "P30D"),
                ("un plazo de tres meses", "P3M"),
                ("ciento ochenta días", "P180D"),
                ("noventa días de antelación", "P90D"),
                ("siete años", "P7Y"),
                ("se prorrogará por períodos anuales", "P1Y"),
                ("veintiún días", "P21D"),
            ],
        );
        all(
            French,
            &[
                ("un préavis de trois mois", "P3M"),
                ("trente (30) jours", "P30D"),
                ("quatre-vingt-dix jours", "P90D"),
                ("une durée d’un an", "P1Y"),
                ("vingt et un jours", "P21D"),
                ("15 jours ouvrés", "P15D"),
                ("deux nouvelles années", "P2Y"),
                ("le deuxième anniversaire", "P2Y"),
            ],
        );
    }

    #[test]
    fn lengths_of_time_of_other_languages() {
        all(Italian, &[("trenta (30) giorni", "P30D"), ("sei mesi", "P6M")]);
        all(Portuguese, &[("trinta dias", "P30D"), ("dois anos", "P2Y")]);
        all(Dutch, &[("dertig dagen", "P30D"), ("drie maanden", "P3M")]);
        all(
            Russian,
            &[("за тридцать дней", "P30D"), ("10 (десяти) рабочих дней", "P10D"), ("сроком на 3 года", "P3Y")],
        );
        all(Arabic, &[("ثلاث سنوات", "P3Y"), ("خلال ٩٠ يومًا", "P90D"), ("بعد شهرين", "P2M"), ("30 يومًا", "P30D")]);
        all(Hebrew, &[("24 חודשים", "P24M"), ("שלושה חודשים", "P3M"), ("שנתיים", "P2Y")]);
        all(Hindi, &[("तीन वर्ष", "P3Y"), ("३० दिन", "P30D"), ("दो माह", "P2M")]);
    }

    #[test]
    fn what_is_no_length_of_time_is_left_out() {
        for text in [
            "am dritten Werktag eines jeden Monats",
            "im Jahr 2024",
            "4,5 Jahre",
            "alle Tage",
            "ganzjährig",
            "Ziffer 5. Tage",
        ] {
            assert_eq!(said_in(text, ValueKind::Duration, German), [""; 0], "{text}");
        }
        assert_eq!(said_in("el tercer año y el primer día del mes", ValueKind::Duration, Spanish), [""; 0]);
    }
}
