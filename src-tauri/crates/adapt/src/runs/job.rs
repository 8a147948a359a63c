//! The queue of runs: one is taken at a time, cancelled, and ended. Not for what is done in one (`perform`).

use super::lock::RunLock;
use super::perform::Performance;
use super::progress::RunProgress;
use super::request::reset_starts;
use crate::{Adapt, Result};
use pincite_api::Event;
use pincite_library::{self as library, JobState, TuningRun, TuningRunId};
use std::convert::Infallible;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::sync::broadcast::Receiver;
use tokio_util::sync::CancellationToken;

/// How often the library is looked at without any event: another process may have changed it.
const LOOK: Duration = Duration::from_secs(1);

/// Tells when it is time to look at the runs in the library.
pub(super) struct Changes(Receiver<Event>);

impl Changes {
    /// Waits for an event of runs or collections, which come from this process, but no longer than [`LOOK`]. Events since
    /// the last time count, so that none is missed between two looks.
    pub(super) async fn next(&mut self) {
        let concerns = |event: &Event| matches!(event, Event::Tunings { .. } | Event::Collections);
        // Too many events to keep are a reason to look, too.
        let event = async { while self.0.recv().await.is_ok_and(|event| !concerns(&event)) {} };
        let _ = tokio::time::timeout(LOOK, event).await;
    }
}

impl Adapt {
    /// Does the runs of the library, one at a time, until the program is closed.
    pub async fn work(&self) {
        tokio::select! {
            biased;
            () = self.closing.cancelled() => self.forgive_start().await,
            () = self.take_runs() => {}
        }
    }

    /// Changes from now on.
    pub(super) fn changes(&self) -> Changes {
        Changes(self.events.subscribe())
    }

    /// Whether this process is at a run, or still clears what is left of it.
    pub(super) fn is_at(&self, run: TuningRunId) -> bool {
        *self.current() == Some(run)
    }

    fn current(&self) -> MutexGuard<'_, Option<TuningRunId>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn take_runs(&self) {
        let mut changes = self.changes();
        loop {
            match self.next_run().await {
                Ok(Some(run)) => self.do_run(run).await,
                Ok(None) => changes.next().await,
                Err(error) => {
                    self.notice(&error);
                    tokio::time::sleep(LOOK).await;
                }
            }
        }
    }

    /// The run at work was started, but did not take the program down.
    async fn forgive_start(&self) {
        let run = *self.current();
        if let Some(run) = run {
            reset_starts(&self.folder(run)).await;
        }
    }

    /// The oldest run that waits or was interrupted, if no living process is at one.
    async fn next_run(&self) -> Result<Option<TuningRun>> {
        if self.library.unfinished_tuning_runs().await?.is_empty() {
            return Ok(None); // the usual case waits for nobody
        }
        let _lock = RunLock::acquire(&self.home).await?;
        let unfinished = self.library.unfinished_tuning_runs().await?;
        if unfinished.iter().any(|run| run.state == JobState::Running && !run.interrupted) {
            return Ok(None);
        }
        let Some(run) = unfinished.into_iter().next() else { return Ok(None) };
        Ok(self.library.take_tuning_run(run.id).await?.then_some(run))
    }

    async fn do_run(&self, run: TuningRun) {
        let token = self.closing.child_token();
        *self.current() = Some(run.id);
        self.emit_change(run.collection);
        let result = tokio::select! {
            result = self.perform_run(&run, &token) => result,
            never = self.cancel_when_ended(run.id, &token) => match never {},
        };
        match self.note_end(&run, result, &token).await {
            Ok(()) => self.clear(&run).await,
            // It is still at work by what the library says, and will be taken up again by the next process.
            Err(error) => self.notice(&error),
        }
        *self.current() = None;
        self.emit_change(run.collection);
    }

    async fn perform_run(&self, run: &TuningRun, token: &CancellationToken) -> Result<()> {
        let progress = Arc::new(Mutex::new(RunProgress::of(self, run, token)?));
        Performance { adapt: self, run, progress, token }.run().await
    }

    /// Cancels the token when the run has ended in the library: someone cancelled it, here or in another process, or its
    /// collection is gone.
    async fn cancel_when_ended(&self, run: TuningRunId, token: &CancellationToken) -> Infallible {
        let mut changes = self.changes();
        loop {
            match self.library.tuning_run(run).await {
                Ok(now) if now.state == JobState::Running => {}
                Ok(_) | Err(library::Error::NoTuningRun(_)) => token.cancel(),
                Err(_) => {}
            }
            changes.next().await;
        }
    }

    /// Stores the end of a run that was not successful.
    async fn note_end(&self, run: &TuningRun, result: Result<()>, token: &CancellationToken) -> Result<()> {
        let Err(error) = result else { return Ok(()) };
        if self.closing.is_cancelled() {
            // No end: the run goes on with the next process, and `work` drops this future.
            return std::future::pending().await;
        }
        match token.is_cancelled() {
            true => self.library.cancel_tuning_run(run.id, &error.stored()).await?,
            false => self.library.fail_tuning_run(run.id, &error.stored()).await?,
        };
        Ok(())
    }
}
