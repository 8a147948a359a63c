//! Titles of financial statements: "Consolidated Statements of Cash Flows". Not for the rows below them.

/// Words before the name of a statement.
const BEFORE: &[&str] = &["condensed", "consolidated", "combined", "interim", "unaudited", "the"];

/// What "Statement of …" continues with, without spaces.
const SUBJECTS: &[&str] = &[
    "income",
    "operations",
    "earnings",
    "loss",
    "cashflow",
    "comprehensive",
    "financialposition",
    "financialcondition",
    "equity",
    "totalequity",
    "changesin",
    "stockholder",
    "shareholder",
    "shareowner",
];

/// Statements named the other way round, without spaces: "Income Statements".
const REVERSED: &[&str] = &["income", "cashflow", "cashflows", "comprehensiveincome", "stockholders’equity"];

/// Longest title, in words.
const MOST_WORDS: usize = 12;

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
    use super::is_title_of_statement;

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
