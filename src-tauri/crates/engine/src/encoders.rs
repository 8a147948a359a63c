//! Encoders, opened once and shared. Not for deciding which vectors are compared: a generation's fingerprint does.

use crate::recent::Recent;
use crate::{Error, Home};
use pincite_library::Generation;
use pincite_models::{Catalogue, Device, Encoder, Memory, Snapshot, Trainee, runtime};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::Mutex;

/// Encoders kept open: each takes as much memory as its weights. Enough for two collections in turn and for what one of
/// them is tuned from.
const KEPT: usize = 3;

/// An encoder to be trained, and why its pretrained checkpoint cannot be used, if it cannot.
pub(crate) type Opened = (Trainee, Option<Error>);

/// Opens an encoder to be trained, with the pretrained checkpoint that comes with Pincite, if there is one.
fn open_pretrained(catalogue: &Catalogue, home: &Home, encoder: &str, gpu: bool) -> Result<Opened, Error> {
    let Some(checkpoint) = catalogue.checkpoint_of(encoder) else { return Ok((open(home, encoder, gpu)?, None)) };
    let name = checkpoint.name.clone();
    match catalogue
        .installed_or_shipped(&name, home.folder())
        .and_then(|it| open(home, encoder, gpu)?.with_pretrained(&it))
    {
        Ok(trainee) => Ok((trainee, None)),
        Err(reason) => Ok((open(home, encoder, gpu)?, Some(Error::CheckpointUnusable { name, reason }))),
    }
}

fn open(home: &Home, encoder: &str, gpu: bool) -> Result<Trainee, pincite_models::Error> {
    Trainee::open(&home.model(encoder), gpu, Memory::default())
}

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
    pub(crate) async fn default_trainee(&self) -> Result<Opened, Error> {
        let name = Catalogue::builtin()?.default_encoder().name.clone();
        self.pretrained_trainee(&name, self.device == Device::Gpu).await
    }

    /// The same, to be trained from its own weights.
    pub(crate) async fn default_from_base(&self) -> Result<Trainee, Error> {
        let name = Catalogue::builtin()?.default_encoder().name.clone();
        self.trainee(&name, self.device == Device::Gpu).await
    }

    /// An untuned encoder, to be trained from its own weights.
    pub(crate) async fn trainee(&self, name: &str, gpu: bool) -> Result<Trainee, Error> {
        self.to_be_trained(name, move |_, home, name| Ok(open(home, name, gpu)?)).await
    }

    /// An untuned encoder, to be trained from its pretrained checkpoint.
    pub(crate) async fn pretrained_trainee(&self, name: &str, gpu: bool) -> Result<Opened, Error> {
        self.to_be_trained(name, move |catalogue, home, name| open_pretrained(catalogue, home, name, gpu)).await
    }

    /// Weights of the encoder that was tuned from `base` into `folder`.
    pub(crate) async fn tuned_weights(&self, base: &str, folder: PathBuf) -> Result<Snapshot, Error> {
        let weights = self.to_be_trained(base, move |_, home, base| {
            Ok(open(home, base, false)?.with_pretrained(&folder)?.pretrained().cloned().unwrap_or_default())
        });
        weights.await
    }

    async fn to_be_trained<T: Send + 'static>(
        &self,
        name: &str,
        open: impl FnOnce(&Catalogue, &Home, &str) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let (home, encoder) = (self.home.clone(), name.to_owned());
        let opening = tokio::task::spawn_blocking(move || {
            runtime::start(&runtime::candidates(home.folder()))?;
            open(&Catalogue::builtin()?, &home, &encoder)
        });
        let stopped = |_| Error::Stopped { what: format!("Opening the encoder {name}") };
        opening.await.map_err(stopped)?
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

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_models::write_tuned;
    use std::path::Path;

    fn catalogue(shipped: &Path) -> Catalogue {
        let entry = |name: &str, more: &str, sources: &str| {
            format!(
                "[[model]]\nname = \"{name}\"\n{more}\ndescription = \"\"\nlicence = \"MIT\"\n\
                 files = [{{ path = \"delta.safetensors\" }}]\nsources = [{sources}]\n"
            )
        };
        let encoder = entry("tiny", "kind = \"encoder\"\ndefault = true", "");
        let start = entry("begin", "kind = \"checkpoint\"\nof = \"tiny\"", "{ shipped = \"begin\" }");
        let text = format!("hub = \"http://127.0.0.1:1\"\n{encoder}{start}");
        Catalogue::parse(&text).unwrap().with_shipped(vec![shipped.to_owned()])
    }

    /// A home with an encoder, and a folder of what comes along with a start of it.
    fn home(folder: &Path) -> (Home, PathBuf) {
        let (home, shipped) = (Home::from(folder.join("home")), folder.join("shipped"));
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/fixtures/tiny-mean");
        let place = home.model("tiny");
        std::fs::create_dir_all(&place).unwrap();
        for file in ["config.json", "tokenizer.json", "model.safetensors"] {
            std::fs::copy(fixture.join(file), place.join(file)).unwrap();
        }
        let candidates = std::env::var_os("PINCITE_HOME").map(PathBuf::from).unwrap_or_default();
        runtime::start(&runtime::candidates(&candidates)).unwrap();
        let weights = Trainee::open(&place, false, Memory::default()).unwrap().snapshot().unwrap();
        write_tuned(&home.model("begin"), &place, &weights, 1.0).unwrap();
        std::fs::create_dir_all(&shipped).unwrap();
        std::fs::rename(home.model("begin"), shipped.join("begin")).unwrap();
        (home, shipped)
    }

    #[test]
    fn an_encoder_is_trained_from_its_pretrained_checkpoint_or_else_from_itself() {
        let folder = tempfile::tempdir().unwrap();
        let (home, shipped) = home(folder.path());
        let (trainee, note) = open_pretrained(&catalogue(&shipped), &home, "tiny", false).unwrap();
        assert!(trainee.pretrained().is_some() && note.is_none(), "it was brought, and begins there");
        std::fs::remove_dir_all(home.model("begin")).unwrap();
        std::fs::write(shipped.join("begin/delta.safetensors"), b"no weights").unwrap();
        let (trainee, note) = open_pretrained(&catalogue(&shipped), &home, "tiny", false).unwrap();
        let note = note.expect("a notice");
        assert_eq!(
            (trainee.pretrained().is_none(), note.code()),
            (true, "engine.checkpoint_unusable"),
            "it fails no run"
        );
        assert!(note.to_string().contains("begin"), "{note}");
    }
}
