//! Jobs: what is to be done, durably, by whichever process works. Their values are here; they are claimed and ended in
//! `queue`.

use crate::error::Context;
use crate::library::Workers;
use crate::store::{query, query_as, query_scalar};
use crate::{DocumentId, Error, GridId, JobId, Library, Problem, Result, RunId};
use std::path::{Path, PathBuf};

/// Number of ended jobs that are always kept, so that users can look them up.
const KEPT: i64 = 1000;
/// Above this number, ended jobs are deleted down to [`KEPT`]. It happens rarely, because opening then waits for
/// writers.
const CLEANUP_THRESHOLD: i64 = 2 * KEPT;

/// Name of [`Task::Ingest`] in the table.
pub(crate) const INGEST: &str = "ingest";
/// Name of [`Task::Embed`] in the table.
pub(crate) const EMBED: &str = "embed";
/// Name of [`Task::Recognise`] in the table.
pub(crate) const RECOGNISE: &str = "recognise";
/// Name of [`Task::Tables`] in the table.
pub(crate) const TABLES: &str = "tables";
/// Name of [`Task::Grid`] in the table.
pub(crate) const GRID: &str = "grid";
/// Name of [`Task::Run`] in the table.
pub(crate) const RUN: &str = "run";

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
    /// Finds the tables and the language of a document's content, which was stored before these were known.
    Tables {
        /// The document.
        document: DocumentId,
    },
    /// Fills a grid.
    Grid {
        /// The grid.
        grid: GridId,
    },
    /// Does a run, which adapts the search of a collection or generates questions for it.
    Run {
        /// The run.
        run: RunId,
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
    fn parse(row: &JobRow) -> Self {
        match (row.kind.as_str(), row.document, &row.path) {
            (INGEST, Some(document), Some(path)) => Self::Ingest { document, path: path.into() },
            (EMBED, Some(document), _) => Self::Embed { document },
            (RECOGNISE, Some(document), _) => Self::Recognise { document },
            (TABLES, Some(document), _) => Self::Tables { document },
            (kind, document, _) => match (kind, row.grid, row.run) {
                (GRID, Some(grid), _) => Self::Grid { grid },
                (RUN, _, Some(run)) => Self::Run { run },
                (INGEST | EMBED | RECOGNISE | TABLES | GRID | RUN, ..) => {
                    Self::Unreadable { document, detail: format!("{kind} without what it is about") }
                }
                _ => Self::Unreadable { document, detail: format!("unknown kind {kind:?}") },
            },
        }
    }

    /// Its document, which gets the job's problem. Removing the document removes the job.
    pub fn document(&self) -> Option<DocumentId> {
        match self {
            Self::Ingest { document, .. }
            | Self::Embed { document }
            | Self::Recognise { document }
            | Self::Tables { document } => Some(*document),
            Self::Grid { .. } | Self::Run { .. } => None,
            Self::Unreadable { document, .. } => *document,
        }
    }

    /// The file to read.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Ingest { path, .. } => Some(path),
            _ => None,
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
    /// Number of starts since it last made progress.
    pub attempts: u32,
    /// Whether this is its last attempt, with no other job beside it: it ended with the program every time before.
    pub alone: bool,
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
#[sqlx(type_name = "text", rename_all = "snake_case")]
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

impl JobState {
    /// The state as people see it: a running job whose process is dead waits for the next one.
    pub(crate) fn seen(self, workers: &Workers<'_>, worker: Option<&str>) -> Self {
        let is_dead = |name| !workers.is_alive(name);
        if self == Self::Running && worker.is_some_and(is_dead) { Self::Queued } else { self }
    }

    /// Whether it is still to be done.
    pub fn is_unfinished(self) -> bool {
        matches!(self, Self::Queued | Self::Running)
    }
}

impl Library {
    /// A job.
    ///
    /// # Errors
    /// [`Error::NoJob`].
    pub async fn job(&self, id: JobId) -> Result<Job> {
        let row = query_as!(
            JobRow,
            r#"SELECT id AS "id!: JobId", kind, document AS "document: DocumentId", path, grid AS "grid: GridId",
                run AS "run: RunId", state AS "state!: JobState", attempts AS "attempts!: u32", alone AS "alone!: bool",
                error_code, error_message, created_at, started_at, finished_at
            FROM job WHERE id = $1"#,
            id
        );
        row.fetch_optional(self.reader()).await.context(self)?.map(Job::from).ok_or(Error::NoJob(id))
    }

    /// Jobs that are queued or running, in the order of claiming.
    pub async fn unfinished_jobs(&self) -> Result<Vec<Job>> {
        let rows = query_as!(
            JobRow,
            r#"SELECT id AS "id!: JobId", kind, document AS "document: DocumentId", path, grid AS "grid: GridId",
                run AS "run: RunId", state AS "state!: JobState", attempts AS "attempts!: u32", alone AS "alone!: bool",
                error_code, error_message, created_at, started_at, finished_at
            FROM job WHERE state IN ('queued', 'running') ORDER BY priority DESC, id"#
        );
        Ok(rows.fetch_all(self.reader()).await.context(self)?.into_iter().map(Job::from).collect())
    }

    /// Deletes all but the latest ended jobs of documents, if there are very many. Grids and runs keep theirs.
    pub(crate) async fn delete_old_jobs(&self) -> Result<()> {
        let ended = query_scalar!(
            r#"SELECT count(*) AS "count!: i64" FROM job WHERE finished_at IS NOT NULL AND grid IS NULL AND run IS NULL"#
        );
        if ended.fetch_one(self.reader()).await.context(self)? <= CLEANUP_THRESHOLD {
            return Ok(());
        }
        let delete = query!(
            "DELETE FROM job WHERE finished_at IS NOT NULL AND grid IS NULL AND run IS NULL AND id NOT IN
                (SELECT id FROM job WHERE finished_at IS NOT NULL AND grid IS NULL AND run IS NULL
                ORDER BY finished_at DESC, id DESC LIMIT $1)",
            KEPT
        );
        self.change(delete).await.map(drop)
    }
}

#[derive(sqlx::FromRow)]
struct JobRow {
    id: JobId,
    kind: String,
    document: Option<DocumentId>,
    path: Option<String>,
    grid: Option<GridId>,
    run: Option<RunId>,
    state: JobState,
    #[sqlx(try_from = "i64")]
    attempts: u32,
    alone: bool,
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
            task: Task::parse(&row),
            state: row.state,
            attempts: row.attempts,
            alone: row.alone,
            problem: Problem::from_columns(row.error_code, row.error_message),
            created_at: row.created_at,
            started_at: row.started_at,
            finished_at: row.finished_at,
        }
    }
}
