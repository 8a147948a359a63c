//! Vectors of passages: which encoder makes those of a generation, and how. Encoders are opened once and shared. Not for
//! deciding which passages need vectors, for comparing them (`score`), or for training encoders.

use crate::{Error, Result};
use pincite_library::{CollectionId, ContentId, Generation, Library, NewVectors, Vectors};
use pincite_models::{Catalogue, Device, Embeddings, Encode, Encoder, Home, Side, runtime};
use pincite_passage::Passage;
use std::ffi::OsStr;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::Mutex;

/// A generation, and the encoder that makes its vectors.
#[derive(Clone)]
pub struct Embedder {
    /// The generation.
    pub generation: Generation,
    /// Its encoder.
    pub encoder: Arc<Encoder>,
}

impl Embedder {
    /// That of the generation that answers a collection's questions. Where there is none yet, the default encoder makes
    /// the first.
    ///
    /// # Errors
    /// As [`Encoders::of`], and [`Error::Library`].
    pub async fn active(library: &Library, encoders: &Encoders, collection: CollectionId) -> Result<Self> {
        let active = library.active_generation(collection).await?;
        let encoder = encoders.of(active.as_ref()).await?;
        let width = u32::try_from(encoder.width()).unwrap_or(u32::MAX);
        let generation = match active {
            Some(generation) => generation,
            None => library.ensure_generation(collection, encoder.name(), encoder.fingerprint(), width).await?,
        };
        Ok(Self { generation, encoder })
    }

    /// What the generation stores of passages: one vector each, in order. `on_progress` gets the passages done and in all,
    /// and may break off.
    ///
    /// # Errors
    /// [`Error::Encoder`], also if `on_progress` breaks off; [`Error::Stopped`].
    pub async fn embed(
        &self,
        passages: Vec<String>,
        mut on_progress: impl FnMut(u32, u32) -> ControlFlow<()> + Send + 'static,
    ) -> Result<NewVectors> {
        let Self { generation, encoder } = self.clone();
        let computing = tokio::task::spawn_blocking(move || {
            let texts: Vec<&str> = passages.iter().map(String::as_str).collect();
            let total = texts.len() as u32;
            let on_progress = &mut |done| on_progress(done as u32, total);
            let Embeddings { width, values } = encoder.embed(&texts, Side::Passage, on_progress)?;
            let vectors = Vectors { width: width as u32, owners: (0..total).collect(), values };
            Ok(NewVectors { generation: generation.id, vectors })
        });
        computing.await.map_err(|_| Error::Stopped)?
    }

    /// Gives stored content its vectors in the generation, which need not be the active one. Nothing is stored if the
    /// content was cut anew meanwhile.
    ///
    /// # Errors
    /// As [`Embedder::embed`], and [`Error::Library`].
    pub async fn add(
        &self,
        library: &Library,
        content: ContentId,
        on_progress: impl FnMut(u32, u32) -> ControlFlow<()> + Send + 'static,
    ) -> Result<()> {
        let first = library.content(content).await?.first_passage;
        let passages = library.passages(content).await?.iter().map(|stored| encoder_input(&stored.passage)).collect();
        let vectors = self.embed(passages, on_progress).await?;
        library.store_vectors_since(content, first, &vectors).await?;
        Ok(())
    }
}

/// What the encoder reads of a passage.
pub fn encoder_input(passage: &Passage) -> String {
    passage.text.clone()
}

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
    pub async fn default(&self) -> Result<Arc<Encoder>> {
        let catalogue = Catalogue::builtin()?;
        self.named(&catalogue.default_encoder().name).await
    }

    /// The encoder that made a generation, or the default one where there is none yet. Never another one: what cannot
    /// be opened, or has changed, is an error.
    ///
    /// # Errors
    /// [`Error::TunedMissing`], [`Error::OtherEncoder`].
    pub async fn of(&self, generation: Option<&Generation>) -> Result<Arc<Encoder>> {
        let Some(generation) = generation else { return self.default().await };
        let encoder = self.at(self.folder(generation)?).await?;
        if encoder.fingerprint() == generation.fingerprint { Ok(encoder) } else { Err(self.changed(generation)) }
    }

    /// The untuned encoder of this name.
    pub async fn named(&self, name: &str) -> Result<Arc<Encoder>> {
        self.at(self.home.model(name)).await
    }

    fn folder(&self, generation: &Generation) -> Result<PathBuf> {
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
    pub async fn at(&self, folder: PathBuf) -> Result<Arc<Encoder>> {
        let mut open = self.open.lock().await;
        if let Some(encoder) = open.get(&folder) {
            return Ok(encoder);
        }
        let home = self.home.clone();
        let device = self.device;
        let place = folder.clone();
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

/// Shared values by key. Beyond `capacity` the least recently used ones are dropped, except those in use: dropping them
/// would free no memory, and they would be opened twice.
#[derive(Debug)]
struct Recent<K, V> {
    capacity: usize,
    /// The most recently used value is the last one.
    kept: Vec<(K, Arc<V>)>,
}

impl<K: PartialEq, V> Recent<K, V> {
    fn new(capacity: usize) -> Self {
        Self { capacity, kept: Vec::new() }
    }

    /// The value of this key. It is the most recently used one now.
    fn get(&mut self, key: &K) -> Option<Arc<V>> {
        let at = self.kept.iter().position(|(kept, _)| kept == key)?;
        let used = self.kept.remove(at);
        let value = Arc::clone(&used.1);
        self.kept.push(used);
        Some(value)
    }

    /// Adds a value as the most recently used one.
    fn put(&mut self, key: K, value: Arc<V>) {
        self.kept.push((key, value));
        while self.kept.len() > self.capacity {
            let idle = self.kept.iter().position(|(_, value)| Arc::strong_count(value) == 1);
            let Some(idle) = idle else { break };
            self.kept.remove(idle);
        }
    }

    fn clear(&mut self) {
        self.kept.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::Recent;
    use std::sync::Arc;

    fn keys(recent: &Recent<u8, u8>) -> Vec<u8> {
        recent.kept.iter().map(|(key, _)| *key).collect()
    }

    #[test]
    fn the_least_recently_used_value_is_dropped_first() {
        let mut recent = Recent::new(2);
        recent.put(1, Arc::new(1));
        recent.put(2, Arc::new(2));
        assert_eq!(recent.get(&1).as_deref(), Some(&1));
        recent.put(3, Arc::new(3));
        assert_eq!((keys(&recent), recent.get(&2)), (vec![1, 3], None), "2 was used before 1");
    }

    #[test]
    fn values_in_use_are_kept() {
        let mut recent = Recent::new(2);
        let held: Vec<_> = (1..4).map(Arc::new).collect();
        held.iter().for_each(|value| recent.put(**value, Arc::clone(value)));
        assert_eq!(keys(&recent), [1, 2, 3], "dropping one in use would free nothing");
        drop(held);
        recent.put(4, Arc::new(4));
        assert_eq!(keys(&recent), [3, 4], "afterwards they are dropped");
    }
}
