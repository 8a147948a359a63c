//! Periods and days in the heads and titles of tables: "Three months ended June 30, 2023", "As of December 31,", "2018".

use crate::pattern::{Pattern, captures, is_match};
use crate::types::{Period, Span};
use jiff::civil::Date;
use regex::{Captures, Regex};
use std::sync::LazyLock;

static DAY: Pattern = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?\s+(?P<day>\d{1,2})\b(?:\s*,?\s*(?P<year>(?:19|20)\d\d))?",
    )
    .ok()
});
static YEAR: Pattern = LazyLock::new(|| Regex::new(r"\b(?P<year>(?:19|20)\d\d)\b").ok());
/// The year in which something must be paid is no period.
static DUE: Pattern = LazyLock::new(|| Regex::new(r"(?i)\b(?:due|maturing|matures)\b").ok());
static COUNTED: Pattern = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?P<count>three|six|nine|twelve|13|14|16|24|26|27|36|39|40|52|53|thirteen|twenty-six|thirty-nine|fifty-two|fifty-three|1|3|6|9|12)[\s-]+(?P<unit>months?|weeks?)",
    )
    .ok()
});
static QUARTER: Pattern = LazyLock::new(|| Regex::new(r"(?i)\b(?:quarters?|quarterly|q[1-4])\b").ok());
static YEARLY: Pattern = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:(?:fiscal|calendar)?\s*years?[\s-]+end(?:ed|ing)|fiscal|years?|annual)\b").ok()
});
/// "As of and for the year ended" says more of the year than of the day.
static YEAR_ENDED: Pattern = LazyLock::new(|| Regex::new(r"(?i)\byears?[\s-]+end(?:ed|ing)\b").ok());
static INSTANT: Pattern = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:as of|balance sheets?|financial (?:position|condition)|at[\s-](?:the )?(?:year[\s-]end|end|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))").ok()
});

/// What a text says of a period. Parts that it does not say may come from another text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Said {
    span: Option<Span>,
    /// The text has a day, without a word that says whether it ends a period.
    is_day: bool,
    year: Option<i16>,
    month_and_day: Option<Ending>,
}

/// A day of any year.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ending {
    month: i8,
    day: i8,
}

impl Said {
    pub(crate) fn of(text: &str) -> Self {
        let day = captures(&DAY, text);
        let month_and_day = day.as_ref().and_then(ending);
        Self { span: span_of(text), is_day: month_and_day.is_some(), year: only_year(text), month_and_day }
    }

    /// The same of a text that may name days of several years: the day of this one.
    pub(crate) fn for_year(text: &str, year: Option<i16>) -> Self {
        let days = DAY.iter().flat_map(|pattern| pattern.captures_iter(text));
        let dated: Vec<Captures<'_>> = days.filter(|day| day.name("year").is_some()).collect();
        let own = dated.iter().find(|day| number(day, "year") == year);
        let said = Self::of(text);
        if year.is_none() || dated.is_empty() {
            return said;
        }
        Self { month_and_day: own.and_then(ending), ..said }
    }

    /// The same, and the year where it says none.
    pub(crate) fn or_year(self, other: Self) -> Self {
        Self { year: self.year.or(other.year), ..self.or(other) }
    }

    pub(crate) fn year(self) -> Option<i16> {
        self.year
    }

    pub(crate) fn has_year(self) -> bool {
        self.year.is_some()
    }

    /// Its day alone, without the year.
    pub(crate) fn day(self) -> Self {
        Self { month_and_day: self.month_and_day, is_day: self.is_day, ..Self::default() }
    }

    /// Whether it says that figures are of a day, and not which day.
    pub(crate) fn is_instant(self) -> bool {
        self.span == Some(Span::Instant)
    }

    /// Whether it says anything at all.
    pub(crate) fn is_any(self) -> bool {
        self.span.is_some() || self.year.is_some() || self.is_day
    }

