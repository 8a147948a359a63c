//! What people mark: this passage answers that question, or does not. Not for learning from it (`runs`).

use crate::{Adapt, Result};
use pincite_api::Mark;
use pincite_library::{self as library, CollectionId, DocumentId, Feedback, FeedbackId, PassageId};

/// The marks in the library; see [`Adapt::marks`]. Errors are of the library.
#[derive(Clone, Copy)]
pub struct Marks<'a>(&'a Adapt);

impl Adapt {
    /// What people mark.
    pub fn marks(&self) -> Marks<'_> {
        Marks(self)
    }
}

impl Marks<'_> {
    /// Notes whether a passage of a document answers a question, in place of what was said of the two before.
    pub async fn add(
        &self,
        collection: CollectionId,
        question: &str,
        document: DocumentId,
        passage: PassageId,
        answers: bool,
    ) -> Result<Mark> {
        let library = &self.0.library;
        library.passage_of(document, passage).await?;
        let mark = if answers { library::Mark::Answers } else { library::Mark::DoesNot };
        let id = library.add_feedback(collection, question, passage, mark).await?;
        Ok(Mark { id, question: question.trim().to_owned(), document, passage, answers })
    }

    /// Takes back what was said; nothing happens if it was already.
    pub async fn remove(&self, mark: FeedbackId) -> Result<()> {
        self.0.library.remove_feedback(mark).await?;
        Ok(())
    }

    /// What was marked in a collection and can still be found there, oldest first.
    pub async fn list(&self, collection: CollectionId) -> Result<Vec<Mark>> {
        let library = &self.0.library;
        let mut marks = Vec::new();
        for feedback in library.feedback(collection).await? {
            let document = library.document_of(collection, feedback.content).await?;
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
