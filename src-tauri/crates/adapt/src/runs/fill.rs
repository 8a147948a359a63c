//! Completing a generation: every document of its collection gets its vectors in it, while another one answers. Not for
//! activating it.

use super::Count;
use crate::{Adapt, Error, Result};
use pincite_library::{self as library, ContentId, Generation};
use pincite_search::Embedder;
use std::ops::ControlFlow;
use tokio_util::sync::CancellationToken;

/// A document without vectors.
struct Lacking {
    content: ContentId,
    passages: u32,
}

/// Computes the vectors that documents lack in a generation, those of documents that come meanwhile included. `on_progress`
/// gets the passages done and in all.
pub(crate) async fn fill(
    adapt: &Adapt,
    generation: Generation,
    on_progress: impl Fn(Count) + Clone + Send + 'static,
    token: &CancellationToken,
) -> Result<()> {
    let embedder = Embedder { encoder: adapt.encoders.of(Some(&generation)).await?, generation };
    let mut done = 0;
    loop {
        let lacking = lacking(adapt, &embedder.generation).await?;
        if lacking.is_empty() {
            return Ok(());
        }
        let total = done + lacking.iter().map(|one| one.passages).sum::<u32>();
        for Lacking { content, passages } in lacking {
            let on_progress = on_progress.clone();
            let token = token.clone();
            let embedding = embedder.add(&adapt.library, content, move |here, _| {
                on_progress(Count { done: done + here, total });
                if token.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            match embedding.await.map_err(Error::from) {
                // It left the collection while its vectors were computed.
                Err(Error::Library(library::Error::NoGeneration(_) | library::Error::NoContent(_))) => {}
                added => added?,
            }
            done += passages;
        }
    }
}

async fn lacking(adapt: &Adapt, generation: &Generation) -> Result<Vec<Lacking>> {
    let without = adapt.library.contents_without_vectors(generation.id).await?;
    let contents = adapt.library.contents(generation.collection).await?.into_iter();
    let lacking = contents.filter(|it| without.contains(&it.id));
    Ok(lacking.map(|it| Lacking { content: it.id, passages: it.passages }).collect())
}
