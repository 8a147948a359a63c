//! What people call a filing with the United States' SEC: company, form, and the period or day that it is of, as its cover says.

use crate::pattern::{Pattern, compiled, has};
use crate::{Value, ValueKind, values};
use std::sync::LazyLock;

static FORM: Pattern = LazyLock::new(|| {
    compiled(r"(?i)\bform\s+(?P<form>10-?K(?:T|/A)?|10-?Q(?:/A)?|8-?K(?:/A)?|20-?F|6-?K|40-?F|S-1|S-4|11-?K)(?:\s|$)")
});
/// What stands below the name of the company.
static NAME_ABOVE: Pattern = LazyLock::new(|| compiled(r"(?i)exact\s+name\s+of\s+(?:the\s+)?(?:registrant|company)"));
/// What stands before the day that matters.
static DAY: Pattern = LazyLock::new(|| compiled(r"(?i)\b(?:period|year)\s+ended\b|\bdate\s+of\s+(?:report|earliest)"));
/// Lines above the name that are none.
static NO_NAME: Pattern = LazyLock::new(|| {
    compiled(
        r"(?i)\bcommission\b|\bfile\s+(?:no|number)|\btransition\b|\bact\s+of\b|\bof\s+19\d\d\b|_{3}|^\s*(?:to|or)\s*$|\d{3}-\d{4}",
    )
});

/// A row of several registrants: file number, name, state, number of the employer.
static REGISTRANT: Pattern = LazyLock::new(|| {
    compiled(r"(?m)^\d{1,3}-\d{3,6}\s+(?P<name>\S.*?)\s+\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)?\s+\d\d-\d{7}\b")
});

/// The cover has so many first bytes.
const COVER: usize = 4000;
/// The day stands within so many bytes.
const NEAR: usize = 120;
/// Longest name of a company, in characters.
const LONGEST: usize = 80;

/// The name of a filing with this beginning: "Apple Inc., 10-K 2018". `None` if its cover is no such form's.
pub fn filing_name(beginning: &str) -> Option<String> {
    let cover = &beginning[..beginning.floor_char_boundary(COVER)];
    let form = FORM.as_ref()?.captures(cover)?.name("form")?.as_str().to_uppercase();
    let company = company(cover)?;
    let day = day(cover)?;
    let period = if form.starts_with("10-K") || form == "20-F" { day.get(..4)? } else { &day };
    Some(format!("{company}, {form} {period}"))
}

/// The first of several registrants, or the last line with letters above the words that explain it.
fn company(cover: &str) -> Option<String> {
    if let Some(row) = REGISTRANT.as_ref()?.captures(cover) {
        return Some(row.name("name")?.as_str().to_owned());
    }
    let above = &cover[..NAME_ABOVE.as_ref()?.find(cover)?.start()];
    let is_name = |line: &&str| line.contains(char::is_alphabetic) && !has(&NO_NAME, line);
    let line = above.lines().rev().take(3).find(is_name)?.trim();
    let name = line.split_whitespace().collect::<Vec<_>>().join(" ");
    (name.chars().count() <= LONGEST).then(|| name.trim_end_matches([',', '(', ' ']).to_owned())
}

/// The end of the period, or the day of the report.
fn day(cover: &str) -> Option<String> {
    let from = DAY.as_ref()?.find(cover)?.end();
    let near = &cover[from..cover.floor_char_boundary(from + NEAR)];
    let date = values(near, ValueKind::Date).into_iter().next()?;
    matches!(date.value, Value::Date(_)).then(|| date.value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cover_of_a_filing_names_company_form_and_period() {
        let annual = "FORM 10-K\n☒ ANNUAL REPORT\nFor the fiscal year ended June 30, 2021\nCommission File Number 001-1\n\
            Alder Works, Inc.\n(Exact name of registrant as specified in its charter)\nDelaware";
        assert_eq!(filing_name(annual).as_deref(), Some("Alder Works, Inc., 10-K 2021"));
        let quarterly = annual.replace("FORM 10-K", "Form 10-Q").replace("fiscal year", "quarterly period");
        assert_eq!(filing_name(&quarterly).as_deref(), Some("Alder Works, Inc., 10-Q 2021-06-30"));
    }

    #[test]
    fn of_several_registrants_the_first_gives_the_name() {
        let cover = "FORM 10-K\nFor the Fiscal Year Ended December 31, 2019\n\
            Commission Exact Name of Registrant State or Other IRS Employer\n\
            1-12609 ALDER POWER CORPORATION California 94-3234914\n1-2348 ALDER GAS COMPANY New York 94-0742640";
        assert_eq!(filing_name(cover).as_deref(), Some("ALDER POWER CORPORATION, 10-K 2019"));
    }

    #[test]
    fn other_documents_are_no_filings() {
        assert_eq!(filing_name("Lease\nThis Lease is made on May 1, 2020 between A and B."), None);
        assert_eq!(
            filing_name("See our Form 10-K for the year ended June 30, 2021."),
            None,
            "it has no name of a registrant"
        );
    }
}
