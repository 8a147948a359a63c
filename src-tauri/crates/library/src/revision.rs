//! Whether anything was written since the last look, by this process or another. Not for telling what was written.
//!
//! SQLite counts commits per connection (`PRAGMA data_version`): the number changes when any other connection commits.
//! It means something only on one connection, so this one is kept for it and never replaced by the pool.

use crate::error::At;
use crate::{Error, Library, Result};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use std::path::Path;
use tokio::sync::Mutex;

/// A state of the library. Two of the same opened library are equal if nothing was committed in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision(i64);

/// The connection that asks; none once the library is closed.
#[derive(Debug)]
pub(crate) struct Revisions(Mutex<Option<SqliteConnection>>);

impl Revisions {
    pub(crate) async fn open(path: &Path, options: &SqliteConnectOptions) -> Result<Self> {
        let connection = options.connect().await.map_err(|error| Error::from_sqlite(path, error))?;
        Ok(Self(Mutex::new(Some(connection))))
    }

    /// Closes the connection. A failure has nothing to lose: it never wrote.
    pub(crate) async fn close(&self) {
        if let Some(connection) = self.0.lock().await.take() {
            let _ = connection.close().await;
        }
    }
}

impl Library {
    /// The library's state now. One small query, however large the library is.
    ///
    /// # Errors
    /// [`Error::Database`], also if the library is closed.
    pub async fn revision(&self) -> Result<Revision> {
        let mut connection = self.revisions().0.lock().await;
        let connection = connection.as_mut().ok_or(sqlx::Error::PoolClosed).at(self)?;
        let version = sqlx::query_scalar("PRAGMA data_version").fetch_one(connection).await.at(self)?;
        Ok(Revision(version))
    }
}