    /// What it does not say itself, another text says.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            span: self.span.or(other.span),
            is_day: self.is_day || other.is_day,
            year: self.year,
            month_and_day: self.month_and_day.or(other.month_and_day),
        }
    }

    /// The period, if the year is known. Without a word for its length a day is an instant, and a year has twelve months.
    pub(crate) fn period(self) -> Option<Period> {
        let year = self.year?;
        let unsaid = if self.is_day { Span::Instant } else { Span::Months(12) };
        let end = self.month_and_day.and_then(|ending| Date::new(year, ending.month, ending.day).ok());
        Some(Period { span: self.span.unwrap_or(unsaid), year, end })
    }
}

fn number<T: std::str::FromStr>(captures: &Captures<'_>, name: &str) -> Option<T> {
    captures.name(name)?.as_str().parse().ok()
}

/// The year of a text that names one. Two years are compared.
fn only_year(text: &str) -> Option<i16> {
    if is_match(&DUE, text) {
        return None;
    }
    let found = YEAR.iter().flat_map(|pattern| pattern.captures_iter(text));
    let mut years: Vec<i16> = found.filter_map(|year| number(&year, "year")).collect();
    years.dedup();
    if let [year] = years.as_slice() { Some(*year) } else { None }
}

fn ending(day: &Captures<'_>) -> Option<Ending> {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let name = day.name("month")?.as_str().to_lowercase();
    let month = MONTHS.iter().position(|month| name.starts_with(month))? as i8 + 1;
    Some(Ending { month, day: number(day, "day")? })
}

fn span_of(text: &str) -> Option<Span> {
    if let Some(counted) = captures(&COUNTED, text) {
        let count = counted.name("count")?.as_str().to_lowercase();
        let is_weeks = counted.name("unit")?.as_str().to_lowercase().starts_with('w');
        return Some(Span::Months(if is_weeks { months_of_weeks(&count) } else { months(&count) }));
    }
    if is_match(&QUARTER, text) {
        return Some(Span::Months(3));
    }
    if is_match(&YEAR_ENDED, text) {
        return Some(Span::Months(12));
    }
    if is_match(&INSTANT, text) {
        return Some(Span::Instant);
    }
    is_match(&YEARLY, text).then_some(Span::Months(12))
}

fn months(count: &str) -> u8 {
    match count {
        "three" => 3,
        "six" => 6,
        "nine" => 9,
        "twelve" => 12,
        digits => digits.parse().unwrap_or(12),
    }
}

fn months_of_weeks(count: &str) -> u8 {
    match count {
        "13" | "14" | "16" | "thirteen" => 3,
        "24" | "26" | "27" | "twenty-six" => 6,
        "36" | "39" | "40" | "thirty-nine" => 9,
        _ => 12,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_read_from_heads() {
        let period = |texts: &[&str]| {
            let said = texts.iter().map(|text| Said::of(text)).reduce(Said::or).unwrap();
            said.period().map(|period| (period.span, period.year, period.end.map(|end| end.to_string())))
        };
        let day = |day: &str| Some(day.to_owned());
        assert_eq!(period(&["2018", "Year Ended December 31,"]), Some((Span::Months(12), 2018, day("2018-12-31"))));
        assert_eq!(period(&["December 31, 2018"]), Some((Span::Instant, 2018, day("2018-12-31"))));
        assert_eq!(period(&["Three Months Ended June 30, 2023"]), Some((Span::Months(3), 2023, day("2023-06-30"))));
        assert_eq!(period(&["39 weeks ended Oct. 28, 2017"]), Some((Span::Months(9), 2017, day("2017-10-28"))));
        assert_eq!(period(&["2017", "As of September 30,"]), Some((Span::Instant, 2017, day("2017-09-30"))));
        assert_eq!(period(&["Q4 2022"]), Some((Span::Months(3), 2022, None)));
        assert_eq!(period(&["2016"]), Some((Span::Months(12), 2016, None)));
        assert_eq!(period(&["% Change", "Year Ended December 31, 2018"]), None);
    }
}
