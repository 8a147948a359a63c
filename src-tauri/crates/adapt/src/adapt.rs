//! What adapting is opened with, and what its parts share. What it does is in the modules beside this one.

use crate::Error;
use futures_util::future::BoxFuture;
use pincite_api::{Event, Problem};
use pincite_library::{self as library, CollectionId, Library, TuningRunId};
use pincite_models::Home;
use pincite_search::Encoders;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

/// Gives documents their vectors in the active generation of their collection, sooner or later.
pub trait QueueMissingVectors: Send + Sync {
    /// Queues all documents that lack vectors there: another generation may have become active.
    fn queue_missing_vectors(&self) -> BoxFuture<'_, Result<(), library::Error>>;
}

/// What adapting is opened with.
pub struct Options {
    /// The open library.
    pub library: Library,
    /// The data folder with the models.
    pub home: Home,
    /// The encoders of this process.
    pub encoders: Arc<Encoders>,
    /// Gets all that happens.
    pub events: broadcast::Sender<Event>,
    /// Cancelled when the program is closed: a run stops, and goes on with the next process.
    pub closing: CancellationToken,
    /// Completes what is searched after another generation became active.
    pub missing: Arc<dyn QueueMissingVectors>,
}

/// Adapting the search of an open library. Cheap to clone; every clone is the same.
///
/// A run is planned ([`Adapt::plan`]), started ([`Adapt::start`]), cancelled and listed ([`Adapt::history`]). Its events
/// are those of the program. What it makes is a generation, which can be activated and undone. [`Adapt::questions`] and
/// [`Adapt::marks`] have what runs learn from. Errors are of the library where nothing else is said.
#[derive(Clone)]
pub struct Adapt {
    pub(crate) library: Library,
    pub(crate) home: Home,
    pub(crate) encoders: Arc<Encoders>,
    pub(crate) events: broadcast::Sender<Event>,
    pub(crate) closing: CancellationToken,
    pub(crate) missing: Arc<dyn QueueMissingVectors>,
    /// The run that this process is at, or still clears up after.
    pub(crate) current: Arc<Mutex<Option<TuningRunId>>>,
}

impl Adapt {
    /// Opens it. No run is taken before [`Adapt::work`].
    pub fn open(options: Options) -> Self {
        let Options { library, home, encoders, events, closing, missing } = options;
        Self { library, home, encoders, events, closing, missing, current: Arc::default() }
    }

    /// The folder that a run works in: its pairs, and its checkpoint.
    pub(crate) fn folder(&self, run: TuningRunId) -> PathBuf {
        self.home.runs().join(run.to_string())
    }

    /// Tells everyone who listens.
    pub(crate) fn emit(&self, event: Event) {
        // Nobody listening is no failure.
        let _ = self.events.send(event);
    }

    /// Tells that runs or generations of a collection changed.
    pub(crate) fn emit_change(&self, collection: CollectionId) {
        self.emit(Event::Tunings { collection });
    }

    /// Tells of something that ends no run. The log gets no more than its code and cause: messages name files.
    pub(crate) fn notice(&self, error: &Error) {
        tracing::warn!(code = error.code(), cause = error.cause(), "notice");
        self.emit(Event::Notice(Problem::from(error)));
    }
}

/// Computes on a thread that may block; `what` names the work if the thread dies.
pub(crate) async fn blocking<T: Send + 'static>(
    what: impl Into<String>,
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let computed = tokio::task::spawn_blocking(work).await;
    computed.unwrap_or_else(|_| Err(Error::Stopped { what: what.into() }))
}
