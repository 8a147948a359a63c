//! Connections to the library file: their options, and the check and migration of the file. Not for transactions (`open`).

use crate::{Error, Result};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, SqlitePool};
use std::path::Path;
use std::time::Duration;

/// Identifies our files in their header (`PRAGMA application_id`): "Pinc".
const APPLICATION_ID: i32 = 0x5069_6e63;
/// Time-out for another process's transaction.
const BUSY: Duration = Duration::from_secs(30);
/// Time-out for other calls of this process. Storing a very large file takes seconds, not minutes.
const PATIENCE: Duration = Duration::from_secs(300);

/// The options of every connection.
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

/// Opens connections. The options name the file; `path` is for error messages.
pub(crate) async fn pool(path: &Path, options: SqliteConnectOptions, size: u32) -> Result<SqlitePool> {
    let pool = SqlitePoolOptions::new()
        .max_connections(size)
        .acquire_timeout(PATIENCE)
        // SQLite rolls back on a full disk, but sqlx still believes that a transaction is open. Such a connection is
        // closed and replaced.
        .before_acquire(|connection, _| Box::pin(async { Ok(!connection.is_in_transaction()) }));
    pool.connect_with(options).await.map_err(|error| Error::from_sqlite(path, error))
}

/// Refuses other programs' databases, then runs the missing migrations.
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
