//! Questions that people make, change, set aside and delete, and the request to generate some. Not for generating
//! (`generating`).

use super::find_writer;
use crate::{Engine, Error, ingest};
use pincite_api::{QuestionRequest, QuestionView, TuningView, WhichQuestions};
use pincite_library::{CollectionId, DocumentId, PassageId, QuestionId};

impl Engine {
    /// Queues a run that generates questions about the passages of a collection that were not asked about in this way. A
    /// process that works ([`Engine::work`]) does it, and it is listed among the tunings. Cancelled or killed, it keeps
    /// what was generated.
    ///
    /// # Errors
    /// [`Error::NoGenerator`], [`Error::GeneratorUnusable`], [`Error::TuningUnderWay`] for the same collection,
    /// [`Error::Home`], [`Error::Library`].
    pub async fn generate_questions(
        &self,
        collection: CollectionId,
        request: QuestionRequest,
    ) -> Result<TuningView, Error> {
        find_writer(self, &request.writer).await?;
        self.start_generating(collection, request).await
    }

    /// Adds a question that a passage of a document answers; one with the same words is that person's then, and used.
    ///
    /// # Errors
    /// [`Error::UnknownPassage`] if the document has no such passage, [`Error::NotSearchable`], [`Error::Library`].
    pub async fn add_question(
        &self,
        collection: CollectionId,
        document: DocumentId,
        passage: PassageId,
        text: &str,
    ) -> Result<QuestionView, Error> {
        let content = ingest::stored(self, document).await?;
        let found = self.0.library.passages_by_id(&[passage]).await?;
        if found.first().is_none_or(|found| found.content != content) {
            return Err(Error::UnknownPassage { id: passage });
        }
        let id = self.0.library.add_question(collection, passage, text).await?;
        self.question(id).await
    }

    /// Changes the words of a question: it is that person's then, and used.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there or no word is left.
    pub async fn edit_question(&self, question: QuestionId, text: &str) -> Result<QuestionView, Error> {
        self.0.library.edit_question(question, text).await?;
        self.question(question).await
    }

    /// Uses a question, or sets it aside: then it stays in the list and is not written again.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn keep_question(&self, question: QuestionId, kept: bool) -> Result<QuestionView, Error> {
        self.0.library.set_question_kept(question, kept).await?;
        self.question(question).await
    }

    /// Deletes a question; nothing happens if it is not there. Its passage is not asked about again in the same way.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn delete_question(&self, question: QuestionId) -> Result<(), Error> {
        self.0.library.delete_question(question).await?;
        Ok(())
    }

    /// Deletes questions of a collection; how many. Passages without any that a program wrote may be asked about again.
    ///
    /// # Errors
    /// [`Error::Library`], [`Error::NotSearchable`] for a document that is not ready.
    pub async fn delete_questions(&self, collection: CollectionId, which: &WhichQuestions) -> Result<u32, Error> {
        self.0.library.collection(collection).await?;
        let which = self.meant(which).await?;
        let deleted = self.0.library.delete_questions(collection, &which).await?;
        Ok(u32::try_from(deleted).unwrap_or(u32::MAX))
    }
}
