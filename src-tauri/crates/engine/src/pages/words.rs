//! Words on pages: found exactly as written wherever lines and pages break, selected and cited. Not for ranking passages,
//! which `search` does.

use super::text::{DocumentText, Version, Within};
use crate::error::blocking;
use crate::search::rect_of;
use crate::{Engine, Error};
use pincite_api::{CitedText, Found, Occurrence, PageBox, WordRange};
use pincite_library::{AnnotationBox, ContentId, DocumentId};
use pincite_passage::Span;
use pincite_pdf::{Line, Page, Rect};
use pincite_search::{Place, cite_places, quoted, sentence_words};
use std::collections::BTreeSet;
use std::ops::Range;
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

    /// The first place of a page, counted from 0, where these words stand one after the other. Case, spaces and punctuation
    /// make no difference.
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
            let words = line.start.max(range.start)..line.end.min(range.end);
            let Some(first) = page.words.get(words.start as usize).filter(|_| words.start < words.end) else {
                continue;
            };
            if self.boxes.is_empty() {
                self.place = Place::middle(page.index, first.rect);
            }
            words.clone().for_each(|word| write(&mut self.text, page, word));
            let boxes = line_boxes(page, line, words);
            self.boxes.extend(boxes.into_iter().map(|rect| AnnotationBox { page: page.index, rect }));
        }
        self.text.truncate(self.text.trim_end().len());
        self.text.push(' ');
    }
}

/// One box for words of a line. More where it holds text of both directions, and others lie between them.
fn line_boxes(page: &Page, line: &Line, words: Range<u32>) -> Vec<Rect> {
    let others = (line.start..words.start).chain(words.end..line.end);
    let others: Vec<Rect> = others.filter_map(|at| page.words.get(at as usize)).map(|word| word.rect).collect();
    let mut boxes: Vec<Rect> = Vec::new();
    for word in page.words.get(words.start as usize..words.end as usize).unwrap_or_default() {
        match boxes.last_mut() {
            Some(last) if !others.iter().any(|other| holds_middle(last.union(word.rect), *other)) => {
                *last = last.union(word.rect);
            }
            _ => boxes.push(word.rect),
        }
    }
    boxes
}

fn holds_middle(rect: Rect, other: Rect) -> bool {
    let Place { x, y, .. } = Place::middle(0, other);
    rect.x0 < x && x < rect.x1 && rect.y0 < y && y < rect.y1
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
fn write(text: &mut String, page: &Page, at: u32) {
    let Some(word) = page.words.get(at as usize) else { return };
    text.push_str(&word.text);
    if !goes_on(page, at as usize) {
        text.push(' ');
    }
}

/// Whether a word goes on in the next one: without a space, and within a paragraph.
pub(super) fn goes_on(page: &Page, at: usize) -> bool {
    let (Some(word), Some(next)) = (page.words.get(at), page.words.get(at + 1)) else { return false };
    word.joins(next) && (word.joins_next || block_of(page, at) == block_of(page, at + 1))
}

fn block_of(page: &Page, word: usize) -> Option<u32> {
    let line = page.lines.partition_point(|line| line.end as usize <= word);
    page.lines.get(line).map(|line| line.block)
}

/// The first place where words of a page say a text, whatever its case, spaces and punctuation.
fn locate(page: &Page, text: &str) -> Option<WordRange> {
    let sought = bare(text);
    let mut printed = String::new();
    let mut starts = Vec::with_capacity(page.words.len() + 1);
    for word in &page.words {
        starts.push(printed.len());
        printed.push_str(&bare(&word.text));
    }
    starts.push(printed.len());
    let mut words = (0..page.words.len()).filter(|word| starts[*word] < starts[word + 1] && !sought.is_empty());
    words.find_map(|start| {
        let end = starts[start] + sought.len();
        let found = printed[starts[start]..].starts_with(&sought);
        let end = found.then(|| starts.iter().position(|other| *other == end)).flatten()?;
        Some(WordRange { page: page.index, start: start as u32, end: end as u32 })
    })
}

/// Letters and digits, as they are compared.
fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
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
    use pincite_pdf::{Role, Word};

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
    fn scripts_without_spaces_are_written_without() {
        let mut page = page(&["甲 方", "支 付", "押 金"]);
        for at in [0, 2, 4] {
            page.words[at].joins_next = true;
        }
        page.lines[2].block = 1;
        let mut selected = Selected::default();
        selected.add(&page, WordRange { page: 3, start: 0, end: 6 });
        assert_eq!(selected.text, "甲方支付 押金 ", "another paragraph is set apart");
        assert_eq!(locate(&page, "方支付，押"), Some(WordRange { page: 3, start: 1, end: 5 }));
    }

    #[test]
    fn words_of_both_directions_have_boxes_of_their_own() {
        let mut page = page(&["חברת Tamarix Design שתשלם"]);
        // As seen from the left: the last, the second, the third, the first.
        for (at, column) in [(0, 3), (3, 0)] {
            page.words[at].rect.x0 = column as f32 * 12.0;
            page.words[at].rect.x1 = page.words[at].rect.x0 + 10.0;
        }
        let boxes = |end: u32| {
            let mut selected = Selected::default();
            selected.add(&page, WordRange { page: 3, start: 0, end });
            selected.boxes.iter().map(|it| (it.rect.x0, it.rect.x1)).collect::<Vec<_>>()
        };
        assert_eq!(boxes(2), [(36.0, 46.0), (12.0, 22.0)], "the third lies between");
        assert_eq!(boxes(4), [(0.0, 46.0)]);
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
        assert_eq!(locate(&page, "supplier sha"), None, "only whole words");
        assert_eq!(locate(&page, " "), None, "no words are nowhere");
    }
}
