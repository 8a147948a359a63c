//! Who may see a collection of a shared library: who made it, and its members. The server's policies enforce it. Its files lie
//! where all see them, so they are encrypted, and who sees the collection has the key.

use crate::error::Context;
use crate::store::{On, Writing};
use crate::{CollectionId, Error, Library, Result};
use std::fmt;

/// Who may see a collection.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Member {
    /// The name of a person, or of a group, on the server.
    pub name: String,
    /// Whether they made it. They stay.
    pub made_it: bool,
}

/// The key of the files of a collection.
#[derive(Clone, PartialEq, Eq)]
pub struct CollectionKey(pub [u8; 32]);

/// Without the key: it belongs into no log.
impl fmt::Debug for CollectionKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("CollectionKey")
    }
}

impl Library {
    /// The key of the files of a collection.
    ///
    /// # Errors
    /// [`Error::NotShared`], [`Error::NoCollection`].
    pub async fn collection_key(&self, collection: CollectionId) -> Result<CollectionKey> {
        let On::PostgresReader(pool) = self.reader() else { return Err(self.not_shared()) };
        let key = sqlx::query_scalar("SELECT key FROM collection WHERE id = $1").bind(collection);
        let key: Option<Vec<u8>> = key.fetch_optional(pool).await.context(self)?;
        let key = key.and_then(|key| key.try_into().ok()).ok_or(Error::NoCollection(collection))?;
        Ok(CollectionKey(key))
    }

    /// Who may see a collection, by name.
    ///
    /// # Errors
    /// [`Error::NotShared`], [`Error::NoCollection`].
    pub async fn members(&self, collection: CollectionId) -> Result<Vec<Member>> {
        let On::PostgresReader(pool) = self.reader() else { return Err(self.not_shared()) };
        let members = sqlx::query_as(
            "SELECT maker AS name, TRUE AS made_it FROM collection WHERE id = $1
            UNION ALL SELECT name, FALSE FROM member WHERE collection = $1 ORDER BY name",
        );
        let members: Vec<Member> = members.bind(collection).fetch_all(pool).await.context(self)?;
        if members.is_empty() { Err(Error::NoCollection(collection)) } else { Ok(members) }
    }

    /// Lets a person or a group see a collection.
    ///
    /// # Errors
    /// [`Error::NotShared`], [`Error::NoCollection`], [`Error::NoPerson`].
    pub async fn add_member(&self, collection: CollectionId, name: &str) -> Result<()> {
        self.members(collection).await?;
        let mut tx = self.write().await?;
        let insert = sqlx::query(
            "INSERT INTO member (collection, name) SELECT $1, rolname FROM pg_roles WHERE rolname = $2
            ON CONFLICT (collection, name) DO UPDATE SET name = excluded.name",
        );
        let added = insert.bind(collection).bind(name).execute(self.server_of(&mut tx)?).await.context(self)?;
        if added.rows_affected() == 0 {
            return Err(Error::NoPerson { name: name.to_owned() });
        }
        tx.commit().await.context(self)
    }

    /// Takes a collection out of the sight of a member.
    ///
    /// # Errors
    /// [`Error::NotShared`], [`Error::NoMember`].
    pub async fn remove_member(&self, collection: CollectionId, name: &str) -> Result<()> {
        let mut tx = self.write().await?;
        let delete = sqlx::query("DELETE FROM member WHERE collection = $1 AND name = $2").bind(collection).bind(name);
        let removed = delete.execute(self.server_of(&mut tx)?).await.context(self)?;
        if removed.rows_affected() == 0 {
            return Err(Error::NoMember { name: name.to_owned() });
        }
        tx.commit().await.context(self)
    }

    fn server_of<'t>(&self, tx: &'t mut Writing) -> Result<&'t mut sqlx::PgConnection> {
        match On::from(tx) {
            On::Postgres(connection) => Ok(connection),
            _ => Err(self.not_shared()),
        }
    }
}
