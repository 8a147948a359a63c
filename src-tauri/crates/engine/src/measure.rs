//! What an evaluation needs from the engine: the encoder, and indexed documents. Not for measuring:
//! `pincite_eval` does that.

use crate::{Engine, Error};
use pincite_library::{CollectionId, DocumentId};
use pincite_models::{CrossEncoder, Encoder, JointRanker};
use pincite_passage::Passage;
use pincite_search::DocumentIndex;
use std::sync::Arc;

impl Engine {
    /// The default encoder.
    ///
    /// # Errors
    /// [`Error::Search`] if it is not installed.
    pub async fn encoder(&self) -> Result<Arc<Encoder>, Error> {
        Ok(self.0.encoders.default().await?)
    }

    /// The cross-encoder of the search.
    ///
    /// # Errors
    /// [`Error::Models`] if it cannot be opened.
    pub async fn reranker(&self) -> Result<Arc<CrossEncoder>, Error> {
        Ok(self.0.rerankers.current().await?.model())
    }

    /// The joint ranker of the search.
    ///
    /// # Errors
    /// [`Error::Models`] if it or the cross-encoder cannot be opened.
    pub async fn joint_ranker(&self) -> Result<Arc<JointRanker>, Error> {
        Ok(self.0.rerankers.current().await?.joint())
    }

    /// A document's passages and its index, with the vectors of the collection's active generation.
    ///
    /// # Errors
    /// [`Error::Library`], also for a document that is not ready.
    pub async fn searched(
        &self,
        collection: CollectionId,
        document: DocumentId,
    ) -> Result<(Vec<Passage>, DocumentIndex), Error> {
        let library = &self.0.library;
        let content = library.content_of(document).await?;
        let passages = library.passages(content).await?.into_iter().map(|stored| stored.passage).collect();
        let generation = library.active_generation(collection).await?;
        Ok((passages, DocumentIndex::load(library, content, generation.as_ref()).await?))
    }
}
