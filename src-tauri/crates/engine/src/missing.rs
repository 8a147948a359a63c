//! Documents that lack vectors in their collection's active generation. Not for computing the vectors: jobs do (`work`).

use crate::work::Queue;
use futures_util::future::BoxFuture;
use pincite_adapt::QueueMissingVectors;
use pincite_library::{self as library, Library};
use pincite_search::{Embedder, Encoders};
use std::sync::Arc;

/// Queues their jobs.
#[derive(Clone)]
pub(crate) struct MissingVectors {
    library: Library,
    encoders: Arc<Encoders>,
    queue: Arc<Queue>,
}

impl MissingVectors {
    pub(crate) fn new(library: &Library, encoders: &Arc<Encoders>, queue: &Arc<Queue>) -> Self {
        Self { library: library.clone(), encoders: Arc::clone(encoders), queue: Arc::clone(queue) }
    }

    /// Documents that lack vectors get them now: those stored while no encoder was there, or while another generation
    /// became active.
    pub(crate) async fn queue(&self) -> Result<(), library::Error> {
        let Self { library, encoders, queue } = self;
        for collection in library.collections().await? {
            // Without an encoder there is nothing to compute; asking says so.
            let Ok(active) = Embedder::active(library, encoders, collection.id).await else { continue };
            for content in library.contents_without_vectors(active.generation.id).await? {
                if let Some(document) = library.document_of(collection.id, content).await? {
                    library.queue_embedding(document.id).await?;
                }
            }
        }
        queue.wake();
        Ok(())
    }
}

impl QueueMissingVectors for MissingVectors {
    fn queue_missing_vectors(&self) -> BoxFuture<'_, Result<(), library::Error>> {
        Box::pin(self.queue())
    }
}
