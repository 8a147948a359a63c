//! Pinpoint citations: document, page and clause; and those of places that a person selected on a page. Not for finding the
//! clause, nor for the styles in which a citation is written (`written`).

use super::written::{citation_in, quotation, quote_in};
use crate::Result;
use pincite_api::{CitationStyle, Cited};
use pincite_language::Language;
use pincite_library::{Document, DocumentId, Library, PageMeta, StoredPassage};
use pincite_passage::{Passage, Span, title_beside, without_number};
use pincite_pdf::Rect;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

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
    /// The language of the document.
    pub(super) language: Language,
}

impl Citation<'_> {
    /// The plain citation: "Services Agreement, p. iv (PDF p. 4), § 7.2(b) — Termination for Convenience".
    pub(super) fn cite(&self) -> String {
        citation_in(CitationStyle::Plain, &self.cited("")).text
    }

    /// A sentence in quotation marks, then the plain citation. Quotation marks inside the sentence become single.
    pub(super) fn quote(&self, sentence: &str) -> String {
        quote_in(CitationStyle::Plain, &self.cited(sentence)).text
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
        let title = |heading| match self.language.is_english() {
            true => title_in(heading, clause),
            false => title_beside(heading, clause, self.language),
        };
        self.headings.iter().rev().map(|heading| title(heading)).find(|title| !title.is_empty() && *title != clause)
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
    let mut title = without_number(heading, Language::English);
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

/// A point on a page, such as the middle of a word.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// Page, counted from 0.
    pub page: u32,
    /// Points from the left edge.
    pub x: f32,
    /// Points from the top edge.
    pub y: f32,
}

impl Place {
    /// The middle of a box on a page.
    pub fn middle(page: u32, rect: Rect) -> Self {
        Self { page, x: f32::midpoint(rect.x0, rect.x1), y: f32::midpoint(rect.y0, rect.y1) }
    }
}

/// The citation of a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CitedPlace {
    /// Printed label of its page.
    pub page_label: String,
    /// Number of its clause, if it is known.
    pub clause: Option<String>,
    /// Pinpoint citation.
    pub citation: String,
}

/// Citations of places in a document, in the same order. A place outside of all passages, such as a page number, is cited
/// without a clause.
///
/// # Errors
/// [`crate::Error::Library`], also for a document that is not ready.
pub async fn cite_places(library: &Library, document: &Document, places: &[Place]) -> Result<Vec<CitedPlace>> {
    let content = library.content_of(document.id).await?;
    let names = CitedNames {
        document: document.citation_name(),
        pages: library.pages(content).await?,
        language: document.language.unwrap_or_default(),
    };
    let mut passages: HashMap<u32, Vec<StoredPassage>> = HashMap::new();
    let mut cited = Vec::with_capacity(places.len());
    for place in places {
        let here = match passages.entry(place.page) {
            Entry::Occupied(here) => here.into_mut(),
            Entry::Vacant(here) => here.insert(library.passages_on(content, place.page).await?),
        };
        cited.push(names.cite(sentence_at(here, *place), place.page));
    }
    Ok(cited)
}

/// The words of the sentence that stands at a place; none if no passage has it.
///
/// # Errors
/// [`crate::Error::Library`], also for a document that is not ready.
pub async fn sentence_words(library: &Library, document: DocumentId, place: Place) -> Result<Vec<Span>> {
    let passages = library.passages_on(library.content_of(document).await?, place.page).await?;
    Ok(sentence_at(&passages, place).map(words_of).unwrap_or_default())
}

fn words_of(Sentence { passage, number }: Sentence<'_>) -> Vec<Span> {
    let all = (0, u32::MAX);
    let (start, end) = passage.sentences.get(number).copied().unwrap_or(all);
    passage.spans.iter().filter(|span| start <= span.start && span.start < end).copied().collect()
}

/// What places of a document are cited by.
struct CitedNames {
    document: String,
    pages: Vec<PageMeta>,
    language: Language,
}

impl CitedNames {
    fn cite(&self, sentence: Option<Sentence<'_>>, page: u32) -> CitedPlace {
        let label = self.pages.get(page as usize).map(|page| page.label.as_str()).unwrap_or_default();
        let clause = sentence.and_then(|it| it.passage.clause_of(it.number));
        let headings = sentence.map_or(&[][..], |it| it.passage.headings_of(it.number));
        let citation =
            Citation { document: &self.document, page, label, clause, headings, language: self.language }.cite();
        CitedPlace { page_label: label.to_owned(), clause: clause.map(str::to_owned), citation }
    }
}

