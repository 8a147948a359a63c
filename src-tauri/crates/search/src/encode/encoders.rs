//! Encoders, opened once and shared. Not for deciding which vectors are compared: a generation's fingerprint does.

use super::recent::Recent;
use crate::Error;
use pincite_library::Generation;
use pincite_models::{Catalogue, Device, Encoder, Home, runtime};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::Mutex;

/// Encoders kept open: each takes as much memory as its weights. Enough for two collections in turn and for what one of
/// them is tuned from.
const KEPT: usize = 3;

/// The encoders in use, by folder. One that cannot be opened is [`Error::Encoder`].
pub struct Encoders {
    home: Home,
    device: Device,
    open: Mutex<Recent<PathBuf, Encoder>>,
}

impl Encoders {
    /// The encoders in a data folder; none is open yet.
    pub fn new(home: Home, device: Device) -> Self {
        Self { home, device, open: Mutex::new(Recent::new(KEPT)) }
    }

    /// What networks are to run on.
    pub fn device(&self) -> Device {
        self.device
    }

    /// The catalogue's default encoder.
    pub async fn default(&self) -> Result<Arc<Encoder>, Error> {
        let catalogue = Catalogue::builtin()?;
        self.named(&catalogue.default_encoder().name).await
    }

    /// The encoder that made a generation, or the default one where there is none yet. Never another one: what cannot
    /// be opened, or has changed, is an error.
    ///
    /// # Errors
    /// [`Error::TunedMissing`], [`Error::OtherEncoder`].
    pub async fn of(&self, generation: Option<&Generation>) -> Result<Arc<Encoder>, Error> {
        let Some(generation) = generation else { return self.default().await };
        let encoder = self.at(self.folder(generation)?).await?;
        if encoder.fingerprint() == generation.fingerprint { Ok(encoder) } else { Err(self.changed(generation)) }
    }

    /// The untuned encoder behind a generation: it has the same tokenizer, and so it cuts the same passages.
    pub async fn untuned(&self, generation: Option<&Generation>) -> Result<Arc<Encoder>, Error> {
        match generation.and_then(|generation| generation.base.as_ref()) {
            Some(base) => self.named(base).await,
            None => self.of(generation).await,
        }
    }

    /// The untuned encoder of this name.
    pub async fn named(&self, name: &str) -> Result<Arc<Encoder>, Error> {
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
    pub async fn at(&self, folder: PathBuf) -> Result<Arc<Encoder>, Error> {
        let mut open = self.open.lock().await;
        if let Some(encoder) = open.get(&folder) {
            return Ok(encoder);
        }
        let (home, device, place) = (self.home.clone(), self.device, folder.clone());
        let opening = tokio::task::spawn_blocking(move || {
            runtime::start(&runtime::candidates(home.folder()))?;
            provide(&home, &place)?;
            Encoder::open(&place, device)
        });
        let encoder = Arc::new(opening.await.map_err(|_| Error::Stopped)??);
        open.put(folder, Arc::clone(&encoder));
        Ok(encoder)
    }

    /// Forgets open encoders: the models on the disk changed.
    pub async fn forget(&self) {
        self.open.lock().await.clear();
    }
}

/// A package carries the default encoder: its first use copies it to the data folder.
fn provide(home: &Home, folder: &Path) -> Result<(), pincite_models::Error> {
    match folder.file_name().and_then(OsStr::to_str).filter(|name| home.model(name) == folder) {
        Some(name) => Catalogue::builtin()?.provide(name, home.folder()),
        None => Ok(()),
    }
}
