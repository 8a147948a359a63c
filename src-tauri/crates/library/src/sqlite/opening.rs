//! Opens a library file with one writing and several reading connections. The file is checked and migrated, and made if it is
//! missing.
//!
//! A new library is created under another name and renamed when it is complete. A process that dies meanwhile never
//! leaves an empty `library.db`. So an empty file means that content was lost.

use super::locks::{Worker, beside, file_error, remove};
use super::migrating::{age, migrate};
use super::sealing::Seals;
use crate::{Error, PassageId, Result};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, Sqlite, SqliteConnection, SqlitePool};
use std::cmp::Ordering;
use std::fs;
use std::io::{self, ErrorKind};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::time::Duration;

type SqlResult<T> = std::result::Result<T, sqlx::Error>;

const READERS: u32 = 4;
/// Time-out for another process's transaction.
const BUSY: Duration = Duration::from_secs(30);
/// Time-out for other calls of this process. Storing a very large file takes seconds, not minutes.
const PATIENCE: Duration = Duration::from_secs(300);

/// An open library file.
#[derive(Debug)]
pub(crate) struct Store {
    path: PathBuf,
    reader: SqlitePool,
    writer: std::result::Result<Writer, ReadOnly>,
}

/// Why a library can only be read.
#[derive(Clone, Copy, Debug)]
pub(super) enum ReadOnly {
    /// The disk was full on opening.
    DiskFull,
    /// It is a bundle.
    Bundle,
}

#[derive(Debug)]
struct Writer {
    pool: SqlitePool,
    worker: Worker,
    seals: Seals,
}

impl Writer {
    /// Opens the connection that writes to a migrated library. It notes what it changes, so that this is sealed.
    async fn open(path: &Path, options: SqliteConnectOptions, reader: &SqlitePool) -> Result<Self> {
        let failed = |error| Error::from_database(path, error);
        let seals = Seals::of(&mut *reader.acquire().await.map_err(failed)?).await.map_err(failed)?;
        let noting = seals.clone();
        let connections = pool_options(1).after_connect(move |connection, _| {
            let noting = noting.clone();
            Box::pin(async move { noting.watch(connection).await })
        });
        let pool = connections.connect_with(options).await.map_err(failed)?;
        Worker::sweep(path);
        Ok(Self { pool, worker: Worker::start(path)?, seals })
    }
}

/// A transaction that writes, and seals what it changed.
pub(crate) struct Transaction {
    inner: sqlx::Transaction<'static, Sqlite>,
    seals: Seals,
}

impl Transaction {
    /// Seals all rows as they are, whatever their seals said.
    pub(crate) async fn seal_all(&mut self) -> SqlResult<()> {
        self.seals.seal_all(&mut self.inner).await
    }

    /// The number of the next passage. Nobody else writes meanwhile, and no number is used again.
    pub(crate) async fn next_passage(&mut self) -> SqlResult<PassageId> {
        let last = sqlx::query_scalar!(
            r#"SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'passage'), 0) AS "last!: i64""#
        );
        Ok(PassageId(last.fetch_one(&mut *self.inner).await? + 1))
    }

    /// Seals what was changed, and commits.
    pub(crate) async fn commit(mut self) -> SqlResult<()> {
        self.seals.seal_changes(&mut self.inner).await?;
        self.inner.commit().await
    }
}

impl Deref for Transaction {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.inner
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.inner
    }
}

impl Store {
    /// Opens a library file, which is made if it is missing. The opening lock must be held.
    pub(crate) async fn open_to_write(path: &Path, options: SqliteConnectOptions) -> Result<Self> {
        make_if_missing(path, &options).await?;
        let reader = pool(path, options.clone(), READERS).await?;
        migrate(path, &reader).await?;
        let writer = Writer::open(path, options, &reader).await?;
        Ok(Self { path: path.to_owned(), reader, writer: Ok(writer) })
    }

    /// Opens the library for reading only. Several connections would need a file of 32 kB for shared memory. A single
    /// connection with an exclusive lock needs none.
    pub(crate) async fn open_to_read(path: &Path, options: SqliteConnectOptions) -> Result<Self> {
        let reader = pool(path, options.locking_mode(SqliteLockingMode::Exclusive), 1).await?;
        migrate(path, &reader).await?;
        Ok(Self { path: path.to_owned(), reader, writer: Err(ReadOnly::DiskFull) })
    }

    /// Opens a bundle.
    ///
    /// # Errors
    /// [`Error::OlderBundle`], [`Error::Newer`], [`Error::Corrupt`].
    pub(crate) async fn open_bundle(path: &Path) -> Result<Self> {
        let failed = |error| Error::from_database(path, error);
        let reader = pool(path, read_only(path), READERS).await?;
        let mut connection = reader.acquire().await.map_err(failed)?;
        match age(&mut connection).await.map_err(failed)? {
            Ordering::Less => return Err(Error::OlderBundle { library: path.to_owned() }),
            Ordering::Greater => return Err(Error::Newer { library: path.to_owned() }),
            Ordering::Equal => {}
        }
        drop(connection);
        Ok(Self { path: path.to_owned(), reader, writer: Err(ReadOnly::Bundle) })
    }

    pub(crate) fn reader(&self) -> &SqlitePool {
        &self.reader
    }

    /// The error of every write, if it can only be read.
    pub(crate) fn refusal(&self) -> Option<Error> {
        self.writer().err()
    }

    /// Whether it is a bundle.
    pub(crate) fn is_bundle(&self) -> bool {
        matches!(self.writer, Err(ReadOnly::Bundle))
    }

