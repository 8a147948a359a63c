//! What an evaluation needs from the engine: the encoder, the question writer, and indexed documents. Not for measuring:
//! `pincite_eval` does that.

use crate::ingest::stored;
use crate::questions::QuestionWriter;
use crate::{Engine, Error};
use futures_util::TryStreamExt;
use pincite_api::{Problem, WriterChoice};
use pincite_library::{CollectionId, DocumentId, Scope};
use pincite_models::{CrossEncoder, Encoder, Trainee};
use pincite_passage::Passage;
use pincite_search::DocumentIndex;
use std::sync::Arc;

impl Engine {
    /// The default encoder.
    ///
    /// # Errors
    /// [`Error::Models`] if it is not installed.
    pub async fn encoder(&self) -> Result<Arc<Encoder>, Error> {
        self.0.encoders.default().await
    }

    /// The cross-encoder of the search.
    ///
    /// # Errors
    /// [`Error::Models`] if it cannot be opened.
    pub async fn reranker(&self) -> Result<Arc<CrossEncoder>, Error> {
        Ok(self.0.rerankers.current().await?.model())
    }

    /// The default encoder, to be trained, and why its pretrained checkpoint cannot be used, if it cannot.
    ///
    /// # Errors
    /// [`Error::Models`] if it is not installed.
    pub async fn trainee(&self) -> Result<(Trainee, Option<Problem>), Error> {
        let (trainee, note) = self.0.encoders.default_trainee().await?;
        Ok((trainee, note.as_ref().map(Problem::from)))
    }

    /// The default encoder, to be trained from its own weights.
    ///
    /// # Errors
    /// [`Error::Models`] if it is not installed.
    pub async fn trainee_from_base(&self) -> Result<Trainee, Error> {
        self.0.encoders.default_from_base().await
    }

    /// The generator that writes questions.
    ///
    /// # Errors
    /// [`Error::NoGenerator`], [`Error::GeneratorUnusable`].
    pub async fn question_writer(&self, choice: &WriterChoice) -> Result<QuestionWriter, Error> {
        QuestionWriter::open(self, choice).await
    }

    /// A document's passages and its index, with the vectors of the collection's active generation.
    ///
    /// # Errors
    /// [`Error::NotSearchable`], [`Error::Library`].
    pub async fn searched(
        &self,
        collection: CollectionId,
        document: DocumentId,
    ) -> Result<(Vec<Passage>, DocumentIndex), Error> {
        let library = &self.0.library;
        let content = stored(self, document).await?;
        let passages = library.passages(content).await?.into_iter().map(|stored| stored.passage).collect();
        let vectors = match library.active_generation(collection).await? {
            Some(generation) => library.vectors(generation.id, content).await?,
            None => None,
        };
        let terms = library.terms(Scope::Content(content)).try_next().await?;
        Ok((passages, terms.map(|terms| DocumentIndex::of_stored(&terms, vectors)).unwrap_or_default()))
    }
}
