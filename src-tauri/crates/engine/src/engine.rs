//! The engine itself: what it is opened with and what it holds. What it does is in the modules beside this one.

use crate::Error;
use crate::bundles::Signed;
use crate::doctor::{Opened, Salvage, opened, was_salvaged};
use crate::files::{
    Ingest, Listing, MissingTables, MissingVectors, Originals, PendingRemovals, Readers, Scans, Watching,
};
use crate::pages::{Finders, Viewers};
use crate::place::library_to_open;
use crate::search::Indexes;
use crate::work::{Events, Queue};
use pincite_adapt::Adapt;
use pincite_api::{BundleView, Event, Problem, StatusView};
use pincite_library::Library;
use pincite_models::{Device, Home};
use pincite_passage::Splitting;
use pincite_pdf::Reader;
use pincite_search::{Encoders, Rerankers};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

/// What an engine is opened with.
#[derive(Clone, Debug)]
pub struct Options {
    /// Data folder: models, the runtime library and, unless `library` says otherwise, the library.
    pub home: Home,
    /// Another file for the library, a bundle, or the address of a server (see [`Library::open`]); `None`: that of `home`.
    pub library: Option<PathBuf>,
    /// What neural networks run on.
    pub device: Device,
    /// Starts the processes that read PDFs.
    pub reader: Reader,
    /// How long passages are; `None`: as measured best for the encoder.
    pub splitting: Option<Splitting>,
    /// When a damaged library file is replaced by a new one of what can be read.
    pub salvage: Salvage,
}

/// An open library with all that works on it. Cheap to clone; every clone is the same engine.
#[derive(Clone)]
pub struct Engine(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) home: Home,
    pub(crate) library: Library,
    pub(crate) events: Events,
    pub(crate) listing: Arc<Listing>,
    pub(crate) watching: Arc<Watching>,
    pub(crate) ingest: Arc<Ingest>,
    pub(crate) missing: MissingVectors,
    pub(crate) missing_tables: MissingTables,
    pub(crate) scans: Scans,
    pub(crate) viewers: Arc<Viewers>,
    pub(crate) finders: Finders,
    pub(crate) encoders: Arc<Encoders>,
    pub(crate) rerankers: Arc<Rerankers>,
    pub(crate) indexes: Indexes,
    /// Ends the reading of the question that was last asked in stages.
    pub(crate) asking: Mutex<CancellationToken>,
    pub(crate) queue: Queue,
    /// Where the damaged library file is, if opening made a new one.
    pub(crate) salvaged: Option<PathBuf>,
    /// The signature of the bundle that is open.
    signed: Option<Signed>,
    adapt: Adapt,
}

impl Engine {
    /// Opens the library in the data folder, made if it is not there. Nothing is worked on before [`Engine::work`].
    ///
    /// # Errors
    /// [`Error::Home`], [`Error::Library`].
    pub async fn open(options: Options) -> Result<Self, Error> {
        let Options { home, library, device, reader, splitting, salvage } = options;
        let folder = home.folder().to_owned();
        let made = tokio::fs::create_dir_all(&folder).await;
        made.map_err(|source| Error::Home { folder, source })?;
        let place = library.map_or_else(|| library_to_open(&home), Ok)?;
        let Opened { library, home, aside, signed } = opened(&place, salvage, home).await?;
        let events = Events::new();
        let encoders = Arc::new(Encoders::new(home.clone(), device));
        let rerankers = Arc::new(Rerankers::new(home.clone(), device));
        let listing = Arc::new(Listing {
            library: library.clone(),
            events: events.clone(),
            readers: Readers::new(reader),
            pending_removals: PendingRemovals::default(),
            originals: Originals::new(library.clone(), home.originals()),
        });
        let missing = MissingVectors { listing: Arc::clone(&listing), encoders: Arc::clone(&encoders) };
        let ingest = Arc::new(Ingest { listing: Arc::clone(&listing), missing: missing.clone(), splitting });
        let viewers = Arc::new(Viewers::new(&listing));
        let missing_tables = MissingTables::new(&listing, &viewers);
        let adapt = Adapt::open(pincite_adapt::Options {
            library: library.clone(),
            home: home.clone(),
            encoders: Arc::clone(&encoders),
            rerankers: Arc::clone(&rerankers),
            events: events.sender().clone(),
            missing: Arc::new(missing.clone()),
        });
        Ok(Self(Arc::new(Inner {
            watching: Arc::new(Watching::new(&listing)),
            scans: Scans::new(&home, &viewers, &ingest),
            home,
            library,
            events,
            listing,
            ingest,
            missing,
            missing_tables,
            viewers,
            finders: Finders::default(),
            encoders,
            rerankers,
            indexes: Indexes::default(),
            asking: Mutex::default(),
            queue: Queue::default(),
            salvaged: aside,
            signed,
            adapt,
        })))
    }

    /// Adapting the search of this library: runs, generations, questions and marks.
    pub fn adapt(&self) -> &Adapt {
        &self.0.adapt
    }

    /// The library that is open: its file, or its address.
    pub fn library(&self) -> PathBuf {
        self.0.library.path().to_owned()
    }

    /// Who signed the bundle that is open; `None`: it is none.
    pub fn signature(&self) -> Option<BundleView> {
        self.0.signed.as_ref().map(Signed::view)
    }

    /// Everything that happens from now on.
    pub fn events(&self) -> broadcast::Receiver<Event> {
        self.0.events.sender().subscribe()
    }

    /// What the engine works with, and what the user should know about it.
    ///
    /// # Errors
    /// [`Error::Library`]. A missing encoder is a note.
    pub async fn status(&self) -> Result<StatusView, Error> {
        let mut status = StatusView {
            home: self.0.home.folder().display().to_string(),
            log: self.0.home.log().display().to_string(),
            encoder: None,
            device: "none".to_owned(),
            notes: Vec::new(),
            last_backup: self.0.library.last_backup().await?,
            notes_looks: self.0.library.notes_looks().await?,
            bundle: self.signature(),
            shared: self.0.library.is_shared().then(|| self.0.library.path().display().to_string()),
        };
        match self.0.encoders.default().await {
            Ok(encoder) => {
                status.encoder = Some(encoder.name().to_owned());
                status.device = encoder.device().to_owned();
            }
            Err(error) => status.notes.push(Problem::from(&Error::from(error))),
        }
        if let Some(aside) = &self.0.salvaged {
            status.notes.push(was_salvaged(aside));
        }
        let refusal = self.0.library.refusal().filter(|_| self.0.signed.is_none());
        if let Some(refusal) = refusal {
            status.notes.push(Problem::from(&Error::from(refusal)));
        }
        Ok(status)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use pincite_pdf::Limits;
    use std::path::Path;

    /// An engine that reads no files.
    pub(crate) async fn opened(home: &Path) -> Engine {
        let options = Options {
            home: Home::from(home.to_owned()),
            library: None,
            device: Device::Cpu,
            reader: Reader::new("nothing is read here".into(), Limits::default()),
            splitting: None,
            salvage: Salvage::Never,
        };
        Engine::open(options).await.unwrap()
    }
}
