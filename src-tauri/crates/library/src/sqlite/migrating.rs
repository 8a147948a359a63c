//! Brings a library file to the schema of this version, with a copy of it as it was, and seals what older versions wrote.

use super::locks::{beside, file_error, remove};
use super::sealing::Seals;
use crate::{Error, Result};
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqlitePoolOptions;
use sqlx::{AssertSqlSafe, SqliteConnection, SqliteExecutor, SqlitePool};
use std::cmp::Ordering;
use std::fs::{self, File};
use std::path::Path;

/// Identifies our files in their header (`PRAGMA application_id`): "Pinc".
pub(super) const APPLICATION_ID: i32 = 0x5069_6e63;

static MIGRATIONS: Migrator = sqlx::migrate!("migrations/sqlite");

/// Refuses other programs' databases, then runs the missing migrations. A library of an older version is copied first; the copy
/// stays beside it until the next update.
///
/// # Errors
/// [`Error::NotALibrary`], [`Error::Newer`], [`Error::DiskFull`]: nothing has changed.
pub(crate) async fn migrate(path: &Path, writer: &SqlitePool) -> Result<()> {
    let failed = |error| Error::from_database(path, error);
    let mut connection = writer.acquire().await.map_err(failed)?;
    let id: i32 = sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut *connection).await.map_err(failed)?;
    let tables = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM sqlite_master").fetch_one(&mut *connection).await;
    let is_new = tables.map_err(failed)? == 0;
    if id != APPLICATION_ID && !is_new {
        return Err(Error::NotALibrary { library: path.to_owned() });
    }
    if id != APPLICATION_ID {
        identify(&mut *connection, APPLICATION_ID).await.map_err(failed)?;
    }
    if !is_new && age(&mut connection).await.map_err(failed)? == Ordering::Less {
        copy_older(path, &mut connection).await?;
    }
    drop(connection);
    MIGRATIONS.run(writer).await.map_err(|error| Error::from_migration(path, error))?;
    seal_once(writer).await.map_err(failed)
}

/// Says in the header of a file what it is.
pub(super) async fn identify(file: impl SqliteExecutor<'_>, id: i32) -> std::result::Result<(), sqlx::Error> {
    let mark = AssertSqlSafe(format!("PRAGMA application_id = {id}"));
    sqlx::query(mark).execute(file).await.map(drop)
}

/// The version of the last migration.
fn newest() -> i64 {
    MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or_default()
}

/// How the version of a library compares to that of this program.
pub(crate) async fn age(connection: &mut SqliteConnection) -> std::result::Result<Ordering, sqlx::Error> {
    let version = sqlx::query_scalar::<_, i64>("SELECT coalesce(max(version), 0) FROM _sqlx_migrations");
    Ok(version.fetch_one(connection).await?.cmp(&newest()))
}

/// Copies a library that lacks migrations to a file beside it, in place of the copy of the update before.
async fn copy_older(path: &Path, connection: &mut SqliteConnection) -> Result<()> {
    let copy = beside(path, "before-update");
    let draft = beside(&copy, "new");
    remove(&draft).map_err(|error| file_error(path, &error))?;
    let copied = copy_into(path, connection, &draft).await.and_then(|()| keep(path, &draft, &copy));
    if copied.is_err() {
        // What is left of a failed copy is removed at the next try at the latest.
        let _ = remove(&draft);
    }
    copied
}

/// Writes a copy to a new file.
pub(crate) async fn copy_into(library: &Path, connection: &mut SqliteConnection, file: &Path) -> Result<()> {
    let target = file.to_str().ok_or_else(|| Error::PathNotUnicode { path: file.to_owned() })?;
    let copied = sqlx::query("VACUUM INTO ?").bind(target).execute(connection).await;
    copied.map(drop).map_err(|error| Error::from_database(library, error))
}

/// Gives a finished file its name, once it is on the disk.
fn keep(library: &Path, draft: &Path, name: &Path) -> Result<()> {
    let kept = File::open(draft).and_then(|file| file.sync_all()).and_then(|()| fs::rename(draft, name));
    kept.map_err(|error| file_error(library, &error))
}

/// Seals everything once after each migration: what it changed has no seals yet, nor has what older versions wrote.
async fn seal_once(writer: &SqlitePool) -> std::result::Result<(), sqlx::Error> {
    let newest = newest();
    let sealed: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(writer).await?;
    if sealed == newest {
        return Ok(());
    }
    let mut tx = writer.begin_with("BEGIN IMMEDIATE").await?;
    Seals::of(&mut tx).await?.seal_all(&mut tx).await?;
    sqlx::query(AssertSqlSafe(format!("PRAGMA user_version = {newest}"))).execute(&mut *tx).await?;
    tx.commit().await
}

/// A table, index, trigger or view: its name and the statement that makes it.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct SchemaItem {
    pub(crate) kind: String,
    pub(crate) name: String,
    /// `None`: an index that belongs to a table.
    pub(crate) sql: Option<String>,
}

/// What is in a library file, by name.
pub(crate) async fn schema(connection: &mut SqliteConnection) -> std::result::Result<Vec<SchemaItem>, sqlx::Error> {
    let items = "SELECT type AS kind, name, sql FROM sqlite_master ORDER BY name";
    sqlx::query_as(items).fetch_all(connection).await
}

/// What is in every library file of this version.
pub(crate) async fn expected_schema() -> std::result::Result<Vec<SchemaItem>, sqlx::Error> {
    let memory = SqlitePoolOptions::new().max_connections(1).connect("sqlite::memory:").await?;
    MIGRATIONS.run(&memory).await.map_err(|error| sqlx::Error::Migrate(Box::new(error)))?;
    let schema = schema(&mut *memory.acquire().await?).await;
    memory.close().await;
    schema
}
