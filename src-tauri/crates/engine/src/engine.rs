//! The engine itself: what it is opened with and what it holds. What it does is in the modules beside this one.

use crate::Error;
use crate::find::Finders;
use crate::indexes::Indexes;
use crate::missing::MissingVectors;
use crate::recognisers::Recognisers;
use crate::removing::Leaving;
use crate::rerankers::Rerankers;
use crate::viewer::Viewers;
use crate::watch::{Change, Watches};
use crate::work::Queue;
use pincite_adapt::Adapt;
use pincite_api::{Event, Problem, StatusView};
use pincite_library::{self as library, DocumentId, Library};
use pincite_models::{Device, Home};
use pincite_passage::Splitting;
use pincite_pdf::Reader;
use pincite_search::Encoders;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::broadcast;
use tokio::sync::mpsc::UnboundedReceiver;

/// Events kept for a slow listener; one that falls further behind is told how many it missed.
const EVENTS_KEPT: usize = 4096;

/// What an engine is opened with.
#[derive(Clone, Debug)]
pub struct Options {
    /// Data folder: models, the runtime library and, unless `library` says otherwise, the library.
    pub home: Home,
    /// Another place for the library file; `None`: inside `home`.
    pub library: Option<PathBuf>,
    /// What neural networks run on.
    pub device: Device,
    /// Starts the processes that read PDFs.
    pub reader: Reader,
    /// How long passages are; `None`: as measured best for the encoder.
    pub splitting: Option<Splitting>,
}

/// An open library with all that works on it. Cheap to clone; every clone is the same engine.
#[derive(Clone)]
pub struct Engine(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) home: Home,
    pub(crate) library: Library,
    pub(crate) reader: Reader,
    pub(crate) splitting: Option<Splitting>,
    pub(crate) encoders: Arc<Encoders>,
    pub(crate) rerankers: Rerankers,
    pub(crate) recognisers: Recognisers,
    pub(crate) indexes: Indexes,
    pub(crate) queue: Arc<Queue>,
    pub(crate) missing: MissingVectors,
    pub(crate) leaving: Leaving,
    adapt: Adapt,
    pub(crate) viewers: Viewers,
    pub(crate) finders: Finders,
    pub(crate) watches: Watches,
    /// Kept until `work` starts to follow them.
    pub(crate) changes: Mutex<Option<UnboundedReceiver<Change>>>,
    /// Passwords given in this session; they are never written down.
    passwords: Mutex<HashMap<DocumentId, String>>,
    events: broadcast::Sender<Event>,
}

impl Engine {
    /// Opens the library in the data folder, made if it is not there. Nothing is worked on before [`Engine::work`].
    ///
    /// # Errors
    /// [`Error::Home`], [`Error::Library`].
    pub async fn open(options: Options) -> Result<Self, Error> {
        let Options { home, library, device, reader, splitting } = options;
        let folder = home.folder().to_owned();
        let made = tokio::fs::create_dir_all(&folder).await;
        made.map_err(|source| Error::Home { folder, source })?;
        let library = Library::open(&library.unwrap_or_else(|| home.library())).await?;
        let (watches, changes) = Watches::start();
        let (encoders, queue) = (Arc::new(Encoders::new(home.clone(), device)), Arc::<Queue>::default());
        let missing = MissingVectors::new(&library, &encoders, &queue);
        let events = broadcast::Sender::new(EVENTS_KEPT);
        let adapt = Adapt::open(pincite_adapt::Options {
            library: library.clone(),
            home: home.clone(),
            encoders: Arc::clone(&encoders),
            events: events.clone(),
            closing: queue.closing.clone(),
            missing: Arc::new(missing.clone()),
        });
        Ok(Self(Arc::new(Inner {
            rerankers: Rerankers::new(home.clone(), device),
            recognisers: Recognisers::new(home.clone()),
            home,
            library,
            reader,
            splitting,
            encoders,
            indexes: Indexes::default(),
            queue,
            missing,
            leaving: Leaving::default(),
            adapt,
            viewers: Viewers::default(),
            finders: Finders::default(),
            watches,
            changes: Mutex::new(Some(changes)),
            passwords: Mutex::default(),
            events,
        })))
    }

    /// Adapting the search of this library: runs, generations, questions and marks.
    pub fn adapt(&self) -> &Adapt {
        &self.0.adapt
    }

    /// Everything that happens from now on.
    pub fn events(&self) -> broadcast::Receiver<Event> {
        self.0.events.subscribe()
    }

    /// What the engine works with, and what the user should know about it.
    ///
    /// # Errors
    /// None at present; a missing encoder is a note.
    pub async fn status(&self) -> Result<StatusView, Error> {
        let mut status = StatusView {
            home: self.0.home.folder().display().to_string(),
            log: self.0.home.log().display().to_string(),
            encoder: None,
            device: "none".to_owned(),
            notes: Vec::new(),
        };
        match self.0.encoders.default().await {
            Ok(encoder) => {
                status.encoder = Some(encoder.name().to_owned());
                status.device = encoder.device().to_owned();
            }
            Err(error) => status.notes.push(Problem::from(&Error::from(error))),
        }
        if self.0.library.can_only_be_read() {
            let library = self.0.library.path().to_owned();
            status.notes.push(Problem::from(&Error::from(library::Error::OpenedFull { library })));
        }
        Ok(status)
    }
}

impl Inner {
    /// Tells everyone who listens.
    pub(crate) fn emit(&self, event: Event) {
        // Nobody listening is no failure.
        let _ = self.events.send(event);
    }

    /// Tells of something that belongs to no document. The log gets no more than its code and cause: messages name files.
    pub(crate) fn notice(&self, error: &Error) {
        tracing::warn!(code = error.code(), cause = error.cause(), "notice");
        self.emit(Event::Notice(Problem::from(error)));
    }

    /// The same, of an error of the library.
    pub(crate) fn notice_of(&self, error: &library::Error) {
        tracing::warn!(code = error.code(), "notice");
        self.emit(Event::Notice(Problem::new(error.code(), error.to_string())));
    }

    pub(crate) fn password(&self, document: DocumentId) -> Option<String> {
        self.passwords.lock().unwrap_or_else(PoisonError::into_inner).get(&document).cloned()
    }

    pub(crate) fn remember_password(&self, document: DocumentId, password: String) {
        self.passwords.lock().unwrap_or_else(PoisonError::into_inner).insert(document, password);
    }
}
