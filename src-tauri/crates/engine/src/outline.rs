//! The outline of a document: that of the file, or else the headings of its passages. Not for finding headings in a text:
//! `pincite_passage` does that.

use crate::{Engine, Error};
use pincite_api::{Outline, OutlineEntry};
use pincite_library::DocumentId;
use pincite_passage::Passage;
use pincite_pdf::OutlineItem;

impl Engine {
    /// The outline of a document. A file that cannot be opened now has the headings found when it was read.
    ///
    /// # Errors
    /// [`Error::Library`], also for a document that is not ready.
    pub async fn outline(&self, document: DocumentId) -> Result<Outline, Error> {
        let content = self.0.library.content_of(document).await?;
        let own =
            self.viewed(document, |viewer| Box::pin(async { Ok(viewer.session.contents().outline.clone()) })).await;
        let own = own.unwrap_or_default();
        if own.iter().any(|item| item.page.is_some()) {
            return Ok(Outline { entries: own.into_iter().map(entry_of).collect(), from_headings: false });
        }
        let passages = self.0.library.passages(content).await?;
        Ok(Outline { entries: headings(passages.iter().map(|stored| &stored.passage)), from_headings: true })
    }
}

fn entry_of(item: OutlineItem) -> OutlineEntry {
    let OutlineItem { level, title, page, y } = item;
    OutlineEntry { level, title, page, y }
}

/// The headings of passages, each where it comes first.
fn headings<'p>(passages: impl Iterator<Item = &'p Passage>) -> Vec<OutlineEntry> {
    let mut entries = Vec::new();
    let mut above: Vec<String> = Vec::new();
    for passage in passages {
        for sentence in starts(passage) {
            let now = passage.headings_of(sentence);
            let shared = above.iter().zip(now).take_while(|(before, now)| before == now).count();
            let place = place_of(passage, sentence);
            for (level, title) in (0..).zip(now).skip(shared) {
                entries.push(OutlineEntry { level, title: title.clone(), page: place.page, y: place.y });
            }
            above = now.to_vec();
        }
    }
    entries
}

/// The sentences of a passage at which the headings may change.
fn starts(passage: &Passage) -> impl Iterator<Item = usize> {
    std::iter::once(0).chain(passage.places.iter().map(|place| place.sentence as usize))
}

struct Place {
    page: Option<u32>,
    y: Option<f32>,
}

/// Where a sentence starts. A heading has the place of the text below it, so this is the heading itself if it is there.
fn place_of(passage: &Passage, sentence: usize) -> Place {
    let start = passage.sentences.get(sentence).map_or(0, |(start, _)| *start);
    let span = passage.spans.iter().find(|span| span.start >= start);
    Place { page: span.map(|span| span.page), y: span.map(|span| span.rect.y0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_passage::{Place, Span};
    use pincite_pdf::Rect;

    fn span(start: u32, page: u32, y0: f32) -> Span {
        Span { start, end: start + 1, page, rect: Rect { y0, ..Rect::default() } }
    }

    #[test]
    fn each_heading_comes_once_at_its_first_text() {
        let path = |titles: &[&str]| titles.iter().map(|title| (*title).to_owned()).collect::<Vec<_>>();
        let first = Passage {
            headings: path(&["1. Term", "1.1 Start"]),
            sentences: vec![(0, 1), (2, 3)],
            spans: vec![span(0, 0, 70.0), span(2, 0, 90.0)],
            places: vec![Place { sentence: 1, headings: path(&["1. Term", "1.2 End"]), clause: None }],
            ..Passage::default()
        };
        let second = Passage { spans: vec![span(0, 1, 50.0)], sentences: vec![(0, 1)], ..first.clone() };
        let second = Passage { headings: path(&["1. Term", "1.2 End"]), places: Vec::new(), ..second };
        let third = Passage { headings: path(&["2. Fees"]), ..second.clone() };
        let entries = headings([&first, &second, &third].into_iter());
        let told: Vec<_> = entries.iter().map(|e| (e.level, e.title.as_str(), e.page, e.y)).collect();
        let expected = [
            (0, "1. Term", Some(0), Some(70.0)),
            (1, "1.1 Start", Some(0), Some(70.0)),
            (1, "1.2 End", Some(0), Some(90.0)),
            (0, "2. Fees", Some(1), Some(50.0)),
        ];
        assert_eq!(told, expected, "a passage that goes on under the same heading adds none");
    }
}
