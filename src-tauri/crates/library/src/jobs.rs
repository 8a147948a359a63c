//! Jobs as values: their task and their result. Not for claiming or ending them (`queue`).

use crate::error::Context;
use crate::{DocumentId, Error, JobId, Library, Problem, Result};
use std::path::{Path, PathBuf};

/// Number of ended jobs that are always kept, so that users can look them up.
const KEPT: u32 = 1000;
/// Above this number, ended jobs are deleted down to [`KEPT`]. It happens rarely, because opening then waits for
/// writers.
const CLEANUP_THRESHOLD: u32 = 2 * KEPT;

/// Name of [`Task::Ingest`] in the table.
pub(crate) const INGEST: &str = "ingest";
/// Name of [`Task::Embed`] in the table.
pub(crate) const EMBED: &str = "embed";
/// Name of [`Task::Recognise`] in the table.
pub(crate) const RECOGNISE: &str = "recognise";

/// The task of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Reads a file and makes it searchable.
    Ingest {
        /// The file's document.
        document: DocumentId,
        /// The file.
        path: PathBuf,
    },
    /// Computes the missing vectors of a document's content.
    Embed {
        /// The document.
        document: DocumentId,
    },
    /// Recognises the text of a document's pages that are pictures.
    Recognise {
        /// The document.
        document: DocumentId,
    },
    /// A row that this version cannot read. The job must fail: see [`Error::JobUnreadable`].
    Unreadable {
        /// Its document, if any.
        document: Option<DocumentId>,
        /// What cannot be read.
        detail: String,
    },
}

impl Task {
    fn parse(kind: &str, document: Option<DocumentId>, path: Option<String>) -> Self {
        match (kind, document, path) {
            (INGEST, Some(document), Some(path)) => Self::Ingest { document, path: path.into() },
            (EMBED, Some(document), _) => Self::Embed { document },
            (RECOGNISE, Some(document), _) => Self::Recognise { document },
            (INGEST | EMBED | RECOGNISE, document, _) => {
                Self::Unreadable { document, detail: format!("{kind} without its document or file") }
            }
            (_, document, _) => Self::Unreadable { document, detail: format!("unknown kind {kind:?}") },
        }
    }

    /// Its document, which gets the job's problem. Removing the document removes the job.
    pub fn document(&self) -> Option<DocumentId> {
        match self {
            Self::Ingest { document, .. } | Self::Embed { document } | Self::Recognise { document } => Some(*document),
            Self::Unreadable { document, .. } => *document,
        }
    }

    /// The file to read.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Ingest { path, .. } => Some(path),
            Self::Embed { .. } | Self::Recognise { .. } | Self::Unreadable { .. } => None,
        }
    }
}

/// A job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its id.
    pub id: JobId,
    /// Its task.
    pub task: Task,
    /// Its state.
    pub state: JobState,
    /// Number of starts.
    pub attempts: u32,
    /// Why it failed or was cancelled.
    pub problem: Option<Problem>,
    /// Unix time in seconds when it was queued.
    pub created_at: i64,
    /// Unix time in seconds of its last start.
    pub started_at: Option<i64>,
    /// Unix time in seconds of its end.
    pub finished_at: Option<i64>,
}

/// The state of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(rename_all = "snake_case")]
pub enum JobState {
    /// Waiting for a worker.
    Queued,
    /// A process works on it.
    Running,
    /// Done.
    Done,
    /// Failed; the problem says why.
    Failed,
    /// Cancelled by the user.
    Cancelled,
}

impl Library {
    /// A job.
    ///
    /// # Errors
    /// [`Error::NoJob`].
    pub async fn job(&self, id: JobId) -> Result<Job> {
        let row = sqlx::query_as!(
            JobRow,
            r#"SELECT id AS "id!: JobId", kind, document AS "document: DocumentId", path, state AS "state!: JobState",
                attempts AS "attempts!: u32", error_code, error_message, created_at, started_at, finished_at
            FROM job WHERE id = ?"#,
            id
        );
        row.fetch_optional(self.reader()).await.context(self)?.map(Job::from).ok_or(Error::NoJob(id))
    }

    /// Jobs that are queued or running, in the order of claiming.
    pub async fn unfinished_jobs(&self) -> Result<Vec<Job>> {
        let rows = sqlx::query_as!(
            JobRow,
            r#"SELECT id AS "id!: JobId", kind, document AS "document: DocumentId", path, state AS "state!: JobState",
                attempts AS "attempts!: u32", error_code, error_message, created_at, started_at, finished_at
            FROM job WHERE state IN ('queued', 'running') ORDER BY priority DESC, id"#
        );
        Ok(rows.fetch_all(self.reader()).await.context(self)?.into_iter().map(Job::from).collect())
    }

    /// Deletes all but the latest ended jobs, if there are very many.
    pub(crate) async fn delete_old_jobs(&self) -> Result<()> {
        let ended = sqlx::query_scalar!(r#"SELECT count(*) AS "count!: u32" FROM job WHERE finished_at IS NOT NULL"#);
        if ended.fetch_one(self.reader()).await.context(self)? <= CLEANUP_THRESHOLD {
            return Ok(());
        }
        let mut tx = self.write().await?;
        let delete = sqlx::query!(
            "DELETE FROM job WHERE finished_at IS NOT NULL AND id NOT IN
                (SELECT id FROM job WHERE finished_at IS NOT NULL ORDER BY finished_at DESC, id DESC LIMIT ?)",
            KEPT
        );
        delete.execute(&mut *tx).await.context(self)?;
        tx.commit().await.context(self)
    }
}

struct JobRow {
    id: JobId,
    kind: String,
    document: Option<DocumentId>,
    path: Option<String>,
    state: JobState,
    attempts: u32,
    error_code: Option<String>,
    error_message: Option<String>,
    created_at: i64,
    started_at: Option<i64>,
    finished_at: Option<i64>,
}

impl From<JobRow> for Job {
    fn from(row: JobRow) -> Self {
        Self {
            id: row.id,
            task: Task::parse(&row.kind, row.document, row.path),
            state: row.state,
            attempts: row.attempts,
            problem: Problem::from_columns(row.error_code, row.error_message),
            created_at: row.created_at,
            started_at: row.started_at,
            finished_at: row.finished_at,
        }
    }
}
