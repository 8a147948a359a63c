//! Completing a generation: every document of its collection gets its vectors in it, while another one answers. Not for
//! activating it.

use crate::{Engine, Error, embed};
use pincite_library::{self as library, ContentId, Generation};
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
        for (content, passages) in lacking {
            let all = on_progress.clone();
            let here = move |here: u32, _: u32| all(done + here, total);
            add(engine, generation, encoder, content, here, token).await?;
            done += passages;
        }
    }
}

/// Documents without vectors, and how many passages each has.
async fn lacking(engine: &Engine, generation: &Generation) -> Result<Vec<(ContentId, u32)>, Error> {
    let library = &engine.0.library;
    let without = library.contents_without_vectors(generation.id).await?;
    let contents = library.contents(generation.collection).await?.into_iter();
    Ok(contents.filter(|it| without.contains(&it.id)).map(|it| (it.id, it.passages)).collect())
}

async fn add(
    engine: &Engine,
    generation: &Generation,
    encoder: &Arc<Encoder>,
    content: ContentId,
    on_progress: impl Fn(u32, u32) + Send + 'static,
    token: &CancellationToken,
) -> Result<(), Error> {
    let document = engine.0.library.document_of(generation.collection, content).await?;
    let Some(document) = document else { return Ok(()) };
    let made = (generation, Arc::clone(encoder));
    match embed::add_vectors(engine, made, content, on_progress, &document.path, token).await {
        // It left the collection while its vectors were computed.
        Err(Error::Library(library::Error::NoGeneration(_) | library::Error::NoContent(_))) => Ok(()),
        Err(Error::Cancelled { .. }) => Err(pincite_adapt::Error::Cancelled.into()),
        added => added.map(drop),
    }
}
