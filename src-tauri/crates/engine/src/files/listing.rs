//! Documents as everyone is told of them: where their files may be, which are queued, missing or removed soon. Not for what is
//! in them.
//!
//! A document that is to be removed is still stored: bringing it back loses nothing and reads nothing again. It is no longer
//! listed or found. Only if the program dies meanwhile it is back at the next start.

use super::disk::{self, Readers};
use super::originals::Originals;
use crate::Error;
use crate::error::{named, problem};
use crate::work::Events;
use pincite_api::{DocumentView, Duplicate, Event, Recognition, SkippedPage, Status};
use pincite_language::Language;
use pincite_library::{self as library, CollectionId, ContentId, Document, DocumentId, Library};
use pincite_library::{escaped, escaped_name, escaped_path};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The documents of a library, and who is told of them.
pub(crate) struct Listing {
    pub(crate) library: Library,
    pub(crate) events: Events,
    pub(crate) readers: Readers,
    pub(crate) pending_removals: PendingRemovals,
    pub(crate) originals: Originals,
}

impl Listing {
    /// A collection's documents in the order they were added, without those that are to be removed.
    pub(crate) async fn documents(&self, collection: CollectionId) -> Result<Vec<Document>, Error> {
        let mut documents = self.library.documents(collection).await?;
        documents.retain(|document| !self.pending_removals.contains(document.id));
        Ok(documents)
    }

    /// The contents of documents that are to be removed: they are stored, but nobody finds them any more.
    pub(crate) async fn pending_contents(&self, collection: CollectionId) -> Vec<ContentId> {
        let mut contents = Vec::new();
        for document in self.pending_removals.of(collection) {
            // A document without content is not searched anyway.
            contents.extend(self.library.content_of(document).await.ok());
        }
        contents
    }

    /// Lists files in a collection and queues a job for each. A document that was to be removed stays.
    pub(crate) async fn queue(
        &self,
        collection: CollectionId,
        paths: &[PathBuf],
        password: Option<String>,
    ) -> Result<Vec<DocumentView>, Error> {
        let listed = self.library.list_files(collection, paths).await?;
        let documents: BTreeSet<_> = listed.iter().map(|listed| listed.document).collect();
        let mut queued = Vec::with_capacity(documents.len());
        for document in documents {
            if let Some(password) = &password {
                self.readers.remember(document, password.clone());
            }
            self.pending_removals.keep(document);
            queued.push(self.announce(document).await?);
        }
        self.events.emit(Event::Collections);
        Ok(queued)
    }

    /// Tells everyone how far a document is now, unless it is to be removed.
    pub(crate) async fn announce(&self, document: DocumentId) -> Result<DocumentView, Error> {
        let document = view(self.library.document(document).await?);
        if !self.pending_removals.contains(document.id) {
            self.events.emit(Event::Document(document.clone()));
        }
        Ok(document)
    }

    /// Tells that a file that was read is another place of a document, and that the line it waited on is gone.
    pub(crate) async fn announce_duplicate(
        &self,
        path: &Path,
        merged: DocumentId,
        document: DocumentId,
    ) -> Result<(), Error> {
        // A copy of a document that is to be removed keeps it.
        self.pending_removals.keep(document);
        let document = view(self.library.document(document).await?);
        self.events.emit(Event::DocumentRemoved { collection: document.collection, document: merged });
        // A file that was moved has one place, as before.
        if self.places(document.id).await?.iter().any(|place| place != path) {
            self.events.emit(Event::Duplicate(duplicate(path, document)));
        }
        Ok(())
    }

    /// Where the document's file may be, the place where it was listed first in front.
    pub(crate) async fn places(&self, document: DocumentId) -> Result<Vec<PathBuf>, Error> {
        let sightings = self.library.sightings_of(document).await?;
        Ok(sightings.into_iter().map(|seen| seen.path).collect())
    }

    /// The first of a document's places where a file is.
    pub(crate) async fn file_of(&self, document: DocumentId) -> Result<PathBuf, Error> {
        let path = self.library.document(document).await?.path;
        for place in self.places(document).await? {
            let file = self.originals.file(&place).await?;
            if disk::exists(&file).await {
                return Ok(file);
            }
        }
        Err(Error::DocumentMissing { path })
    }

