//! Collections: sets of documents that are searched together. And whether what a search has in memory of one changed since the
//! last look, by any process: triggers count it. Not for their contents.

use crate::error::Context;
use crate::store::{Writing, query, query_as, query_scalar};
use crate::{CollectionId, Error, Library, Result};

/// A collection with its numbers of documents and passages.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Collection {
    /// Its id.
    pub id: CollectionId,
    /// Its name. Two collections that one person sees can have the same one only if the other one was shared with them later.
    pub name: String,
    /// Number of documents, waiting and failed ones included.
    #[sqlx(try_from = "i64")]
    pub documents: u32,
    /// Number of searchable passages.
    #[sqlx(try_from = "i64")]
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
        if self.named(&mut tx, name).await?.is_some() {
            return Err(Error::NameTaken { name: name.to_owned() });
        }
        let id = self.insert_collection(&mut tx, name).await?;
        tx.commit().await.context(self)?;
        self.collection(id).await
    }

    /// The first collection of this name.
    async fn named(&self, tx: &mut Writing, name: &str) -> Result<Option<CollectionId>> {
        let id = query_scalar!(
            r#"SELECT id AS "id!: CollectionId" FROM collection WHERE name = $1 ORDER BY id LIMIT 1"#,
            name
        );
        id.fetch_optional(&mut *tx).await.context(self)
    }

    async fn insert_collection(&self, tx: &mut Writing, name: &str) -> Result<CollectionId> {
        let insert =
            query_scalar!(r#"INSERT INTO collection (name) VALUES ($1) RETURNING id AS "id!: CollectionId""#, name);
        insert.fetch_one(&mut *tx).await.context(self)
    }

    /// The collection of this name, created if there is none. Of several callers at the same time, one creates it and all get
    /// it. White space around the name is removed.
    ///
    /// # Errors
    /// [`Error::NameEmpty`].
    pub async fn collection_or_new(&self, name: &str) -> Result<Collection> {
        let name = checked_name(name)?;
        let mut tx = self.write().await?;
        let id = match self.named(&mut tx, name).await? {
            Some(id) => id,
            None => self.insert_collection(&mut tx, name).await?,
        };
        tx.commit().await.context(self)?;
        self.collection(id).await
    }

    /// All collections, by name.
    pub async fn collections(&self) -> Result<Vec<Collection>> {
        let rows = query_as!(
            Collection,
            r#"SELECT c.id AS "id!: CollectionId", c.name AS "name!", c.created_at AS "created_at!",
                count(d.id) AS "documents!: u32", CAST(coalesce(sum(stored.passage_count), 0) AS BIGINT) AS "passages!: u32"
            FROM collection c LEFT JOIN document d ON d.collection = c.id LEFT JOIN content AS stored ON stored.id = d.content
            GROUP BY c.id ORDER BY lower(c.name)"#
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
        if self.named(&mut tx, name).await?.is_some_and(|other| other != id) {
            return Err(Error::NameTaken { name: name.to_owned() });
        }
        let update = query!("UPDATE collection SET name = $1 WHERE id = $2", name, id);
        if update.execute(&mut tx).await.context(self)? == 0 {
            return Err(Error::NoCollection(id));
        }
        tx.commit().await.context(self)
    }

    /// Deletes a collection with its documents, generations, watched folders and jobs. Contents that no other collection
    /// lists are deleted too.
    ///
    /// # Errors
    /// [`Error::NoCollection`].
    pub async fn delete_collection(&self, id: CollectionId) -> Result<()> {
        self.change_some(query!("DELETE FROM collection WHERE id = $1", id), Error::NoCollection(id)).await
    }
}

fn checked_name(name: &str) -> Result<&str> {
    let name = name.trim();
    if name.is_empty() { Err(Error::NameEmpty) } else { Ok(name) }
}

/// A state of a collection's documents, vectors and active generation. Two equal values mean that nothing of these changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision(i64);

impl Library {
    /// The current state of a collection. One small query, however large it is.
    ///
    /// # Errors
    /// [`Error::NoCollection`].
    pub async fn revision(&self, collection: CollectionId) -> Result<Revision> {
        let revision = query_scalar!("SELECT revision FROM collection WHERE id = $1", collection);
        let revision = revision.fetch_optional(self.reader()).await.context(self)?;
        revision.map(Revision).ok_or(Error::NoCollection(collection))
    }
}
