//! Citations of places that a person selected on a page. Not for hits (`present`).

use super::citation::Citation;
use crate::Error;
use pincite_library::{Document, DocumentId, Library, PageMeta, StoredPassage};
use pincite_passage::{Passage, Span};

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
/// [`Error::Library`], also for a document that is not ready.
pub async fn cite_places(library: &Library, document: &Document, places: &[Place]) -> Result<Vec<CitedPlace>, Error> {
    let content = library.content_of(document.id).await?;
    let (pages, passages) = (library.pages(content).await?, library.passages(content).await?);
    let name = document.citation_name();
    Ok(places.iter().map(|place| cite(&name, &pages, sentence_at(&passages, *place), place.page)).collect())
}

/// The words of the sentence that stands at a place; none if no passage has it.
///
/// # Errors
/// [`Error::Library`], also for a document that is not ready.
pub async fn sentence_words(library: &Library, document: DocumentId, place: Place) -> Result<Vec<Span>, Error> {
    let passages = library.passages(library.content_of(document).await?).await?;
    Ok(sentence_at(&passages, place).map(words_of).unwrap_or_default())
}

fn words_of(Sentence { passage, number }: Sentence<'_>) -> Vec<Span> {
    let all = (0, u32::MAX);
    let (start, end) = passage.sentences.get(number).copied().unwrap_or(all);
    passage.spans.iter().filter(|span| start <= span.start && span.start < end).copied().collect()
}

fn cite(title: &str, pages: &[PageMeta], sentence: Option<Sentence<'_>>, page: u32) -> CitedPlace {
    let label = pages.get(page as usize).map(|page| page.label.as_str()).unwrap_or_default();
    let clause = sentence.and_then(|it| it.passage.clause_of(it.number));
    let headings = sentence.map_or(&[][..], |it| it.passage.headings_of(it.number));
    let citation = Citation { document: title, page, label, clause, headings }.cite();
    CitedPlace { page_label: label.to_owned(), clause: clause.map(str::to_owned), citation }
}

/// A sentence of a passage.
#[derive(Clone, Copy)]
struct Sentence<'p> {
    passage: &'p Passage,
    /// Counted from 0.
    number: usize,
}

/// The sentence whose words cover a place. Where passages overlap, the first one tells the same.
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
    use pincite_pdf::Rect;

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
        let (passages, place) = (passages(), Place { page: 1, x, y });
        cite("Lease", &[page("i"), page("ii")], sentence_at(&passages, place), place.page)
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
