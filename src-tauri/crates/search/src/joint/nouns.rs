//! Plural nouns, as questions have them. Not for grammar in general: these are words of contracts and reports.

/// Parts of contracts and reports, and what they give or demand. None of them is often a verb. Folded, in alphabetic order.
#[rustfmt::skip]
const CLAUSES: [&str; 30] = [
    "articles", "carve-outs", "clauses", "commitments", "conditions", "covenants", "disclaimers", "duties",
    "exceptions", "exclusions", "exemptions", "factors", "indemnifications", "indemnities", "lawsuits", "limitations",
    "obligations", "options", "prohibitions", "provisions", "remedies", "representations", "responsibilities",
    "restrictions", "rights", "risks", "sections", "undertakings", "waivers", "warranties",
];

/// What else contracts and reports have several of. None of them is often a verb. Folded, in alphabetic order.
#[rustfmt::skip]
const OTHERS: [&str; 60] = [
    "agreements", "appendices", "approvals", "cases", "categories", "circumstances", "competitors", "consents",
    "contracts", "countries", "customers", "deadlines", "definitions", "disclosures", "documents", "examples", "fees",
    "grounds", "guaranties", "guarantors", "instances", "investments", "items", "jurisdictions", "kinds", "lenders",
    "liens", "litigations", "locations", "measures", "methods", "occasions", "paragraphs", "passages", "patents",
    "penalties", "policies", "projects", "reasons", "regulations", "requirements", "rules", "safeguards", "sanctions",
    "segments", "services", "situations", "sorts", "standards", "statements", "statutes", "steps", "subsidiaries",
    "suppliers", "tests", "themes", "topics", "transactions", "trends", "types",
];

/// Words that end like plurals and mean one thing, or have one figure. Folded, in alphabetic order.
#[rustfmt::skip]
const SINGLE: [&str; 38] = [
    "always", "amounts", "analysis", "assets", "basis", "business", "contents", "costs", "damages", "details", "does",
    "earnings", "expenses", "funds", "headquarters", "hours", "income", "interests", "its", "liabilities", "losses",
    "means", "names", "news", "numbers", "others", "premises", "proceeds", "profits", "results", "revenues", "sales",
    "savings", "series", "terms", "this", "was", "years",
];

/// Whether these are parts of documents, or what they give or demand.
pub(super) fn are_clauses(word: &str) -> bool {
    CLAUSES.binary_search(&word).is_ok()
}

/// Whether a question for these is most likely a question for several passages.
pub(super) fn are_listed(word: &str) -> bool {
    are_clauses(word) || OTHERS.binary_search(&word).is_ok()
}

/// Whether a word looks like the plural of something with several answers. Verbs may look the same.
pub(super) fn looks_plural(word: &str) -> bool {
    let ending = word.ends_with('s') && !["ss", "us", "is"].iter().any(|ending| word.ends_with(ending));
    are_listed(word) || (ending && word.len() > 3 && SINGLE.binary_search(&word).is_err())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_for_binary_search() {
        assert!([&CLAUSES[..], &OTHERS, &SINGLE].iter().all(|list| list.is_sorted()), "binary search needs order");
    }

    #[test]
    fn plurals_are_known_by_their_ending() {
        assert!(["clauses", "vendors", "parties"].iter().all(|word| looks_plural(word)));
        assert!(["process", "bonus", "analysis", "revenues", "is", "law"].iter().all(|word| !looks_plural(word)));
    }
}
