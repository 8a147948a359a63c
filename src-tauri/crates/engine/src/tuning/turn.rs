//! Turns: while one process adds a run, takes one, or sweeps, no other does. The system gives the turn back however a
//! process ends. Not for the time a run takes.

use crate::{Error, Home};
use std::fs::File;
use std::io;

/// Held for a moment, with the file whose lock it is.
pub(super) struct Turn(#[expect(dead_code, reason = "held, never read")] File);

impl Turn {
    /// Waits for its turn.
    pub(super) async fn take(home: &Home) -> Result<Self, Error> {
        let folder = home.tuning_all();
        let place = folder.clone();
        let locked = tokio::task::spawn_blocking(move || {
            std::fs::create_dir_all(&place)?;
            let file = File::create(place.join("turn"))?;
            file.lock()?;
            Ok(file)
        });
        let locked = locked.await.unwrap_or_else(|panic| Err(io::Error::other(panic)));
        locked.map(Self).map_err(|source| Error::Home { folder, source })
    }
}
