//! File locks: which process opens the library, and which processes run jobs. The system releases a file lock however
//! its process ends. So a dead worker is detected at once, without heartbeats. Not for data.

use crate::{Error, Result};
use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

/// Held while a process opens the library, because two processes must not create the schema at once. Its file is never
/// removed. Otherwise a waiting process and a later one could each lock a different file.
#[derive(Debug)]
pub(crate) struct OpeningLock(#[expect(dead_code, reason = "held, never read")] File);

impl OpeningLock {
    /// Creates the library's folder if it is missing, and waits until no other process opens the library.
    pub(crate) async fn acquire(library: &Path) -> Result<Self> {
        let file = beside(library, "opening");
        let locked = tokio::task::spawn_blocking(move || {
            file.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            let file = File::create(&file)?;
            file.lock()?;
            Ok(file)
        });
        locked.await.unwrap_or_else(|panic| Err(io::Error::other(panic))).map(Self).map_err(|e| file_error(library, &e))
    }
}

/// A process that can run jobs: its name in the queue, and the locked file that proves it is alive.
#[derive(Debug)]
pub(crate) struct Worker {
    name: String,
    path: PathBuf,
    #[expect(dead_code, reason = "held, never read")]
    lock: File,
}

impl Worker {
    /// Locks a file with a new name. The opening lock must be held, so that no other process sweeps the file before it
    /// is locked.
    pub(crate) fn start(library: &Path) -> Result<Self> {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("{}-{}", process::id(), since_1970.as_nanos());
        let path = beside(library, &format!("worker-{name}"));
        let lock =
            File::create(&path).and_then(|file| file.lock().map(|()| file)).map_err(|e| file_error(library, &e))?;
        Ok(Self { name, path, lock })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether the worker of this name is alive.
    pub(crate) fn is_alive(library: &Path, name: &str) -> bool {
        is_locked(&beside(library, &format!("worker-{name}")))
    }

    /// Removes the files of dead workers. A file that cannot be removed is harmless.
    pub(crate) fn sweep(library: &Path) {
        for path in Self::files(library).iter().filter(|path| !is_locked(path)) {
            let _ = std::fs::remove_file(path);
        }
    }

    /// Whether a process has the library open to write.
    pub(crate) fn is_any_alive(library: &Path) -> bool {
        Self::files(library).iter().any(|path| is_locked(path))
    }

    fn files(library: &Path) -> Vec<PathBuf> {
        let prefix = beside(library, "worker-");
        let prefix = prefix.file_name().unwrap_or_default().as_encoded_bytes();
        let folder = library.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        files.filter(|file| file.file_name().as_encoded_bytes().starts_with(prefix)).map(|file| file.path()).collect()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

fn is_locked(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

/// The path of a file beside the library: the library's path, "-" and a suffix.
pub(crate) fn beside(library: &Path, suffix: &str) -> PathBuf {
    let mut path = OsString::from(library);
    path.push("-");
    path.push(suffix);
    path.into()
}

/// Removes a file if it is there.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The error for a failed access to a file beside the library.
pub(crate) fn file_error(library: &Path, error: &io::Error) -> Error {
    let library = library.to_owned();
    match error.kind() {
        io::ErrorKind::StorageFull => Error::DiskFull { library },
        _ => Error::Access { library, detail: error.to_string() },
    }
}
