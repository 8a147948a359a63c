//! Removing documents, at once or with a while to bring them back. Not for deleting files, which nothing here does.
//!
//! A document that is leaving is still stored: bringing it back loses nothing and reads nothing again. It is no longer
//! listed or found. Only if the program dies meanwhile it is back at the next start.

use crate::{Engine, Error};
use pincite_api::{DocumentView, Event};
use pincite_library::{CollectionId, Document, DocumentId};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a document can be brought back: longer than the window offers it.
const TO_RESTORE: Duration = Duration::from_secs(15);

/// Documents that are leaving.
#[derive(Default)]
pub(crate) struct Leaving(Mutex<Departures>);

#[derive(Default)]
struct Departures {
    by_document: HashMap<DocumentId, Departure>,
    last: u64,
}

/// When a document is removed, brought back and removed again, the first time-out must not end the second wait.
#[derive(Clone, Copy)]
struct Departure {
    number: u64,
    collection: CollectionId,
}

impl Leaving {
    pub(crate) fn contains(&self, document: DocumentId) -> bool {
        self.departures().by_document.contains_key(&document)
    }

    /// How many documents are leaving a collection.
    pub(crate) fn count(&self, collection: CollectionId) -> u32 {
        self.departures().by_document.values().filter(|departure| departure.collection == collection).count() as u32
    }

    /// Whether it was leaving; it is not any more.
    pub(crate) fn keep(&self, document: DocumentId) -> bool {
        self.departures().by_document.remove(&document).is_some()
    }

    /// The number of this departure.
    fn begin(&self, documents: &[Document]) -> u64 {
        let mut departures = self.departures();
        departures.last += 1;
        let number = departures.last;
        let departing = documents.iter().map(|it| (it.id, Departure { number, collection: it.collection }));
        departures.by_document.extend(departing);
        number
    }

    /// Documents whose time is over: those of one departure, or with `None` all.
    fn due(&self, number: Option<u64>) -> Vec<DocumentId> {
        let is_due = |departure: &Departure| number.is_none_or(|number| departure.number == number);
        let departures = self.departures();
        departures.by_document.iter().filter(|(_, departure)| is_due(departure)).map(|(id, _)| *id).collect()
    }

