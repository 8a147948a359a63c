//! Finds words in one document, as a reader of a page does: exactly as written, wherever lines and pages break. Not for
//! ranking passages: `ask` does that.

mod fold;
mod text;

use crate::hits::rect_of;
use crate::{Engine, Error};
use pincite_api::{Found, Occurrence, PageBox};
use pincite_library::{Content, ContentId, DocumentId, PassageId};
use std::sync::{Arc, Mutex, PoisonError};
use text::{DocumentText, Within};

/// Documents whose text is kept in memory, about 10 MB for 260 pages.
const KEPT: usize = 3;
/// Occurrences returned; more are only counted.
const MOST: usize = 5_000;
/// Words shown on either side of an occurrence.
const CONTEXT: usize = 8;

/// The texts of documents searched lately, the latest last.
#[derive(Default)]
pub(crate) struct Finders(Mutex<Vec<Kept>>);

struct Kept {
    of: Version,
    text: Arc<DocumentText>,
}

/// What a text was made from. A document that is read again gets other passages.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Version {
    content: ContentId,
    first_passage: PassageId,
    passages: u32,
}

impl From<&Content> for Version {
    fn from(content: &Content) -> Self {
        Self { content: content.id, first_passage: content.first_passage, passages: content.passages }
    }
}

impl Finders {
    fn get(&self, of: Version) -> Option<Arc<DocumentText>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|kept| kept.of == of).map(|kept| Arc::clone(&kept.text))
    }

    fn keep(&self, of: Version, text: Arc<DocumentText>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|kept| kept.of.content != of.content);
        kept.push(Kept { of, text });
        if kept.len() > KEPT {
            kept.remove(0);
        }
    }
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
        let places = tokio::task::spawn_blocking({
            let text = Arc::clone(&text);
            move || text.find(&sought)
        });
        let places = places.await.map_err(|_| Error::Stopped { what: "Finding words".to_owned() })?;
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
        let made = tokio::task::spawn_blocking(move || DocumentText::of(passages.iter().map(|stored| &stored.passage)));
        let text = Arc::new(made.await.map_err(|_| Error::Stopped { what: "Finding words".to_owned() })?);
        self.0.finders.keep(of, Arc::clone(&text));
        Ok(text)
    }
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
