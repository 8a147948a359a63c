//! What the words of a line tell, whatever it looks like. Some are titles of financial statements: "Consolidated Statements
//! of Cash Flows". Others look like headings and are none: units and periods of a table, footnotes, notices, signatures.

use crate::numbering;

/// Starts of lines in a block of signatures.
const SIGNATURE: &[&str] =
    &["by:", "name:", "title:", "date:", "dated:", "its:", "/s/", "signature:", "witness:", "attest:"];

/// Starts of notices below a table or on every page.
const NOTICES: &[&str] = &["see accompanying", "see notes to", "see note", "the accompanying", "source:"];

/// Starts of the report of an auditor, which stands by itself between the notes and the statements.
const AUDITOR: &str = "report of independent registered public accounting firm";

/// Starts of a period or a date above a table, and of a page number. A figure follows.
const PERIODS: &[&str] = &[
    "page ", "as of ", "as at ", "at ", "for the ", "year ended", "years ended", "three months", "six months",
    "nine months", "twelve months", "fiscal year", "fiscal years", "quarter ended", "quarters ended", "january",
    "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
];

/// Legal forms after the name of a company, and words that also mean something else.
const COMPANY_FORMS: &[&str] =
    &["inc", "llc", "l.l.c", "ltd", "corp", "ag", "gmbh", "plc", "llp", "l.p", "n.a", "s.a", "n.v", "b.v", "co", "pty"];
const COMPANY_WORDS: &[&str] = &["corporation", "company", "limited", "incorporated"];

/// Words of a street. With a number before them they are an address.
const STREETS: &[&str] =
    &["street", "avenue", "road", "boulevard", "drive", "lane", "suite", "floor", "st.", "ave.", "rd.", "blvd."];

/// Words that say what a table counts. A line of these and of small words is no heading.
const UNITS: &[&str] =
    &["millions", "thousands", "billions", "dollars", "unaudited", "shares", "share", "per", "except", "amounts"];
const SMALL_WORDS: &[&str] =
    &["in", "of", "and", "the", "data", "u.s", "us", "par", "value", "as", "percentages", "ratios"];

/// Words before the name of a statement.
const BEFORE: &[&str] = &["condensed", "consolidated", "combined", "interim", "unaudited", "the"];

/// What "Statement of …" continues with, without spaces.
const SUBJECTS: &[&str] = &[
    "income", "operations", "earnings", "loss", "cashflow", "comprehensive", "financialposition", "financialcondition",
    "equity", "totalequity", "changesin", "stockholder", "shareholder", "shareowner",
];

/// Statements named the other way round, without spaces: "Income Statements".
const REVERSED: &[&str] = &["income", "cashflow", "cashflows", "comprehensiveincome", "stockholders’equity"];

/// Longest title, in words.
const MOST_WORDS: usize = 12;

/// Whether an English line is none of the document's headings, whatever its type looks like.
pub(crate) fn is_lookalike(line: &str) -> bool {
    is_lookalike_line(line, numbering::leading(line).is_some())
}

/// The same of a line in any language. `is_numbered`: whether it starts with a number of that language.
pub(crate) fn is_lookalike_line(line: &str, is_numbered: bool) -> bool {
    let lower = line.trim().to_lowercase();
    !is_numbered && is_in_brackets(&lower)
        || lower.starts_with(['*', '†', '‡', '[', '$'])
        || NOTICES.iter().any(|start| lower.starts_with(start))
        || is_signature(line)
        || !is_numbered && is_party(&lower)
        || is_period(&lower)
        || is_address(&lower)
        || is_unit(&lower)
}

/// Whether a line is the title of an auditor's report.
pub(crate) fn is_auditors_report(line: &str) -> bool {
    line.trim().to_lowercase().starts_with(AUDITOR)
}

/// Whether a line belongs to a block of signatures.
pub(crate) fn is_signature(line: &str) -> bool {
    let lower = line.trim().to_lowercase();
    lower == "by" || SIGNATURE.iter().any(|start| lower.starts_with(start))
}

/// The name of a company: "ACME, INC.", "Acme Corporation and Subsidiaries".
fn is_party(line: &str) -> bool {
    let name = line.trim_end_matches(['.', ',', ')', '”', '"']);
    let last = name.rsplit([' ', ',']).next().unwrap_or_default();
    let words: Vec<&str> = name.split_whitespace().collect();
    let is_phrase = words.iter().any(|word| matches!(*word, "of" | "by" | "the" | "to" | "for" | "with" | "between"));
    let form = COMPANY_FORMS.contains(&last) || COMPANY_WORDS.contains(&last) && !is_phrase;
    words.len() > 1 && (form || name.ends_with("and subsidiaries") || name.ends_with("subsidiary companies"))
}

/// "(In millions)", but not "(a) Termination".
fn is_in_brackets(line: &str) -> bool {
    line.starts_with('(') && line.ends_with(')') && numbering::leading(line).is_none()
}

