//! The engine itself: what it is opened with and what it holds. What it does is in the modules beside this one.

use crate::encoders::Encoders;
use crate::indexes::Indexes;
use crate::rerankers::Rerankers;
use crate::tuning::Tunings;
use crate::viewer::Viewers;
use crate::watch::{Change, Watches};
use crate::work::Queue;
use crate::{Error, Home};
use pincite_api::{Event, Problem, StatusView};
use pincite_library::{self as library, DocumentId, Library};
use pincite_models::Device;
use pincite_passage::Splitting;
use pincite_pdf::Reader;
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
    pub(crate) encoders: Encoders,
    pub(crate) rerankers: Rerankers,
    pub(crate) indexes: Indexes,
    pub(crate) queue: Queue,
    pub(crate) tunings: Tunings,
    pub(crate) viewers: Viewers,
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
        Ok(Self(Arc::new(Inner {
            encoders: Encoders::new(home.clone(), device),
            rerankers: Rerankers::new(home.clone(), device),
            home,
            library,
            reader,
            splitting,
            indexes: Indexes::default(),
            queue: Queue::default(),
            tunings: Tunings::default(),
            viewers: Viewers::default(),
            watches,
            changes: Mutex::new(Some(changes)),
            passwords: Mutex::default(),
            events: broadcast::Sender::new(EVENTS_KEPT),
        })))
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
            Err(error) => status.notes.push(Problem::from(&error)),
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
