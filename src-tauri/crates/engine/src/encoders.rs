//! Encoders, opened once and shared. Not for deciding which vectors are compared: a generation's fingerprint does.

use crate::{Error, Home};
use pincite_library::Generation;
use pincite_models::{Catalogue, Device, Encoder, Memory, Trainee, runtime};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::Mutex;

/// The encoders in use, by name.
pub(crate) struct Encoders {
    home: Home,
    device: Device,
    open: Mutex<HashMap<String, Arc<Encoder>>>,
}

impl Encoders {
    pub(crate) fn new(home: Home, device: Device) -> Self {
        Self { home, device, open: Mutex::default() }
    }

    /// The catalogue's default encoder.
    pub(crate) async fn default(&self) -> Result<Arc<Encoder>, Error> {
        let catalogue = Catalogue::builtin()?;
        self.named(&catalogue.default_encoder().name).await
    }

    /// The encoder that made a generation, or the default one where there is none yet.
    pub(crate) async fn of(&self, generation: Option<&Generation>) -> Result<Arc<Encoder>, Error> {
        let Some(generation) = generation else { return self.default().await };
        let encoder = self.named(&generation.encoder).await?;
        if encoder.fingerprint() == generation.fingerprint {
            return Ok(encoder);
        }
        Err(Error::OtherEncoder { name: generation.encoder.clone() })
    }

    async fn named(&self, name: &str) -> Result<Arc<Encoder>, Error> {
        let mut open = self.open.lock().await;
        if let Some(encoder) = open.get(name) {
            return Ok(Arc::clone(encoder));
        }
        let folder = self.home.model(name);
        let (home, device) = (self.home.folder().to_owned(), self.device);
        let opening = tokio::task::spawn_blocking(move || {
            runtime::start(&runtime::candidates(&home))?;
            Encoder::open(&folder, device)
        });
        let stopped = |_| Error::Stopped { what: format!("Opening the encoder {name}") };
        let encoder = Arc::new(opening.await.map_err(stopped)??);
        open.insert(name.to_owned(), Arc::clone(&encoder));
        Ok(encoder)
    }

    /// The catalogue's default encoder, to be trained.
    pub(crate) async fn trainee(&self) -> Result<Trainee, Error> {
        let name = Catalogue::builtin()?.default_encoder().name.clone();
        let (home, gpu, folder) = (self.home.folder().to_owned(), self.device == Device::Gpu, self.home.model(&name));
        let opening = tokio::task::spawn_blocking(move || {
            runtime::start(&runtime::candidates(&home))?;
            Trainee::open(&folder, gpu, Memory::default())
        });
        let stopped = |_| Error::Stopped { what: format!("Opening the encoder {name}") };
        Ok(opening.await.map_err(stopped)??)
    }

    /// Forgets open encoders: the models on the disk changed.
    pub(crate) async fn forget(&self) {
        self.open.lock().await.clear();
    }
}
