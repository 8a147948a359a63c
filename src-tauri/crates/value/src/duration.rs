//! Lengths of time in a text: "two (2) years", "ninety days", "a 36-month term", "the fifth anniversary".

use crate::pattern::{NUMBER_WORDS, ORDINAL_WORDS, Pattern, compiled, counted, matches, number};
use crate::{Value, ValueInText};
use std::fmt::{Display, Formatter};
use std::sync::LazyLock;

/// A length of time. It is written as ISO 8601 does: `P120D`, `P2Y`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duration {
    /// How many.
    pub count: u32,
    /// Of what.
    pub unit: Unit,
}

impl Duration {
    /// The same in days or months: two weeks are 14 days, and two years are 24 months.
    #[must_use]
    pub fn normalised(self) -> Self {
        let times = |factor, unit| Self { count: self.count.saturating_mul(factor), unit };
        match self.unit {
            Unit::Week => times(7, Unit::Day),
            Unit::Year => times(12, Unit::Month),
            Unit::Day | Unit::Month => self,
        }
    }
}

/// Units of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Days.
    Day,
    /// Weeks.
    Week,
    /// Months.
    Month,
    /// Years.
    Year,
}

impl Display for Duration {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let unit = match self.unit {
            Unit::Day => 'D',
            Unit::Week => 'W',
            Unit::Month => 'M',
            Unit::Year => 'Y',
        };
        write!(f, "P{}{unit}", self.count)
    }
}

/// Words between a number and its unit.
const BETWEEN: &str = "(?:(?:calendar|business|working|consecutive|successive|additional|full|further|more)[ -]+){0,2}";

static COUNTED: Pattern = LazyLock::new(|| {
    compiled(&format!(
        r"(?i)\b(?:(?P<words>{NUMBER_WORDS})|(?P<digits>\d{{1,4}}))(?:st|nd|rd|th)?[\s-]*(?:\(\s*(?P<same>\d{{1,4}})\s*\)[\s-]*)?{BETWEEN}(?P<unit>day|week|month|year)(?:s|\b)"
    ))
});
static ANNIVERSARY: Pattern = LazyLock::new(|| {
    compiled(&format!(
        r"(?i)\b(?:(?P<ordinal>{ORDINAL_WORDS})\b\s*)?(?:\(?(?P<digits>\d{{1,2}})\s?(?:st|nd|rd|t\s?h)\)?\s*)?anniversary"
    ))
});

/// "from year to year", "annual periods".
static REPEATED: Pattern = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?P<unit>day|week|month|year)[\s-]+(?:to|by)[\s-]+(?:day|week|month|year)\b|\bannual(?:ly)?\s+(?:basis|period|term|renewal|extension)",
    )
});

pub(crate) fn durations(text: &str) -> Vec<ValueInText> {
    let mut found = Vec::new();
    for captures in matches(&COUNTED, text) {
        let unit = unit(captures.name("unit").map_or("", |unit| unit.as_str()));
        let duration = counted(&captures).map(|count| Value::Duration(Duration { count, unit }));
        found.extend(duration.map(|duration| ValueInText::of(duration, &captures)));
    }
    for captures in matches(&ANNIVERSARY, text) {
        let years = counted(&captures).or_else(|| number(captures.name("ordinal")?.as_str()));
        let duration = years.map(|count| Value::Duration(Duration { count, unit: Unit::Year }));
        found.extend(duration.map(|duration| ValueInText::of(duration, &captures)));
    }
    for captures in matches(&REPEATED, text) {
        let unit = unit(captures.name("unit").map_or("year", |unit| unit.as_str()));
        found.push(ValueInText::of(Value::Duration(Duration { count: 1, unit }), &captures));
    }
    found.sort_by_key(|one| one.range.start);
    found
}

fn unit(name: &str) -> Unit {
    match name.to_lowercase().as_str() {
        "day" => Unit::Day,
        "week" => Unit::Week,
        "month" => Unit::Month,
        _ => Unit::Year,
    }
}

#[cfg(test)]
mod tests {

    use crate::ValueKind;

    fn said(text: &str) -> Vec<String> {
        crate::said(text, ValueKind::Duration)
    }

    #[test]
    fn durations_are_known_in_the_forms_of_contracts() {
        for (text, expected) in [
            ("two (2) years", "P2Y"),
            ("ninety days' notice", "P90D"),
            ("a 36-month term", "P36M"),
            ("one-year periods", "P1Y"),
            ("thirty (30) business days", "P30D"),
            ("one hundred and eighty days", "P180D"),
            ("six weeks", "P6W"),
            ("two successive additional years", "P2Y"),
            ("the fifth (5th) anniversary of the Effective Date", "P5Y"),
            ("its third anniversary", "P3Y"),
            ("renewed from month to month", "P1M"),
            ("on a year-to-year basis", "P1Y"),
            ("successive annual periods", "P1Y"),
        ] {
            assert_eq!(said(text), [expected], "{text}");
        }
    }

    #[test]
    fn what_is_no_length_of_time_is_left_out() {
        assert_eq!(said("In 2020 the years and the day went by on its anniversary. Clause 30. Days."), [""; 0]);
        assert_eq!(said("for 3 months, then 10 days"), ["P3M", "P10D"]);
    }
}
