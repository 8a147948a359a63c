//! Passage vectors: computed for some passages, or added to stored content. Not for deciding what needs them.

use super::Encoders;
use crate::Error;
use pincite_library::{CollectionId, ContentId, Generation, Library, NewVectors, Vectors};
use pincite_models::{Embeddings, Encode, EncodedPassages, Encoder, Side};
use pincite_passage::Passage;
use std::ops::ControlFlow;
use std::sync::Arc;

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
    pub async fn active(library: &Library, encoders: &Encoders, collection: CollectionId) -> Result<Self, Error> {
        let active = library.active_generation(collection).await?;
        let encoder = encoders.of(active.as_ref()).await?;
        let width = u32::try_from(encoder.width()).unwrap_or(u32::MAX);
        let generation = match active {
            Some(generation) => generation,
            None => library.ensure_generation(collection, encoder.name(), encoder.fingerprint(), width).await?,
        };
        Ok(Self { generation, encoder })
    }

    /// What the generation stores of passages: one vector each, in order, and token embeddings if it uses late
    /// interaction. `on_progress` gets the passages done and in all, and may break off.
    ///
    /// # Errors
    /// [`Error::Encoder`], also if `on_progress` breaks off; [`Error::Stopped`].
    pub async fn embed(
        &self,
        passages: Vec<String>,
        mut on_progress: impl FnMut(u32, u32) -> ControlFlow<()> + Send + 'static,
    ) -> Result<NewVectors, Error> {
        let Self { generation, encoder } = self.clone();
        let computing = tokio::task::spawn_blocking(move || {
            let texts: Vec<&str> = passages.iter().map(String::as_str).collect();
            let total = texts.len() as u32;
            let on_progress = &mut |done| on_progress(done as u32, total);
            let EncodedPassages { embeddings, token_embeddings } = match generation.late_weight {
                Some(weight) if weight > 0.0 => encoder.encode_passages(&texts, on_progress)?,
                _ => encoder.embed(&texts, Side::Passage, on_progress)?.into(),
            };
            let Embeddings { width, values } = embeddings;
            let vectors = Vectors { width: width as u32, owners: (0..total).collect(), values };
            Ok(NewVectors { generation: generation.id, vectors, token_embeddings })
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
    ) -> Result<(), Error> {
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