    /// Files at or below a path are gone: their documents stay searchable and say so; other places of theirs count.
    pub(crate) async fn miss(&self, collection: CollectionId, path: &Path) -> Result<(), Error> {
        for seen in self.library.sightings_below(collection, path).await? {
            if disk::exists(&seen.path).await {
                continue;
            }
            if self.file_of(seen.document).await.is_ok() {
                self.library.remove_path(collection, &seen.path).await?;
            } else {
                let missing = problem(&Error::DocumentMissing { path: seen.path });
                self.library.set_problem(seen.document, Some(&missing)).await?;
            }
            self.announce(seen.document).await?;
        }
        Ok(())
    }
}

/// Documents that are removed soon, unless someone takes the removal back.
#[derive(Default)]
pub(crate) struct PendingRemovals(Mutex<Pending>);

#[derive(Default)]
struct Pending {
    by_document: HashMap<DocumentId, PendingRemoval>,
    last: u64,
}

/// When a document is removed, brought back and removed again, the first time-out must not end the second wait.
#[derive(Clone, Copy)]
struct PendingRemoval {
    number: u64,
    collection: CollectionId,
}

impl PendingRemovals {
    pub(crate) fn contains(&self, document: DocumentId) -> bool {
        self.pending().by_document.contains_key(&document)
    }

    /// The documents that are to be removed from a collection.
    pub(crate) fn of(&self, collection: CollectionId) -> Vec<DocumentId> {
        let pending = self.pending();
        let of_it = pending.by_document.iter().filter(|(_, removal)| removal.collection == collection);
        of_it.map(|(document, _)| *document).collect()
    }

    /// How many documents are to be removed from a collection.
    pub(crate) fn count(&self, collection: CollectionId) -> u32 {
        self.pending().by_document.values().filter(|removal| removal.collection == collection).count() as u32
    }

    /// Whether it was to be removed; it is not any more.
    pub(crate) fn keep(&self, document: DocumentId) -> bool {
        self.pending().by_document.remove(&document).is_some()
    }

    /// The number of this removal.
    pub(crate) fn begin(&self, documents: &[Document]) -> u64 {
        let mut pending = self.pending();
        pending.last += 1;
        let number = pending.last;
        let removals = documents.iter().map(|it| (it.id, PendingRemoval { number, collection: it.collection }));
        pending.by_document.extend(removals);
        number
    }

    /// Documents whose time is over: those of one removal, or with `None` all.
    pub(crate) fn due(&self, number: Option<u64>) -> Vec<DocumentId> {
        let is_due = |removal: &PendingRemoval| number.is_none_or(|number| removal.number == number);
        let pending = self.pending();
        pending.by_document.iter().filter(|(_, removal)| is_due(removal)).map(|(id, _)| *id).collect()
    }

    fn pending(&self) -> MutexGuard<'_, Pending> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A document of the library as it is shown.
pub(crate) fn view(document: Document) -> DocumentView {
    DocumentView {
        id: document.id,
        collection: document.collection,
        name: document.display_name(),
        file: escaped_name(&document.path),
        path: escaped_path(&document.path),
        hash: document.hash.unwrap_or_default(),
        title: document.title.as_deref().map(escaped),
        language: document
            .language
            .filter(|language| *language != Language::Undetermined)
            .map(|it| it.code().to_owned()),
        tags: document.tags.iter().map(|tag| escaped(tag)).collect(),
        pages: document.pages,
        passages: document.passages,
        status: match document.status {
            library::Status::Waiting => Status::Waiting,
            library::Status::Ready => Status::Ready,
            library::Status::Partly => Status::Partly,
            library::Status::Failed => Status::Failed,
        },
        problem: document.problem.map(|problem| named(problem.into(), Some(&document.path))),
        skipped: document.skipped.into_iter().map(skipped).collect(),
        recognition: recognition(document.recognition),
        added_at: document.added_at,
    }
}

/// Nothing to tell where no page was recognised, nor will be.
fn recognition(of: library::Recognition) -> Option<Recognition> {
    let library::Recognition { pages, confidence, unfinished } = of;
    (pages > 0 || unfinished).then_some(Recognition { pages, confidence, unfinished })
}

fn skipped(page: library::SkippedPage) -> SkippedPage {
    SkippedPage { page: page.page, label: page.label, problem: page.problem.into() }
}

/// A file that is another place of a document.
pub(crate) fn duplicate(path: &Path, document: DocumentView) -> Duplicate {
    Duplicate { path: escaped_path(path), file: escaped_name(path), document }
}
