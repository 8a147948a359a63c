//! Opens the library with one writing and several reading connections. Not for queries, nor for creating the file
//! (`make`).

use crate::connection::{options, pool, prepare};
use crate::error::Context;
use crate::locks::{OpeningLock, Worker};
use crate::revision::Revisions;
use crate::{Error, Result, make};
use sqlx::sqlite::{SqliteConnectOptions, SqliteLockingMode};
use sqlx::{Sqlite, SqlitePool, Transaction};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const READERS: u32 = 4;

/// The open library. It is cheap to clone, and all clones are the same library.
#[derive(Clone, Debug)]
pub struct Library(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    reader: SqlitePool,
    /// `None` if the disk was full on opening.
    writer: Option<Writer>,
}

#[derive(Debug)]
struct Writer {
    pool: SqlitePool,
    revisions: Revisions,
    worker: Worker,
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
        make::if_missing(path, &options).await?;
        let writer = pool(path, options.clone(), 1).await?;
        prepare(path, &writer).await?;
        let revisions = Revisions::open(path, &options).await?;
        let reader = pool(path, options, READERS).await?;
        Worker::sweep(path);
        let writer = Writer { pool: writer, revisions, worker: Worker::start(path)? };
        let library = Self(Arc::new(Inner { path: path.to_owned(), reader, writer: Some(writer) }));
        ignore_full_disk(library.requeue_interrupted().await.map(drop))?;
        ignore_full_disk(library.delete_old_jobs().await)?;
        drop(opening);
        Ok(library)
    }

    /// Opens the library for reading only. Several connections would need a file of 32 kB for shared memory. A single
    /// connection with an exclusive lock needs none.
    pub(crate) async fn open_to_read(path: &Path, options: SqliteConnectOptions) -> Result<Self> {
        let reader = pool(path, options.locking_mode(SqliteLockingMode::Exclusive), 1).await?;
        prepare(path, &reader).await?;
        Ok(Self(Arc::new(Inner { path: path.to_owned(), reader, writer: None })))
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
            writer.revisions.close().await;
        }
        self.0.reader.close().await;
    }

    /// Connections that only read. They see the last committed state and never wait.
    pub(crate) fn reader(&self) -> &SqlitePool {
        &self.0.reader
    }

    /// A transaction that holds the write lock from its start, so it cannot fail later for lack of the lock.
    pub(crate) async fn write(&self) -> Result<Transaction<'static, Sqlite>> {
        self.writer()?.pool.begin_with("BEGIN IMMEDIATE").await.context(self)
    }

    /// The connection that detects commits; `None` if the library is read-only.
    pub(crate) fn revisions(&self) -> Option<&Revisions> {
        self.0.writer.as_ref().map(|writer| &writer.revisions)
    }

    /// This process as a worker.
    pub(crate) fn worker(&self) -> Result<&Worker> {
        Ok(&self.writer()?.worker)
    }

    fn writer(&self) -> Result<&Writer> {
        self.0.writer.as_ref().ok_or_else(|| Error::OpenedFull { library: self.path().to_owned() })
    }
}

/// Ignores a full disk: the writes on opening can wait.
fn ignore_full_disk(written: Result<()>) -> Result<()> {
    match written {
        Err(Error::DiskFull { .. }) => Ok(()),
        written => written,
    }
}
