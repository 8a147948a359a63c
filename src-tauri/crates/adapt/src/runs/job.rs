//! A run as a job: done once it is claimed, waited for, and cleared. Claiming it is for whoever works off the queue.

use super::perform::Performance;
use super::progress::RunProgress;
use crate::adapt::blocking;
use crate::{Adapt, Error, Result};
use pincite_api::{TuningState, TuningView};
use pincite_library::{self as library, RunId};
use pincite_models::Home;
use std::fs::File;
use std::sync::Arc;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

impl Adapt {
    /// Does a run that this process has claimed, until the token is cancelled. One that was interrupted goes on. The
    /// caller finishes its job, or notes why it failed, and calls [`Adapt::ended`].
    pub async fn perform(&self, run: RunId, token: &CancellationToken) -> Result<()> {
        self.current.send_replace(Some(run));
        // Who adds a run holds the lock until what is supplied for it is kept.
        drop(RunLock::acquire(&self.home).await?);
        let run = self.library.run(run).await?;
        self.emit_change(run.collection);
        let progress = Arc::new(Mutex::new(RunProgress::of(self, &run, token)?));
        Performance { adapt: self, run: &run, progress, token }.run().await
    }

    /// Clears what a run leaves that this process did, unless another process goes on with it.
    pub async fn ended(&self, run: RunId) {
        let now = self.library.run(run).await;
        match &now {
            Ok(now) if now.state.is_unfinished() => {}
            Ok(now) => self.clear(now).await,
            Err(library::Error::NoRun(_)) => self.clear_folder(run).await,
            Err(error) => tracing::warn!(run = run.0, code = error.code(), "what the run leaves is not cleared"),
        }
        self.current.send_replace(None);
        if let Ok(now) = now {
            self.emit_change(now.collection);
        }
    }

    /// Waits until a run has ended, whichever process does it; if this one does, also until all is cleared.
    pub async fn wait(&self, run: RunId) -> Result<TuningView> {
        let mut changes = self.library.changes();
        let mut current = self.current.subscribe();
        loop {
            let now = self.run(run).await?;
            let has_ended = !matches!(now.state, TuningState::Queued | TuningState::Running);
            if has_ended && *current.borrow_and_update() != Some(run) {
                return Ok(now);
            }
            tokio::select! {
                () = changes.next() => {}
                _ = current.changed() => {}
            }
        }
    }
}

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
