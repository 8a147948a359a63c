//! Listed files: which path belongs to which document, and the job for it; and watched folders. Not for contents, nor for
//! watching.

use crate::error::Context;
use crate::jobs::INGEST;
use crate::naming::path_text;
use crate::store::{Writing, query, query_as, query_scalar};
use crate::{CollectionId, Document, DocumentId, Error, FileVersion, JobId, Library, Result};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// A listed file with its job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedFile {
    /// Its document: a new one, or the one that already had this path.
    pub document: DocumentId,
    /// The job that reads it: a new one, or the one already queued.
    pub job: JobId,
    /// The path.
    pub path: PathBuf,
    /// Whether the path is new in this collection.
    pub is_new: bool,
}

/// A path at which the bytes of a document were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// The document.
    pub document: DocumentId,
    /// The path.
    pub path: PathBuf,
    /// Size in bytes at the last reading; `None` before the first.
    pub bytes: Option<u64>,
    /// Modification time at the last reading, in Unix milliseconds.
    pub modified_ms: Option<i64>,
}

#[derive(sqlx::FromRow)]
struct SightingRow {
    document: DocumentId,
    path: String,
    bytes: Option<i64>,
    modified_ms: Option<i64>,
}

impl From<SightingRow> for Sighting {
    fn from(row: SightingRow) -> Self {
        let SightingRow { document, path, bytes, modified_ms } = row;
        Self { document, path: path.into(), bytes: bytes.and_then(|bytes| bytes.try_into().ok()), modified_ms }
    }
}

impl Library {
    /// Lists files in a collection and queues a job to read each, in one transaction.
    ///
    /// A path that is already listed keeps its document and stays searchable. Its problem is cleared.
    ///
    /// # Errors
    /// [`Error::NoCollection`], [`Error::PathNotUnicode`]. Then nothing is listed.
    pub async fn list_files(&self, collection: CollectionId, paths: &[PathBuf]) -> Result<Vec<ListedFile>> {
        let mut tx = self.write().await?;
        let mut listed = Vec::with_capacity(paths.len());
        for path in paths {
            let (document, is_new) = self.document_for(&mut tx, collection, path_text(path)?).await?;
            let job = self.job_for(&mut tx, document, path_text(path)?).await?;
            listed.push(ListedFile { document, job, path: path.clone(), is_new });
        }
        tx.commit().await.context(self)?;
        Ok(listed)
    }

    async fn document_for(&self, tx: &mut Writing, collection: CollectionId, path: &str) -> Result<(DocumentId, bool)> {
        let known = query_scalar!(
            r#"UPDATE document SET problem_code = NULL, problem_message = NULL
            WHERE id = (SELECT document FROM sighting WHERE collection = $1 AND path = $2) RETURNING id AS "id!: DocumentId""#,
            collection,
            path
        );
        if let Some(document) = known.fetch_optional(&mut *tx).await.context(self)? {
            return Ok((document, false));
        }
        let insert = query_scalar!(
            r#"INSERT INTO document (collection) VALUES ($1) RETURNING id AS "id!: DocumentId""#,
            collection
        );
        let document = insert.fetch_one(&mut *tx).await.context_or(self, Error::NoCollection(collection))?;
        let insert =
            query!("INSERT INTO sighting (collection, document, path) VALUES ($1, $2, $3)", collection, document, path);
        insert.execute(&mut *tx).await.context(self)?;
        Ok((document, true))
    }

    async fn job_for(&self, tx: &mut Writing, document: DocumentId, path: &str) -> Result<JobId> {
        let queued = query_scalar!(
            r#"SELECT id AS "id!: JobId" FROM job WHERE document = $1 AND path = $2 AND kind = $3 AND state = 'queued'"#,
            document,
            path,
            INGEST
        );
        if let Some(job) = queued.fetch_optional(&mut *tx).await.context(self)? {
            return Ok(job);
        }
        let insert = query_scalar!(
            r#"INSERT INTO job (kind, document, path) VALUES ($1, $2, $3) RETURNING id AS "id!: JobId""#,
            INGEST,
            document,
            path
        );
        insert.fetch_one(&mut *tx).await.context(self)
    }

    /// All paths of a collection, sorted. A rescan compares them with the disk.
    pub async fn sightings(&self, collection: CollectionId) -> Result<Vec<Sighting>> {
        let rows = query_as!(
            SightingRow,
            r#"SELECT document AS "document!: DocumentId", path, bytes, modified_ms FROM sighting
            WHERE collection = $1 ORDER BY path"#,
            collection
        );
        let rows = rows.fetch_all(self.reader()).await.context(self)?;
        Ok(rows.into_iter().map(Sighting::from).collect())
    }

