//! Assigns a listed file to the entry of its content, once its bytes are known. Not for storing content (`storing`).

use crate::error::At;
use crate::paths::path_text;
use crate::{CollectionId, ContentHash, DocumentId, EntryId, Error, Library, Result};
use sqlx::SqliteConnection;
use std::path::Path;

/// A file at the time of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileVersion<'a> {
    /// Its path.
    pub path: &'a Path,
    /// Size in bytes.
    pub bytes: u64,
    /// Modification time in Unix milliseconds.
    pub modified_ms: i64,
}

/// The result of assigning a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The file's entry. It differs from the given one in two cases: the collection already had these bytes, or other
    /// paths of the given entry still have the former bytes.
    pub entry: EntryId,
    /// Its document.
    pub document: DocumentId,
    /// The given entry, if it was merged into `entry`.
    pub merged: Option<EntryId>,
    /// The document that left the collection, because the file's bytes changed.
    pub replaced: Option<DocumentId>,
}

/// Collection and document of an entry.
struct Assignment {
    collection: CollectionId,
    document: Option<DocumentId>,
}

impl Library {
    /// Assigns the stored document with these bytes to an entry, and copies its vectors from other collections with the
    /// same encoders. Returns `None` and changes nothing if these bytes are not stored, or were split by another recipe
    /// (see [`crate::NewDocument::recipe`]).
    ///
    /// # Errors
    /// [`Error::NoEntry`].
    pub async fn adopt(
        &self,
        entry: EntryId,
        seen: &FileVersion<'_>,
        hash: ContentHash,
        recipe: &str,
    ) -> Result<Option<Placement>> {
        let mut tx = self.write().await?;
        let hash = hash.to_string();
        let stored = sqlx::query_scalar!(
            r#"SELECT id AS "id!: DocumentId" FROM document WHERE hash = ? AND recipe = ?"#,
            hash,
            recipe
        );
        let Some(document) = stored.fetch_optional(&mut *tx).await.at(self)? else { return Ok(None) };
        let placed = self.place(&mut tx, entry, seen, document).await?;
        tx.commit().await.at(self)?;
        Ok(Some(placed))
    }

    /// Assigns the file to the entry of `document` in its collection.
    pub(crate) async fn place(
        &self,
        tx: &mut SqliteConnection,
        entry: EntryId,
        seen: &FileVersion<'_>,
        document: DocumentId,
    ) -> Result<Placement> {
        let path = path_text(seen.path)?;
        let Assignment { collection, document: former } = self.assignment(tx, entry).await?;
        let target = self.entry_of_content(tx, collection, entry, path, document).await?;
        self.record_path(tx, collection, target, seen).await?;
        sqlx::query!("UPDATE job SET entry = ? WHERE entry = ? AND path = ?", target, entry, path)
            .execute(&mut *tx)
            .await
            .at(self)?;
        let merged = target != entry && self.delete_if_unlisted(tx, entry).await?;
        self.copy_vectors(tx, collection, document).await?;
        self.put_questions_back(tx, document).await?;
        let replaced = match former {
            Some(former) if former != document && !self.is_listed(tx, collection, former).await? => Some(former),
            _ => None,
        };
        Ok(Placement { entry: target, document, merged: merged.then_some(entry), replaced })
    }

    async fn assignment(&self, tx: &mut SqliteConnection, entry: EntryId) -> Result<Assignment> {
        let row = sqlx::query_as!(
            Assignment,
            r#"SELECT collection AS "collection!: CollectionId", document AS "document: DocumentId"
            FROM entry WHERE id = ?"#,
            entry
        );
        row.fetch_optional(&mut *tx).await.at(self)?.ok_or(Error::NoEntry(entry))
    }

    /// The entry for `document` in this collection: the existing one, or the given one if no other path has the former
    /// bytes, or a new one. Its problem is cleared.
    async fn entry_of_content(
        &self,
        tx: &mut SqliteConnection,
        collection: CollectionId,
        entry: EntryId,
        path: &str,
        document: DocumentId,
    ) -> Result<EntryId> {
        let update = sqlx::query_scalar!(
            r#"UPDATE entry SET document = ?1, problem_code = NULL, problem_message = NULL
            WHERE id = coalesce(
                (SELECT id FROM entry WHERE collection = ?2 AND document = ?1),
                iif(EXISTS (SELECT 1 FROM sighting WHERE entry = ?3 AND path <> ?4), NULL, ?3))
            RETURNING id AS "id!: EntryId""#,
            document,
            collection,
            entry,
            path
        );
        if let Some(target) = update.fetch_optional(&mut *tx).await.at(self)? {
            return Ok(target);
        }
        let insert = sqlx::query_scalar!(
            r#"INSERT INTO entry (collection, document) VALUES (?, ?) RETURNING id AS "id!: EntryId""#,
            collection,
            document
        );
        insert.fetch_one(&mut *tx).await.at(self)
    }

    async fn record_path(
        &self,
        tx: &mut SqliteConnection,
        collection: CollectionId,
        entry: EntryId,
        seen: &FileVersion<'_>,
    ) -> Result<()> {
        let path = path_text(seen.path)?;
        let bytes = i64::try_from(seen.bytes).unwrap_or(i64::MAX);
        let upsert = sqlx::query!(
            "INSERT INTO sighting (collection, entry, path, bytes, modified_ms) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET entry = excluded.entry, bytes = excluded.bytes,
                modified_ms = excluded.modified_ms, seen_at = unixepoch()",
            collection,
            entry,
            path,
            bytes,
            seen.modified_ms
        );
        upsert.execute(&mut *tx).await.at(self)?;
        Ok(())
    }

    async fn is_listed(
        &self,
        tx: &mut SqliteConnection,
        collection: CollectionId,
        document: DocumentId,
    ) -> Result<bool> {
        let count = sqlx::query_scalar!(
            "SELECT count(*) FROM entry WHERE collection = ? AND document = ?",
            collection,
            document
        );
        Ok(count.fetch_one(&mut *tx).await.at(self)? > 0)
    }
}
