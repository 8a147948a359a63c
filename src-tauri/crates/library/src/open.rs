//! Opening the library: one connection that writes, several that read, the schema brought up to date. Not for queries,
//! nor for the first making of the file (`make`).

use crate::error::At;
use crate::locks::{OpeningLock, Worker};
use crate::revision::Revisions;
use crate::{Error, Result, make};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, Sqlite, SqlitePool, Transaction};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Marks the file as ours in its header (`PRAGMA application_id`): "Pinc".
const APPLICATION_ID: i32 = 0x5069_6e63;
/// How long a process waits for another one's transaction.
const BUSY: Duration = Duration::from_secs(30);
/// How long a call waits for this process's other calls: storing a very large file takes seconds, not minutes.
const PATIENCE: Duration = Duration::from_secs(300);
const READERS: u32 = 4;

/// The open library. Cheap to clone; every clone is the same library.
#[derive(Clone, Debug)]
pub struct Library(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    reader: SqlitePool,
    /// `None`: the disk was full on opening.
    writer: Option<Writer>,
}

#[derive(Debug)]
struct Writer {
    pool: SqlitePool,
    revisions: Revisions,
    worker: Worker,
}

impl Library {
    /// Opens the library file, made with its folder if it is not there, brings its schema up to date, puts jobs that
    /// a dead process left running back into the queue (see [`Library::requeue_interrupted`]), and forgets jobs that
    /// ended long ago.
    ///
    /// Other processes may have it open at the same time. On a full disk it is opened all the same, if it can be read.
    ///
    /// # Errors
    /// [`Error::Access`], [`Error::Corrupt`], [`Error::NotALibrary`], [`Error::Newer`], [`Error::Empty`],
    /// [`Error::DiskFull`], [`Error::Busy`].
    pub async fn open(path: &Path) -> Result<Self> {
        Self::open_with(path, options(path)).await
    }

    pub(crate) async fn open_with(path: &Path, options: SqliteConnectOptions) -> Result<Self> {
        match Self::open_to_write(path, options.clone()).await {
            Err(Error::DiskFull { .. }) if path.exists() => Self::open_to_read(path, options).await,
            opened => opened,
        }
    }

    async fn open_to_write(path: &Path, options: SqliteConnectOptions) -> Result<Self> {
        let opening = OpeningLock::take(path).await?;
        make::if_missing(path, &options).await?;
        let writer = pool(path, options.clone(), 1).await?;
        prepare(path, &writer).await?;
        let revisions = Revisions::open(path, &options).await?;
        let reader = pool(path, options, READERS).await?;
        Worker::sweep(path);
        let writer = Writer { pool: writer, revisions, worker: Worker::start(path)? };
        let library = Self(Arc::new(Inner { path: path.to_owned(), reader, writer: Some(writer) }));
        unless_full(library.requeue_interrupted().await.map(drop))?;
        unless_full(library.forget_ended_jobs().await)?;
        drop(opening);
        Ok(library)
    }

    /// SQLite needs 32 kB of shared memory beside the file for the locks between its connections. A single connection
    /// that locks the whole file needs none.
    pub(crate) async fn open_to_read(path: &Path, options: SqliteConnectOptions) -> Result<Self> {
        let reader = pool(path, options.locking_mode(SqliteLockingMode::Exclusive), 1).await?;
        prepare(path, &reader).await?;
        Ok(Self(Arc::new(Inner { path: path.to_owned(), reader, writer: None })))
    }

    /// The library file.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Whether the disk was full on opening. Every attempt to write then ends with [`Error::OpenedFull`].
    pub fn can_only_be_read(&self) -> bool {
        self.0.writer.is_none()
    }

    /// Brings what the write-ahead log holds into the library file, as far as no reader is in the way: a copy of the
    /// file alone is then whole. Waits for nobody but this process's writer.
    pub async fn checkpoint(&self) -> Result<()> {
        let Some(writer) = &self.0.writer else { return Ok(()) };
        sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&writer.pool).await.at(self)?;
        Ok(())
    }

    /// Waits for what is being written and closes the file, with all of the write-ahead log in it unless another process
    /// reads. Every clone is closed with it. Dropping the library closes it too, without waiting.
    pub async fn close(self) {
        // A log that cannot be brought into the file stays beside it, and nothing is lost.
        let _ = self.checkpoint().await;
        if let Some(writer) = &self.0.writer {
            writer.pool.close().await;
            writer.revisions.close().await;
        }
        self.0.reader.close().await;
    }

    /// Connections that only read; they see the last committed state and wait for nobody.
    pub(crate) fn reader(&self) -> &SqlitePool {
        &self.0.reader
    }

    /// A transaction that holds the write lock from its start, so that it never fails half-way for being overtaken.
    pub(crate) async fn write(&self) -> Result<Transaction<'static, Sqlite>> {
        self.writer()?.pool.begin_with("BEGIN IMMEDIATE").await.at(self)
    }

    /// The connection that notices what others commit; `None` where nobody can.
    pub(crate) fn revisions(&self) -> Option<&Revisions> {
        self.0.writer.as_ref().map(|writer| &writer.revisions)
    }

    /// This process's name in the queue.
    pub(crate) fn worker(&self) -> Result<&Worker> {
        Ok(&self.writer()?.worker)
    }

    fn writer(&self) -> Result<&Writer> {
        self.0.writer.as_ref().ok_or_else(|| Error::OpenedFull { library: self.path().to_owned() })
    }
}

/// What opening writes can wait until there is room.
fn unless_full(written: Result<()>) -> Result<()> {
    match written {
        Err(Error::DiskFull { .. }) => Ok(()),
        written => written,
    }
}

pub(crate) fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full) // a document shown as ready survives a power cut, too
        .foreign_keys(true)
        .busy_timeout(BUSY)
        .pragma("journal_size_limit", "67108864") // the log shrinks again after a large file
        .pragma("temp_store", "memory") // no text in temporary files, which lie outside the data folder
        .row_buffer_size(8) // rows with the vectors of a whole file are megabytes
}

/// Connections to the library at `path`, for error messages: the file itself is named by the options.
pub(crate) async fn pool(path: &Path, options: SqliteConnectOptions, size: u32) -> Result<SqlitePool> {
    let pool = SqlitePoolOptions::new()
        .max_connections(size)
        .acquire_timeout(PATIENCE)
        // SQLite itself rolls back on a full disk; sqlx then believes its transaction is still open and the connection
        // would be of no use any more: it is closed and another one opened.
        .before_acquire(|connection, _| Box::pin(async { Ok(!connection.is_in_transaction()) }));
    pool.connect_with(options).await.map_err(|error| Error::from_sqlite(path, error))
}

/// Refuses other programs' databases, then runs the migrations this file lacks.
pub(crate) async fn prepare(path: &Path, writer: &SqlitePool) -> Result<()> {
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
