//! Detects whether anything was written since the last check, by any process. Not for what was written.
//!
//! SQLite's `PRAGMA data_version` changes when another connection commits. It is only comparable within one connection,
//! so one is reserved for it and never replaced by the pool.

use crate::error::Context;
use crate::{Error, Library, Result};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use std::path::Path;
use tokio::sync::Mutex;

/// A state of the library. Two values from the same opened library are equal if nothing was committed in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision(i64);

/// The reserved connection; `None` once the library is closed.
#[derive(Debug)]
pub(crate) struct Revisions(Mutex<Option<SqliteConnection>>);

impl Revisions {
    pub(crate) async fn open(path: &Path, options: &SqliteConnectOptions) -> Result<Self> {
        let connection = options.connect().await.map_err(|error| Error::from_sqlite(path, error))?;
        Ok(Self(Mutex::new(Some(connection))))
    }

    /// Closes the connection. It never wrote, so a failure loses nothing.
    pub(crate) async fn close(&self) {
        if let Some(connection) = self.0.lock().await.take() {
            let _ = connection.close().await;
        }
    }
}

impl Library {
    /// The current state of the library. One small query, however large the library is.
    ///
    /// # Errors
    /// [`Error::Database`], also if the library is closed.
    pub async fn revision(&self) -> Result<Revision> {
        // The read-only library holds an exclusive lock: nobody commits.
        let Some(revisions) = self.revisions() else { return Ok(Revision(0)) };
        let mut connection = revisions.0.lock().await;
        let connection = connection.as_mut().ok_or(sqlx::Error::PoolClosed).context(self)?;
        let version = sqlx::query_scalar("PRAGMA data_version").fetch_one(connection).await.context(self)?;
        Ok(Revision(version))
    }
}
