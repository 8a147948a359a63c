//! Dates in a text: "January 29, 2020", "the 1st day of July, 2027", "13 October 2005", "2020-01-29", "1/29/20".

use crate::pattern::{ORDINAL_WORDS, Pattern, compiled, matches, number};
use crate::{Value, ValueInText};
use jiff::civil::Date;
use regex::Captures;
use std::sync::LazyLock;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const MONTH: &str = "(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?\
    |sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
/// PDFs often have a space in a raised "th".
const DAY: &str = r"(?P<day>\d{1,2})(?:\s?(?:s\s?t|n\s?d|r\s?d|t\s?h))?";

static MONTH_FIRST: Pattern =
    LazyLock::new(|| compiled(&format!(r"(?i)\b{MONTH}\.?\s+{DAY}\s*,?\s*(?P<year>\d{{4}})\b")));
static DAY_FIRST: Pattern = LazyLock::new(|| {
    compiled(&format!(
        r"(?i)\b(?:{DAY}|(?P<words>{ORDINAL_WORDS}))\s+(?:day\s+)?(?:of\s+)?{MONTH}\.?\s*,?\s*(?P<year>\d{{4}})\b"
    ))
});
static ISO: Pattern = LazyLock::new(|| compiled(r"\b(?P<year>\d{4})-(?P<number>\d{2})-(?P<day>\d{2})\b"));
static AMERICAN: Pattern =
    LazyLock::new(|| compiled(r"\b(?P<number>\d{1,2})[/-](?P<day>\d{1,2})[/-](?P<year>\d{4}|\d{2})\b"));
static DOTTED: Pattern = LazyLock::new(|| compiled(r"\b(?P<day>\d{1,2})\.(?P<number>\d{1,2})\.(?P<year>\d{4})\b"));

/// Years with two digits up to this one are of this century.
const THIS_CENTURY: i16 = 68;

pub(crate) fn dates(text: &str) -> Vec<ValueInText> {
    dates_like(text, &[&MONTH_FIRST, &DAY_FIRST, &ISO, &AMERICAN, &DOTTED])
}

/// Dates with the name of an English month.
pub(crate) fn english_dates(text: &str) -> Vec<ValueInText> {
    dates_like(text, &[&MONTH_FIRST, &DAY_FIRST])
}

/// "2020-01-29"
pub(crate) fn iso_dates(text: &str) -> Vec<ValueInText> {
    dates_like(text, &[&ISO])
}

fn dates_like(text: &str, patterns: &[&'static Pattern]) -> Vec<ValueInText> {
    let mut found: Vec<ValueInText> = Vec::new();
    for pattern in patterns {
        for captures in matches(pattern, text) {
            let Some(date) = date(&captures) else { continue };
            let one = ValueInText::of(Value::Date(date), &captures);
            if !found.iter().any(|other| other.overlaps(&one)) {
                found.push(one);
            }
        }
    }
    found.sort_by_key(|one| one.range.start);
    found
}

/// The date of a match. Where a month by number is none, day and month changed places.
fn date(captures: &Captures<'_>) -> Option<Date> {
    let digits = |name: &str| captures.name(name)?.as_str().parse::<i16>().ok();
    let day = match captures.name("words") {
        Some(words) => i16::try_from(number(words.as_str())?).ok()?,
        None => digits("day")?,
    };
    let year = full_year(digits("year")?);
    let month = match captures.name("month") {
        Some(name) => month(name.as_str())?,
        None => digits("number")?,
    };
    let made = |month: i16, day: i16| Date::new(year, month.try_into().ok()?, day.try_into().ok()?).ok();
    made(month, day).or_else(|| captures.name("number").and_then(|_| made(day, month)))
}

/// A year with two digits is one of this century or the last.
pub(crate) fn full_year(written: i16) -> i16 {
    match written {
        recent if recent <= THIS_CENTURY => 2000 + recent,
        past if past < 100 => 1900 + past,
        whole => whole,
    }
}

fn month(name: &str) -> Option<i16> {
    let name = name.to_lowercase();
    let place = MONTHS.iter().position(|month| name.starts_with(month))?;
    i16::try_from(place + 1).ok()
}

#[cfg(test)]
mod tests {

    use crate::ValueKind;

    fn said(text: &str) -> Vec<String> {
        crate::said(text, ValueKind::Date)
    }

    #[test]
    fn dates_are_known_in_the_forms_of_contracts() {
        for text in [
            "January 29, 2020",
            "Jan. 29th , 2020",
            "29 January 2020",
            "the 29th day of January, 2020",
            "this 29 day of January 2020",
            "this 29t h day of January 2020",
            "the twenty-ninth day of January, 2020",
            "2020-01-29",
            "1/29/20",
            "01/29/2020",
            "29/1/2020",
            "29.01.2020",
        ] {
            assert_eq!(said(&format!("It is dated {text} and ends.")), ["2020-01-29"], "{text}");
        }
    }

    #[test]
    fn several_dates_are_in_the_order_of_the_text() {
        assert_eq!(said("From 3/1/99 to May 2, 2001."), ["1999-03-01", "2001-05-02"]);
    }

    #[test]
    fn what_is_no_day_is_no_date() {
        for text in ["February 30, 2020", "May 2020", "clause 1.2.3", "13/13/2020", "on the Effective Date", "May 5"] {
            assert_eq!(said(text), [""; 0], "{text}");
        }
    }
}
