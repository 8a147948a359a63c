//! Adding files to a collection, and what became of them. Files whose bytes the collection has already are not read again.
//! Not for reading them, which jobs do (`ingest`).

use super::disk::{self, Found, Stat};
use super::listing::{duplicate, view};
use super::originals::is_shared;
use crate::error::blocking;
use crate::{Engine, Error};
use pincite_api::{Added, DocumentView, Duplicate, Problem, Refused, Status};
use pincite_library::{CollectionId, Document, DocumentId, Sighting, Status as Stored, escaped_name, escaped_path};
use pincite_models::sample_documents;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// What is to be added.
#[derive(Clone, Debug, Default)]
pub struct Adding {
    /// Files, and folders with everything below them.
    pub paths: Vec<PathBuf>,
    /// Password for encrypted ones; kept for this session only.
    pub password: Option<String>,
}

/// The sample documents that come with Pincite: two agreements and an annual report, of nobody real.
///
/// # Errors
/// [`Error::NoSamples`] if they are not installed.
pub fn samples() -> Result<Vec<PathBuf>, Error> {
    let paths = sample_documents();
    if paths.is_empty() { Err(Error::NoSamples) } else { Ok(paths) }
}

impl Engine {
    /// Lists files in a collection and queues a job for each; returns at once. What is there already, or cannot be added,
    /// is told, and the rest goes on. With a password every file is read.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn add(&self, collection: CollectionId, adding: Adding) -> Result<Added, Error> {
        let Adding { paths, password } = adding;
        let found = blocking("Looking for PDFs", move || disk::find(&paths)).await?;
        let found = self.shared(collection, found).await;
        let refused = found.refused.iter().map(|(path, error)| refusal(path, error)).collect();
        let sorted = match &password {
            None => self.sort_known(collection, found.pdfs).await?,
            Some(_) => Sorted { to_read: found.pdfs, here: Vec::new() },
        };
        let queued = self.0.listing.queue(collection, &sorted.to_read, password).await?;
        Ok(Added { queued, here: sorted.here, refused })
    }

    /// Adds the sample documents to a collection. They stay where they are installed.
    ///
    /// # Errors
    /// [`Error::NoSamples`], and those of [`Engine::add`].
    pub async fn add_samples(&self, collection: CollectionId) -> Result<Added, Error> {
        self.add(collection, Adding { paths: samples()?, password: None }).await
    }

    /// Reads a document again, with a password if one is given.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn retry(&self, document: DocumentId, password: Option<String>) -> Result<(), Error> {
        let document = self.0.library.document(document).await?;
        self.0.listing.queue(document.collection, std::slice::from_ref(&document.path), password).await?;
        Ok(())
    }

    /// Remembers, as long as the program runs, the password of a document: it is nowhere stored, and a document that is
    /// searchable needs it again to be shown.
    pub fn unlock(&self, document: DocumentId, password: String) {
        self.0.listing.readers.remember(document, password);
    }

    /// In a shared library, the places where all can read these files. What cannot be put there is refused.
    async fn shared(&self, collection: CollectionId, found: Found) -> Found {
        let Found { pdfs, mut refused } = found;
        let mut places = Vec::with_capacity(pdfs.len());
        for file in pdfs {
            match self.0.listing.originals.share(collection, &file).await {
                Ok(place) => places.push(place),
                Err(error) => refused.push((file, error)),
            }
        }
        Found { pdfs: places, refused }
    }

    /// Sorts files to add. A copy of a document is noted as another place of it and not read.
    async fn sort_known(&self, collection: CollectionId, paths: Vec<PathBuf>) -> Result<Sorted, Error> {
        let sightings = self.0.library.sightings(collection).await?.into_iter();
        let documents = self.0.listing.documents(collection).await?.into_iter();
        let known = Known {
            by_path: sightings.map(|seen| (seen.path.clone(), seen)).collect(),
            documents: documents.map(|document| (document.id, document)).collect(),
        };
        let mut sorted = Sorted::default();
        for path in paths {
            if is_shared(&path) {
                match known.searchable(&path) {
                    Some(document) => sorted.here.push(duplicate(&path, view(document.clone()))),
                    None => sorted.to_read.push(path),
                }
                continue;
            }
            let Ok(stat) = disk::stat(&path).await else {
                sorted.to_read.push(path);
                continue;
            };
            if let Some(document) = known.listed(&path, stat) {
                sorted.here.push(duplicate(&path, view(document.clone())));
                sorted.to_read.push(path);
            } else if let Some(document) = self.twin(&known, &path, stat).await {
                self.0.library.add_sighting(document, &disk::version(&path, stat)).await?;
                sorted.here.push(duplicate(&path, self.0.listing.announce(document.id).await?));
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
        let hash = disk::hash(path).await.ok()?.to_string();
        candidates.into_iter().find(|document| document.hash.as_ref() == Some(&hash))
    }

    /// What became of files that were added, once they are read. Each document comes once, also where two files turned out
    /// to be the same; one that turned out to be a copy is named.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn outcome(&self, collection: CollectionId, added: Added) -> Result<Added, Error> {
        let Added { queued, mut here, refused } = added;
        let queued: HashMap<_, _> = queued.iter().map(|document| (document.path.as_str(), document)).collect();
        let mut documents = self.documents(collection).await?;
        let mut wanted = HashSet::new();
        for seen in self.0.library.sightings(collection).await? {
            let Some(was) = queued.get(escaped_path(&seen.path).as_str()) else { continue };
            wanted.insert(seen.document);
            let is_gone = was.status == Status::Waiting && documents.iter().all(|document| document.id != was.id);
            if is_gone && let Some(document) = documents.iter().find(|document| document.id == seen.document) {
                here.push(duplicate(&seen.path, document.clone()));
            }
        }
        documents.retain(|document| wanted.contains(&document.id));
        Ok(Added { queued: documents, here, refused })
    }

    /// The document that a file is listed as, for each of these absolute paths that is listed. Files with the same bytes
    /// are one document.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn documents_at(
        &self,
        collection: CollectionId,
        paths: &[PathBuf],
    ) -> Result<HashMap<PathBuf, DocumentView>, Error> {
        let documents = self.documents(collection).await?.into_iter();
        let by_id: HashMap<_, _> = documents.map(|document| (document.id, document)).collect();
        let sightings = self.0.library.sightings(collection).await?.into_iter();
        let wanted = sightings.filter(|seen| paths.contains(&seen.path));
        Ok(wanted.filter_map(|seen| Some((seen.path, by_id.get(&seen.document)?.clone()))).collect())
    }
}

