//! Placing: when the bytes of a listed file are known, it is placed under the right document. Not for storing content.

use crate::error::At;
use crate::paths::text;
use crate::{CollectionId, ContentHash, ContentId, DocumentId, Error, Library, Result};
use sqlx::SqliteConnection;
use std::path::Path;

/// A file when its bytes were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen<'a> {
    /// Its path.
    pub path: &'a Path,
    /// Size in bytes.
    pub bytes: u64,
    /// Time of last change in Unix milliseconds.
    pub modified_ms: i64,
}

/// The document of a file after placing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The document that lists the file now. It is another one than given if the collection already had these bytes, or if
    /// other paths of the document still have the former bytes.
    pub document: DocumentId,
    /// Its content.
    pub content: ContentId,
    /// The given document, if it was merged into `document`.
    pub merged: Option<DocumentId>,
    /// The content that the collection lists no more, because the file's bytes changed.
    pub replaced: Option<ContentId>,
}

/// What a document lists.
struct Listing {
    collection: CollectionId,
    content: Option<ContentId>,
}

impl Library {
    /// Gives a document the content that is stored for these bytes, with the vectors that other collections have from the
    /// same encoders. Returns `None` and changes nothing if these bytes are not stored, or if their passages were made by
    /// another recipe (see [`crate::NewContent::recipe`]).
    ///
    /// # Errors
    /// [`Error::NoDocument`].
    pub async fn adopt(
        &self,
        document: DocumentId,
        seen: &Seen<'_>,
        hash: ContentHash,
        recipe: &str,
    ) -> Result<Option<Placed>> {
        let mut tx = self.write().await?;
        let hash = hash.to_string();
        let stored = sqlx::query_scalar!(
            r#"SELECT id AS "id!: ContentId" FROM content WHERE hash = ? AND recipe = ?"#,
            hash,
            recipe
        );
        let Some(content) = stored.fetch_optional(&mut *tx).await.at(self)? else { return Ok(None) };
        let placed = self.place(&mut tx, document, seen, content).await?;
        tx.commit().await.at(self)?;
        Ok(Some(placed))
    }

    /// Lists the file under the document of `content` in its collection.
    pub(crate) async fn place(
        &self,
        tx: &mut SqliteConnection,
        document: DocumentId,
        seen: &Seen<'_>,
        content: ContentId,
    ) -> Result<Placed> {
        let path = text(seen.path)?;
        let Listing { collection, content: former } = self.listing(tx, document).await?;
        let home = self.home(tx, collection, document, path, content).await?;
        self.sight(tx, collection, home, seen).await?;
        sqlx::query!("UPDATE job SET document = ? WHERE document = ? AND path = ?", home, document, path)
            .execute(&mut *tx)
            .await
            .at(self)?;
        let merged = home != document && self.drop_if_unseen(tx, document).await?;
        self.copy_vectors(tx, collection, content).await?;
        self.put_questions_back(tx, content).await?;
        let replaced = match former {
            Some(former) if former != content && !self.lists(tx, collection, former).await? => Some(former),
            _ => None,
        };
        Ok(Placed { document: home, content, merged: merged.then_some(document), replaced })
    }

    async fn listing(&self, tx: &mut SqliteConnection, document: DocumentId) -> Result<Listing> {
        let row = sqlx::query_as!(
            Listing,
            r#"SELECT collection AS "collection!: CollectionId", content AS "content: ContentId"
            FROM document WHERE id = ?"#,
            document
        );
        row.fetch_optional(&mut *tx).await.at(self)?.ok_or(Error::NoDocument(document))
    }

    /// The document for `content` in this collection: one that lists it already, or this one if no other path has the former
    /// bytes, or a new one. Its problem is deleted.
    async fn home(
        &self,
        tx: &mut SqliteConnection,
        collection: CollectionId,
        document: DocumentId,
        path: &str,
        content: ContentId,
    ) -> Result<DocumentId> {
        let update = sqlx::query_scalar!(
            r#"UPDATE document SET content = ?1, problem_code = NULL, problem_message = NULL
            WHERE id = coalesce(
                (SELECT id FROM document WHERE collection = ?2 AND content = ?1),
                iif(EXISTS (SELECT 1 FROM sighting WHERE document = ?3 AND path <> ?4), NULL, ?3))
            RETURNING id AS "id!: DocumentId""#,
            content,
            collection,
            document,
            path
        );
        if let Some(home) = update.fetch_optional(&mut *tx).await.at(self)? {
            return Ok(home);
        }
        let insert = sqlx::query_scalar!(
            r#"INSERT INTO document (collection, content) VALUES (?, ?) RETURNING id AS "id!: DocumentId""#,
            collection,
            content
        );
        insert.fetch_one(&mut *tx).await.at(self)
    }

    async fn sight(
        &self,
        tx: &mut SqliteConnection,
        collection: CollectionId,
        document: DocumentId,
        seen: &Seen<'_>,
    ) -> Result<()> {
        let path = text(seen.path)?;
        let bytes = i64::try_from(seen.bytes).unwrap_or(i64::MAX);
        let upsert = sqlx::query!(
            "INSERT INTO sighting (collection, document, path, bytes, modified_ms) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET document = excluded.document, bytes = excluded.bytes,
                modified_ms = excluded.modified_ms, seen_at = unixepoch()",
            collection,
            document,
            path,
            bytes,
            seen.modified_ms
        );
        upsert.execute(&mut *tx).await.at(self)?;
        Ok(())
    }

    async fn lists(&self, tx: &mut SqliteConnection, collection: CollectionId, content: ContentId) -> Result<bool> {
        let count = sqlx::query_scalar!(
            "SELECT count(*) FROM document WHERE collection = ? AND content = ?",
            collection,
            content
        );
        Ok(count.fetch_one(&mut *tx).await.at(self)? > 0)
    }
}
