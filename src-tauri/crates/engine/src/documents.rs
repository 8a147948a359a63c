//! Documents of a collection: added, listed, tried again. Not for reading them, which jobs do (`work`), nor for removing
//! them (`removing`).

use crate::duplicates::Sorted;
use crate::{Engine, Error, files};
use pincite_api::{Added, DocumentView, Event, Problem, Recognition, Refused, SkippedPage, Status};
use pincite_library::{
    self as library, CollectionId, Document, DocumentId, JobId, escaped, escaped_name, escaped_path,
};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often the queue is looked at while waiting for it: another process may be working it off.
const LOOK: Duration = Duration::from_millis(100);

/// What is to be added.
#[derive(Clone, Debug, Default)]
pub struct Adding {
    /// Files, and folders with everything below them.
    pub paths: Vec<PathBuf>,
    /// Password for encrypted ones; kept for this session only.
    pub password: Option<String>,
}

impl Engine {
    /// A collection's documents in the order they were added.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn documents(&self, collection: CollectionId) -> Result<Vec<DocumentView>, Error> {
        let documents = self.0.library.documents(collection).await?;
        let stays = |document: &Document| !self.0.leaving.contains(document.id);
        Ok(documents.into_iter().filter(stays).map(view).collect())
    }

    /// Lists files in a collection and queues a job for each; returns at once. What is there already, or cannot be added,
    /// is told, and the rest goes on. With a password every file is read.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn add(&self, collection: CollectionId, adding: Adding) -> Result<Added, Error> {
        let found = tokio::task::spawn_blocking(move || (files::find(&adding.paths), adding.password)).await;
        let (found, password) = found.map_err(|_| Error::Stopped { what: "Looking for PDFs".to_owned() })?;
        let refused = found.refused.iter().map(|(path, error)| refusal(path, error)).collect();
        let sorted = match &password {
            None => self.sort_known(collection, found.pdfs).await?,
            Some(_) => Sorted { to_read: found.pdfs, here: Vec::new() },
        };
        let queued = self.queue(collection, &sorted.to_read, password).await?;
        Ok(Added { queued, here: sorted.here, refused })
    }

    pub(crate) async fn queue(
        &self,
        collection: CollectionId,
        paths: &[PathBuf],
        password: Option<String>,
    ) -> Result<Vec<DocumentView>, Error> {
        let listed = self.0.library.list_files(collection, paths).await?;
        let documents: BTreeSet<_> = listed.iter().map(|listed| listed.document).collect();
        let mut queued = Vec::with_capacity(documents.len());
        for document in documents {
            if let Some(password) = &password {
                self.0.remember_password(document, password.clone());
            }
            self.0.leaving.keep(document);
            queued.push(self.announce(document).await?);
        }
        self.0.emit(Event::Collections);
        self.0.queue.wake();
        Ok(queued)
    }

    /// Tells everyone how far a document is now, unless it is leaving.
    pub(crate) async fn announce(&self, document: DocumentId) -> Result<DocumentView, Error> {
        let document = view(self.0.library.document(document).await?);
        if !self.0.leaving.contains(document.id) {
            self.0.emit(Event::Document(document.clone()));
        }
        Ok(document)
    }

    /// The first of a document's places where a file is.
    ///
    /// # Errors
    /// [`Error::DocumentMissing`]; [`Error::Library`] if the document is not there.
    pub async fn file_of(&self, document: DocumentId) -> Result<PathBuf, Error> {
        let document = self.0.library.document(document).await?;
        let place = self.places(&document).await?.into_iter().find(|path| path.exists());
        place.ok_or(Error::DocumentMissing { path: document.path })
    }

    /// Reads a document again, with a password if one is given.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn retry(&self, document: DocumentId, password: Option<String>) -> Result<(), Error> {
        let document = self.0.library.document(document).await?;
        self.queue(document.collection, std::slice::from_ref(&document.path), password).await?;
        Ok(())
    }

    /// Remembers, as long as the program runs, the password of a document: it is nowhere stored, and a document that is
    /// searchable needs it again to be shown.
    pub fn unlock(&self, document: DocumentId, password: String) {
        self.0.remember_password(document, password);
    }

    /// Stops a job; what was searchable stays so.
    ///
    /// # Errors
    /// [`Error::Library`] if there is no such job.
    pub async fn cancel(&self, job: JobId) -> Result<(), Error> {
        let job = self.0.library.job(job).await?;
        let path = job.task.path().unwrap_or(Path::new("")).to_owned();
        let problem = problem(&Error::Cancelled { path });
        self.0.library.cancel_job(job.id, &problem).await?;
        self.0.queue.cancel(job.id);
        if let Some(document) = job.task.document() {
            self.announce(document).await?;
        }
        Ok(())
    }

    /// Waits until no job is left for these documents, whichever process does them.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn wait_until_settled(&self, documents: &[DocumentId]) -> Result<(), Error> {
        let waited: HashSet<_> = documents.iter().copied().collect();
        self.wait_while(|document| document.is_some_and(|document| waited.contains(&document))).await
    }

    /// Waits until no job is left at all.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn wait_until_idle(&self) -> Result<(), Error> {
        self.wait_while(|_| true).await
    }

    async fn wait_while(&self, concerns: impl Fn(Option<DocumentId>) -> bool) -> Result<(), Error> {
        while self.0.library.unfinished_jobs().await?.iter().any(|job| concerns(job.task.document())) {
            tokio::time::sleep(LOOK).await;
        }
        Ok(())
    }

    /// What became of documents that were queued: each once, also where two files turned out to be the same.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn outcome(&self, collection: CollectionId, queued: &[DocumentView]) -> Result<Vec<DocumentView>, Error> {
        let paths: HashSet<_> = queued.iter().map(|document| document.path.as_str()).collect();
        let sightings = self.0.library.sightings(collection).await?.into_iter();
        let at_paths = sightings.filter(|seen| paths.contains(escaped_path(&seen.path).as_str()));
        let wanted: HashSet<_> = at_paths.map(|seen| seen.document).collect();
        let documents = self.documents(collection).await?;
        Ok(documents.into_iter().filter(|document| wanted.contains(&document.id)).collect())
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

