//! The queue of runs: one is taken at a time, watched, and ended. Not for what is done in one (`perform`).

use super::lock::TuningLock;
use super::perform::Performance;
use super::progress::RunProgress;
use super::request::reset_starts;
use crate::documents::problem;
use crate::work::LOOK;
use crate::{Engine, Error};
use pincite_api::Event;
use pincite_library::{self as library, JobState, TuningRun, TuningRunId};
use std::sync::{Arc, Mutex as Quick, PoisonError};
use std::time::Duration;
use tokio::sync::{Mutex, Notify};
use tokio_util::sync::CancellationToken;

/// How often a run looks whether another process cancelled it.
const WATCH: Duration = Duration::from_millis(500);

/// The run that this process is at, and the bell that wakes whoever takes runs.
#[derive(Default)]
pub(crate) struct Tunings {
    bell: Notify,
    running: Quick<Option<(TuningRunId, CancellationToken)>>,
}

impl Tunings {
    /// There may be something to do.
    pub(super) fn wake(&self) {
        self.bell.notify_waiters();
    }

    /// Stops a run if this process is at it.
    pub(super) fn cancel(&self, run: TuningRunId) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.iter().filter(|(id, _)| *id == run).for_each(|(_, token)| token.cancel());
    }

    /// Whether this process is at a run, or still clears what is left of it.
    pub(super) fn is_at(&self, run: TuningRunId) -> bool {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.as_ref().is_some_and(|(id, _)| *id == run)
    }

    fn set(&self, running: Option<(TuningRunId, CancellationToken)>) {
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = running;
    }
}

impl Engine {
    /// Does the runs of the library, one at a time.
    pub(crate) async fn tune_off(self) {
        loop {
            let bell = self.0.tunings.bell.notified();
            match self.next_run().await {
                Ok(Some(run)) => self.do_run(run).await,
                Ok(None) => drop(tokio::time::timeout(LOOK, bell).await),
                Err(error) => {
                    self.0.notice(&error);
                    tokio::time::sleep(LOOK).await;
                }
            }
        }
    }

    /// The program is being closed: the run at work was started, but did not take the program down.
    pub(crate) async fn forgive_start(&self) {
        let running = self.0.tunings.running.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(|(id, _)| *id);
        if let Some(run) = running {
            reset_starts(&self.0.home.tuning(run)).await;
        }
    }

    /// The oldest run that waits or was interrupted, if no living process is at one.
    async fn next_run(&self) -> Result<Option<TuningRun>, Error> {
        let library = &self.0.library;
        if library.unfinished_tuning_runs().await?.is_empty() {
            return Ok(None); // the usual case waits for nobody
        }
        let _lock = TuningLock::acquire(&self.0.home).await?;
        let unfinished = library.unfinished_tuning_runs().await?;
        if unfinished.iter().any(|run| run.state == JobState::Running && !run.interrupted) {
            return Ok(None);
        }
        let Some(run) = unfinished.into_iter().next() else { return Ok(None) };
        Ok(library.take_tuning_run(run.id).await?.then_some(run))
    }

    async fn do_run(&self, run: TuningRun) {
        let token = CancellationToken::new();
        self.0.tunings.set(Some((run.id, token.clone())));
        let watching = tokio::spawn(self.clone().watch_for_cancelling(run.id, token.clone()));
        self.0.emit(Event::Tunings { collection: run.collection });
        let result = self.perform_run(&run, &token).await;
        watching.abort();
        match self.note_end(&run, result, &token).await {
            Ok(()) => self.clear(&run).await,
            // It is still at work by what the library says, and will be taken up again by the next process.
            Err(error) => self.0.notice(&error),
        }
        self.0.tunings.set(None);
        self.0.emit(Event::Tunings { collection: run.collection });
    }

    async fn perform_run(&self, run: &TuningRun, token: &CancellationToken) -> Result<(), Error> {
        let progress = Arc::new(Mutex::new(RunProgress::of(self, run, token)?));
        Performance { engine: self, run, progress, token }.run().await
    }

    /// Cancels the token when the run has ended in the library: another process cancelled it, or its collection is gone.
    async fn watch_for_cancelling(self, run: TuningRunId, token: CancellationToken) {
        loop {
            tokio::time::sleep(WATCH).await;
            match self.0.library.tuning_run(run).await {
                Ok(now) if now.state == JobState::Running => {}
                Ok(_) | Err(library::Error::NoTuningRun(_)) => return token.cancel(),
                Err(_) => {}
            }
        }
    }

    async fn note_end(
        &self,
        run: &TuningRun,
        result: Result<(), Error>,
        token: &CancellationToken,
    ) -> Result<(), Error> {
        let library = &self.0.library;
        let Err(error) = result else { return Ok(()) };
        match token.is_cancelled() {
            true => library.cancel_tuning_run(run.id, &problem(&error)).await?,
            false => library.fail_tuning_run(run.id, &problem(&error)).await?,
        };
        Ok(())
    }
}
