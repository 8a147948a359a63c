//! Rates and remaining times of a phase. Not for deciding when to report: whoever works calls it.

use crate::Engine;
use pincite_api::{Event, Phase, Progress};
use pincite_library::{CollectionId, DocumentId, JobId};
use std::ops::ControlFlow;
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// Before this many seconds have passed in a phase a remaining time would be a guess.
const SECONDS_BEFORE_ESTIMATE: f32 = 1.0;

/// One phase of one job, from its start.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    job: JobId,
    document: DocumentId,
    collection: CollectionId,
    phase: Phase,
    started: Instant,
}

impl Meter {
    /// Starts to count.
    pub(crate) fn start(job: JobId, document: DocumentId, collection: CollectionId, phase: Phase) -> Self {
        Self { job, document, collection, phase, started: Instant::now() }
    }

    /// Tells everyone that `done` of `total` units are done.
    pub(crate) fn emit(&self, engine: &Engine, done: u32, total: u32) {
        engine.0.emit(Event::Progress(self.at(done, total)));
    }

    /// What tells everyone, and breaks off when the job is cancelled.
    pub(crate) fn listener(
        self,
        engine: &Engine,
        token: &CancellationToken,
    ) -> impl Fn(u32, u32) -> ControlFlow<()> + Send + 'static {
        let (engine, token) = (engine.clone(), token.clone());
        move |done, total| {
            self.emit(&engine, done, total);
            if token.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }

    /// What to tell when `done` of `total` units are done.
    fn at(&self, done: u32, total: u32) -> Progress {
        let seconds = self.started.elapsed().as_secs_f32();
        let rate = if seconds > 0.0 { done as f32 / seconds } else { 0.0 };
        let known = seconds >= SECONDS_BEFORE_ESTIMATE && rate > 0.0 && total >= done;
        Progress {
            job: self.job,
            document: self.document,
            collection: self.collection,
            phase: self.phase,
            done,
            total,
            rate,
            seconds_left: known.then(|| (total - done) as f32 / rate),
        }
    }
}