/// A sentence of a passage.
#[derive(Clone, Copy)]
struct Sentence<'p> {
    passage: &'p Passage,
    /// Counted from 0.
    number: usize,
}

/// The sentence whose words cover a place.
fn sentence_at(passages: &[StoredPassage], place: Place) -> Option<Sentence<'_>> {
    passages.iter().map(|stored| &stored.passage).find_map(|passage| {
        let word = passage.spans.iter().find(|span| covers(span, place))?;
        let number = passage.sentences.partition_point(|(start, _)| *start <= word.start).saturating_sub(1);
        Some(Sentence { passage, number })
    })
}

fn covers(span: &Span, place: Place) -> bool {
    let Place { page, x, y } = place;
    let rect = span.rect;
    span.page == page && rect.x0 <= x && x <= rect.x1 && rect.y0 <= y && y <= rect.y1
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_library::{ContentId, PassageId};
    use pincite_passage::Place as Heading;

    const CITATION: Citation<'static> = Citation {
        document: "Services Agreement",
        page: 3,
        label: "iv",
        clause: Some("7.2(b)"),
        headings: &[],
        language: Language::English,
    };

    fn cite_with(clause: &str, headings: &[&str]) -> String {
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
        assert_eq!(cite_with("12.10", &["Section 12.10"]), "A, p. 4, § 12.10");
        assert_eq!(
            cite_with("12.10", &["ARTICLE XII GENERAL", "Section 12.10"]),
            "A, p. 4, § 12.10 — ARTICLE XII GENERAL"
        );
        assert_eq!(cite_with("12.10", &["Section 12.10 Notices"]), "A, p. 4, § 12.10 — Notices");
        assert_eq!(cite_with("7.2", &["7. Termination"]), "A, p. 4, § 7.2 — Termination");
        assert_eq!(cite_with("7.2", &["7 Termination"]), "A, p. 4, § 7.2 — Termination");
        assert_eq!(cite_with("ARTICLE VII(a)", &["ARTICLE VII TERM"]), "A, p. 4, ARTICLE VII(a) — TERM");
        assert_eq!(cite_with("7.2(b)", &["(b) Notice"]), "A, p. 4, § 7.2(b) — Notice");
        assert_eq!(cite_with("1", &["Item 7. Risks"]), "A, p. 4, § 1 — Item 7. Risks", "another number says more");
        assert_eq!(cite_with("1", &["2025 Outlook"]), "A, p. 4, § 1 — 2025 Outlook", "a year is no clause number");
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

    /// Two sentences, one word each, on two lines of page 1. The second one is in another clause.
    fn passages() -> Vec<StoredPassage> {
        let word = |start, end, y0| Span { start, end, page: 1, rect: Rect { x0: 72.0, y0, x1: 100.0, y1: y0 + 10.0 } };
        let other = Heading { sentence: 1, headings: vec!["8. Term".to_owned()], clause: Some("8".to_owned()) };
        let passage = Passage {
            text: "Pay. Stop.".to_owned(),
            clause: Some("7.2".to_owned()),
            places: vec![other],
            sentences: vec![(0, 4), (5, 10)],
            spans: vec![word(0, 4, 100.0), word(5, 10, 114.0)],
            ..Passage::default()
        };
        vec![StoredPassage { id: PassageId(1), content: ContentId(1), passage }]
    }

    fn cited(x: f32, y: f32) -> CitedPlace {
        let page = |label: &str| PageMeta { label: label.to_owned(), width: 612.0, height: 792.0, problem: None };
        let passages = passages();
        let place = Place { page: 1, x, y };
        let names = CitedNames {
            document: "Lease".to_owned(),
            pages: vec![page("i"), page("ii")],
            language: Language::English,
        };
        names.cite(sentence_at(&passages, place), place.page)
    }

    #[test]
    fn a_place_is_cited_with_the_clause_of_its_own_sentence() {
        assert_eq!(cited(80.0, 105.0).citation, "Lease, p. ii (PDF p. 2), § 7.2");
        assert_eq!(cited(80.0, 119.0).citation, "Lease, p. ii (PDF p. 2), § 8 — Term");
    }

    #[test]
    fn the_sentence_at_a_place_has_its_own_words_only() {
        let passages = passages();
        let words = |y| sentence_at(&passages, Place { page: 1, x: 80.0, y }).map(words_of).unwrap_or_default();
        assert_eq!(words(119.0).iter().map(|word| word.start).collect::<Vec<_>>(), [5]);
        assert_eq!(words(700.0), []);
    }

    #[test]
    fn a_place_without_text_is_cited_with_its_page() {
        assert_eq!(cited(80.0, 700.0).citation, "Lease, p. ii (PDF p. 2)");
    }
}
