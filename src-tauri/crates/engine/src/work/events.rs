//! What everyone who listens is told: events, notices, and how far a job is. Not for deciding when: whoever works tells.

use crate::Error;
use crate::error::named;
use pincite_api::{Event, Phase, Problem, Progress};
use pincite_library::{self as library, CollectionId, DocumentId, JobId};
use std::ops::ControlFlow;
use std::time::Instant;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

/// Events kept for a slow listener; one that falls further behind is told how many it missed.
const KEPT: usize = 4096;
/// Before this many seconds have passed in a phase a remaining time would be a guess.
const SECONDS_BEFORE_ESTIMATE: f32 = 1.0;

/// Everyone who listens. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Events(broadcast::Sender<Event>);

impl Events {
    pub(crate) fn new() -> Self {
        Self(broadcast::Sender::new(KEPT))
    }

    /// Where others send events, too.
    pub(crate) fn sender(&self) -> &broadcast::Sender<Event> {
        &self.0
    }

    /// Tells everyone who listens.
    pub(crate) fn emit(&self, event: Event) {
        // Nobody listening is no failure.
        let _ = self.0.send(event);
    }

    /// Tells of something that belongs to no document. The log gets no more than its code and cause: messages name files.
    pub(crate) fn notice(&self, error: &Error) {
        tracing::warn!(code = error.code(), cause = error.cause(), "notice");
        self.emit(Event::Notice(Problem::from(error)));
    }

    /// The same, of an error of the library.
    pub(crate) fn notice_of(&self, error: &library::Error) {
        tracing::warn!(code = error.code(), "notice");
        let told = Problem::new(error.code(), error.to_string());
        self.emit(Event::Notice(named(told, error.file())));
    }
}

/// One phase of one job, from its start.
pub(crate) struct Meter {
    events: Events,
    job: JobId,
    document: DocumentId,
    collection: CollectionId,
    phase: Phase,
    started: Instant,
}

impl Meter {
    /// Starts to count.
    pub(crate) fn start(
        events: &Events,
        job: JobId,
        document: DocumentId,
        collection: CollectionId,
        phase: Phase,
    ) -> Self {
        Self { events: events.clone(), job, document, collection, phase, started: Instant::now() }
    }

    /// Tells everyone that `done` of `total` units are done.
    pub(crate) fn emit(&self, done: u32, total: u32) {
        self.events.emit(Event::Progress(self.at(done, total)));
    }

    /// What tells everyone, and breaks off when the job is cancelled.
    pub(crate) fn listener(
        self,
        token: &CancellationToken,
    ) -> impl Fn(u32, u32) -> ControlFlow<()> + Send + 'static + use<> {
        let token = token.clone();
        move |done, total| {
            self.emit(done, total);
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
