//! From a person's files to searchable documents; collections and documents are listed, named, watched and removed here.
//! Not for deleting files, which nothing here does.
//!
//! A file's way: [`Engine::add`] lists it (`adding`, `listing`; in a shared library it goes to the `originals`), and a job is
//! queued. `ingest` reads it from the `disk`, splits it (`splitting`), and stores it with its `vectors`. People can say which of
//! the `languages` it is in. Later `scans` recognises pages that are pictures. In watched folders `watching` sees what changes.

mod adding;
mod disk;
mod encrypting;
mod ingest;
mod languages;
mod listing;
mod originals;
mod scans;
mod shared_store;
mod splitting;
mod tables;
mod vectors;
mod watching;

pub use adding::{Adding, samples};
pub(crate) use disk::{Readers, SourceFile, Stat, exists, hash, stat};
pub(crate) use ingest::Ingest;
use languages::analyse_in;
pub use languages::languages;
pub(crate) use listing::{Listing, PendingRemovals, view};
pub(crate) use originals::{Originals, shared_place};
pub(crate) use scans::Scans;
pub(crate) use shared_store::SharedStore;
pub use splitting::SPLITTING;
pub(crate) use tables::MissingTables;
pub(crate) use vectors::MissingVectors;
pub(crate) use watching::Watching;

use crate::{Engine, Error};
use pincite_api::{CollectionView, DocumentView, Event};
use pincite_language::Language;
use pincite_library::{Collection, CollectionId, Document, DocumentId, WatchedFolder, escaped_path};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a document can be brought back: longer than the window offers it.
const TO_RESTORE: Duration = Duration::from_secs(15);