/// Files to add, sorted by whether the collection has them.
#[derive(Default)]
struct Sorted {
    /// Files to read: new ones, and listed ones, to see whether they changed.
    to_read: Vec<PathBuf>,
    /// Files that the collection has, listed or not.
    here: Vec<Duplicate>,
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

    /// The document listed at a place whose bytes never change, if it did not fail.
    fn searchable(&self, place: &Path) -> Option<&Document> {
        let document = self.documents.get(&self.by_path.get(place)?.document)?;
        (document.status != Stored::Failed).then_some(document)
    }

    /// Searchable documents without a problem whose file has this size: only these are worth comparing.
    fn of_size(&self, bytes: u64) -> Vec<&Document> {
        let same = self.by_path.values().filter(|seen| seen.bytes == Some(bytes));
        let documents = same.filter_map(|seen| self.documents.get(&seen.document));
        documents.filter(|document| document.problem.is_none() && document.hash.is_some()).collect()
    }
}

fn refusal(path: &Path, error: &Error) -> Refused {
    Refused { path: escaped_path(path), file: escaped_name(path), problem: Problem::from(error) }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::engine::tests::opened;
    use std::time::Duration;

    #[tokio::test]
    async fn a_queued_file_that_became_a_pipe_fails_and_does_not_hang() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lease.pdf");
        std::fs::write(&file, "x").unwrap();
        let engine = opened(&folder.path().join("home")).await;
        let collection = engine.create_collection("Documents").await.unwrap().id;
        let queued = engine.add(collection, Adding { paths: vec![file.clone()], password: None }).await.unwrap().queued;
        std::fs::remove_file(&file).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&file).status().unwrap().success());
        engine.work().await.unwrap();
        let waited = [queued[0].id];
        let settled = engine.wait_until_settled(&waited);
        tokio::time::timeout(Duration::from_secs(20), settled).await.expect("it does not wait for ever").unwrap();
        let document = engine.documents(collection).await.unwrap().remove(0);
        assert_eq!(document.status, Status::Failed);
        assert_eq!(document.problem.map(|problem| problem.code).as_deref(), Some("engine.not_a_file"));
    }

    #[tokio::test]
    async fn a_folder_with_a_misleading_name_is_listed_escaped_and_can_be_unwatched() {
        let folder = tempfile::tempdir().unwrap();
        let watched = folder.path().join("in\nbox\u{202e}");
        std::fs::create_dir(&watched).unwrap();
        let engine = opened(&folder.path().join("home")).await;
        let collection = engine.create_collection("Documents").await.unwrap().id;
        engine.watch(collection, &watched).await.unwrap();
        let listed = engine.collections().await.unwrap().remove(0).watched.remove(0);
        assert!(listed.ends_with(r"in\nbox\u{202e}"), "{listed}");
        engine.unwatch(collection, Path::new(&listed)).await.unwrap();
        assert!(engine.collections().await.unwrap()[0].watched.is_empty());
    }
}
