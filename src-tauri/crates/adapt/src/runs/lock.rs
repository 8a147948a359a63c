//! The lock on runs: while one process adds a run, takes one, or cleans up, no other does. The system releases it however
//! a process ends. Not for the time a run takes.

use crate::adapt::blocking;
use crate::{Error, Result};
use pincite_models::Home;
use std::fs::File;

/// Held for a moment, with the file that is locked.
pub(super) struct RunLock(#[expect(dead_code, reason = "held, never read")] File);

impl RunLock {
    /// Waits until no other process holds the lock.
    pub(super) async fn acquire(home: &Home) -> Result<Self> {
        let folder = home.runs();
        let locking = move || {
            let locked = std::fs::create_dir_all(&folder).and_then(|()| {
                let file = File::create(folder.join("lock"))?;
                file.lock().map(|()| file)
            });
            locked.map(Self).map_err(|source| Error::Folder { folder, source })
        };
        blocking("Waiting for other runs", locking).await
    }
}
