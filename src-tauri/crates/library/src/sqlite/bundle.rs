//! A bundle: one file to hand on, with a collection and the files that belong to it. It can only be read. Not for its signature.

use super::locks::file_error;
use super::migrating::{self, copy_into, identify, migrate};
use super::opening::{options, pool, read_only};
use crate::error::Context;
use crate::{Error, Library, Result};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{Row, SqlitePool};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// Identifies a bundle in its header (`PRAGMA application_id`): "PiBu".
const APPLICATION_ID: i32 = 0x5069_4275;
/// Where the header says so, and in how many bytes.
const MARKED_AT: usize = 68;
const MARK: usize = 4;
/// Enclosed files lie in rows of at most so many bytes: a row must fit into memory.
const PART: u64 = 4 << 20;

/// The files in a bundle, which a library does not have.
const ENCLOSED: &str =
    "CREATE TABLE enclosed (name TEXT NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (name, part))";

/// Whether a file says of itself that it is a bundle.
pub(crate) fn is_bundle(path: &Path) -> bool {
    let mut header = [0; MARKED_AT + MARK];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut header));
    read.is_ok() && header[MARKED_AT..] == APPLICATION_ID.to_be_bytes()
}

impl Library {
    /// Makes this library, which must be new, one that files can be enclosed in.
    pub async fn begin_bundle(&self) -> Result<()> {
        let mut tx = self.file()?.write().await?;
        sqlx::query(ENCLOSED).execute(&mut *tx).await.context(self)?;
        tx.commit().await.context(self)
    }

    /// Encloses a file under a name.
    ///
    /// # Errors
    /// [`Error::Access`] if the file cannot be read, [`Error::DiskFull`].
    pub async fn enclose(&self, name: &str, mut from: impl AsyncRead + Unpin) -> Result<()> {
        let mut tx = self.file()?.write().await?;
        for number in 0_i64.. {
            let mut part = Vec::new();
            let read = (&mut from).take(PART).read_to_end(&mut part).await;
            read.map_err(|error| file_error(name.as_ref(), &error))?;
            if part.is_empty() {
                break;
            }
            let insert = sqlx::query("INSERT INTO enclosed (name, part, bytes) VALUES (?, ?, ?)");
            insert.bind(name).bind(number).bind(part).execute(&mut *tx).await.context(self)?;
        }
        tx.commit().await.context(self)
    }

    /// Writes the library as a bundle to a file, which must be empty or not there. The questions that people asked stay.
    ///
    /// # Errors
    /// [`Error::DiskFull`], [`Error::Access`], [`Error::PathNotUnicode`].
    pub async fn write_bundle(&self, file: &Path) -> Result<()> {
        let mut tx = self.file()?.write().await?;
        sqlx::query("DELETE FROM asked_question").execute(&mut *tx).await.context(self)?;
        tx.commit().await.context(self)?;
        copy_into(self.path(), &mut *self.file()?.reader().acquire().await.context(self)?, file).await?;
        mark(file).await.map_err(|error| Error::from_database(file, error))
    }

    /// The names of the enclosed files.
    pub async fn enclosed(&self) -> Result<Vec<String>> {
        let names = sqlx::query_scalar("SELECT DISTINCT name FROM enclosed ORDER BY name");
        names.fetch_all(self.file()?.reader()).await.context(self)
    }

    /// Writes an enclosed file; nothing if there is none of this name.
    ///
    /// # Errors
    /// [`Error::Access`] if it cannot be written.
    pub async fn extract(&self, name: &str, mut to: impl AsyncWrite + Unpin) -> Result<()> {
        let failed = |error: std::io::Error| file_error(name.as_ref(), &error);
        for number in 0_i64.. {
            let part = sqlx::query("SELECT bytes FROM enclosed WHERE name = ? AND part = ?").bind(name).bind(number);
            let Some(part) = part.fetch_optional(self.file()?.reader()).await.context(self)? else { break };
            let bytes: Vec<u8> = part.try_get("bytes").context(self)?;
            to.write_all(&bytes).await.map_err(failed)?;
        }
        to.flush().await.map_err(failed)
    }

    /// Writes a bundle of an older version anew, as one of this version.
    ///
    /// # Errors
    /// [`Error::Newer`], [`Error::DiskFull`], [`Error::Access`].
    pub async fn update_bundle(bundle: &Path, to: &Path) -> Result<()> {
        let failed = |error| Error::from_database(bundle, error);
        let opened = pool(bundle, read_only(bundle), 1).await?;
        let copied = copy_into(bundle, &mut *opened.acquire().await.map_err(failed)?, to).await;
        opened.close().await;
        copied?;
        let copy = pool(to, alone(to), 1).await?;
        let updated = update(to, &copy).await;
        copy.close().await;
        updated
    }
}

async fn update(path: &Path, copy: &SqlitePool) -> Result<()> {
    let failed = |error| Error::from_database(path, error);
    identify(copy, migrating::APPLICATION_ID).await.map_err(failed)?;
    migrate(path, copy).await?;
    mark(path).await.map_err(failed)
}

/// Says in the header that it is a bundle.
async fn mark(file: &Path) -> std::result::Result<(), sqlx::Error> {
    let pool = SqlitePool::connect_with(alone(file)).await?;
    let marked = identify(&pool, APPLICATION_ID).await;
    pool.close().await;
    marked
}

/// Options for a file that is complete without a log beside it.
fn alone(path: &Path) -> SqliteConnectOptions {
    options(path).journal_mode(SqliteJournalMode::Delete)
}
