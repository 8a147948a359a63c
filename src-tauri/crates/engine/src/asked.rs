//! Questions that people ask are kept for the tests of a better search. Not for answering them (`ask`).

use crate::{Engine, Error};
use pincite_api::{AskedView, Mode, Question, QuestionMemory};
use pincite_library::{AskedQuestion, CollectionId};

impl Engine {
    /// Keeps a question that a person asked. The answer does not wait for it: another process may be writing. It does not
    /// fail with it either. Only hybrid questions are kept, because only hybrid search is tested.
    pub(crate) fn remember(&self, question: &Question) {
        if !question.remember || question.mode != Mode::Hybrid {
            return;
        }
        let (library, question) = (self.0.library.clone(), question.clone());
        self.0.queue.workers.spawn(async move {
            let Question { collection, documents, text, .. } = question;
            // Of several documents it is kept as a question of the collection.
            let document = if let [only] = documents[..] { Some(only) } else { None };
            if let Err(error) = library.remember_question(collection, document, &text).await {
                tracing::warn!(code = error.code(), "a question is not kept");
            }
        });
    }

    /// Questions that people asked of a collection, the last one first.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn asked_questions(&self, collection: CollectionId) -> Result<Vec<AskedView>, Error> {
        Ok(self.0.library.asked_questions(collection).await?.into_iter().map(view).collect())
    }

    /// Forgets the questions that people asked of a collection, or of all; how many.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn forget_questions(&self, collection: Option<CollectionId>) -> Result<u32, Error> {
        Ok(self.0.library.forget_questions(collection).await?)
    }

    /// Forgets one question that people asked of a collection, in every scope; how many entries.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn forget_question(&self, collection: CollectionId, text: &str) -> Result<u32, Error> {
        Ok(self.0.library.forget_question(collection, text).await?)
    }

    /// Whether questions are kept, and how many are.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn question_memory(&self) -> Result<QuestionMemory, Error> {
        let library = &self.0.library;
        Ok(QuestionMemory { on: library.keeps_questions().await?, count: library.count_asked_questions().await? })
    }

    /// Keeps questions from now on, or keeps none and forgets those of all collections.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn set_question_memory(&self, on: bool) -> Result<QuestionMemory, Error> {
        self.0.library.keep_questions(on).await?;
        self.question_memory().await
    }
}

fn view(asked: AskedQuestion) -> AskedView {
    let AskedQuestion { text, document, asked, times } = asked;
    AskedView { text, document, asked, times }
}
