//! Watched folders: what a settled change means to a collection. Not for seeing changes: `watch` does.
//!
//! A new file, or one with new bytes, is added. A file that is gone stays searchable, since a document shown as ready
//! must not vanish by itself; its line says that its pages cannot be shown until it is back. A renamed file is the same
//! document at another place.

use crate::documents::problem;
use crate::files;
use crate::watch::Change;
use crate::{Engine, Error};
use pincite_api::Event;
use pincite_library::{CollectionId, Sighting, escaped_path};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;
use tokio::sync::mpsc::UnboundedReceiver;

impl Engine {
    /// Watches a folder for a collection, now and whenever the app runs: what is in it is added, and what comes later.
    ///
    /// # Errors
    /// [`Error::Unwatchable`], [`Error::Library`].
    pub async fn watch(&self, collection: CollectionId, folder: &Path) -> Result<(), Error> {
        let folder = absolute(folder)?;
        self.0.watches.add(collection, &folder)?;
        self.0.library.watch_folder(collection, &folder).await?;
        self.0.emit(Event::Collections);
        self.catch_up(collection, &folder).await
    }

    /// Stops watching a folder, given by its path or as the list of watched folders shows it. What was added from it
    /// stays.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn unwatch(&self, collection: CollectionId, folder: &Path) -> Result<(), Error> {
        let name = escaped_path(folder);
        let listed = self.0.library.watched_folders().await?.into_iter();
        let listed = listed.filter(|it| it.collection == collection).map(|it| it.path);
        let folder = listed.into_iter().find(|path| escaped_path(path) == name).map_or_else(|| absolute(folder), Ok)?;
        self.0.watches.remove(collection, &folder);
        self.0.library.unwatch_folder(collection, &folder).await?;
        self.0.emit(Event::Collections);
        Ok(())
    }

    /// Takes up the watched folders of every collection, with what happened in them while nobody watched.
    pub(crate) async fn follow_watched_folders(&self) -> Result<(), Error> {
        let changes = self.0.changes.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(changes) = changes {
            tokio::spawn(self.clone().follow(changes));
        }
        for watched in self.0.library.watched_folders().await? {
            match self.0.watches.add(watched.collection, &watched.path) {
                Ok(()) => self.catch_up(watched.collection, &watched.path).await?,
                Err(error) => self.0.notice(&error),
            }
        }
        Ok(())
    }

    async fn follow(self, mut changes: UnboundedReceiver<Change>) {
        while let Some(change) = changes.recv().await {
            let followed = match change {
                Change::Settled(collection, path) => self.take_in(collection, vec![path]).await,
                Change::Gone(collection, path) => self.miss(collection, &path).await,
            };
            if let Err(error) = followed {
                self.0.notice(&error);
            }
        }
    }

    /// Compares a folder with what the collection knows of it.
    async fn catch_up(&self, collection: CollectionId, folder: &Path) -> Result<(), Error> {
        let walked = folder.to_owned();
        let found = tokio::task::spawn_blocking(move || files::find(&[walked])).await;
        let found = found.map_err(|_| Error::Stopped { what: format!("Looking into {}", folder.display()) })?;
        found.refused.iter().for_each(|(_, error)| self.0.notice(error));
        self.take_in(collection, found.pdfs).await?;
        self.miss(collection, folder).await
    }

    /// Queues the files that are new or look changed.
    async fn take_in(&self, collection: CollectionId, paths: Vec<PathBuf>) -> Result<(), Error> {
        let known: HashMap<_, _> =
            self.0.library.sightings(collection).await?.into_iter().map(|seen| (seen.path.clone(), seen)).collect();
        let missed = self.missed(collection).await?;
        let is_new = |path: &PathBuf| missed.contains(path) || known.get(path).is_none_or(|seen| !looks_as(seen));
        let new: Vec<_> = paths.into_iter().filter(is_new).collect();
        if !new.is_empty() {
            self.queue(collection, &new, None).await?;
        }
        Ok(())
    }

    /// Paths of documents that were said to be missing.
    async fn missed(&self, collection: CollectionId) -> Result<Vec<PathBuf>, Error> {
        let code = Error::DocumentMissing { path: PathBuf::new() }.code();
        let documents = self.0.library.documents(collection).await?.into_iter();
        let missed = documents.filter(|document| document.problem.as_ref().is_some_and(|problem| problem.code == code));
        Ok(missed.map(|document| document.path).collect())
    }

    /// Files at or below a path are gone: their documents stay searchable and say so; other places of theirs count.
    pub(crate) async fn miss(&self, collection: CollectionId, path: &Path) -> Result<(), Error> {
        let sightings = self.0.library.sightings(collection).await?;
        let gone = sightings.iter().filter(|seen| seen.path.starts_with(path) && !seen.path.exists());
        for seen in gone {
            let elsewhere = |other: &&Sighting| other.document == seen.document && other.path.exists();
            if sightings.iter().any(|other| elsewhere(&other)) {
                self.0.library.remove_path(collection, &seen.path).await?;
            } else {
                let missing = problem(&Error::DocumentMissing { path: seen.path.clone() });
                self.0.library.set_problem(seen.document, Some(&missing)).await?;
            }
            self.announce(seen.document).await?;
        }
        Ok(())
    }
}

/// Whether the file looks as it did when it was read.
fn looks_as(seen: &Sighting) -> bool {
    files::stat(&seen.path).is_ok_and(|now| seen.bytes == Some(now.bytes) && seen.modified_ms == Some(now.modified_ms))
}

fn absolute(folder: &Path) -> Result<PathBuf, Error> {
    std::path::absolute(folder).map_err(|source| Error::Unreadable { path: folder.to_owned(), source })
}
