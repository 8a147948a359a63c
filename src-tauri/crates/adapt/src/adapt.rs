//! What adapting is opened with, and what its parts share. What it does is in the modules beside this one.

use crate::Error;
use futures_util::future::BoxFuture;
use pincite_api::{Event, Problem};
use pincite_library::{self as library, CollectionId, Library, RunId};
use pincite_models::Home;
use pincite_search::{Encoders, Rerankers};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::{broadcast, watch};

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
    /// The cross-encoder of this process.
    pub rerankers: Arc<Rerankers>,
    /// Gets all that happens.
    pub events: broadcast::Sender<Event>,
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
    pub(crate) rerankers: Arc<Rerankers>,
    pub(crate) events: broadcast::Sender<Event>,
    pub(crate) missing: Arc<dyn QueueMissingVectors>,
    /// The run that this process does, or still clears up after.
    pub(crate) current: watch::Sender<Option<RunId>>,
}

impl Adapt {
    /// Opens it. Runs are done by whoever claims them ([`Adapt::perform`]).
    pub fn open(options: Options) -> Self {
        let Options { library, home, encoders, rerankers, events, missing } = options;
        Self { library, home, encoders, rerankers, events, missing, current: watch::Sender::new(None) }
    }

    /// The folder that a run works in: its pairs, and its checkpoint.
    pub(crate) fn folder(&self, run: RunId) -> PathBuf {
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
