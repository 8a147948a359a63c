//! Opening the library: one connection that writes, several that read, the schema brought up to date. Not for queries.

use crate::error::At;
use crate::locks::{OpeningLock, Worker};
use crate::revision::Revisions;
use crate::{Error, Result};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, Sqlite, SqlitePool, Transaction};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Marks the file as ours in its header (`PRAGMA application_id`): "Pinc".
const APPLICATION_ID: i32 = 0x5069_6e63;
/// How long a process waits for another one's transaction.
const BUSY: Duration = Duration::from_secs(30);
/// How long a call waits for this process's other calls: storing a very large document takes seconds, not minutes.
const PATIENCE: Duration = Duration::from_secs(300);
const READERS: u32 = 4;

/// The open library. Cheap to clone; every clone is the same library.
#[derive(Clone, Debug)]
pub struct Library(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    reader: SqlitePool,
    writer: SqlitePool,
    revisions: Revisions,
    worker: Worker,
}

impl Library {
    /// Opens the library file, made with its folder if it is not there, brings its schema up to date, puts jobs that
    /// a dead process left running back into the queue (see [`Library::requeue_interrupted`]), and forgets jobs that
    /// ended long ago.
    ///
    /// Other processes may have it open at the same time.
    ///
    /// # Errors
    /// [`Error::Access`], [`Error::Corrupt`], [`Error::NotALibrary`], [`Error::Newer`], [`Error::DiskFull`],
    /// [`Error::Busy`].
    pub async fn open(path: &Path) -> Result<Self> {
        Self::open_with(path, options(path)).await
    }

    pub(crate) async fn open_with(path: &Path, options: SqliteConnectOptions) -> Result<Self> {
        let opening = OpeningLock::take(path).await?;
        let writer = pool(path, options.clone().create_if_missing(true), 1).await?;
        prepare(path, &writer).await?;
        let revisions = Revisions::open(path, &options).await?;
        let reader = pool(path, options, READERS).await?;
        Worker::sweep(path);
        let worker = Worker::start(path)?;
        let library = Self(Arc::new(Inner { path: path.to_owned(), reader, writer, revisions, worker }));
        library.requeue_interrupted().await?;
        library.forget_ended_jobs().await?;
        drop(opening);
        Ok(library)
    }

    /// The library file.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Waits for what is being written and closes the file. Dropping the library closes it too, without waiting.
    pub async fn close(self) {
        self.0.writer.close().await;
        self.0.reader.close().await;
        self.0.revisions.close().await;
    }

    /// Connections that only read; they see the last committed state and wait for nobody.
    pub(crate) fn reader(&self) -> &SqlitePool {
        &self.0.reader
    }

    /// A transaction that holds the write lock from its start, so that it never fails half-way for being overtaken.
    pub(crate) async fn write(&self) -> Result<Transaction<'static, Sqlite>> {
        self.0.writer.begin_with("BEGIN IMMEDIATE").await.at(self)
    }

    /// The connection that notices what others commit.
    pub(crate) fn revisions(&self) -> &Revisions {
        &self.0.revisions
    }

    /// This process's name in the queue.
    pub(crate) fn worker(&self) -> &Worker {
        &self.0.worker
    }
}

pub(crate) fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full) // a document shown as ready survives a power cut, too
        .foreign_keys(true)
        .busy_timeout(BUSY)
        .pragma("journal_size_limit", "67108864") // the log shrinks again after a large document
        .pragma("temp_store", "memory") // no text in temporary files, which lie outside the data folder
        .row_buffer_size(8) // rows with a document's vectors are megabytes
}

async fn pool(path: &Path, options: SqliteConnectOptions, size: u32) -> Result<SqlitePool> {
    let pool = SqlitePoolOptions::new()
        .max_connections(size)
        .acquire_timeout(PATIENCE)
        // SQLite itself rolls back on a full disk; sqlx then believes its transaction is still open and the connection
        // would be of no use any more: it is closed and another one opened.
        .before_acquire(|connection, _| Box::pin(async { Ok(!connection.is_in_transaction()) }));
    pool.connect_with(options).await.map_err(|error| Error::from_sqlite(path, error))
}

/// Refuses other programs' databases, then runs the migrations this file lacks.
async fn prepare(path: &Path, writer: &SqlitePool) -> Result<()> {
    let failed = |error| Error::from_sqlite(path, error);
    let id: i32 = sqlx::query_scalar("PRAGMA application_id").fetch_one(writer).await.map_err(failed)?;
    let tables: i64 =
        sqlx::query_scalar("SELECT count(*) FROM sqlite_master").fetch_one(writer).await.map_err(failed)?;
    if id != APPLICATION_ID && tables > 0 {
        return Err(Error::NotALibrary { library: path.to_owned() });
    }
    if id != APPLICATION_ID {
        let mark = sqlx::AssertSqlSafe(format!("PRAGMA application_id = {APPLICATION_ID}"));
        sqlx::query(mark).execute(writer).await.map_err(failed)?;
    }
    sqlx::migrate!().run(writer).await.map_err(|error| Error::from_migration(path, error))
}
