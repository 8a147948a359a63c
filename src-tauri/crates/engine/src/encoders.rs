//! Encoders, opened once and shared. Not for deciding which vectors are compared: a generation's fingerprint does.

use crate::recent::Recent;
use crate::{Error, Home};
use pincite_library::Generation;
use pincite_models::{Catalogue, Device, Encoder, Memory, Trainee, runtime};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::Mutex;

/// Encoders kept open: each takes as much memory as its weights. Enough for two collections in turn and for what one of
/// them is tuned from.
const KEPT: usize = 3;

/// The encoders in use, by folder.
pub(crate) struct Encoders {
    home: Home,
    device: Device,
    open: Mutex<Recent<PathBuf, Encoder>>,
}

impl Encoders {
    pub(crate) fn new(home: Home, device: Device) -> Self {
        Self { home, device, open: Mutex::new(Recent::new(KEPT)) }
    }

    /// What networks are to run on.
    pub(crate) fn device(&self) -> Device {
        self.device
    }

    /// The catalogue's default encoder.
    pub(crate) async fn default(&self) -> Result<Arc<Encoder>, Error> {
        let catalogue = Catalogue::builtin()?;
        self.at(self.home.model(&catalogue.default_encoder().name)).await
    }

    /// The encoder that made a generation, or the default one where there is none yet. Never another one: what cannot
    /// be opened, or has changed, is an error.
    pub(crate) async fn of(&self, generation: Option<&Generation>) -> Result<Arc<Encoder>, Error> {
        let Some(generation) = generation else { return self.default().await };
        let encoder = self.at(self.folder(generation)?).await?;
        if encoder.fingerprint() == generation.fingerprint { Ok(encoder) } else { Err(self.changed(generation)) }
    }

    /// The untuned encoder behind a generation: it has the same tokenizer, and so it cuts the same passages.
    pub(crate) async fn untuned(&self, generation: Option<&Generation>) -> Result<Arc<Encoder>, Error> {
        match generation.and_then(|generation| generation.base.as_ref()) {
            Some(base) => self.named(base).await,
            None => self.of(generation).await,
        }
    }

    /// The untuned encoder of this name.
    pub(crate) async fn named(&self, name: &str) -> Result<Arc<Encoder>, Error> {
        self.at(self.home.model(name)).await
    }

    fn folder(&self, generation: &Generation) -> Result<PathBuf, Error> {
        if generation.base.is_none() {
            return Ok(self.home.model(&generation.encoder));
        }
        let folder = self.home.tuned(&generation.encoder);
        if folder.is_dir() { Ok(folder) } else { Err(self.changed(generation)) }
    }

    fn changed(&self, generation: &Generation) -> Error {
        let name = generation.encoder.clone();
        match generation.base {
            Some(_) => Error::TunedMissing { folder: self.home.tuned(&name), name },
            None => Error::OtherEncoder { name },
        }
    }

    /// The encoder in a folder.
    pub(crate) async fn at(&self, folder: PathBuf) -> Result<Arc<Encoder>, Error> {
        let mut open = self.open.lock().await;
        if let Some(encoder) = open.get(&folder) {
            return Ok(encoder);
        }
        let (home, device, place) = (self.home.folder().to_owned(), self.device, folder.clone());
        let opening = tokio::task::spawn_blocking(move || {
            runtime::start(&runtime::candidates(&home))?;
            Encoder::open(&place, device)
        });
        let stopped = |_| Error::Stopped { what: format!("Opening the encoder in {}", folder.display()) };
        let encoder = Arc::new(opening.await.map_err(stopped)??);
        open.put(folder, Arc::clone(&encoder));
        Ok(encoder)
    }

    /// The catalogue's default encoder, to be trained.
    pub(crate) async fn default_trainee(&self) -> Result<Trainee, Error> {
        let name = Catalogue::builtin()?.default_encoder().name.clone();
        self.trainee(&name, self.device == Device::Gpu).await
    }

    /// An untuned encoder, to be trained.
    pub(crate) async fn trainee(&self, name: &str, gpu: bool) -> Result<Trainee, Error> {
        let (home, folder) = (self.home.folder().to_owned(), self.home.model(name));
        let opening = tokio::task::spawn_blocking(move || {
            runtime::start(&runtime::candidates(&home))?;
            Trainee::open(&folder, gpu, Memory::default())
        });
        let stopped = |_| Error::Stopped { what: format!("Opening the encoder {name}") };
        Ok(opening.await.map_err(stopped)??)
    }

    /// Whether an encoder is to be trained on the GPU: where that was asked for, or was found to be right and faster.
    pub(crate) fn trains_on_gpu(&self, encoder: &Encoder) -> bool {
        self.device == Device::Gpu || encoder.device() == "gpu"
    }

    /// Forgets open encoders: the models on the disk changed.
    pub(crate) async fn forget(&self) {
        self.open.lock().await.clear();
    }
}
