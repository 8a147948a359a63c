//! Collections: sets of documents that are searched together. Not for their contents.

use crate::error::{Context, is_constraint};
use crate::{CollectionId, Error, Library, Result};

/// A collection with its numbers of documents and passages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    /// Its id.
    pub id: CollectionId,
    /// Its name; unique.
    pub name: String,
    /// Number of documents, waiting and failed ones included.
    pub documents: u32,
    /// Number of searchable passages.
    pub passages: u32,
    /// Creation time in Unix seconds.
    pub created_at: i64,
}

impl Library {
    /// Creates an empty collection. White space around the name is removed.
    ///
    /// # Errors
    /// [`Error::NameEmpty`], [`Error::NameTaken`].
    pub async fn create_collection(&self, name: &str) -> Result<Collection> {
        let name = checked_name(name)?;
        let mut tx = self.write().await?;
        let id = sqlx::query_scalar!("INSERT INTO collection (name) VALUES (?) RETURNING id", name);
        let id = id.fetch_one(&mut *tx).await.context(self).map_err(|error| name_taken(error, name))?;
        tx.commit().await.context(self)?;
        self.collection(CollectionId(id)).await
    }

    /// All collections, by name.
    pub async fn collections(&self) -> Result<Vec<Collection>> {
        let rows = sqlx::query_as!(
            Collection,
            r#"SELECT c.id AS "id!: CollectionId", c.name AS "name!", c.created_at AS "created_at!",
                count(d.id) AS "documents!: u32", coalesce(sum(stored.passage_count), 0) AS "passages!: u32"
            FROM collection c LEFT JOIN document d ON d.collection = c.id LEFT JOIN content AS stored ON stored.id = d.content
            GROUP BY c.id ORDER BY c.name COLLATE NOCASE"#
        );
        rows.fetch_all(self.reader()).await.context(self)
    }

    /// One collection.
    ///
    /// # Errors
    /// [`Error::NoCollection`].
    pub async fn collection(&self, id: CollectionId) -> Result<Collection> {
        let found = self.collections().await?.into_iter().find(|collection| collection.id == id);
        found.ok_or(Error::NoCollection(id))
    }

    /// Renames a collection.
    ///
    /// # Errors
    /// [`Error::NameEmpty`], [`Error::NameTaken`], [`Error::NoCollection`].
    pub async fn rename_collection(&self, id: CollectionId, name: &str) -> Result<()> {
        let name = checked_name(name)?;
        let mut tx = self.write().await?;
        let update = sqlx::query!("UPDATE collection SET name = ? WHERE id = ?", name, id).execute(&mut *tx).await;
        let changed = update.context(self).map_err(|error| name_taken(error, name))?.rows_affected();
        tx.commit().await.context(self)?;
        if changed == 0 { Err(Error::NoCollection(id)) } else { Ok(()) }
    }

    /// Deletes a collection with its documents, generations, watched folders and jobs. Contents that no other collection
    /// lists are deleted too.
    ///
    /// # Errors
    /// [`Error::NoCollection`].
    pub async fn delete_collection(&self, id: CollectionId) -> Result<()> {
        let mut tx = self.write().await?;
        let deleted = sqlx::query!("DELETE FROM collection WHERE id = ?", id).execute(&mut *tx).await.context(self)?;
        tx.commit().await.context(self)?;
        if deleted.rows_affected() == 0 { Err(Error::NoCollection(id)) } else { Ok(()) }
    }
}

fn checked_name(name: &str) -> Result<&str> {
    let name = name.trim();
    if name.is_empty() { Err(Error::NameEmpty) } else { Ok(name) }
}

fn name_taken(error: Error, name: &str) -> Error {
    let name = name.to_owned();
    if is_constraint(&error, |e| e.is_unique_violation()) { Error::NameTaken { name } } else { error }
}
