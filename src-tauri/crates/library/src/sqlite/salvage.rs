//! Makes a new library file of what can still be read of a damaged one. The damaged file is moved aside and never written.
//!
//! Rows are copied as they are, with their seals: [`Library::check`] says afterwards which of them are changed or missing.

use super::backup::put_in_place;
use super::checking::file_faults;
use super::locks::{OpeningLock, Worker, beside, file_error, remove};
use super::migrating::{SchemaItem, expected_schema};
use super::opening::{make, options, remove_logs};
use super::sealing::Seals;
use crate::contents::UNREADABLE;
use crate::{Error, Library, Result};
use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqliteConnection};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

type SqlResult<T> = std::result::Result<T, sqlx::Error>;

/// Failed reads of a table at most: behind a damaged inner page of its tree lie any number of rows.
const MOST_FAILURES: u32 = 4_000;

impl Library {
    /// Notes that the library is to be salvaged before it is opened next.
    ///
    /// # Errors
    /// [`Error::Access`], [`Error::DiskFull`].
    pub fn salvage_later(&self) -> Result<()> {
        File::create(wish(self.path())).map(drop).map_err(|error| file_error(self.path(), &error))
    }

    /// Whether that was noted and not done.
    pub fn is_to_be_salvaged(path: &Path) -> bool {
        wish(path).exists()
    }

    /// Puts a new file with all that can be read in place of a damaged library, which no process may have open. Returns where the
    /// damaged one is now; `None`: it is sound, or there is none.
    ///
    /// # Errors
    /// [`Error::InUse`]; [`Error::Corrupt`] if nothing can be read; [`Error::Access`], [`Error::DiskFull`]: nothing has changed.
    pub async fn salvage(path: &Path) -> Result<Option<PathBuf>> {
        let _opening = OpeningLock::acquire(path).await?;
        if Worker::is_any_alive(path) {
            return Err(Error::InUse { library: path.to_owned() });
        }
        if !path.exists() {
            return Ok(None);
        }
        let damaged = beside(path, "damaged");
        let new = beside(path, "salvaged");
        let rescued = rescue(path, &damaged, &new).await;
        // A copy that cannot be removed now is removed at the next try.
        let _ = clear(&damaged);
        let _ = remove(&wish(path));
        match rescued {
            Ok(true) => put_in_place(&new, path),
            Ok(false) => Ok(None),
            Err(error) => {
                let _ = clear(&new);
                Err(error)
            }
        }
    }
}

/// The empty file that notes that the library is to be salvaged.
fn wish(library: &Path) -> PathBuf {
    beside(library, "to-be-salvaged")
}

fn clear(file: &Path) -> io::Result<()> {
    remove_logs(file).and_then(|()| remove(file))
}

/// Copies a library to `damaged`, and what can be read of it to `new`. `false`: it is sound.
async fn rescue(path: &Path, damaged: &Path, new: &Path) -> Result<bool> {
    let failed = |error| Error::from_database(path, error);
    copy(path, damaged).and_then(|()| clear(new)).map_err(|error| file_error(path, &error))?;
    if is_sound(damaged).await {
        return Ok(false);
    }
    mend_schema(damaged).await;
    make(new, &options(new)).await?;
    let mut connection = unsynced(new).connect().await.map_err(failed)?;
    let attach = sqlx::query("ATTACH DATABASE ? AS damaged").bind(damaged.to_string_lossy().into_owned());
    attach.execute(&mut connection).await.map_err(failed)?;
    fill(&mut connection).await.map_err(failed)?;
    connection.close().await.map_err(failed)?;
    File::open(new).and_then(|file| file.sync_all()).map_err(|error| file_error(path, &error))?;
    Ok(true)
}

/// A file that nobody misses until it is whole.
fn unsynced(file: &Path) -> SqliteConnectOptions {
    options(file).foreign_keys(false).synchronous(SqliteSynchronous::Off)
}

fn copy(path: &Path, to: &Path) -> io::Result<()> {
    clear(to)?;
    fs::copy(path, to)?;
    let log = beside(path, "wal");
    if log.exists() {
        fs::copy(log, beside(to, "wal"))?;
    }
    Ok(())
}

