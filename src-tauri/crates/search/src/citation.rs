//! Pinpoint citations: document, page and clause in one line. Not for finding out any of them.

use pincite_passage::Passage;

/// Longest heading cited, in characters.
const LONGEST_HEADING: usize = 80;

/// Where something stands, as a citation says it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    /// Title of the document, or its file name.
    pub(crate) document: &'a str,
    /// Page, counted from 0.
    pub(crate) page: u32,
    /// Printed label of the page.
    pub(crate) label: &'a str,
    /// Number of the clause.
    pub(crate) clause: Option<&'a str>,
    /// Innermost heading.
    pub(crate) heading: Option<&'a str>,
}

impl Place<'_> {
    /// "Services Agreement, p. iv (PDF page 4), § 7.2(b) — Termination for Convenience".
    pub(crate) fn cite(&self) -> String {
        let number = (self.page + 1).to_string();
        let mut line = match self.label.trim() {
            "" => format!("{}, p. {number}", self.document),
            label if label == number => format!("{}, p. {number}", self.document),
            label => format!("{}, p. {label} (PDF page {number})", self.document),
        };
        if let Some(clause) = self.clause {
            line += &format!(", {}", section(clause));
        }
        if let Some(heading) = self.heading() {
            line += &format!(" — {}", shortened(heading));
        }
        line
    }

    /// The heading unless the clause says it already.
    fn heading(&self) -> Option<&str> {
        let heading = without_number(self.heading?, self.clause.unwrap_or_default());
        (!heading.is_empty() && Some(heading) != self.clause).then_some(heading)
    }

    /// A sentence in quotation marks, quotation marks inside it made single, followed by the citation.
    pub(crate) fn quote(&self, sentence: &str) -> String {
        let sentence = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("“{}” {}", single_quotes(&sentence), self.cite())
    }
}

/// Numbers get a section mark; names such as "ARTICLE VII" stand by themselves.
fn section(clause: &str) -> String {
    let clause = clause.trim().trim_end_matches('.');
    if clause.starts_with(|c: char| c.is_ascii_digit() || c == '(') {
        format!("§ {clause}")
    } else {
        clause.to_owned()
    }
}

/// A heading without the clause number that begins it: "7.2 Termination" is "Termination"; so is "7 Termination" in
/// clause 7.2; "2025 Outlook" stays.
fn without_number<'a>(heading: &'a str, clause: &str) -> &'a str {
    let heading = heading.trim().trim_end_matches('.');
    let Some((first, rest)) = heading.split_once(char::is_whitespace) else { return heading };
    let number = first.trim_end_matches('.');
    let in_clause = clause.strip_prefix(number).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '(']));
    if in_clause || is_decimal(number) { rest.trim() } else { heading }
}

fn shortened(heading: &str) -> String {
    if heading.chars().count() <= LONGEST_HEADING {
        return heading.to_owned();
    }
    let kept: String = heading.chars().take(LONGEST_HEADING).collect();
    let whole = kept.rsplit_once(' ').map_or(kept.as_str(), |(words, _)| words);
    format!("{whole} …")
}

fn single_quotes(text: &str) -> String {
    let mut open = false;
    let single = |c: char| match c {
        '“' | '„' => '‘',
        '”' => '’',
        '"' => {
            open = !open;
            if open { '‘' } else { '’' }
        }
        other => other,
    };
    text.chars().map(single).collect()
}

/// The heading that sentence `number` of a passage stands under: that of a later clause which begins before it, if that
/// clause has one, else the passage's own as long as no other clause began.
pub(crate) fn heading_of(passage: &Passage, number: usize) -> Option<String> {
    let mut heading = passage.headings.last().cloned();
    for (start, end) in passage.sentences.iter().take(number + 1).skip(1) {
        let sentence = passage.text.get(*start as usize..*end as usize).unwrap_or_default();
        let first = sentence.split_whitespace().next().unwrap_or_default();
        if is_decimal(first.trim_end_matches('.')) {
            heading = (sentence.chars().count() <= LONGEST_HEADING).then(|| sentence.to_owned());
        }
    }
    heading
}

/// The clause that sentence `number` of a passage belongs to, as far as it can be told: a decimal number that begins a
/// later sentence takes over; under a letter that begins one, only the clause without its own letters is sure.
pub(crate) fn clause_of(passage: &Passage, number: usize) -> Option<String> {
    let mut clause = passage.clause.clone();
    for (start, end) in passage.sentences.iter().take(number + 1).skip(1) {
        let sentence = passage.text.get(*start as usize..*end as usize).unwrap_or_default();
        let first = sentence.split_whitespace().next().unwrap_or_default();
        if is_decimal(first) {
            clause = Some(first.trim_end_matches('.').to_owned());
        } else if is_letter_mark(first) {
            clause = clause.map(|clause| clause.split('(').next().unwrap_or_default().to_owned());
        }
    }
    clause.filter(|clause| !clause.is_empty())
}

