//! Passage vectors: computed for a document, and completed where they are missing. Not for comparing them.

use crate::progress::Meter;
use crate::view::Phase;
use crate::{Engine, Error};
use pincite_library::{CollectionId, EntryId, Generation, JobId, Library, Vectors};
use pincite_models::{Encoder, Side};
use pincite_passage::Passage;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The generation an encoder's vectors go to.
pub(crate) async fn generation(
    library: &Library,
    collection: CollectionId,
    encoder: &Encoder,
) -> Result<Generation, Error> {
    let width = u32::try_from(encoder.width()).unwrap_or(u32::MAX);
    Ok(library.ensure_generation(collection, encoder.name(), encoder.fingerprint(), width).await?)
}

/// One row per passage, in order.
pub(crate) async fn vectors(
    engine: &Engine,
    encoder: Arc<Encoder>,
    passages: Vec<String>,
    meter: Meter,
    path: &Path,
    token: &CancellationToken,
) -> Result<Vectors, Error> {
    let (engine, token) = (engine.clone(), token.clone());
    let computing = tokio::task::spawn_blocking(move || {
        let texts: Vec<&str> = passages.iter().map(String::as_str).collect();
        let total = texts.len() as u32;
        let embeddings = encoder.embed(&texts, Side::Passage, &mut |done| {
            meter.emit(&engine, done as u32, total);
            if token.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(Vectors { width: embeddings.width as u32, owners: (0..total).collect(), values: embeddings.values })
    });
    let stopped = |_| Error::Stopped { what: format!("Embedding {}", path.display()) };
    match computing.await.map_err(stopped)? {
        Err(pincite_models::Error::Cancelled) => Err(Error::Cancelled { path: path.to_owned() }),
        result => Ok(result?),
    }
}

/// What the encoder reads of a passage.
pub(crate) fn input(passage: &Passage) -> String {
    passage.text.clone()
}

/// Computes the vectors that a stored document lacks in its collection.
pub(crate) async fn complete(
    engine: &Engine,
    job: JobId,
    entry: EntryId,
    token: &CancellationToken,
) -> Result<EntryId, Error> {
    let library = &engine.0.library;
    let entry = library.entry(entry).await?;
    let Some(document) = entry.document else { return Ok(entry.id) };
    let active = library.active_generation(entry.collection).await?;
    let encoder = engine.0.encoders.of(active.as_ref()).await?;
    let generation = generation(library, entry.collection, &encoder).await?;
    if library.vectors(generation.id, document).await?.is_some() {
        return Ok(entry.id);
    }
    let passages = library.passages(document).await?.iter().map(|stored| input(&stored.passage)).collect();
    let meter = Meter::start(job.0, entry.id.0, entry.collection.0, Phase::Embedding);
    let vectors = vectors(engine, encoder, passages, meter, &entry.path, token).await?;
    library.store_vectors(generation.id, document, &vectors).await?;
    Ok(entry.id)
}
