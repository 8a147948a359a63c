//! Copies of the library file: a consistent one while others work, and one that takes its place. What else belongs to a backup
//! is known elsewhere.

use super::locks::{OpeningLock, Worker, beside, file_error};
use super::migrating::copy_into;
use super::opening::remove_logs;
use crate::error::Context;
use crate::{Error, Library, Result};
use std::io;
use std::path::{Path, PathBuf};

impl Library {
    /// Writes a copy to a new file, as the library is at one moment. Who reads and writes meanwhile is not disturbed
    /// (`VACUUM INTO`).
    ///
    /// # Errors
    /// [`Error::Access`] if the file is there, [`Error::DiskFull`], [`Error::PathNotUnicode`].
    pub async fn copy_to(&self, file: &Path) -> Result<()> {
        copy_into(self.path(), &mut *self.file()?.reader().acquire().await.context(self)?, file).await
    }

    /// Puts a library file in place of that at `path`, which no process may have open. The former one gets another name, which is
    /// returned, if there was one.
    ///
    /// # Errors
    /// What [`Library::open`] says of the new file: nothing changes then. [`Error::InUse`], [`Error::Access`].
    pub async fn replace(path: &Path, new: &Path) -> Result<Option<PathBuf>> {
        Self::open(new).await?.close().await;
        let opening = OpeningLock::acquire(path).await?;
        if Worker::is_any_alive(path) {
            return Err(Error::InUse { library: path.to_owned() });
        }
        let placed = put_in_place(new, path);
        drop(opening);
        placed
    }
}

/// Puts a library file in place of that at `path`, which gets another name with its log. Returns that, if there was one. At no moment
/// is there no library.
pub(crate) fn put_in_place(new: &Path, path: &Path) -> Result<Option<PathBuf>> {
    let failed = |error| file_error(path, &error);
    let aside = if path.exists() { Some(free_name(path)) } else { None };
    if let Some(aside) = &aside {
        also_named(path, aside).map_err(failed)?;
        let log = beside(path, "wal");
        if log.exists() {
            also_named(&log, &beside(aside, "wal")).map_err(failed)?;
        }
    }
    // A log that stayed would be replayed into the new file.
    remove_logs(path).and_then(|()| std::fs::rename(new, path)).map_err(failed)?;
    Ok(aside)
}

/// A name beside a library file that nothing has.
fn free_name(path: &Path) -> PathBuf {
    let mut number = 1;
    loop {
        let aside = beside(path, &format!("former-{number}"));
        if !aside.exists() {
            return aside;
        }
        number += 1;
    }
}

/// Gives a file a second name, or copies it where the file system has no second names.
fn also_named(file: &Path, name: &Path) -> io::Result<()> {
    std::fs::hard_link(file, name).or_else(|_| std::fs::copy(file, name).map(drop))
}
