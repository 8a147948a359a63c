//! Jobs as values: what is to be done, and how it ended. Not for taking or ending them (`queue`).

use crate::error::At;
use crate::{DocumentId, Error, JobId, Library, Problem, Result};
use std::path::{Path, PathBuf};

/// How many ended jobs are kept at least: what a user may still want to look up.
const KEPT: u32 = 1000;
/// From how many on they are forgotten down to that: rarely, because opening then waits for whoever writes.
const TOO_MANY: u32 = 2 * KEPT;

/// How [`Task::Ingest`] is named in the table.
pub(crate) const INGEST: &str = "ingest";
/// How [`Task::Embed`] is named in the table.
pub(crate) const EMBED: &str = "embed";

/// What a job does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Reads a file and makes it searchable.
    Ingest {
        /// The document the file is listed under.
        document: DocumentId,
        /// The file.
        path: PathBuf,
    },
    /// Computes the vectors that the content of a document lacks.
    Embed {
        /// The document.
        document: DocumentId,
    },
    /// A row that this version cannot read. It must fail, not be done: see [`Error::JobUnreadable`].
    Unreadable {
        /// The document it is about, if any.
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
            (INGEST | EMBED, document, _) => {
                Self::Unreadable { document, detail: format!("{kind} without its document or file") }
            }
            (_, document, _) => Self::Unreadable { document, detail: format!("unknown kind {kind:?}") },
        }
    }

    /// The document it is about: it gets the job's problem, and removing it removes the job.
    pub fn document(&self) -> Option<DocumentId> {
        match self {
            Self::Ingest { document, .. } | Self::Embed { document } => Some(*document),
            Self::Unreadable { document, .. } => *document,
        }
    }

    /// The file it reads.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Ingest { path, .. } => Some(path),
            Self::Embed { .. } | Self::Unreadable { .. } => None,
        }
    }
}

/// A job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its number.
    pub id: JobId,
    /// What is to be done.
    pub task: Task,
    /// Where it is.
    pub state: JobState,
    /// How often it was started.
    pub attempts: u32,
    /// Why it failed or was cancelled.
    pub problem: Option<Problem>,
    /// Unix time in seconds when it was queued.
    pub created_at: i64,
    /// Unix time in seconds when it was started last.
    pub started_at: Option<i64>,
    /// Unix time in seconds when it ended.
    pub finished_at: Option<i64>,
}

/// Where a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(rename_all = "snake_case")]
pub enum JobState {
    /// To be done.
    Queued,
    /// A process is at it.
    Running,
    /// Done.
    Done,
    /// It failed; the problem says why.
    Failed,
    /// The user did not want it any more.
    Cancelled,
}

impl Library {
    /// A job.
    ///
    /// # Errors
    /// [`Error::NoJob`].
    pub async fn job(&self, id: JobId) -> Result<Job> {
        let row = sqlx::query_as!(
            Row,
            r#"SELECT id AS "id!: JobId", kind, document AS "document: DocumentId", path, state AS "state!: JobState",
                attempts AS "attempts!: u32", error_code, error_message, created_at, started_at, finished_at
            FROM job WHERE id = ?"#,
            id
        );
        row.fetch_optional(self.reader()).await.at(self)?.map(Job::from).ok_or(Error::NoJob(id))
    }

    /// Jobs that are queued or running, in the order they will be claimed.
    pub async fn unfinished_jobs(&self) -> Result<Vec<Job>> {
        let rows = sqlx::query_as!(
            Row,
            r#"SELECT id AS "id!: JobId", kind, document AS "document: DocumentId", path, state AS "state!: JobState",
                attempts AS "attempts!: u32", error_code, error_message, created_at, started_at, finished_at
            FROM job WHERE state IN ('queued', 'running') ORDER BY priority DESC, id"#
        );
        Ok(rows.fetch_all(self.reader()).await.at(self)?.into_iter().map(Job::from).collect())
    }

    /// Forgets ended jobs but for the latest, once there are very many.
    pub(crate) async fn forget_ended_jobs(&self) -> Result<()> {
        let ended = sqlx::query_scalar!(r#"SELECT count(*) AS "count!: u32" FROM job WHERE finished_at IS NOT NULL"#);
        if ended.fetch_one(self.reader()).await.at(self)? <= TOO_MANY {
            return Ok(());
        }
        let mut tx = self.write().await?;
        let delete = sqlx::query!(
            "DELETE FROM job WHERE finished_at IS NOT NULL AND id NOT IN
                (SELECT id FROM job WHERE finished_at IS NOT NULL ORDER BY finished_at DESC, id DESC LIMIT ?)",
            KEPT
        );
        delete.execute(&mut *tx).await.at(self)?;
        tx.commit().await.at(self)
    }
}

struct Row {
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

impl From<Row> for Job {
    fn from(row: Row) -> Self {
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
