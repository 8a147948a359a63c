//! Words on pages: found exactly as written wherever lines and pages break, selected and cited. Not for ranking passages,
//! which `search` does.

use super::text::{DocumentText, Version, Within};
use crate::error::blocking;
use crate::search::rect_of;
use crate::{Engine, Error};
use pincite_api::{CitedText, Found, Occurrence, PageBox, WordRange};
use pincite_library::{AnnotationBox, ContentId, DocumentId};
use pincite_passage::Span;
use pincite_pdf::{Page, Rect, Word};
use pincite_search::{Place, cite_places, quoted, sentence_words};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Occurrences returned; more are only counted.
const MOST: usize = 5_000;
/// Words shown on either side of an occurrence.
const CONTEXT: usize = 8;

/// Selected words.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Selected {
    /// On one line.
    pub(super) text: String,
    /// One box a line, in reading order; at least one.
    pub(super) boxes: Vec<AnnotationBox>,
    /// The middle of the first word.
    pub(super) place: Place,
}

impl Engine {
    /// Where words stand in a document, in reading order. Letter case and accents do not matter, and any space matches
    /// the end of a line or of a page.
    ///
    /// # Errors
    /// [`Error::Library`], also for a document that is not ready.
    pub async fn find_in(&self, document: DocumentId, words: &str) -> Result<Found, Error> {
        let content = self.0.library.content_of(document).await?;
        let text = self.text_of(content).await?;
        let sought = words.to_owned();
        let searched = Arc::clone(&text);
        let places = blocking("Finding words", move || searched.find(&sought)).await?;
        let labels: Vec<String> = self.0.library.pages(content).await?.into_iter().map(|page| page.label).collect();
        let shown = places.iter().take(MOST).map(|within| occurrence(&text, within, &labels)).collect();
        Ok(Found { count: u32::try_from(places.len()).unwrap_or(u32::MAX), occurrences: shown })
    }

    async fn text_of(&self, content: ContentId) -> Result<Arc<DocumentText>, Error> {
        let of = Version::from(&self.0.library.content(content).await?);
        if let Some(text) = self.0.finders.get(of) {
            return Ok(text);
        }
        let passages = self.0.library.passages(content).await?;
        let making = move || DocumentText::of(passages.iter().map(|stored| &stored.passage));
        let text = Arc::new(blocking("Finding words", making).await?);
        self.0.finders.keep(of, Arc::clone(&text));
        Ok(text)
    }

    /// The text of selected words with the citation of the place where they start.
    ///
    /// # Errors
    /// [`Error::NothingSelected`]; as [`Engine::page`].
    pub async fn cite(&self, document: DocumentId, ranges: &[WordRange]) -> Result<CitedText, Error> {
        let Selected { text, place, .. } = self.selected(document, ranges).await?;
        let listed = self.0.library.document(document).await?;
        let cited = cite_places(&self.0.library, &listed, &[place]).await?.pop().unwrap_or_default();
        Ok(CitedText {
            quote: quoted(&text, &cited.citation),
            text,
            page: place.page,
            page_label: cited.page_label,
            clause: cited.clause,
            citation: cited.citation,
        })
    }

    /// The first place of a page, counted from 0, where these words stand one after the other. Case and the punctuation
    /// around words make no difference.
    ///
    /// # Errors
    /// [`Error::WordsNotFound`]; as [`Engine::page`].
    pub async fn find_words(&self, document: DocumentId, page: u32, text: &str) -> Result<WordRange, Error> {
        let read = self.read_page(document, page).await?;
        locate(&read, text).ok_or_else(|| Error::WordsNotFound { text: text.to_owned(), page })
    }