/// Whether SQLite finds nothing wrong with a file.
async fn is_sound(file: &Path) -> bool {
    let Ok(mut connection) = SqliteConnectOptions::new().filename(file).connect().await else { return false };
    let faults = file_faults(&mut connection).await;
    let _ = connection.close().await;
    faults.is_ok_and(|faults| faults.is_empty())
}

/// Writes the statements of this version over those of a file that cannot be understood. Where that fails the tables cannot be
/// read, and are left out.
async fn mend_schema(file: &Path) {
    let unchecked = SqliteConnectOptions::new().filename(file).pragma("writable_schema", "ON");
    let Ok(mut connection) = unchecked.connect().await else { return };
    for SchemaItem { name, sql, .. } in expected_schema().await.unwrap_or_default() {
        let update =
            sqlx::query("UPDATE sqlite_master SET sql = ?1 WHERE name = ?2 AND sql <> ?1").bind(sql).bind(name);
        let _ = update.execute(&mut connection).await;
    }
    let _ = connection.close().await;
}

/// Copies all rows of `damaged` that can be read, and what they refer to is made up where it is lost.
///
/// Each statement is a transaction of its own: SQLite undoes the whole one in which a page cannot be read.
async fn fill(connection: &mut SqliteConnection) -> SqlResult<()> {
    let triggers: Vec<(String, String)> =
        sqlx::query_as("SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger'")
            .fetch_all(&mut *connection)
            .await?;
    for (name, _) in &triggers {
        sqlx::query(AssertSqlSafe(format!("DROP TRIGGER main.{name}"))).execute(&mut *connection).await?;
    }
    let tables = sqlx::query_scalar::<_, String>(
        "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name <> '_sqlx_migrations'
        ORDER BY name <> 'seal', name",
    );
    for table in tables.fetch_all(&mut *connection).await? {
        copy_table(connection, &table).await?;
    }
    replace_lost_parents(&mut *connection).await?;
    drop_orphans(&mut *connection).await?;
    let sealed: i64 = sqlx::query_scalar("SELECT count(*) FROM main.seal").fetch_one(&mut *connection).await?;
    if sealed == 0 {
        Seals::of(&mut *connection).await?.seal_all(&mut *connection).await?;
    }
    for (_, sql) in triggers {
        sqlx::query(AssertSqlSafe(sql)).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Copies the rows of a table that can be read and fit it.
async fn copy_table(connection: &mut SqliteConnection, table: &str) -> SqlResult<()> {
    let shared = sqlx::query_scalar::<_, Option<String>>(
        "SELECT group_concat(name, ', ') FROM pragma_table_info(?1, 'main')
        WHERE name IN (SELECT name FROM pragma_table_info(?1, 'damaged'))",
    );
    // A table that is not there, or not understood, has no columns.
    let shared = shared.bind(table).fetch_one(&mut *connection).await.unwrap_or_default();
    let Some(columns) = shared else { return Ok(()) };
    if table == "sqlite_sequence" {
        sqlx::query("DELETE FROM main.sqlite_sequence").execute(&mut *connection).await?;
    }
    let insert = format!("INSERT OR IGNORE INTO main.{table} ({columns}) SELECT {columns} FROM damaged.{table}");
    if sqlx::query(AssertSqlSafe(insert.clone())).execute(&mut *connection).await.is_ok() {
        return Ok(());
    }
    let key = sqlx::query_scalar::<_, Option<String>>(
        "SELECT group_concat(name || ' DESC', ', ') FROM pragma_table_info(?1, 'main')
        WHERE pk > 0 AND ?1 IN (SELECT name FROM pragma_table_list WHERE schema = 'main' AND wr)",
    );
    match key.bind(table).fetch_one(&mut *connection).await? {
        Some(key) => {
            copy_beginning(connection, &insert).await;
            copy_beginning(connection, &format!("{insert} ORDER BY {key}")).await;
        }
        None => copy_ranges(connection, table, &insert).await?,
    }
    Ok(())
}

/// Copies as many rows from the beginning as can be read: a table without row ids can only be read in the order of its key.
async fn copy_beginning(connection: &mut SqliteConnection, insert: &str) {
    let mut readable = 0;
    let mut step = 1_i64 << 32;
    while step > 0 {
        let limited = sqlx::query(AssertSqlSafe(format!("{insert} LIMIT ?"))).bind(readable + step);
        if limited.execute(&mut *connection).await.is_ok() {
            readable += step;
        }
        step /= 2;
    }
}

/// Copies rows by ranges of their ids. A range that cannot be read is halved.
async fn copy_ranges(connection: &mut SqliteConnection, table: &str, insert: &str) -> SqlResult<()> {
    let sealed = sqlx::query_scalar::<_, Option<i64>>("SELECT max(owner) FROM main.seal WHERE tbl = ?").bind(table);
    let last = sealed.fetch_one(&mut *connection).await?.filter(|last| *last > 0).unwrap_or(1 << 20);
    let mut ranges = vec![(1, last)];
    let mut failures = 0;
    while let Some((first, last)) = ranges.pop() {
        let range = sqlx::query(AssertSqlSafe(format!("{insert} WHERE rowid BETWEEN ? AND ?"))).bind(first).bind(last);
        if range.execute(&mut *connection).await.is_ok() || failures == MOST_FAILURES {
            continue;
        }
        failures += 1;
        if first < last {
            let middle = first.midpoint(last);
            ranges.extend([(middle + 1, last), (first, middle)]);
        }
    }
    Ok(())
}

/// Puts something in place of lost rows that others refer to: what people made of a document or in a collection is not lost with
/// the row of the document. The document gets its text when its file is read again.
async fn replace_lost_parents(connection: &mut SqliteConnection) -> SqlResult<()> {
    let contents = format!(
        "INSERT INTO main.content (id, hash, recipe, page_count, passage_count, first_passage)
        SELECT content, format('%064d', content), '{UNREADABLE}', 0, 0,
            coalesce((SELECT min(id) FROM main.passage p WHERE p.content = lost.content), 0)
        FROM (SELECT content FROM main.document WHERE content IS NOT NULL UNION SELECT content FROM main.feedback
            UNION SELECT content FROM main.annotation UNION SELECT content FROM main.question) AS lost
        WHERE content NOT IN (SELECT id FROM main.content)"
    );
    let statements = [
        "INSERT OR IGNORE INTO main.document (id, collection)
        SELECT document, collection FROM main.sighting WHERE document NOT IN (SELECT id FROM main.document)",
        &contents,
        "INSERT INTO main.collection (id, name)
        SELECT collection, 'Recovered ' || collection FROM
            (SELECT collection FROM main.document UNION SELECT collection FROM main.grid) AS lost
        WHERE collection NOT IN (SELECT id FROM main.collection)",
    ];
    for statement in statements {
        sqlx::query(AssertSqlSafe(statement)).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Deletes rows that refer to something lost, as if that had been deleted.
async fn drop_orphans(connection: &mut SqliteConnection) -> SqlResult<()> {
    let references = sqlx::query_as::<_, (String, String, String, String)>(
        "SELECT t.name, f.\"table\", f.\"from\", f.on_delete
        FROM main.sqlite_master t JOIN pragma_foreign_key_list(t.name, 'main') f WHERE t.type = 'table'",
    );
    let references = references.fetch_all(&mut *connection).await?;
    let mut changed = 1;
    while changed > 0 {
        changed = 0;
        for (table, parent, column, on_delete) in &references {
            let change = if on_delete == "SET NULL" {
                format!("UPDATE main.{table} SET {column} = NULL")
            } else {
                format!("DELETE FROM main.{table}")
            };
            let lost =
                format!("{change} WHERE {column} IS NOT NULL AND {column} NOT IN (SELECT id FROM main.{parent})");
            changed += sqlx::query(AssertSqlSafe(lost)).execute(&mut *connection).await?.rows_affected();
        }
    }
    Ok(())
}
