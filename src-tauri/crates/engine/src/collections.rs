//! Collections: made, listed, renamed, deleted. Not for what is in them.

use crate::{Engine, Error};
use pincite_api::{CollectionView, Event};
use pincite_library::{Collection, CollectionId, WatchedFolder, escaped_path};

impl Engine {
    /// All collections, by name.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn collections(&self) -> Result<Vec<CollectionView>, Error> {
        let watched = self.0.library.watched_folders().await?;
        let collections = self.0.library.collections().await?;
        Ok(collections.into_iter().map(|collection| self.without_leaving(view(collection, &watched))).collect())
    }

    /// Documents that are leaving do not count.
    fn without_leaving(&self, collection: CollectionView) -> CollectionView {
        let documents = collection.documents.saturating_sub(self.0.leaving.count(collection.id));
        CollectionView { documents, ..collection }
    }

    /// Makes an empty collection.
    ///
    /// # Errors
    /// [`Error::Library`] if the name is empty or taken.
    pub async fn create_collection(&self, name: &str) -> Result<CollectionView, Error> {
        let collection = self.0.library.create_collection(name).await?;
        self.0.emit(Event::Collections);
        Ok(view(collection, &[]))
    }

    /// Gives a collection another name.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there, or the name is empty or taken.
    pub async fn rename_collection(&self, collection: CollectionId, name: &str) -> Result<(), Error> {
        self.0.library.rename_collection(collection, name).await?;
        self.0.emit(Event::Collections);
        Ok(())
    }

    /// Deletes a collection and whatever only it holds. Users' files are not touched.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn delete_collection(&self, collection: CollectionId) -> Result<(), Error> {
        for folder in self.0.library.watched_folders().await?.iter().filter(|folder| folder.collection == collection) {
            self.0.watches.remove(collection, &folder.path);
        }
        let files = self.adapt().files_of(collection).await?;
        self.0.library.delete_collection(collection).await?;
        self.adapt().remove_files(files).await;
        self.0.indexes.forget(collection);
        self.0.emit(Event::Collections);
        Ok(())
    }
}

fn view(collection: Collection, watched: &[WatchedFolder]) -> CollectionView {
    let of_it = watched.iter().filter(|folder| folder.collection == collection.id);
    CollectionView {
        id: collection.id,
        name: collection.name,
        documents: collection.documents,
        passages: collection.passages,
        watched: of_it.map(|folder| escaped_path(&folder.path)).collect(),
    }
}