/// "7.2", "7.2.1." but not "7" or "7.5%": at least two short numbers.
pub(crate) fn is_decimal(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    let numbers: Vec<&str> = word.split('.').collect();
    numbers.len() > 1
        && numbers.iter().all(|part| (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()))
}

/// "(b)", "(iv)".
fn is_letter_mark(word: &str) -> bool {
    let inside = word.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    inside.is_some_and(|inside| (1..=4).contains(&inside.len()) && inside.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// How a document is called in citations: its own title unless that was left by the program that made it, else the file
/// name without its ending.
pub(crate) fn document_title<'a>(title: Option<&'a str>, file_name: &'a str) -> &'a str {
    let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem);
    title.map(str::trim).filter(|title| is_telling(title)).unwrap_or(stem)
}

fn is_telling(title: &str) -> bool {
    let lower = title.to_lowercase();
    let left_over = ["microsoft word", "untitled", "document", "powerpoint presentation", "slide 1", "print"];
    let file = [".doc", ".docx", ".pdf", ".htm", ".html", ".rtf", ".txt", ".xls", ".xlsx", ".indd"];
    title.chars().filter(|c| c.is_alphabetic()).count() > 2
        && !left_over.iter().any(|left| lower.starts_with(left))
        && !file.iter().any(|ending| lower.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_passage::Kind;

    const PLACE: Place<'static> = Place {
        document: "Services Agreement",
        page: 3,
        label: "iv",
        clause: Some("7.2(b)"),
        heading: Some("7.2 Termination for Convenience."),
    };

    #[test]
    fn says_document_page_and_clause() {
        assert_eq!(PLACE.cite(), "Services Agreement, p. iv (PDF page 4), § 7.2(b) — Termination for Convenience");
        let plain = Place { label: "4", clause: None, heading: None, ..PLACE };
        assert_eq!(plain.cite(), "Services Agreement, p. 4", "label and number agree: one is enough");
        let article = Place { label: "4", clause: Some("ARTICLE VII"), heading: Some("2025 Outlook"), ..PLACE };
        assert_eq!(
            article.cite(),
            "Services Agreement, p. 4, ARTICLE VII — 2025 Outlook",
            "a year is no clause number"
        );
    }

    #[test]
    fn quotes_the_sentence_in_one_line() {
        let place = Place { label: "4", clause: None, heading: None, ..PLACE };
        let quote = place.quote("The \"Fee\" is due\non “Closing”.");
        assert_eq!(quote, "“The ‘Fee’ is due on ‘Closing’.” Services Agreement, p. 4");
    }

    #[test]
    fn long_headings_are_cut_at_a_word() {
        let heading = "Representations and Warranties ".repeat(5);
        let cited = Place { heading: Some(&heading), ..PLACE }.cite();
        assert!(cited.ends_with("Warranties Representations …") && cited.chars().count() < 150, "{cited}");
    }

    #[test]
    fn the_clause_is_that_of_the_sentence_or_coarser_never_another() {
        let text = "(a) One. (b) Two. 7.3 Three. It costs 7.5% more.".to_owned();
        let sentences = vec![(0, 8), (9, 17), (18, 28), (29, 48)];
        let (headings, clause, spans) = (Vec::new(), Some("7.2(a)".into()), Vec::new());
        let passage = Passage { ordinal: 0, text, headings, clause, sentences, spans, kind: Kind::Prose };
        let clauses: Vec<Option<String>> = (0..4).map(|number| clause_of(&passage, number)).collect();
        let expected = ["7.2(a)", "7.2", "7.3", "7.3"].map(|clause| Some(clause.to_owned()));
        assert_eq!(clauses, expected, "after a letter only the clause above it is sure");
    }

    #[test]
    fn the_heading_is_that_of_the_clause_cited() {
        let text =
            "16.2 Evidence. Brokers' certificates. 17.1 Termination for convenience. The Customer may terminate.";
        let mut sentences = Vec::new();
        for part in ["16.2 Evidence.", "Brokers' certificates.", "17.1 Termination for convenience.", "The Customer"] {
            let start = text.find(part).unwrap() as u32;
            sentences.push((start, start + part.len() as u32));
        }
        let (headings, clause, spans) = (vec!["Evidence".into()], Some("16.2".into()), Vec::new());
        let passage = Passage { ordinal: 0, text: text.into(), headings, clause, sentences, spans, kind: Kind::Prose };
        assert_eq!(heading_of(&passage, 1).as_deref(), Some("Evidence"), "the passage's own clause goes on");
        assert_eq!(heading_of(&passage, 3).as_deref(), Some("17.1 Termination for convenience."), "another one began");
    }

    #[test]
    fn titles_left_by_programs_do_not_name_documents() {
        assert_eq!(document_title(Some("Annual Report 2025"), "a.pdf"), "Annual Report 2025");
        assert_eq!(document_title(Some("Microsoft Word - draft7"), "Lease 2025.pdf"), "Lease 2025");
        assert_eq!(document_title(Some("d123.htm"), "10-K.v2.pdf"), "10-K.v2", "only the last ending goes");
        assert_eq!(document_title(None, "Lease"), "Lease", "a name without ending stays");
    }
}
