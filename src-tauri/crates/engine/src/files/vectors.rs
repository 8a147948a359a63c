//! Vectors of documents: those of passages being stored, and those that a stored document lacks. `pincite_search` computes
//! them.

use super::listing::Listing;
use crate::Error;
use crate::work::Meter;
use futures_util::future::BoxFuture;
use pincite_adapt::QueueMissingVectors;
use pincite_api::Phase;
use pincite_library::{
    self as library, ContentId, DocumentId, JobId, Library, NewPassage, NewVectors, Vectors, escaped_name,
};
use pincite_search::{self as search, Embedder, Encoders, encoder_input};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Vectors that documents lack in the active generation of their collection.
#[derive(Clone)]
pub(crate) struct MissingVectors {
    pub(crate) listing: Arc<Listing>,
    pub(crate) encoders: Arc<Encoders>,
}

impl MissingVectors {
    /// Documents that lack vectors get them now: those stored while no encoder was there, or while another generation
    /// became active.
    pub(crate) async fn queue(&self) -> Result<(), library::Error> {
        let Self { listing, encoders } = self;
        let library = &listing.library;
        for collection in library.collections().await? {
            // Without an encoder there is nothing to compute; asking says so.
            let Ok(active) = Embedder::active(library, encoders, collection.id).await else { continue };
            for content in library.contents_without_vectors(active.generation.id).await? {
                if let Some(document) = library.document_of(collection.id, content).await? {
                    library.queue_embedding(document.id).await?;
                }
            }
        }
        Ok(())
    }

    /// Computes the vectors that a document lacks; also in a generation that becomes active meanwhile.
    pub(crate) async fn complete(
        &self,
        job: JobId,
        document: DocumentId,
        token: &CancellationToken,
    ) -> Result<DocumentId, Error> {
        let Self { listing, encoders } = self;
        let library = &listing.library;
        loop {
            let document = library.document(document).await?;
            let Some(content) = document.content else { return Ok(document.id) };
            let embedder = Embedder::active(library, encoders, document.collection).await?;
            if library.vectors(embedder.generation.id, content).await?.is_some() {
                return Ok(document.id);
            }
            let meter = Meter::start(&listing.events, job, document.id, document.collection, Phase::Embedding);
            match embedder.add(library, content, meter.listener(token)).await {
                // Replaced and deleted while its vectors were computed: those of the one in its place are to be computed.
                Err(search::Error::Library(library::Error::NoGeneration(_))) => {}
                added => added.map_err(|error| failed(error, &document.path))?,
            }
        }
    }
}

impl QueueMissingVectors for MissingVectors {
    fn queue_missing_vectors(&self) -> BoxFuture<'_, Result<(), library::Error>> {
        Box::pin(self.queue())
    }
}

/// Vectors by the text that they were computed from.
#[derive(Default)]
pub(crate) struct KnownVectors(HashMap<String, Vec<f32>>);

impl KnownVectors {
    /// Those that stored content has in a generation.
    pub(crate) async fn of(library: &Library, embedder: &Embedder, content: ContentId) -> Result<Self, Error> {
        let vectors = library.vectors(embedder.generation.id, content).await?;
        let Some(vectors) = vectors else { return Ok(Self::default()) };
        let passages = library.passages(content).await?;
        let mut known = HashMap::new();
        for (owner, vector) in vectors.owners.iter().zip(vectors.values.chunks(vectors.width.max(1) as usize)) {
            if let Some(stored) = passages.get(*owner as usize) {
                known.insert(encoder_input(&stored.passage), vector.to_vec());
            }
        }
        Ok(Self(known))
    }
}

/// The vectors of passages. Each different text is encoded once, and not at all if its vector is known.
///
/// # Errors
/// As [`Embedder::embed`].
pub(crate) async fn vectors_of(
    passages: &[NewPassage],
    embedder: &Embedder,
    known: &KnownVectors,
    on_progress: impl FnMut(u32, u32) -> ControlFlow<()> + Send + 'static,
) -> Result<NewVectors, search::Error> {
    let texts: Vec<String> = passages.iter().map(|new| encoder_input(&new.passage)).collect();
    let mut rows: HashMap<&str, usize> = HashMap::new();
    let mut wanted = Vec::new();
    for text in &texts {
        if !known.0.contains_key(text) && !rows.contains_key(text.as_str()) {
            rows.insert(text, wanted.len());
            wanted.push(text.clone());
        }
    }
    let encoded = embedder.embed(wanted, on_progress).await?;
    let width = embedder.generation.width;
    let row = |text: &String| {
        let start = rows.get(text.as_str()).map(|row| row * width as usize);
        let new = start.and_then(|start| encoded.vectors.values.get(start..start + width as usize));
        new.or_else(|| known.0.get(text).map(Vec::as_slice)).unwrap_or_default()
    };
    let values = texts.iter().flat_map(row).copied().collect();
    let vectors = Vectors { width, owners: (0..texts.len() as u32).collect(), values };
    Ok(NewVectors { generation: encoded.generation, vectors })
}

/// Why a file could not be embedded.
pub(crate) fn failed(error: search::Error, path: &Path) -> Error {
    match error {
        search::Error::Encoder(pincite_models::Error::Cancelled) => Error::Cancelled { path: path.to_owned() },
        search::Error::Stopped => Error::Stopped { what: format!("Embedding {}", escaped_name(path)) },
        other => other.into(),
    }
}