    /// The paths of a collection that are this one or lie below it, sorted.
    ///
    /// # Errors
    /// [`Error::PathNotUnicode`].
    pub async fn sightings_below(&self, collection: CollectionId, path: &Path) -> Result<Vec<Sighting>> {
        let path = path_text(path)?.trim_end_matches(MAIN_SEPARATOR);
        // In the order of bytes, what begins with the first comes before the second.
        let first = format!("{path}{MAIN_SEPARATOR}");
        let end = format!("{path}{}", char::from(MAIN_SEPARATOR as u8 + 1));
        let rows = query_as!(
            SightingRow,
            r#"SELECT document AS "document!: DocumentId", path, bytes, modified_ms FROM sighting
            WHERE collection = $1 AND (path = $2 OR path > $3 AND path < $4) ORDER BY path"#,
            collection,
            path,
            first,
            end
        );
        let rows = rows.fetch_all(self.reader()).await.context(self)?;
        Ok(rows.into_iter().map(Sighting::from).collect())
    }

    /// The paths of a document, those that were listed first in front.
    pub async fn sightings_of(&self, document: DocumentId) -> Result<Vec<Sighting>> {
        let rows = query_as!(
            SightingRow,
            r#"SELECT document AS "document!: DocumentId", path, bytes, modified_ms FROM sighting
            WHERE document = $1 ORDER BY id"#,
            document
        );
        let rows = rows.fetch_all(self.reader()).await.context(self)?;
        Ok(rows.into_iter().map(Sighting::from).collect())
    }

    /// Notes that the bytes of a document are at another place, too. A document listed there before is another matter:
    /// see [`Library::list_files`].
    ///
    /// # Errors
    /// [`Error::PathNotUnicode`], [`Error::NoDocument`].
    pub async fn add_sighting(&self, document: &Document, seen: &FileVersion<'_>) -> Result<()> {
        let mut tx = self.write().await?;
        self.record_path(&mut tx, document.collection, document.id, seen).await?;
        tx.commit().await.context(self)
    }

    /// Removes a path. With its last path the document is removed and returned.
    pub async fn remove_path(&self, collection: CollectionId, path: &Path) -> Result<Option<Document>> {
        let path = path_text(path)?;
        let mut tx = self.write().await?;
        let delete = query_scalar!(
            r#"DELETE FROM sighting WHERE collection = $1 AND path = $2 RETURNING document AS "document!: DocumentId""#,
            collection,
            path
        );
        let Some(document) = delete.fetch_optional(&mut tx).await.context(self)? else { return Ok(None) };
        let was = self.document(document).await?; // seen by a reader: the state before this transaction
        let jobs = query!("DELETE FROM job WHERE document = $1 AND path = $2 AND state = 'queued'", document, path);
        jobs.execute(&mut tx).await.context(self)?;
        let gone = self.delete_if_unlisted(&mut tx, document).await?;
        tx.commit().await.context(self)?;
        Ok(gone.then_some(was))
    }

    /// Deletes a document without paths. Returns whether it was deleted.
    pub(crate) async fn delete_if_unlisted(&self, tx: &mut Writing, document: DocumentId) -> Result<bool> {
        let delete = query!(
            "DELETE FROM document WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM sighting WHERE document = $1)",
            document
        );
        Ok(delete.execute(&mut *tx).await.context(self)? > 0)
    }

    /// Removes a document with all its paths and jobs, and its content if no other document has it. Users' files are not
    /// touched. Returns the removed document.
    ///
    /// # Errors
    /// [`Error::NoDocument`].
    pub async fn remove_document(&self, document: DocumentId) -> Result<Document> {
        let mut tx = self.write().await?;
        let was = self.document(document).await?;
        query!("DELETE FROM document WHERE id = $1", document).execute(&mut tx).await.context(self)?;
        tx.commit().await.context(self)?;
        Ok(was)
    }
}

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
        let insert = query!(
            "INSERT INTO watched_folder (collection, path) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            collection,
            path
        );
        self.change(insert).await.map(drop).map_err(|error| error.or_missing(Error::NoCollection(collection)))
    }

    /// Removes a watched folder; `false` if it was not watched. Its documents stay.
    pub async fn unwatch_folder(&self, collection: CollectionId, path: &Path) -> Result<bool> {
        let path = path_text(path)?;
        let delete = query!("DELETE FROM watched_folder WHERE collection = $1 AND path = $2", collection, path);
        Ok(self.change(delete).await? > 0)
    }

    /// All watched folders, by collection and path.
    pub async fn watched_folders(&self) -> Result<Vec<WatchedFolder>> {
        let rows = query_as!(
            FolderRow,
            r#"SELECT collection AS "collection!: CollectionId", path FROM watched_folder ORDER BY collection, path"#
        );
        let rows = rows.fetch_all(self.reader()).await.context(self)?;
        Ok(rows.into_iter().map(|row| WatchedFolder { collection: row.collection, path: row.path.into() }).collect())
    }
}

#[derive(sqlx::FromRow)]
struct FolderRow {
    collection: CollectionId,
    path: String,
}
