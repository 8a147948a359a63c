//! Listed files: which path belongs to which entry, and the job for it. Not for contents.

use crate::error::{At, missing_collection};
use crate::jobs::INGEST;
use crate::paths::path_text;
use crate::{CollectionId, Entry, EntryId, JobId, Library, Result};
use sqlx::SqliteConnection;
use std::path::{Path, PathBuf};

/// A listed file with its job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedFile {
    /// Its entry: a new one, or the one that already had this path.
    pub entry: EntryId,
    /// The job that reads it: a new one, or the one already queued.
    pub job: JobId,
    /// The path.
    pub path: PathBuf,
    /// Whether the path is new in this collection.
    pub is_new: bool,
}

/// A path at which the bytes of an entry were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// The entry.
    pub entry: EntryId,
    /// The path.
    pub path: PathBuf,
    /// Size in bytes at the last reading; `None` before the first.
    pub bytes: Option<u64>,
    /// Modification time at the last reading, in Unix milliseconds.
    pub modified_ms: Option<i64>,
}

impl Library {
    /// Lists files in a collection and queues a job to read each, in one transaction.
    ///
    /// A path that is already listed keeps its entry and stays searchable. Its problem is cleared.
    ///
    /// # Errors
    /// [`Error::NoCollection`], [`Error::PathNotUnicode`]. Then nothing is listed.
    pub async fn list_files(&self, collection: CollectionId, paths: &[PathBuf]) -> Result<Vec<ListedFile>> {
        let mut tx = self.write().await?;
        let mut listed = Vec::with_capacity(paths.len());
        for path in paths {
            let (entry, is_new) = self.entry_for(&mut tx, collection, path_text(path)?).await?;
            let job = self.job_for(&mut tx, entry, path_text(path)?).await?;
            listed.push(ListedFile { entry, job, path: path.clone(), is_new });
        }
        tx.commit().await.at(self)?;
        Ok(listed)
    }

    async fn entry_for(
        &self,
        tx: &mut SqliteConnection,
        collection: CollectionId,
        path: &str,
    ) -> Result<(EntryId, bool)> {
        let known = sqlx::query_scalar!(
            r#"UPDATE entry SET problem_code = NULL, problem_message = NULL
            WHERE id = (SELECT entry FROM sighting WHERE collection = ? AND path = ?) RETURNING id AS "id!: EntryId""#,
            collection,
            path
        );
        if let Some(entry) = known.fetch_optional(&mut *tx).await.at(self)? {
            return Ok((entry, false));
        }
        let insert = sqlx::query_scalar!(
            r#"INSERT INTO entry (collection) VALUES (?) RETURNING id AS "id!: EntryId""#,
            collection
        );
        let entry = insert.fetch_one(&mut *tx).await.at(self).map_err(|error| missing_collection(error, collection))?;
        let insert =
            sqlx::query!("INSERT INTO sighting (collection, entry, path) VALUES (?, ?, ?)", collection, entry, path);
        insert.execute(&mut *tx).await.at(self)?;
        Ok((entry, true))
    }

    async fn job_for(&self, tx: &mut SqliteConnection, entry: EntryId, path: &str) -> Result<JobId> {
        let queued = sqlx::query_scalar!(
            r#"SELECT id AS "id!: JobId" FROM job WHERE entry = ? AND path = ? AND kind = ? AND state = 'queued'"#,
            entry,
            path,
            INGEST
        );
        if let Some(job) = queued.fetch_optional(&mut *tx).await.at(self)? {
            return Ok(job);
        }
        let insert = sqlx::query_scalar!(
            r#"INSERT INTO job (kind, entry, path) VALUES (?, ?, ?) RETURNING id AS "id!: JobId""#,
            INGEST,
            entry,
            path
        );
        insert.fetch_one(&mut *tx).await.at(self)
    }

    /// All paths of a collection, sorted. A rescan compares them with the disk.
    pub async fn sightings(&self, collection: CollectionId) -> Result<Vec<Sighting>> {
        let rows = sqlx::query!(
            r#"SELECT entry AS "entry!: EntryId", path, bytes, modified_ms FROM sighting
            WHERE collection = ? ORDER BY path"#,
            collection
        );
        let rows = rows.fetch_all(self.reader()).await.at(self)?.into_iter();
        Ok(rows
            .map(|row| Sighting {
                entry: row.entry,
                path: row.path.into(),
                bytes: row.bytes.and_then(|bytes| bytes.try_into().ok()),
                modified_ms: row.modified_ms,
            })
            .collect())
    }

    /// Removes a path. With its last path the entry is removed and returned.
    pub async fn remove_path(&self, collection: CollectionId, path: &Path) -> Result<Option<Entry>> {
        let path = path_text(path)?;
        let mut tx = self.write().await?;
        let delete = sqlx::query_scalar!(
            r#"DELETE FROM sighting WHERE collection = ? AND path = ? RETURNING entry AS "entry!: EntryId""#,
            collection,
            path
        );
        let Some(entry) = delete.fetch_optional(&mut *tx).await.at(self)? else { return Ok(None) };
        let was = self.entry(entry).await?; // seen by a reader: the state before this transaction
        let jobs = sqlx::query!("DELETE FROM job WHERE entry = ? AND path = ? AND state = 'queued'", entry, path);
        jobs.execute(&mut *tx).await.at(self)?;
        let gone = self.delete_if_unlisted(&mut tx, entry).await?;
        tx.commit().await.at(self)?;
        Ok(gone.then_some(was))
    }

    /// Deletes an entry without paths. Returns whether it was deleted.
    pub(crate) async fn delete_if_unlisted(&self, tx: &mut SqliteConnection, entry: EntryId) -> Result<bool> {
        let delete = sqlx::query!(
            "DELETE FROM entry WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM sighting WHERE entry = ?1)",
            entry
        );
        Ok(delete.execute(&mut *tx).await.at(self)?.rows_affected() > 0)
    }

    /// Removes an entry with all its paths and jobs, and its document if no other entry has it. Users' files are not
    /// touched. Returns the removed entry.
    ///
    /// # Errors
    /// [`Error::NoEntry`].
    pub async fn remove_entry(&self, entry: EntryId) -> Result<Entry> {
        let mut tx = self.write().await?;
        let was = self.entry(entry).await?;
        sqlx::query!("DELETE FROM entry WHERE id = ?", entry).execute(&mut *tx).await.at(self)?;
        tx.commit().await.at(self)?;
        Ok(was)
    }
}
