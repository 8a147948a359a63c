//! Assigns a listed file to the document of its content, once its bytes are known. Not for storing content (`storing`).

use crate::error::Context;
use crate::naming::path_text;
use crate::store::{Writing, query, query_as, query_scalar};
use crate::{CollectionId, ContentHash, ContentId, DocumentId, Error, Library, Result};
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
    /// The file's document. It differs from the given one in two cases: the collection already had these bytes, or other
    /// paths of the given document still have the former bytes.
    pub document: DocumentId,
    /// Its content.
    pub content: ContentId,
    /// The given document, if it was merged into `document`.
    pub merged: Option<DocumentId>,
    /// The content that left the collection, because the file's bytes changed.
    pub replaced: Option<ContentId>,
}

/// Collection and content of a document.
#[derive(sqlx::FromRow)]
pub(crate) struct Assignment {
    pub(crate) collection: CollectionId,
    content: Option<ContentId>,
}

impl Library {
    /// Assigns the stored content with these bytes to a document, and copies its vectors from other collections with the
    /// same encoders. Returns `None` and changes nothing if these bytes are not stored, are damaged, or were split by another
    /// recipe (see [`crate::NewContent::recipe`]). In a shared library only the document's collection counts.
    ///
    /// # Errors
    /// [`Error::NoDocument`].
    pub async fn adopt(
        &self,
        document: DocumentId,
        seen: &FileVersion<'_>,
        hash: ContentHash,
        recipe: &str,
    ) -> Result<Option<Placement>> {
        let mut tx = self.write().await?;
        let collection = self.assignment(&mut tx, document).await?.collection;
        let hash = hash.to_string();
        let is_shared = self.is_shared();
        let stored = query_scalar!(
            r#"SELECT id AS "id!: ContentId" FROM content WHERE hash = $1 AND recipe = $2
                AND (NOT $3 OR id IN (SELECT content FROM document WHERE collection = $4))"#,
            hash,
            recipe,
            is_shared,
            collection
        );
        let Some(content) = stored.fetch_optional(&mut tx).await.context(self)? else { return Ok(None) };
        if !self.is_whole(&mut tx, content).await? {
            return Ok(None);
        }
        let placed = self.place(&mut tx, document, seen, content).await?;
        tx.commit().await.context(self)?;
        Ok(Some(placed))
    }

    /// Assigns the file to the document of `content` in its collection.
    pub(crate) async fn place(
        &self,
        tx: &mut Writing,
        document: DocumentId,
        seen: &FileVersion<'_>,
        content: ContentId,
    ) -> Result<Placement> {
        let path = path_text(seen.path)?;
        let Assignment { collection, content: former } = self.assignment(tx, document).await?;
        let target = self.document_of_content(tx, collection, document, path, content).await?;
        self.record_path(tx, collection, target, seen).await?;
        query!("UPDATE job SET document = $1 WHERE document = $2 AND path = $3", target, document, path)
            .execute(&mut *tx)
            .await
            .context(self)?;
        let merged = target != document && self.delete_if_unlisted(tx, document).await?;
        self.copy_vectors(tx, collection, content).await?;
        self.put_questions_back(tx, content).await?;
        let replaced = match former {
            Some(former) if former != content && !self.is_listed(tx, collection, former).await? => Some(former),
            _ => None,
        };
        Ok(Placement { document: target, content, merged: merged.then_some(document), replaced })
    }

    pub(crate) async fn assignment(&self, tx: &mut Writing, document: DocumentId) -> Result<Assignment> {
        let row = query_as!(
            Assignment,
            r#"SELECT collection AS "collection!: CollectionId", content AS "content: ContentId"
            FROM document WHERE id = $1"#,
            document
        );
        row.fetch_optional(&mut *tx).await.context(self)?.ok_or(Error::NoDocument(document))
    }

    /// The document for `content` in this collection: the existing one, or the given one if no other path has the former
    /// bytes, or a new one. Its problem is cleared.
    async fn document_of_content(
        &self,
        tx: &mut Writing,
        collection: CollectionId,
        document: DocumentId,
        path: &str,
        content: ContentId,
    ) -> Result<DocumentId> {
        let update = query_scalar!(
            r#"UPDATE document SET content = $1, problem_code = NULL, problem_message = NULL
            WHERE id = coalesce(
                (SELECT id FROM document WHERE collection = $2 AND content = $1),
                CASE WHEN EXISTS (SELECT 1 FROM sighting WHERE document = $3 AND path <> $4) THEN NULL ELSE $3 END)
            RETURNING id AS "id!: DocumentId""#,
            content,
            collection,
            document,
            path
        );
        if let Some(target) = update.fetch_optional(&mut *tx).await.context(self)? {
            return Ok(target);
        }
        let insert = query_scalar!(
            r#"INSERT INTO document (collection, content) VALUES ($1, $2) RETURNING id AS "id!: DocumentId""#,
            collection,
            content
        );
        insert.fetch_one(&mut *tx).await.context(self)
    }

    /// Records that the bytes of a document are at a path.
    pub(crate) async fn record_path(
        &self,
        tx: &mut Writing,
        collection: CollectionId,
        document: DocumentId,
        seen: &FileVersion<'_>,
    ) -> Result<()> {
        let path = path_text(seen.path)?;
        let bytes = i64::try_from(seen.bytes).unwrap_or(i64::MAX);
        let upsert = query!(
            "INSERT INTO sighting (collection, document, path, bytes, modified_ms) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (collection, path) DO UPDATE SET document = excluded.document, bytes = excluded.bytes,
                modified_ms = excluded.modified_ms, seen_at = unixepoch()",
            collection,
            document,
            path,
            bytes,
            seen.modified_ms
        );
        upsert.execute(&mut *tx).await.context(self)?;
        Ok(())
    }

    async fn is_listed(&self, tx: &mut Writing, collection: CollectionId, content: ContentId) -> Result<bool> {
        let count =
            query_scalar!("SELECT count(*) FROM document WHERE collection = $1 AND content = $2", collection, content);
        Ok(count.fetch_one(&mut *tx).await.context(self)? > 0)
    }
}
