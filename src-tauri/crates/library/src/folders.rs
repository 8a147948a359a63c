//! Watched folders and their collections. Not for watching.

use crate::error::Context;
use crate::paths::path_text;
use crate::{CollectionId, Error, Library, Result};
use std::path::{Path, PathBuf};

/// A folder whose PDFs are added to a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedFolder {
    /// The collection.
    pub collection: CollectionId,
    /// The folder.
    pub path: PathBuf,
}

impl Library {
    /// Adds a watched folder. Adding it twice has no effect.
    ///
    /// # Errors
    /// [`Error::NoCollection`], [`Error::PathNotUnicode`].
    pub async fn watch_folder(&self, collection: CollectionId, path: &Path) -> Result<()> {
        let path = path_text(path)?;
        let mut tx = self.write().await?;
        let insert = sqlx::query!(
            "INSERT INTO watched_folder (collection, path) VALUES (?, ?) ON CONFLICT DO NOTHING",
            collection,
            path
        );
        insert.execute(&mut *tx).await.context_or(self, Error::NoCollection(collection))?;
        tx.commit().await.context(self)
    }

    /// Removes a watched folder; `false` if it was not watched. Its documents stay.
    pub async fn unwatch_folder(&self, collection: CollectionId, path: &Path) -> Result<bool> {
        let path = path_text(path)?;
        let mut tx = self.write().await?;
        let delete = sqlx::query!("DELETE FROM watched_folder WHERE collection = ? AND path = ?", collection, path);
        let deleted = delete.execute(&mut *tx).await.context(self)?.rows_affected();
        tx.commit().await.context(self)?;
        Ok(deleted > 0)
    }

    /// All watched folders, by collection and path.
    pub async fn watched_folders(&self) -> Result<Vec<WatchedFolder>> {
        let rows = sqlx::query!(
            r#"SELECT collection AS "collection!: CollectionId", path FROM watched_folder ORDER BY collection, path"#
        );
        let rows = rows.fetch_all(self.reader()).await.context(self)?;
        Ok(rows.into_iter().map(|row| WatchedFolder { collection: row.collection, path: row.path.into() }).collect())
    }
}
