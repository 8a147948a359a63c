//! Completing a generation: every document of its collection gets its vectors in it, while another one answers. Not for
//! activating it.

use crate::{Engine, Error, embed};
use pincite_library::{self as library, DocumentId, Generation};
use pincite_models::Encoder;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Computes the vectors that documents lack in a generation, those of documents that come meanwhile included. `on_progress`
/// is called with the passages done and in all.
pub(crate) async fn fill(
    engine: &Engine,
    generation: &Generation,
    encoder: &Arc<Encoder>,
    on_progress: impl Fn(u32, u32) + Clone + Send + 'static,
    token: &CancellationToken,
) -> Result<(), Error> {
    let mut done = 0;
    loop {
        let lacking = lacking(engine, generation).await?;
        if lacking.is_empty() {
            return Ok(());
        }
        let total = done + lacking.iter().map(|(_, passages)| passages).sum::<u32>();
        for (document, passages) in lacking {
            let all = on_progress.clone();
            let here = move |here: u32, _: u32| all(done + here, total);
            add(engine, generation, encoder, document, here, token).await?;
            done += passages;
        }
    }
}

/// Documents without vectors, and how many passages each has.
async fn lacking(engine: &Engine, generation: &Generation) -> Result<Vec<(DocumentId, u32)>, Error> {
    let library = &engine.0.library;
    let without = library.documents_without_vectors(generation.id).await?;
    let documents = library.documents(generation.collection).await?.into_iter();
    Ok(documents.filter(|it| without.contains(&it.id)).map(|it| (it.id, it.passages)).collect())
}

async fn add(
    engine: &Engine,
    generation: &Generation,
    encoder: &Arc<Encoder>,
    document: DocumentId,
    on_progress: impl Fn(u32, u32) + Send + 'static,
    token: &CancellationToken,
) -> Result<(), Error> {
    let entry = engine.0.library.entry_of(generation.collection, document).await?;
    let Some(entry) = entry else { return Ok(()) };
    let made = (generation, Arc::clone(encoder));
    match embed::add_vectors(engine, made, document, on_progress, &entry.path, token).await {
        // It left the collection while its vectors were computed.
        Err(Error::Library(library::Error::NoGeneration(_) | library::Error::NoDocument(_))) => Ok(()),
        Err(Error::Cancelled { .. }) => Err(pincite_adapt::Error::Cancelled.into()),
        added => added.map(drop),
    }
}
