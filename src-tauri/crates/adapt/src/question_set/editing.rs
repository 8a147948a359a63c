//! Questions that people make, change, set aside and delete, and the request to generate some. Not for generating
//! (`generating`).

use super::{Questions, find_writer};
use crate::Result;
use pincite_api::{QuestionRequest, QuestionView, TuningView, WhichQuestions};
use pincite_library::{CollectionId, DocumentId, PassageId, QuestionId};

impl Questions<'_> {
    /// Queues a run that generates questions about the passages of a collection that were not asked about in this way. A
    /// process that works ([`crate::Adapt::work`]) does it, and it is listed with the other runs. Cancelled or killed, it
    /// keeps what was generated.
    ///
    /// # Errors
    /// [`crate::Error::NoGenerator`], [`crate::Error::GeneratorUnusable`], [`crate::Error::TuningUnderWay`] for the same
    /// collection, [`crate::Error::Folder`], [`crate::Error::Library`].
    pub async fn generate(&self, collection: CollectionId, request: QuestionRequest) -> Result<TuningView> {
        find_writer(self.0, &request.writer).await?;
        self.0.start_generating(collection, request).await
    }

    /// Adds a question that a passage of a document answers; one with the same words is that person's then, and used.
    pub async fn add(
        &self,
        collection: CollectionId,
        document: DocumentId,
        passage: PassageId,
        text: &str,
    ) -> Result<QuestionView> {
        self.0.library.passage_of(document, passage).await?;
        let id = self.0.library.add_question(collection, passage, text).await?;
        self.one(id).await
    }

    /// Changes the words of a question: it is that person's then, and used.
    pub async fn edit(&self, question: QuestionId, text: &str) -> Result<QuestionView> {
        self.0.library.edit_question(question, text).await?;
        self.one(question).await
    }

    /// Uses a question, or sets it aside: then it stays in the list and is not written again.
    pub async fn keep(&self, question: QuestionId, kept: bool) -> Result<QuestionView> {
        self.0.library.set_question_kept(question, kept).await?;
        self.one(question).await
    }

    /// Deletes a question; nothing happens if it is not there. Its passage is not asked about again in the same way.
    pub async fn delete(&self, question: QuestionId) -> Result<()> {
        self.0.library.delete_question(question).await?;
        Ok(())
    }

    /// Deletes questions of a collection; how many. Passages without any that a program wrote may be asked about again.
    pub async fn delete_all(&self, collection: CollectionId, which: &WhichQuestions) -> Result<u32> {
        self.0.library.collection(collection).await?;
        let which = self.meant(which).await?;
        let deleted = self.0.library.delete_questions(collection, &which).await?;
        Ok(u32::try_from(deleted).unwrap_or(u32::MAX))
    }
}
