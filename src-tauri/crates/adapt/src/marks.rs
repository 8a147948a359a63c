//! What people mark: this passage answers that question, or does not. Not for learning from it (`runs`).

use crate::question_set::read_lines;
use crate::{Adapt, QuestionLine, Result};
use pincite_api::{Imported, Mark};
use pincite_library::{self as library, CollectionId, DocumentId, Feedback, FeedbackId, PassageId};
use std::collections::HashSet;
use std::path::Path;

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

    /// The marks of a collection as lines of a file, from which [`Marks::import`] takes them.
    pub async fn lines(&self, collection: CollectionId) -> Result<Vec<QuestionLine>> {
        let library = &self.0.library;
        let mut lines = Vec::new();
        for mark in self.list(collection).await? {
            let passage = library.passage_of(mark.document, mark.passage).await?.passage.text;
            let document = library.document(mark.document).await?.file_name();
            let relevant = Some(mark.answers);
            lines.push(QuestionLine {
                question: mark.question,
                passage,
                document,
                relevant,
                ..QuestionLine::default()
            });
        }
        Ok(lines)
    }

    /// Takes marks from a file, each for the passage that its line quotes. What people said of the same question and passage here
    /// stays.
    ///
    /// # Errors
    /// As [`crate::Questions::import`]: nothing changes.
    pub async fn import(&self, collection: CollectionId, path: &Path) -> Result<Imported> {
        let mut known: HashSet<(String, PassageId)> = HashSet::new();
        for mark in self.list(collection).await? {
            known.insert((mark.question, mark.passage));
        }
        let mut imported = Imported { stored: 0, unmatched: 0 };
        for (line, passage) in read_lines(self.0, collection, path).await? {
            let Some(passage) = passage else {
                imported.unmatched += 1;
                continue;
            };
            let question = line.question.trim().to_owned();
            if known.insert((question.clone(), passage)) {
                let mark = if line.is_answered() { library::Mark::Answers } else { library::Mark::DoesNot };
                self.0.library.add_feedback(collection, &question, passage, mark).await?;
                imported.stored += 1;
            }
        }
        Ok(imported)
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
