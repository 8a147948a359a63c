//! Pinpoint citations: document, page and clause. Not for finding the clause, nor for the styles in which a citation is
//! written (`pincite_api`).

use pincite_api::{CitationStyle, Cited, quotation};
use pincite_passage::without_number;

/// Longest heading in a citation, in characters.
const LONGEST_HEADING: usize = 80;

/// The parts of a citation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Citation<'a> {
    /// Name of the document, as the window shows it.
    pub(super) document: &'a str,
    /// Page, counted from 0.
    pub(super) page: u32,
    /// Printed label of the page. Empty where the page has none, although others have.
    pub(super) label: &'a str,
    /// Number of the clause.
    pub(super) clause: Option<&'a str>,
    /// Headings above the sentence, outermost first.
    pub(super) headings: &'a [String],
}

impl Citation<'_> {
    /// The plain citation: "Services Agreement, p. iv (PDF p. 4), § 7.2(b) — Termination for Convenience".
    pub(super) fn cite(&self) -> String {
        self.cited("").cite(CitationStyle::Plain).text
    }

    /// A sentence in quotation marks, then the plain citation. Quotation marks inside the sentence become single.
    pub(super) fn quote(&self, sentence: &str) -> String {
        self.cited(sentence).quote(CitationStyle::Plain).text
    }

    /// The parts of the citation, with the sentence in one line.
    pub(super) fn cited(&self, sentence: &str) -> Cited {
        Cited {
            document: self.document.to_owned(),
            page: self.page,
            label: self.label.to_owned(),
            clause: self.clause.map(str::to_owned),
            heading: self.heading().map(shortened),
            sentence: sentence.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }

    /// The innermost heading that says more than the clause.
    fn heading(&self) -> Option<&str> {
        let clause = self.clause.unwrap_or_default();
        let titles = self.headings.iter().rev().map(|heading| title_in(heading, clause));
        titles.into_iter().find(|title| !title.is_empty() && *title != clause)
    }
}

/// A text in quotation marks and on one line, then a citation. Quotation marks inside the text become single.
pub fn quoted(text: &str, citation: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{} {citation}", quotation(&text))
}

/// A heading without its clause number: "7.2 Termination" becomes "Termination", and so do "Section 7
/// Termination" in clause 7.2 and "ARTICLE VII" in that article. "Item 7. Risks" and "2025 Outlook" stay.
fn title_in<'a>(heading: &'a str, clause: &str) -> &'a str {
    let heading = heading.trim_end_matches(|c: char| c == '.' || c.is_whitespace());
    let mut title = without_number(heading);
    if let Some((first, rest)) = heading.split_once(char::is_whitespace).filter(|_| title == heading)
        && clause.strip_prefix(first).is_some_and(|rest| rest.starts_with(['.', '(']))
    {
        title = rest.trim_start(); // "7 Termination"
    }
    let number = heading.strip_suffix(title).unwrap_or_default();
    let number = number.trim_end_matches(|c: char| !c.is_alphanumeric() && c != ')');
    let is_numeric = number.ends_with(|c: char| c.is_ascii_digit()) && !number.starts_with(char::is_alphabetic);
    let last = number.rsplit(char::is_whitespace).next().unwrap_or_default();
    let continues = |rest: &str| rest.is_empty() || rest.starts_with(['.', '(']);
    let in_clause = [number, last].iter().any(|number| clause.strip_prefix(number).is_some_and(continues));
    if is_numeric || in_clause || clause.ends_with(last) { title } else { heading }
}

fn shortened(heading: &str) -> String {
    if heading.chars().count() <= LONGEST_HEADING {
        return heading.to_owned();
    }
    let kept: String = heading.chars().take(LONGEST_HEADING).collect();
    let whole = kept.rsplit_once(' ').map_or(kept.as_str(), |(words, _)| words);
    format!("{whole} …")
}

#[cfg(test)]
mod tests {
    use super::*;
    const CITATION: Citation<'static> =
        Citation { document: "Services Agreement", page: 3, label: "iv", clause: Some("7.2(b)"), headings: &[] };

    fn cite(clause: &str, headings: &[&str]) -> String {
        let headings: Vec<String> = headings.iter().map(|heading| (*heading).to_owned()).collect();
        Citation { document: "A", label: "4", clause: Some(clause), headings: &headings, ..CITATION }.cite()
    }

    #[test]
    fn says_document_page_and_clause() {
        let headings = ["7.2 Termination for Convenience.".to_owned()];
        let citation = Citation { headings: &headings, ..CITATION };
        assert_eq!(citation.cite(), "Services Agreement, p. iv (PDF p. 4), § 7.2(b) — Termination for Convenience");
        let plain = Citation { label: "4", clause: None, ..CITATION };
        assert_eq!(plain.cite(), "Services Agreement, p. 4", "label and number agree: one is enough");
        let without = Citation { label: "", clause: None, ..CITATION };
        assert_eq!(without.cite(), "Services Agreement, PDF p. 4", "no number is printed on it");
    }

    #[test]
    fn no_number_is_said_twice() {
        assert_eq!(cite("12.10", &["Section 12.10"]), "A, p. 4, § 12.10");
        assert_eq!(cite("12.10", &["ARTICLE XII GENERAL", "Section 12.10"]), "A, p. 4, § 12.10 — ARTICLE XII GENERAL");
        assert_eq!(cite("12.10", &["Section 12.10 Notices"]), "A, p. 4, § 12.10 — Notices");
        assert_eq!(cite("7.2", &["7. Termination"]), "A, p. 4, § 7.2 — Termination");
        assert_eq!(cite("7.2", &["7 Termination"]), "A, p. 4, § 7.2 — Termination");
        assert_eq!(cite("ARTICLE VII(a)", &["ARTICLE VII TERM"]), "A, p. 4, ARTICLE VII(a) — TERM");
        assert_eq!(cite("7.2(b)", &["(b) Notice"]), "A, p. 4, § 7.2(b) — Notice");
        assert_eq!(cite("1", &["Item 7. Risks"]), "A, p. 4, § 1 — Item 7. Risks", "another number says more");
        assert_eq!(cite("1", &["2025 Outlook"]), "A, p. 4, § 1 — 2025 Outlook", "a year is no clause number");
    }

    #[test]
    fn quotes_the_sentence_in_one_line() {
        let citation = Citation { label: "4", clause: None, ..CITATION };
        let quote = citation.quote("The \"Fee\" is due\non “Closing”.");
        assert_eq!(quote, "“The ‘Fee’ is due on ‘Closing’.” Services Agreement, p. 4");
    }

    #[test]
    fn long_headings_are_cut_at_a_word() {
        let headings = ["Representations and Warranties ".repeat(5)];
        let cited = Citation { headings: &headings, ..CITATION }.cite();
        assert!(cited.ends_with("Warranties Representations …") && cited.chars().count() < 150, "{cited}");
    }
}