fn refusal(path: &Path, error: &Error) -> Refused {
    Refused { path: escaped_path(path), file: escaped_name(path), problem: Problem::from(error) }
}

/// An error as the library keeps it.
pub(crate) fn problem(error: &Error) -> library::Problem {
    library::Problem { code: error.code().to_owned(), message: escaped(&error.to_string()) }
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
        tags: document.tags.iter().map(|tag| escaped(tag)).collect(),
        pages: document.pages,
        passages: document.passages,
        status: match document.status {
            library::Status::Waiting => Status::Waiting,
            library::Status::Ready => Status::Ready,
            library::Status::Partly => Status::Partly,
            library::Status::Failed => Status::Failed,
        },
        problem: document.problem.map(Problem::from),
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::{Home, Options};
    use pincite_models::Device;
    use pincite_pdf::{Limits, Reader};

    async fn opened(folder: &Path) -> Result<Engine, Error> {
        let options = Options {
            home: Home::from(folder.join("home")),
            library: None,
            device: Device::Cpu,
            reader: Reader::new("nothing is read here".into(), Limits::default()),
            splitting: None,
        };
        Engine::open(options).await
    }

    #[tokio::test]
    async fn a_queued_file_that_became_a_pipe_fails_and_does_not_hang() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lease.pdf");
        std::fs::write(&file, "x").unwrap();
        let engine = opened(folder.path()).await.unwrap();
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
        let engine = opened(folder.path()).await.unwrap();
        let collection = engine.create_collection("Documents").await.unwrap().id;
        engine.watch(collection, &watched).await.unwrap();
        let listed = engine.collections().await.unwrap().remove(0).watched.remove(0);
        assert!(listed.ends_with(r"in\nbox\u{202e}"), "{listed}");
        engine.unwatch(collection, Path::new(&listed)).await.unwrap();
        assert!(engine.collections().await.unwrap()[0].watched.is_empty());
    }
}