/// "Purchase, New York 10577", "London EC2A 4NE", "700 Hill Road", and figures in a line: "N/A $1,126,465".
fn is_address(line: &str) -> bool {
    let words: Vec<&str> = line.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let [first, .., before, last] = words.as_slice() else { return false };
    let is_number = |word: &str| word.chars().all(|c| c.is_ascii_digit() || "-.$()".contains(c));
    let digits = line.rsplit(' ').next().unwrap_or_default().chars().filter(char::is_ascii_digit).count();
    let is_street = first.chars().all(|c| c.is_ascii_digit()) && words.iter().any(|word| STREETS.contains(word));
    is_number(last) && digits >= 5 || is_uk_postcode(before, last) || is_street
}

/// The two words of "EC2A 4NE".
fn is_uk_postcode(area: &str, place: &str) -> bool {
    let is_area = (2..=4).contains(&area.len()) && area.starts_with(|c: char| c.is_ascii_lowercase());
    let mut place = place.chars();
    let is_place = place.next().is_some_and(|c| c.is_ascii_digit()) && place.clone().count() == 2;
    is_area && area.contains(|c: char| c.is_ascii_digit()) && is_place && place.all(|c| c.is_ascii_lowercase())
}

/// "Years ended December 31, 2018", "March 31".
fn is_period(line: &str) -> bool {
    PERIODS.iter().any(|start| line.starts_with(start)) && line.chars().any(|c| c.is_ascii_digit())
}

/// "Dollars in millions, except per share data".
fn is_unit(line: &str) -> bool {
    for word in line.split(|c: char| !c.is_alphanumeric() && c != '.').filter(|word| !word.is_empty()) {
        if !UNITS.contains(&word) && !SMALL_WORDS.contains(&word.trim_end_matches('.')) {
            return false;
        }
    }
    UNITS.iter().take(5).any(|unit| line.contains(unit))
}

/// Whether a line is the title of a financial statement. Brackets after it ("(Unaudited)") do not matter, nor do spaces,
/// which some files have inside words.
pub(crate) fn is_title_of_statement(line: &str) -> bool {
    let line = line.to_lowercase().replace('\'', "’");
    let name = line.split(['(', '—']).next().unwrap_or_default().trim();
    let is_short = name.split_whitespace().count() <= MOST_WORDS;
    let squeezed: String = name.split_whitespace().collect();
    is_short && !name.ends_with(['.', ',', ';', ':']) && is_statement(without_first_words(&squeezed))
}

fn without_first_words(mut name: &str) -> &str {
    while let Some(rest) = BEFORE.iter().find_map(|word| name.strip_prefix(word)) {
        name = rest;
    }
    name
}

fn is_statement(name: &str) -> bool {
    let of = name.strip_prefix("statementsof").or_else(|| name.strip_prefix("statementof")).map(without_first_words);
    let reversed = name.strip_suffix("statements").or_else(|| name.strip_suffix("statement"));
    matches!(name, "balancesheet" | "balancesheets")
        || of.is_some_and(|subject| SUBJECTS.iter().any(|known| subject.starts_with(known)))
        || reversed.is_some_and(|subject| REVERSED.contains(&subject))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lookalikes_are_told_from_headings() {
        for yes in [
            "(In millions)",
            "(Dollars in Millions) (Note 1)",
            "(Dollars in millions, except per share amounts)",
            "Dollars in millions, except per share data",
            "Years ended December 31, 2018",
            "December 31, 2018",
            "See accompanying notes.",
            "By: John Smith",
            "Title: President",
            "* Confidential treatment requested",
            "[Signature page follows]",
            "(Unaudited)",
            "ACME WIDGETS, INC.",
            "Acme Corporation and Subsidiaries",
            "FOLEY & CURTIS, LLP",
            "410 Terry Avenue North Seattle, Washington 98109-5210",
            "Purchase, New York 10577",
            "North Carolina 13-1584302",
            "Bishopsgate, London EC2A 4NE",
            "700 Anderson Hill Road, Purchase",
            "01170077 N/A N/A N/A $1,126,465",
        ] {
            assert!(is_lookalike(yes), "{yes}");
        }
        for no in [
            "(a) Termination",
            "Termination",
            "By-Laws",
            "May Obligations",
            "Share Repurchases",
            "Titles",
            "At Risk Capital",
            "Dividends per Share",
            "Pages and Sites",
            "OBLIGATIONS OF THE COMPANY",
            "7. Widget Company",
            "4. Road Maintenance",
            "Form 10-K",
            "2025 Outlook",
            "Results of 2018",
        ] {
            assert!(!is_lookalike(no), "{no}");
        }
    }

    #[test]
    fn titles_of_statements_are_told_from_text() {
        for yes in [
            "Consolidated Statements of Cash Flows",
            "CONSOLIDATED BALANCE SHEETS",
            "Condensed Consolidated Statements of Earnings (Unaudited)",
            "CONDENSED CONSOLIDATED STATEMENT OF CASH FLOWS—(Continued)",
            "INCOME STATEMENTS",
            "Consolidated Statement of Incom e",
            "Statements of Consolidated Income",
            "Consolidated Statements of Total Equity, and Redeemable Interest",
        ] {
            assert!(is_title_of_statement(yes), "{yes}");
        }
        for no in [
            "Balance sheet classification",
            "Consolidated Statements of Operations Data:",
            "Balance sheet data:",
            "The consolidated statements of income are set out below.",
            "Statement of Work",
            "NOTES TO CONSOLIDATED FINANCIAL STATEMENTS",
        ] {
            assert!(!is_title_of_statement(no), "{no}");
        }
    }
}