    /// The sentence of a word, counted from 0, of a page. A word outside of all sentences is alone.
    ///
    /// # Errors
    /// As [`Engine::page`].
    pub async fn sentence(&self, document: DocumentId, page: u32, word: u32) -> Result<Vec<WordRange>, Error> {
        let alone = vec![WordRange { page, start: word, end: word + 1 }];
        let read = self.read_page(document, page).await?;
        let Some(clicked) = read.words.get(word as usize) else { return Ok(Vec::new()) };
        let place = Place::middle(page, clicked.rect);
        let sentence = sentence_words(&self.0.library, document, place).await?;
        let pages: BTreeSet<u32> = sentence.iter().map(|span| span.page).collect();
        let mut ranges = Vec::new();
        for page in pages {
            ranges.extend(runs(&self.read_page(document, page).await?, &sentence));
        }
        Ok(if ranges.is_empty() { alone } else { ranges })
    }

    pub(super) async fn selected(&self, document: DocumentId, ranges: &[WordRange]) -> Result<Selected, Error> {
        let mut selected = Selected::default();
        let mut page: Option<Page> = None;
        for range in ranges {
            if page.as_ref().is_none_or(|page| page.index != range.page) {
                page = Some(self.read_page(document, range.page).await?);
            }
            if let Some(page) = &page {
                selected.add(page, *range);
            }
        }
        if selected.boxes.is_empty() { Err(Error::NothingSelected) } else { Ok(selected) }
    }
}

impl Selected {
    fn add(&mut self, page: &Page, range: WordRange) {
        for line in &page.lines {
            let (start, end) = (line.start.max(range.start), line.end.min(range.end));
            let words = page.words.get(start as usize..end as usize).unwrap_or_default();
            let Some(first) = words.first() else { continue };
            if self.boxes.is_empty() {
                self.place = Place::middle(page.index, first.rect);
            }
            words.iter().for_each(|word| write(&mut self.text, word));
            let rect = words.iter().fold(first.rect, |rect, word| rect.union(word.rect));
            self.boxes.push(AnnotationBox { page: page.index, rect });
        }
        self.text.truncate(self.text.trim_end().len());
        self.text.push(' ');
    }
}

/// The words of a page that spans cover, as runs of consecutive words.
fn runs(page: &Page, spans: &[Span]) -> Vec<WordRange> {
    let here: Vec<&Span> = spans.iter().filter(|span| span.page == page.index).collect();
    let mut runs: Vec<WordRange> = Vec::new();
    for (at, word) in (0..).zip(&page.words) {
        let Place { x, y, .. } = Place::middle(page.index, word.rect);
        let covers = |rect: Rect| rect.x0 <= x && x <= rect.x1 && rect.y0 <= y && y <= rect.y1;
        if !here.iter().any(|span| covers(span.rect)) {
            continue;
        }
        match runs.last_mut() {
            Some(run) if run.end == at => run.end = at + 1,
            _ => runs.push(WordRange { page: page.index, start: at, end: at + 1 }),
        }
    }
    runs
}

/// Writes a word, and the space after it unless the word goes on.
fn write(text: &mut String, word: &Word) {
    text.push_str(&word.text);
    if !word.joins_next {
        text.push(' ');
    }
}

/// A word as it is compared; one that was hyphenated is whole.
#[derive(Debug, PartialEq)]
struct Whole {
    text: String,
    start: u32,
    end: u32,
}

fn locate(page: &Page, text: &str) -> Option<WordRange> {
    let wanted: Vec<String> = text.split_whitespace().map(bare).filter(|word| !word.is_empty()).collect();
    let words = whole_words(page);
    let found = words.windows(wanted.len().max(1)).find(|run| run.iter().map(|word| &word.text).eq(&wanted))?;
    Some(WordRange { page: page.index, start: found.first()?.start, end: found.last()?.end })
}

fn whole_words(page: &Page) -> Vec<Whole> {
    let mut whole: Vec<Whole> = Vec::new();
    let mut goes_on = false;
    for (at, word) in (0..).zip(&page.words) {
        let text = bare(&word.text);
        match whole.last_mut().filter(|_| goes_on) {
            Some(last) => (last.text, last.end) = (format!("{}{text}", last.text), at + 1),
            None if text.is_empty() => {}
            None => whole.push(Whole { text, start: at, end: at + 1 }),
        }
        goes_on = word.joins_next;
    }
    whole
}

fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).replace('’', "'").to_lowercase()
}

fn occurrence(text: &DocumentText, within: &Within, labels: &[String]) -> Occurrence {
    let page = text.page(within.words.start);
    let boxes = text.boxes(within).into_iter().map(|(page, rect)| PageBox { page, rect: rect_of(rect) });
    Occurrence {
        page,
        label: labels.get(page as usize).cloned().unwrap_or_default(),
        before: text.printed(within.words.start.saturating_sub(CONTEXT)..within.words.start),
        text: text.printed(within.words.clone()),
        after: text.printed(within.words.end..within.words.end + CONTEXT),
        boxes: boxes.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_pdf::{Line, Role};

    /// Lines of words, ten points a word; a word that ends with "-" goes on in the next line.
    fn page(lines: &[&str]) -> Page {
        let mut page = Page { index: 3, ..Page::default() };
        for (row, line) in lines.iter().enumerate() {
            let start = page.words.len() as u32;
            for (column, text) in line.split(' ').enumerate() {
                let x0 = column as f32 * 12.0;
                let y0 = row as f32 * 14.0;
                let rect = Rect { x0, y0, x1: x0 + 10.0, y1: y0 + 10.0 };
                let joins_next = text.ends_with('-');
                let text = text.trim_end_matches('-').to_owned();
                page.words.push(Word { text, rect, size: 10.0, bold: false, joins_next });
            }
            let end = page.words.len() as u32;
            let block = 0;
            page.lines.push(Line { start, end, rect: Rect::default(), block, role: Role::Body });
        }
        page
    }

    #[test]
    fn selected_words_have_a_text_and_a_box_for_each_line() {
        let page = page(&["The Supplier shall", "pay the termi-", "nation charges."]);
        let mut selected = Selected::default();
        selected.add(&page, WordRange { page: 3, start: 1, end: 7 });
        assert_eq!(selected.text.trim(), "Supplier shall pay the termination");
        let boxes: Vec<_> = selected.boxes.iter().map(|it| (it.rect.x0, it.rect.x1, it.rect.y0)).collect();
        assert_eq!(boxes, [(12.0, 34.0, 0.0), (0.0, 34.0, 14.0), (0.0, 10.0, 28.0)], "from first to last word");
        assert_eq!(selected.place, Place { page: 3, x: 17.0, y: 5.0 }, "the middle of the first word");
    }

    #[test]
    fn a_range_outside_of_the_page_selects_nothing() {
        let mut selected = Selected::default();
        selected.add(&page(&["Rent"]), WordRange { page: 3, start: 5, end: 9 });
        assert_eq!(selected.boxes, []);
    }

    #[test]
    fn the_words_of_a_sentence_are_runs_on_their_pages() {
        let page = page(&["One two", "3", "three four"]);
        let span = |word: usize| Span { start: 0, end: 0, page: 3, rect: page.words[word].rect };
        let elsewhere = Span { page: 4, ..span(0) };
        let expected = [WordRange { page: 3, start: 1, end: 2 }, WordRange { page: 3, start: 3, end: 4 }];
        assert_eq!(runs(&page, &[span(1), span(3), elsewhere]), expected, "the page number between them is left out");
    }

    #[test]
    fn words_are_found_whatever_their_case_and_line() {
        let page = page(&["“The Supplier” shall", "pay the termi-", "nation charges."]);
        let range = |start, end| Some(WordRange { page: 3, start, end });
        assert_eq!(locate(&page, "the supplier SHALL pay"), range(0, 4));
        assert_eq!(locate(&page, "termination charges"), range(5, 8));
        assert_eq!(locate(&page, "supplier pays"), None);
        assert_eq!(locate(&page, " "), None, "no words are nowhere");
    }
}
