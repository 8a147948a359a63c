//! What the user marks: this passage answers that question, or does not. Not for learning from it: `tuning` does.

use crate::ingest::stored;
use crate::{Engine, Error};
use pincite_api::Mark;
use pincite_library::{self as library, CollectionId, EntryId, Feedback, FeedbackId, PassageId};

impl Engine {
    /// Notes whether a passage of a document answers a question, in place of what was said of the two before.
    ///
    /// # Errors
    /// [`Error::UnknownPassage`] if the document has no such passage, [`Error::NotSearchable`], [`Error::Library`].
    pub async fn mark(
        &self,
        collection: i64,
        question: &str,
        document: i64,
        passage: i64,
        answers: bool,
    ) -> Result<Mark, Error> {
        let content = stored(self, EntryId(document)).await?;
        let found = self.0.library.passages_by_id(&[PassageId(passage)]).await?;
        if found.first().is_none_or(|found| found.document != content) {
            return Err(Error::UnknownPassage { id: passage });
        }
        let mark = if answers { library::Mark::Answers } else { library::Mark::DoesNot };
        let id = self.0.library.add_feedback(CollectionId(collection), question, PassageId(passage), mark).await?;
        Ok(Mark { id: id.0, question: question.trim().to_owned(), document, passage, answers })
    }

    /// Takes back what was said; nothing happens if it was already.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn unmark(&self, mark: i64) -> Result<(), Error> {
        self.0.library.remove_feedback(FeedbackId(mark)).await?;
        Ok(())
    }

    /// What was marked in a collection and can still be found there, oldest first.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn marks(&self, collection: i64) -> Result<Vec<Mark>, Error> {
        let collection = CollectionId(collection);
        let mut marks = Vec::new();
        for feedback in self.0.library.feedback(collection).await? {
            let entry = self.0.library.entry_of(collection, feedback.document).await?;
            marks.extend(entry.and_then(|entry| view(feedback, entry.id)));
        }
        Ok(marks)
    }
}

fn view(feedback: Feedback, document: EntryId) -> Option<Mark> {
    Some(Mark {
        id: feedback.id.0,
        passage: feedback.passage?.0,
        question: feedback.question,
        document: document.0,
        answers: feedback.mark == library::Mark::Answers,
    })
}
