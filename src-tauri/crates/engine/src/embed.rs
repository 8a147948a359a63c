//! Passage vectors: computed for a document, and completed where they are missing. Not for comparing them.

use crate::progress::Meter;
use crate::{Engine, Error};
use pincite_api::Phase;
use pincite_library::{CollectionId, ContentId, DocumentId, Generation, JobId, NewVectors, Vectors};
use pincite_models::{Embeddings, Encode, EncodedPassages, Encoder, Side};
use pincite_passage::Passage;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The generation that answers a collection's questions, with its encoder. Where there is none yet, the default encoder
/// makes the first.
pub(crate) async fn active(engine: &Engine, collection: CollectionId) -> Result<(Generation, Arc<Encoder>), Error> {
    let library = &engine.0.library;
    let active = library.active_generation(collection).await?;
    let encoder = engine.0.encoders.of(active.as_ref()).await?;
    let width = u32::try_from(encoder.width()).unwrap_or(u32::MAX);
    let generation = match active {
        Some(generation) => generation,
        None => library.ensure_generation(collection, encoder.name(), encoder.fingerprint(), width).await?,
    };
    Ok((generation, encoder))
}

/// What a generation stores of passages: one vector each, in order, and token embeddings if it uses late interaction.
/// `on_progress` hears how many of how many are done.
pub(crate) async fn vectors(
    (generation, encoder): (&Generation, Arc<Encoder>),
    passages: Vec<String>,
    on_progress: impl Fn(u32, u32) + Send + 'static,
    path: &Path,
    token: &CancellationToken,
) -> Result<NewVectors, Error> {
    let (id, late, token) = (generation.id, generation.late_weight.is_some_and(|weight| weight > 0.0), token.clone());
    let computing = tokio::task::spawn_blocking(move || {
        let texts: Vec<&str> = passages.iter().map(String::as_str).collect();
        let total = texts.len() as u32;
        let hear = &mut |done| {
            on_progress(done as u32, total);
            if token.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let EncodedPassages { embeddings, token_embeddings } = match late {
            true => encoder.encode_passages(&texts, hear)?,
            false => encoder.embed(&texts, Side::Passage, hear)?.into(),
        };
        let Embeddings { width, values } = embeddings;
        let vectors = Vectors { width: width as u32, owners: (0..total).collect(), values };
        Ok(NewVectors { generation: id, vectors, token_embeddings })
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

/// Computes the vectors that a document lacks in the active generation of its collection; also in one that
/// becomes active meanwhile.
pub(crate) async fn complete(
    engine: &Engine,
    job: JobId,
    document: DocumentId,
    token: &CancellationToken,
) -> Result<DocumentId, Error> {
    let library = &engine.0.library;
    loop {
        let document = library.document(document).await?;
        let Some(content) = document.content else { return Ok(document.id) };
        let (generation, encoder) = active(engine, document.collection).await?;
        if library.vectors(generation.id, content).await?.is_some() {
            return Ok(document.id);
        }
        let meter = Meter::start(job, document.id, document.collection, Phase::Embedding);
        let on_progress = meter.listener(engine);
        let added = add_vectors(engine, (&generation, encoder), content, on_progress, &document.path, token).await;
        match added {
            // Replaced and deleted while its vectors were computed: those of the one in its place are to be computed.
            Err(Error::Library(pincite_library::Error::NoGeneration(_))) => {}
            added => drop(added?),
        }
    }
}

/// Gives stored content its vectors in a generation, the active one or not. `false`, and nothing is stored, if it was
/// cut anew meanwhile.
pub(crate) async fn add_vectors(
    engine: &Engine,
    made: (&Generation, Arc<Encoder>),
    content: ContentId,
    on_progress: impl Fn(u32, u32) + Send + 'static,
    path: &Path,
    token: &CancellationToken,
) -> Result<bool, Error> {
    let library = &engine.0.library;
    let first = library.content(content).await?.first_passage;
    let passages = library.passages(content).await?.iter().map(|stored| input(&stored.passage)).collect();
    let vectors = vectors(made, passages, on_progress, path, token).await?;
    Ok(library.store_vectors_since(content, first, &vectors).await?)
}
