//! Locks that outlive no process: who is opening the library, and which process runs which jobs. The system releases a
//! file lock however its process ends, so a dead worker is known at once, without heartbeats. Not for data.

use crate::{Error, Result};
use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

/// Held while a process opens the library: two must not make the schema at once. Its file stays beside the library for
/// good: were it removed, a process that waits for it and one that comes later would each lock a file of its own.
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
    /// Locks a file of a new name. Done while opening, so that nobody sweeps it away before it is locked.
    pub(crate) fn start(library: &Path) -> Result<Self> {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("{}-{}", process::id(), since_1970.as_nanos());
        let path = beside(library, &format!("worker-{name}"));
        let lock = File::create(&path).and_then(|file| file.lock().map(|()| file)).map_err(|e| access(library, &e))?;
        Ok(Self { name, path, lock })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether the worker of this name still lives.
    pub(crate) fn is_alive(library: &Path, name: &str) -> bool {
        is_locked(&beside(library, &format!("worker-{name}")))
    }

    /// Removes the files of dead workers. One that cannot be removed does no harm.
    pub(crate) fn sweep(library: &Path) {
        let prefix = beside(library, "worker-");
        let prefix = prefix.file_name().unwrap_or_default().as_encoded_bytes();
        let folder = library.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let ours = files.filter(|file| file.file_name().as_encoded_bytes().starts_with(prefix)).map(|file| file.path());
        for path in ours.filter(|path| !is_locked(path)) {
            let _ = std::fs::remove_file(path);
        }
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

/// A file beside the library whose name begins with that of the library.
pub(crate) fn beside(library: &Path, suffix: &str) -> PathBuf {
    let mut path = OsString::from(library);
    path.push("-");
    path.push(suffix);
    path.into()
}

/// The library's error for a file beside it.
pub(crate) fn access(library: &Path, error: &io::Error) -> Error {
    let library = library.to_owned();
    match error.kind() {
        io::ErrorKind::StorageFull => Error::DiskFull { library },
        _ => Error::Access { library, detail: error.to_string() },
    }
}
