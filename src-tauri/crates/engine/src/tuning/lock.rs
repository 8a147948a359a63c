//! The lock on tuning runs: while one process adds a run, takes one, or cleans up, no other does. The system releases it
//! however a process ends. Not for the time a run takes.

use crate::{Error, Home};
use std::fs::File;
use std::io;

/// Held for a moment, with the file that is locked.
pub(super) struct TuningLock(#[expect(dead_code, reason = "held, never read")] File);

impl TuningLock {
    /// Waits until no other process holds the lock.
    pub(super) async fn acquire(home: &Home) -> Result<Self, Error> {
        let folder = home.tuning_all();
        let place = folder.clone();
        let locked = tokio::task::spawn_blocking(move || {
            std::fs::create_dir_all(&place)?;
            let file = File::create(place.join("lock"))?;
            file.lock()?;
            Ok(file)
        });
        let locked = locked.await.unwrap_or_else(|panic| Err(io::Error::other(panic)));
        locked.map(Self).map_err(|source| Error::Home { folder, source })
    }
}