impl Engine {
    /// All collections, by name.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn collections(&self) -> Result<Vec<CollectionView>, Error> {
        let watched = self.0.library.watched_folders().await?;
        let mut views = Vec::new();
        for collection in self.0.library.collections().await? {
            views.push(self.viewed(collection, &watched).await?);
        }
        Ok(views)
    }

    /// A collection as it is shown. Documents that are to be removed do not count.
    async fn viewed(&self, collection: Collection, watched: &[WatchedFolder]) -> Result<CollectionView, Error> {
        let Collection { id, name, documents, passages, .. } = collection;
        let active = self.0.library.active_generation(id).await?;
        let of_it = watched.iter().filter(|folder| folder.collection == id);
        Ok(CollectionView {
            id,
            name,
            documents: documents.saturating_sub(self.0.listing.pending_removals.count(id)),
            passages,
            watched: of_it.map(|folder| escaped_path(&folder.path)).collect(),
            encoder: active.map(|active| active.untuned().to_owned()),
        })
    }

    /// Makes an empty collection.
    ///
    /// # Errors
    /// [`Error::Library`] if the name is empty or taken.
    pub async fn create_collection(&self, name: &str) -> Result<CollectionView, Error> {
        let collection = self.0.library.create_collection(name).await?;
        self.0.events.emit(Event::Collections);
        self.viewed(collection, &[]).await
    }

    /// The collection of this name, made if there is none: also by another program at the same moment.
    ///
    /// # Errors
    /// [`Error::Library`] if the name is empty.
    pub async fn collection_or_new(&self, name: &str) -> Result<CollectionView, Error> {
        let collection = self.0.library.collection_or_new(name).await?;
        self.0.events.emit(Event::Collections);
        let watched = self.0.library.watched_folders().await?;
        self.viewed(collection, &watched).await
    }

    /// Gives a collection another name.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there, or the name is empty or taken.
    pub async fn rename_collection(&self, collection: CollectionId, name: &str) -> Result<(), Error> {
        self.0.library.rename_collection(collection, name).await?;
        self.0.events.emit(Event::Collections);
        Ok(())
    }

    /// Deletes a collection and whatever only it holds. Users' files are not touched.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn delete_collection(&self, collection: CollectionId) -> Result<(), Error> {
        for folder in self.0.library.watched_folders().await?.iter().filter(|folder| folder.collection == collection) {
            self.0.watching.forget(collection, &folder.path);
        }
        let files = self.adapt().files_of(collection).await?;
        self.0.library.delete_collection(collection).await?;
        self.adapt().remove_files(files).await;
        self.0.indexes.forget(collection);
        self.0.events.emit(Event::Collections);
        Ok(())
    }

    /// A collection's documents in the order they were added.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn documents(&self, collection: CollectionId) -> Result<Vec<DocumentView>, Error> {
        Ok(self.0.listing.documents(collection).await?.into_iter().map(listing::view).collect())
    }

    /// The first of a document's places where a file is.
    ///
    /// # Errors
    /// [`Error::DocumentMissing`]; [`Error::Library`] if the document is not there.
    pub async fn file_of(&self, document: DocumentId) -> Result<PathBuf, Error> {
        self.0.listing.file_of(document).await
    }

    /// Says which language a document is in, by its code ("de", or "und" for none). Its words are analysed again, in all
    /// collections that have it.
    ///
    /// # Errors
    /// [`Error::NoLanguage`] for another code; [`Error::Library`] for a document that is not ready.
    pub async fn set_language(&self, document: DocumentId, code: &str) -> Result<DocumentView, Error> {
        let language = Language::of_code(code).ok_or_else(|| Error::NoLanguage { code: code.to_owned() })?;
        let library = &self.0.library;
        let content = library.content_of(document).await?;
        let collection = library.document(document).await?.collection;
        analyse_in(library, collection, content, Some(language)).await?;
        self.0.listing.announce(document).await
    }

    /// Gives a document another name, in lists and in citations. An empty one takes the given name back.
    ///
    /// # Errors
    /// [`Error::Library`] if the document is not there.
    pub async fn rename(&self, document: DocumentId, name: &str) -> Result<DocumentView, Error> {
        self.0.library.rename_document(document, name).await?;
        self.0.listing.announce(document).await
    }

    /// Puts a tag on a document.
    ///
    /// # Errors
    /// [`Error::Library`] if the document is not there, or the tag is empty.
    pub async fn tag(&self, document: DocumentId, tag: &str) -> Result<DocumentView, Error> {
        self.0.library.add_tag(document, tag).await?;
        self.0.listing.announce(document).await
    }

    /// Takes a tag off a document, if it is there.
    ///
    /// # Errors
    /// [`Error::Library`] if the document is not there.
    pub async fn untag(&self, document: DocumentId, tag: &str) -> Result<DocumentView, Error> {
        self.0.library.remove_tag(document, tag).await?;
        self.0.listing.announce(document).await
    }

    /// Watches a folder for a collection, now and whenever the app runs: what is in it is added, and what comes later.
    ///
    /// # Errors
    /// [`Error::Unwatchable`], [`Error::Library`].
    pub async fn watch(&self, collection: CollectionId, folder: &Path) -> Result<(), Error> {
        self.0.watching.watch(collection, folder).await
    }

    /// Stops watching a folder, given by its path or as the list of watched folders shows it. What was added from it
    /// stays.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn unwatch(&self, collection: CollectionId, folder: &Path) -> Result<(), Error> {
        self.0.watching.unwatch(collection, folder).await
    }

    /// Takes a document out of its collection. The file is not touched.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn remove(&self, document: DocumentId) -> Result<(), Error> {
        let was = self.0.library.remove_document(document).await?;
        self.0.listing.pending_removals.keep(document);
        self.0.viewers.close(document).await;
        self.0.events.emit(Event::DocumentRemoved { collection: was.collection, document });
        self.0.events.emit(Event::Collections);
        Ok(())
    }

    /// Takes documents out of their collections. For 15 seconds [`Engine::restore`] brings them back.
    ///
    /// # Errors
    /// [`Error::Library`] if one is not there; then none is removed.
    pub async fn remove_soon(&self, documents: &[DocumentId]) -> Result<(), Error> {
        let mut removed = Vec::with_capacity(documents.len());
        for document in documents {
            removed.push(self.0.library.document(*document).await?);
        }
        let number = self.0.listing.pending_removals.begin(&removed);
        for Document { id, collection, .. } in removed {
            self.0.viewers.close(id).await;
            self.0.events.emit(Event::DocumentRemoved { collection, document: id });
        }
        self.0.events.emit(Event::Collections);
        tokio::spawn(self.clone().remove_later(number));
        Ok(())
    }

    /// Takes removals back: the documents are as they were. Returns those it could bring back.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn restore(&self, documents: &[DocumentId]) -> Result<Vec<DocumentView>, Error> {
        let mut restored = Vec::with_capacity(documents.len());
        for document in documents.iter().filter(|document| self.0.listing.pending_removals.keep(**document)) {
            restored.push(self.0.listing.announce(*document).await?);
        }
        self.0.events.emit(Event::Collections);
        Ok(restored)
    }

    async fn remove_later(self, number: u64) {
        let closing = self.0.queue.closing.clone();
        if closing.run_until_cancelled(tokio::time::sleep(TO_RESTORE)).await.is_some() {
            self.remove_due(Some(number)).await;
        }
    }

    /// Carries out pending removals, when their time is over or the engine closes.
    pub(crate) async fn remove_due(&self, number: Option<u64>) {
        for document in self.0.listing.pending_removals.due(number) {
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
    use crate::Adding;
    use crate::engine::tests::opened;

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
        let engine = opened(&folder.path().join("home")).await;
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
    async fn closing_carries_out_pending_removals() {
        let folder = tempfile::tempdir().unwrap();
        let engine = opened(&folder.path().join("home")).await;
        let (collection, ids) = added(&engine, folder.path()).await;
        engine.remove_soon(&ids[..1]).await.unwrap();
        engine.close().await;
        assert_eq!(listed(&opened(&folder.path().join("home")).await, collection).await, ids[1..]);
    }

    #[tokio::test]
    async fn the_time_of_an_earlier_removal_does_not_end_a_later_one() {
        let folder = tempfile::tempdir().unwrap();
        let engine = opened(&folder.path().join("home")).await;
        let (_, ids) = added(&engine, folder.path()).await;
        engine.remove_soon(&ids).await.unwrap();
        engine.restore(&ids).await.unwrap();
        engine.remove_soon(&ids[..1]).await.unwrap();
        engine.remove_due(Some(1)).await;
        assert_eq!(engine.restore(&ids[..1]).await.unwrap().len(), 1, "it was still stored");
    }
}
