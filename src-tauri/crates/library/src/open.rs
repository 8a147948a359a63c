//! Opens the library with one writing and several reading connections. The file is checked and migrated, and made if it is
//! missing. Not for queries.
//!
//! A new library is created under another name and renamed when it is complete. A process that dies meanwhile never
//! leaves an empty `library.db`. So an empty file means that content was lost.

use crate::changes::{Changes, Committed};
use crate::error::Context;
use crate::locks::{OpeningLock, Worker, beside, file_error, remove};
use crate::migrating::migrate;
use crate::sealing::Seals;
use crate::{Error, Result};
use sqlx::query::Query;
use sqlx::sqlite::{
    SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection, Sqlite, SqliteConnection, SqlitePool, Transaction};
use std::fs;
use std::io::{self, ErrorKind};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

const READERS: u32 = 4;
/// Time-out for another process's transaction.
const BUSY: Duration = Duration::from_secs(30);
/// Time-out for other calls of this process. Storing a very large file takes seconds, not minutes.
const PATIENCE: Duration = Duration::from_secs(300);

/// The open library. It is cheap to clone, and all clones are the same library.
#[derive(Clone, Debug)]
pub struct Library(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    reader: SqlitePool,
    /// `None` if the disk was full on opening.
    writer: Option<Writer>,
    committed: Committed,
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
        let failed = |error| Error::from_sqlite(path, error);
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

/// A transaction that writes. Dropped without [`Writing::commit`], it changes nothing.
pub(crate) struct Writing {
    transaction: Transaction<'static, Sqlite>,
    seals: Seals,
    committed: Committed,
}

impl Writing {
    /// Seals all rows as they are, whatever their seals said.
    pub(crate) async fn seal_all(&mut self) -> std::result::Result<(), sqlx::Error> {
        self.seals.seal_all(&mut self.transaction).await
    }

    /// Seals what was changed, commits, and tells whoever listens to [`Library::changes`].
    pub(crate) async fn commit(mut self) -> std::result::Result<(), sqlx::Error> {
        self.seals.seal_changes(&mut self.transaction).await?;
        self.transaction.commit().await?;
        self.committed.tell();
        Ok(())
    }
}

impl Deref for Writing {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.transaction
    }
}

impl DerefMut for Writing {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.transaction
    }
}

impl Library {
    /// Opens the library file. It is created, with its folder, if it does not exist, and its schema is updated. Jobs of
    /// dead processes return to the queue (see [`Library::requeue_interrupted`]). Old ended jobs are deleted.
    ///
    /// Other processes may have it open too. On a full disk it opens for reading only, if possible.
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
        let opening = OpeningLock::acquire(path).await?;
        make_if_missing(path, &options).await?;
        let reader = pool(path, options.clone(), READERS).await?;
        migrate(path, &reader).await?;
        let writer = Writer::open(path, options, &reader).await?;
        let library =
            Self(Arc::new(Inner { path: path.to_owned(), reader, writer: Some(writer), committed: Committed::new() }));
        ignore_full_disk(library.requeue_interrupted().await.map(drop))?;
        ignore_full_disk(library.delete_old_jobs().await)?;
        drop(opening);
        Ok(library)
    }

    /// Opens the library for reading only. Several connections would need a file of 32 kB for shared memory. A single
    /// connection with an exclusive lock needs none.
    pub(crate) async fn open_to_read(path: &Path, options: SqliteConnectOptions) -> Result<Self> {
        let reader = pool(path, options.locking_mode(SqliteLockingMode::Exclusive), 1).await?;
        migrate(path, &reader).await?;
        Ok(Self(Arc::new(Inner { path: path.to_owned(), reader, writer: None, committed: Committed::new() })))
    }

    /// The library file.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Whether the disk was full on opening. Then every write fails with [`Error::OpenedFull`].
    pub fn can_only_be_read(&self) -> bool {
        self.0.writer.is_none()
    }

    /// Copies the write-ahead log into the library file, as far as no reader prevents it. A copy of the file alone is
    /// then complete. It waits only for this process's writer.
    pub async fn checkpoint(&self) -> Result<()> {
        let Some(writer) = &self.0.writer else { return Ok(()) };
        sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&writer.pool).await.context(self)?;
        Ok(())
    }

    /// Waits for the current write and closes the file. All of the write-ahead log is in it then, unless another
    /// process reads. All clones are closed too. Dropping the library closes it without waiting.
    pub async fn close(self) {
        // A log that cannot be checkpointed stays beside the file, and nothing is lost.
        let _ = self.checkpoint().await;
        if let Some(writer) = &self.0.writer {
            writer.pool.close().await;
        }
        self.0.reader.close().await;
    }

    /// Connections that only read. They see the last committed state and never wait.
    pub(crate) fn reader(&self) -> &SqlitePool {
        &self.0.reader
    }

    /// A transaction that holds the write lock from its start, so it cannot fail later for lack of the lock.
    pub(crate) async fn write(&self) -> Result<Writing> {
        let Writer { pool, seals, .. } = self.writer()?;
        let transaction = pool.begin_with("BEGIN IMMEDIATE").await.context(self)?;
        Ok(Writing { transaction, seals: seals.clone(), committed: self.0.committed.clone() })
    }

    /// Runs one statement in a transaction of its own. Returns how many rows it changed.
    pub(crate) async fn change(&self, statement: Query<'_, Sqlite, SqliteArguments>) -> Result<u64> {
        let mut tx = self.write().await?;
        let changed = statement.execute(&mut *tx).await.context(self)?.rows_affected();
        tx.commit().await.context(self)?;
        Ok(changed)
    }

    /// The same for a statement that is to change something. If it changes nothing: this error.
    pub(crate) async fn change_some(
        &self,
        statement: Query<'_, Sqlite, SqliteArguments>,
        nothing: Error,
    ) -> Result<()> {
        if self.change(statement).await? == 0 { Err(nothing) } else { Ok(()) }
    }

    /// Tells when something was committed, by this process or another one. Costs nothing while nobody writes.
    pub fn changes(&self) -> Changes {
        self.0.committed.listen(self.path())
    }

    /// This process as a worker.
    pub(crate) fn worker(&self) -> Result<&Worker> {
        Ok(&self.writer()?.worker)
    }

    fn writer(&self) -> Result<&Writer> {
        self.0.writer.as_ref().ok_or_else(|| Error::OpenedFull { library: self.path().to_owned() })
    }
}

/// The path of its file, for messages.
impl AsRef<Path> for Library {
    fn as_ref(&self) -> &Path {
        self.path()
    }
}

/// Ignores a full disk: the writes on opening can wait.
fn ignore_full_disk(written: Result<()>) -> Result<()> {
    match written {
        Err(Error::DiskFull { .. }) => Ok(()),
        written => written,
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

/// Opens connections. The options name the file; `path` is for error messages.
async fn pool(path: &Path, options: SqliteConnectOptions, size: u32) -> Result<SqlitePool> {
    pool_options(size).connect_with(options).await.map_err(|error| Error::from_sqlite(path, error))
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
        let library = Library::open(&folder.path().join("library.db")).await.unwrap();
        let options = library.reader().options();
        assert_eq!((options.get_idle_timeout(), options.get_max_lifetime()), (None, None));
        assert_eq!(options.get_min_connections(), 0);
    }
}
