//! What the user marks: this passage answers that question, or does not. Not for learning from it: `tuning` does.

use crate::ingest::stored;
use crate::{Engine, Error};
use pincite_api::Mark;
use pincite_library::{self as library, CollectionId, DocumentId, Feedback, FeedbackId, PassageId};

impl Engine {
    /// Notes whether a passage of a document answers a question, in place of what was said of the two before.
    ///
    /// # Errors
    /// [`Error::UnknownPassage`] if the document has no such passage, [`Error::NotSearchable`], [`Error::Library`].
    pub async fn mark(
        &self,
        collection: CollectionId,
        question: &str,
        document: DocumentId,
        passage: PassageId,
        answers: bool,
    ) -> Result<Mark, Error> {
        let content = stored(self, document).await?;
        let found = self.0.library.passages_by_id(&[passage]).await?;
        if found.first().is_none_or(|found| found.content != content) {
            return Err(Error::UnknownPassage { id: passage });
        }
        let mark = if answers { library::Mark::Answers } else { library::Mark::DoesNot };
        let id = self.0.library.add_feedback(collection, question, passage, mark).await?;
        Ok(Mark { id, question: question.trim().to_owned(), document, passage, answers })
    }

    /// Takes back what was said; nothing happens if it was already.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn unmark(&self, mark: FeedbackId) -> Result<(), Error> {
        self.0.library.remove_feedback(mark).await?;
        Ok(())
    }

    /// What was marked in a collection and can still be found there, oldest first.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn marks(&self, collection: CollectionId) -> Result<Vec<Mark>, Error> {
        let mut marks = Vec::new();
        for feedback in self.0.library.feedback(collection).await? {
            let document = self.0.library.document_of(collection, feedback.content).await?;
            marks.extend(document.and_then(|document| view(feedback, document.id)));
        }
        Ok(marks)
    }
}

fn view(feedback: Feedback, document: DocumentId) -> Option<Mark> {
    Some(Mark {
        id: feedback.id,
        passage: feedback.passage?,
        question: feedback.question,
        document,
        answers: feedback.mark == library::Mark::Answers,
    })
}