    /// Copies the write-ahead log into the library file, as far as no reader prevents it.
    pub(crate) async fn checkpoint(&self) -> Result<()> {
        let Ok(writer) = &self.writer else { return Ok(()) };
        let done = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&writer.pool).await;
        done.map(drop).map_err(|error| Error::from_database(&self.path, error))
    }

    /// Waits for the current write and closes the file.
    pub(crate) async fn close(&self) {
        // A log that cannot be checkpointed stays beside the file, and nothing is lost.
        let _ = self.checkpoint().await;
        if let Ok(writer) = &self.writer {
            writer.pool.close().await;
        }
        self.reader.close().await;
    }

    /// A transaction that holds the write lock from its start, so it cannot fail later for lack of the lock.
    pub(crate) async fn write(&self) -> Result<Transaction> {
        let Writer { pool, seals, .. } = self.writer()?;
        let begun = pool.begin_with("BEGIN IMMEDIATE").await;
        let inner = begun.map_err(|error| Error::from_database(&self.path, error))?;
        Ok(Transaction { inner, seals: seals.clone() })
    }

    /// The name of this process as a worker.
    pub(crate) fn worker(&self) -> Result<&str> {
        Ok(self.writer()?.worker.name())
    }

    /// Whether the worker of this name is alive.
    pub(crate) fn is_alive(&self, worker: &str) -> bool {
        Worker::is_alive(&self.path, worker)
    }

    fn writer(&self) -> Result<&Writer> {
        let library = || self.path.clone();
        self.writer.as_ref().map_err(|reason| match reason {
            ReadOnly::DiskFull => Error::OpenedFull { library: library() },
            ReadOnly::Bundle => Error::Bundle { library: library() },
        })
    }
}

/// The options of every connection.
pub(crate) fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full) // a document shown as ready survives a power cut, too
        .foreign_keys(true)
        .busy_timeout(BUSY)
        .pragma("journal_size_limit", "67108864") // the log shrinks again after a large file
        .pragma("recursive_triggers", "ON") // rows that are replaced count as deleted, so their seals go
        .pragma("temp_store", "memory") // no text in temporary files, which lie outside the data folder
        .row_buffer_size(8) // rows with the vectors of a whole file are megabytes
}

/// The options for a bundle, which leave the file and its folder as they are.
pub(super) fn read_only(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .immutable(true)
        .pragma("trusted_schema", "OFF") // its views and triggers are those of whoever made it
        .pragma("temp_store", "memory")
        .row_buffer_size(8)
}

/// Opens connections. The options name the file; `path` is for error messages.
pub(super) async fn pool(path: &Path, options: SqliteConnectOptions, size: u32) -> Result<SqlitePool> {
    pool_options(size).connect_with(options).await.map_err(|error| Error::from_database(path, error))
}

fn pool_options(size: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(size)
        .acquire_timeout(PATIENCE)
        // A file's connections need no replacing. With a time limit sqlx looks through them from time to time, and it may count
        // for ever: a connection taken and given back at that moment makes its number of idle ones negative (sqlx 0.9).
        .idle_timeout(None)
        .max_lifetime(None)
        // SQLite rolls back on a full disk, but sqlx still believes that a transaction is open. Such a connection is
        // closed and replaced.
        .before_acquire(|connection, _| Box::pin(async { Ok(!connection.is_in_transaction()) }))
}

/// Creates the library unless its file exists. Only one process at a time may call this.
///
/// # Errors
/// [`Error::Empty`] if the file exists and is empty.
async fn make_if_missing(path: &Path, options: &SqliteConnectOptions) -> Result<()> {
    match fs::metadata(path) {
        Ok(meta) if meta.is_file() && meta.len() == 0 => Err(Error::Empty { library: path.to_owned() }),
        Err(error) if error.kind() == ErrorKind::NotFound => make(path, options).await,
        _ => Ok(()), // whatever else it is, connecting to it says what is wrong
    }
}

/// Creates a library file.
pub(crate) async fn make(path: &Path, options: &SqliteConnectOptions) -> Result<()> {
    let new = beside(path, "new");
    // A log without its library must be removed: SQLite would replay it into the new file.
    [&new, path].into_iter().try_for_each(remove_logs).and_then(|()| remove(&new)).map_err(|e| file_error(path, &e))?;
    let made = fill(path, &new, options).await;
    if made.is_err() {
        let _ = remove_logs(&new).and_then(|()| remove(&new));
    }
    made
}

async fn fill(path: &Path, new: &Path, options: &SqliteConnectOptions) -> Result<()> {
    let pool = pool(path, options.clone().filename(new).create_if_missing(true), 1).await?;
    let prepared = migrate(path, &pool).await;
    pool.close().await;
    prepared?;
    fs::rename(new, path).map_err(|error| file_error(path, &error))
}

/// Removes the log of a library file.
pub(crate) fn remove_logs(library: &Path) -> io::Result<()> {
    ["wal", "shm"].iter().map(|log| beside(library, log)).try_for_each(|log: PathBuf| remove(&log))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thread was busy for ever, and the program could not end: sqlx looked through the idle connections while one was given
    /// back. Without time limits it never looks.
    #[tokio::test]
    async fn no_task_looks_through_the_connections() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.db");
        let store = Store::open_to_write(&path, options(&path)).await.unwrap();
        let options = store.reader().options();
        assert_eq!((options.get_idle_timeout(), options.get_max_lifetime()), (None, None));
        assert_eq!(options.get_min_connections(), 0);
    }
}
