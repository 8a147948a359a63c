//! The tables of some pages, and where their rows stand in the passages of these pages. Documents that were stored before tables
//! or languages were known get theirs in a job of its own. Not for reading tables (`table`).

use super::languages::analyse_in;
use super::listing::Listing;
use crate::Error;
use crate::error::blocking;
use crate::pages::Viewers;
use crate::work::Meter;
use pincite_api::Phase;
use pincite_library::{self as library, ContentId, DocumentId, JobId, RowPlace, StoredTable, escaped_name};
use pincite_passage::Passage;
use pincite_pdf::{Page, Reading, Rect};
use pincite_table::{Row, tables};
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Tables and languages that documents of older versions lack.
pub(crate) struct MissingTables {
    listing: Arc<Listing>,
    viewers: Arc<Viewers>,
}

impl MissingTables {
    pub(crate) fn new(listing: &Arc<Listing>, viewers: &Arc<Viewers>) -> Self {
        Self { listing: Arc::clone(listing), viewers: Arc::clone(viewers) }
    }

    /// Documents that lack tables or a language get them now.
    pub(crate) async fn queue(&self) -> Result<(), library::Error> {
        let library = &self.listing.library;
        for collection in library.collections().await? {
            let mut lacking = library.contents_without_language(collection.id).await?;
            lacking.extend(library.contents_without_tables(collection.id).await?);
            lacking.sort_unstable();
            lacking.dedup();
            for content in lacking {
                if let Some(document) = library.document_of(collection.id, content).await? {
                    library.queue_tables(document.id).await?;
                }
            }
        }
        Ok(())
    }

    /// Finds the language of a document that lacks one, and reads the tables that it lacks. One whose file is missing or changed
    /// stays without tables until the next start: it can be searched all the same.
    pub(crate) async fn complete(
        &self,
        job: JobId,
        document: DocumentId,
        token: &CancellationToken,
    ) -> Result<DocumentId, Error> {
        let listed = self.listing.library.document(document).await?;
        let Some(content) = listed.content else { return Ok(document) };
        let library = &self.listing.library;
        if listed.language.is_none() {
            analyse_in(library, listed.collection, content, None).await?;
        }
        if library.has_tables(content).await? {
            return Ok(document);
        }
        match self.viewers.open(document).await {
            Ok(viewer) => {
                let meter = Meter::start(&self.listing.events, job, document, listed.collection, Phase::Reading);
                let reading = viewer.session.into_reading().await?;
                self.store(content, &listed.path, reading, &meter, token).await?;
            }
            Err(error) => tracing::warn!(job = job.0, code = error.code(), "a document stays without its tables"),
        }
        Ok(document)
    }

    async fn store(
        &self,
        content: ContentId,
        path: &Path,
        reading: Reading,
        meter: &Meter,
        token: &CancellationToken,
    ) -> Result<(), Error> {
        let library = &self.listing.library;
        let hash = library.content(content).await?.hash.parse()?;
        let recognised = library.recognised_pages(hash).await?.into_iter().map(|recognised| recognised.page);
        let mut reading = reading.with_recognised(recognised);
        let stored = library.passages(content).await?;
        let passages: Arc<Vec<Passage>> = Arc::new(stored.into_iter().map(|stored| stored.passage).collect());
        let mut found = Vec::new();
        let on_page = |done, total| {
            meter.emit(done, total);
            if token.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        while let Some(pages) = reading.next_part(on_page).await? {
            let passages = Arc::clone(&passages);
            let what = format!("Reading the tables of {}", escaped_name(path));
            found.extend(blocking(what, move || placed_tables(&pages, passages.iter())).await?);
        }
        Ok(library.store_tables(content, &found).await?)
    }
}

/// A word of a passage.
struct PlacedWord {
    rect: Rect,
    place: RowPlace,
}

/// The tables of these pages, with the places of their rows in the passages that these pages became.
pub(super) fn placed_tables<'p>(pages: &[Page], passages: impl Iterator<Item = &'p Passage>) -> Vec<StoredTable> {
    let words = words_by_page(passages);
    let place = |row: &Row| words.get(&row.page).and_then(|words| place_of(row, words));
    let placed = |table: pincite_table::Table| {
        let places = table.rows.iter().map(place).collect();
        StoredTable { table, places }
    };
    tables(pages).into_iter().map(placed).collect()
}

fn words_by_page<'p>(passages: impl Iterator<Item = &'p Passage>) -> HashMap<u32, Vec<PlacedWord>> {
    let mut words: HashMap<u32, Vec<PlacedWord>> = HashMap::new();
    for passage in passages {
        for span in &passage.spans {
            let sentence = passage.sentences.partition_point(|sentence| sentence.1 <= span.start) as u32;
            let place = RowPlace { passage: passage.ordinal, sentence };
            words.entry(span.page).or_default().push(PlacedWord { rect: span.rect, place });
        }
    }
    words
}

/// The sentence that has most words of a row.
fn place_of(row: &Row, words: &[PlacedWord]) -> Option<RowPlace> {
    let mut counts: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for PlacedWord { rect, place } in words {
        let middle = ((rect.x0 + rect.x1) / 2.0, (rect.y0 + rect.y1) / 2.0);
        let is_inside =
            (row.rect.x0..=row.rect.x1).contains(&middle.0) && (row.rect.y0..=row.rect.y1).contains(&middle.1);
        if is_inside {
            *counts.entry((place.passage, place.sentence)).or_default() += 1;
        }
    }
    let (passage, sentence) = counts.into_iter().max_by_key(|(_, count)| *count)?.0;
    Some(RowPlace { passage, sentence })
}
