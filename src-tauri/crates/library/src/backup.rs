//! Copies of the library file: a consistent one while others work, and one that takes its place. What else belongs to a backup
//! is known elsewhere.

use crate::error::Context;
use crate::locks::{OpeningLock, Worker, beside, file_error};
use crate::{Error, Library, Result};
use std::path::{Path, PathBuf};

impl Library {
    /// Writes a copy to a new file, as the library is at one moment. Who reads and writes meanwhile is not disturbed
    /// (`VACUUM INTO`).
    ///
    /// # Errors
    /// [`Error::Access`] if the file is there, [`Error::DiskFull`], [`Error::PathNotUnicode`].
    pub async fn copy_to(&self, file: &Path) -> Result<()> {
        let target = file.to_str().ok_or_else(|| Error::PathNotUnicode { path: file.to_owned() })?;
        sqlx::query("VACUUM INTO ?").bind(target).execute(self.reader()).await.context(self)?;
        Ok(())
    }

    /// Puts a library file in place of that at `path`, which no process may have open. The former one is renamed. Returns its new
    /// path, if there was one.
    ///
    /// # Errors
    /// What [`Library::open`] says of the new file: nothing changes then. [`Error::InUse`], [`Error::Access`].
    pub async fn replace(path: &Path, new: &Path) -> Result<Option<PathBuf>> {
        Self::open(new).await?.close().await;
        let opening = OpeningLock::acquire(path).await?;
        if Worker::is_any_alive(path) {
            return Err(Error::InUse { library: path.to_owned() });
        }
        let aside = if path.exists() { Some(set_aside(path)?) } else { None };
        std::fs::rename(new, path).map_err(|error| file_error(path, &error))?;
        drop(opening);
        Ok(aside)
    }
}

/// Renames a library file with its log to a name that is free.
fn set_aside(path: &Path) -> Result<PathBuf> {
    let mut number = 1;
    let aside = loop {
        let aside = beside(path, &format!("before-restore-{number}"));
        if !aside.exists() {
            break aside;
        }
        number += 1;
    };
    for suffix in ["wal", "shm"] {
        let log = beside(path, suffix);
        if log.exists() {
            std::fs::rename(&log, beside(&aside, suffix)).map_err(|error| file_error(path, &error))?;
        }
    }
    std::fs::rename(path, &aside).map_err(|error| file_error(path, &error))?;
    Ok(aside)
}
