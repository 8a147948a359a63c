//! Creates the library file. Not for opening one.
//!
//! A new library is created under another name and renamed when it is complete. A process that dies meanwhile never
//! leaves an empty `library.db`. So an empty file means that content was lost.

use crate::connection::{pool, prepare};
use crate::locks::{beside, file_error};
use crate::{Error, Result};
use sqlx::sqlite::SqliteConnectOptions;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Creates the library unless its file exists. Only one process at a time may call this.
///
/// # Errors
/// [`Error::Empty`] if the file exists and is empty.
pub(crate) async fn if_missing(path: &Path, options: &SqliteConnectOptions) -> Result<()> {
    match fs::metadata(path) {
        Ok(meta) if meta.is_file() && meta.len() == 0 => Err(Error::Empty { library: path.to_owned() }),
        Err(error) if error.kind() == ErrorKind::NotFound => make(path, options).await,
        _ => Ok(()), // whatever else it is, connecting to it says what is wrong
    }
}

async fn make(path: &Path, options: &SqliteConnectOptions) -> Result<()> {
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
    let prepared = prepare(path, &pool).await;
    pool.close().await;
    prepared?;
    fs::rename(new, path).map_err(|error| file_error(path, &error))
}

fn remove_logs(library: &Path) -> io::Result<()> {
    ["wal", "shm"].iter().map(|log| beside(library, log)).try_for_each(|log: PathBuf| remove(&log))
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