    fn departures(&self) -> MutexGuard<'_, Departures> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine {
    /// Takes a document out of its collection. The file is not touched.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn remove(&self, document: DocumentId) -> Result<(), Error> {
        for job in self.0.library.unfinished_jobs().await?.iter().filter(|job| job.task.document() == Some(document)) {
            self.0.queue.cancel(job.id);
        }
        let was = self.0.library.remove_document(document).await?;
        self.0.leaving.keep(document);
        self.0.viewers.close(document).await;
        self.0.emit(Event::DocumentRemoved { collection: was.collection, document });
        self.0.emit(Event::Collections);
        Ok(())
    }

    /// Takes documents out of their collections. For 15 seconds [`Engine::restore`] brings them back.
    ///
    /// # Errors
    /// [`Error::Library`] if one is not there; then none is removed.
    pub async fn remove_soon(&self, documents: &[DocumentId]) -> Result<(), Error> {
        let mut leaving = Vec::with_capacity(documents.len());
        for document in documents {
            leaving.push(self.0.library.document(*document).await?);
        }
        let number = self.0.leaving.begin(&leaving);
        for Document { id, collection, .. } in leaving {
            self.0.viewers.close(id).await;
            self.0.emit(Event::DocumentRemoved { collection, document: id });
        }
        self.0.emit(Event::Collections);
        tokio::spawn(self.clone().remove_later(number));
        Ok(())
    }

    /// Brings documents back that are leaving, as they were. Returns those it could bring back.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn restore(&self, documents: &[DocumentId]) -> Result<Vec<DocumentView>, Error> {
        let mut restored = Vec::with_capacity(documents.len());
        for document in documents.iter().filter(|document| self.0.leaving.keep(**document)) {
            restored.push(self.announce(*document).await?);
        }
        self.0.emit(Event::Collections);
        Ok(restored)
    }

    async fn remove_later(self, number: u64) {
        let closing = self.0.queue.closing.clone();
        if closing.run_until_cancelled(tokio::time::sleep(TO_RESTORE)).await.is_some() {
            self.remove_due(Some(number)).await;
        }
    }

    /// Removes for good what is leaving, when its time is over or the engine closes.
    pub(crate) async fn remove_due(&self, number: Option<u64>) {
        for document in self.0.leaving.due(number) {
            if let Err(error) = self.remove(document).await {
                // It is listed again at the next start.
                tracing::warn!(document = document.0, code = error.code(), "document could not be removed");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Adding, Home, Options};
    use pincite_models::Device;
    use pincite_pdf::{Limits, Reader};
    use std::path::Path;

    async fn opened(folder: &Path) -> Engine {
        let options = Options {
            home: Home::from(folder.join("home")),
            library: None,
            device: Device::Cpu,
            reader: Reader::new("nothing is read here".into(), Limits::default()),
            splitting: None,
        };
        Engine::open(options).await.unwrap()
    }

    async fn added(engine: &Engine, folder: &Path) -> (CollectionId, Vec<DocumentId>) {
        let paths: Vec<_> = ["a.pdf", "b.pdf"].iter().map(|name| folder.join(name)).collect();
        paths.iter().for_each(|path| std::fs::write(path, "x").unwrap());
        let collection = engine.create_collection("Documents").await.unwrap().id;
        let queued = engine.add(collection, Adding { paths, password: None }).await.unwrap().queued;
        (collection, queued.into_iter().map(|document| document.id).collect())
    }

    async fn listed(engine: &Engine, collection: CollectionId) -> Vec<DocumentId> {
        let count = engine.collections().await.unwrap()[0].documents;
        let documents: Vec<_> = engine.documents(collection).await.unwrap().into_iter().map(|it| it.id).collect();
        assert_eq!(documents.len(), count as usize, "both lists agree");
        documents
    }

    #[tokio::test]
    async fn a_removed_document_comes_back_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let engine = opened(folder.path()).await;
        let (collection, ids) = added(&engine, folder.path()).await;
        engine.tag(ids[0], "urgent").await.unwrap();
        engine.remove_soon(&ids).await.unwrap();
        assert_eq!(listed(&engine, collection).await, []);
        let restored = engine.restore(&ids[..1]).await.unwrap();
        assert_eq!(restored[0].tags, ["urgent"]);
        assert_eq!(listed(&engine, collection).await, ids[..1]);
        assert_eq!(engine.restore(&ids[..1]).await.unwrap(), [], "it is there already");
        // Adding its file brings the other one back, too.
        engine.add(collection, Adding { paths: vec![folder.path().join("b.pdf")], password: None }).await.unwrap();
        assert_eq!(listed(&engine, collection).await.len(), 2);
    }

    #[tokio::test]
    async fn closing_removes_for_good_what_is_leaving() {
        let folder = tempfile::tempdir().unwrap();
        let engine = opened(folder.path()).await;
        let (collection, ids) = added(&engine, folder.path()).await;
        engine.remove_soon(&ids[..1]).await.unwrap();
        engine.close().await;
        assert_eq!(listed(&opened(folder.path()).await, collection).await, ids[1..]);
    }

    #[tokio::test]
    async fn the_time_of_an_earlier_removal_does_not_end_a_later_one() {
        let folder = tempfile::tempdir().unwrap();
        let engine = opened(folder.path()).await;
        let (_, ids) = added(&engine, folder.path()).await;
        engine.remove_soon(&ids).await.unwrap();
        engine.restore(&ids).await.unwrap();
        engine.remove_soon(&ids[..1]).await.unwrap();
        engine.remove_due(Some(1)).await;
        assert_eq!(engine.restore(&ids[..1]).await.unwrap().len(), 1, "it was still stored");
    }
}
