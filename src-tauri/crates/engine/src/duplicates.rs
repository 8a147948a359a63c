//! Files whose bytes a collection has already: found before they are queued, or while they are read. Not for sharing
//! content between collections, which the library does.

use crate::documents::view;
use crate::files::{self, Stat};
use crate::{Engine, Error};
use pincite_api::{DocumentView, Duplicate, Event, Status};
use pincite_library::{
    CollectionId, Document, DocumentId, FileVersion, Sighting, Status as Stored, escaped_name, escaped_path,
};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Files to add, sorted by whether the collection has them.
#[derive(Default)]
pub(crate) struct Sorted {
    /// Files to read: new ones, and listed ones, to see whether they changed.
    pub(crate) to_read: Vec<PathBuf>,
    /// Files that the collection has, listed or not.
    pub(crate) here: Vec<Duplicate>,
}

/// What a collection has.
struct Known {
    by_path: HashMap<PathBuf, Sighting>,
    documents: HashMap<DocumentId, Document>,
}

impl Known {
    /// The document listed at this path, if its file has not changed since, and it did not fail.
    fn listed(&self, path: &Path, stat: Stat) -> Option<&Document> {
        let seen = self.by_path.get(path)?;
        let changed =
            seen.bytes.is_some() && (seen.bytes, seen.modified_ms) != (Some(stat.bytes), Some(stat.modified_ms));
        self.documents.get(&seen.document).filter(|document| !changed && document.status != Stored::Failed)
    }

    /// Searchable documents without a problem whose file has this size: only these are worth comparing.
    fn of_size(&self, bytes: u64) -> Vec<&Document> {
        let same = self.by_path.values().filter(|seen| seen.bytes == Some(bytes));
        let documents = same.filter_map(|seen| self.documents.get(&seen.document));
        documents.filter(|document| document.problem.is_none() && document.hash.is_some()).collect()
    }
}

impl Engine {
    /// Sorts files to add. A copy of a document is noted as another place of it and not read.
    pub(crate) async fn sort_known(&self, collection: CollectionId, paths: Vec<PathBuf>) -> Result<Sorted, Error> {
        let sightings = self.0.library.sightings(collection).await?.into_iter();
        let documents = self.0.library.documents(collection).await?.into_iter();
        let documents = documents.filter(|document| !self.0.leaving.contains(document.id));
        let known = Known {
            by_path: sightings.map(|seen| (seen.path.clone(), seen)).collect(),
            documents: documents.map(|document| (document.id, document)).collect(),
        };
        let mut sorted = Sorted::default();
        for path in paths {
            let Ok(stat) = files::stat(&path) else {
                sorted.to_read.push(path);
                continue;
            };
            if let Some(document) = known.listed(&path, stat) {
                sorted.here.push(duplicate(&path, view(document.clone())));
                sorted.to_read.push(path);
            } else if let Some(document) = self.twin(&known, &path, stat).await {
                let seen = FileVersion { path: &path, bytes: stat.bytes, modified_ms: stat.modified_ms };
                self.0.library.add_sighting(document, &seen).await?;
                sorted.here.push(duplicate(&path, self.announce(document.id).await?));
            } else {
                sorted.to_read.push(path);
            }
        }
        Ok(sorted)
    }

    /// The document with the bytes of a file that is listed nowhere. What cannot be read is left to the job that reads it.
    async fn twin<'k>(&self, known: &'k Known, path: &Path, stat: Stat) -> Option<&'k Document> {
        let candidates = known.of_size(stat.bytes);
        if known.by_path.contains_key(path) || candidates.is_empty() {
            return None;
        }
        let hashed = path.to_owned();
        let hash = tokio::task::spawn_blocking(move || files::hash(&hashed)).await.ok()?.ok()?.to_string();
        candidates.into_iter().find(|document| document.hash.as_ref() == Some(&hash))
    }

    /// Tells that a file that was read is another place of a document, and that the line it waited on is gone.
    pub(crate) async fn announce_duplicate(
        &self,
        path: &Path,
        merged: DocumentId,
        document: DocumentId,
    ) -> Result<(), Error> {
        let document = view(self.0.library.document(document).await?);
        self.0.emit(Event::DocumentRemoved { collection: document.collection, document: merged });
        let sightings = self.0.library.sightings(document.collection).await?;
        // A file that was moved has one place, as before.
        if sightings.iter().any(|seen| seen.document == document.id && seen.path != path) {
            self.0.emit(Event::Duplicate(duplicate(path, document)));
        }
        Ok(())
    }

    /// Which of the documents that were queued turned out to be copies of others.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn duplicates(&self, collection: CollectionId, queued: &[DocumentView]) -> Result<Vec<Duplicate>, Error> {
        let documents: HashMap<_, _> = self.documents(collection).await?.into_iter().map(|it| (it.id, it)).collect();
        let gone =
            queued.iter().filter(|queued| queued.status == Status::Waiting && !documents.contains_key(&queued.id));
        let gone: HashSet<_> = gone.map(|document| document.path.as_str()).collect();
        let sightings = self.0.library.sightings(collection).await?.into_iter();
        let copies = sightings.filter(|seen| gone.contains(escaped_path(&seen.path).as_str()));
        Ok(copies.filter_map(|seen| Some(duplicate(&seen.path, documents.get(&seen.document)?.clone()))).collect())
    }
}

fn duplicate(path: &Path, document: DocumentView) -> Duplicate {
    Duplicate { path: escaped_path(path), file: escaped_name(path), document }
}
