//! Locks that outlive no process: who is opening the library, and which process runs which jobs. The system releases a
//! file lock however its process ends, so a dead worker is known at once, without heartbeats. Not for data.

use crate::{Error, Result};
use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

/// Held while a process opens the library: two must not make the schema at once.
#[derive(Debug)]
pub(crate) struct OpeningLock(#[expect(dead_code, reason = "held, never read")] File);

impl OpeningLock {
    /// Makes the library's folder if need be, and waits until no other process is opening the library.
    pub(crate) async fn take(library: &Path) -> Result<Self> {
        let file = beside(library, "opening");
        let locked = tokio::task::spawn_blocking(move || {
            file.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            let file = File::create(&file)?;
            file.lock()?;
            Ok(file)
        });
        locked.await.unwrap_or_else(|panic| Err(io::Error::other(panic))).map(Self).map_err(|e| access(library, &e))
    }
}

/// A process that may run jobs: its name in the queue, and the locked file that shows it is alive.
#[derive(Debug)]
pub(crate) struct Worker {
    name: String,
    path: PathBuf,
    #[expect(dead_code, reason = "held, never read")]
    lock: File,
}

impl Worker {
    pub(crate) async fn start(library: &Path) -> Result<Self> {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("{}-{}", process::id(), since_1970.as_nanos());
        let path = beside(library, &format!("worker-{name}"));
        let lock = File::create(&path).and_then(|file| file.lock().map(|()| file)).map_err(|e| access(library, &e))?;
        Ok(Self { name, path, lock })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether the worker of this name still lives. What a dead one left on the disk is removed.
    pub(crate) fn is_alive(library: &Path, name: &str) -> bool {
        let path = beside(library, &format!("worker-{name}"));
        let Ok(file) = File::open(&path) else { return false };
        let alive = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        if !alive {
            let _ = std::fs::remove_file(path);
        }
        alive
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

fn beside(library: &Path, suffix: &str) -> PathBuf {
    let mut path = OsString::from(library);
    path.push("-");
    path.push(suffix);
    path.into()
}

fn access(library: &Path, error: &io::Error) -> Error {
    let library = library.to_owned();
    match error.kind() {
        io::ErrorKind::StorageFull => Error::DiskFull { library },
        _ => Error::Access { library, detail: error.to_string() },
    }
}
