//! A question is answered in stages: it is prepared for its collection, its first order can be shown at once, and the closer
//! reading brings the final one. Questions of people are kept for the tests of a better search. Not for ranking: the search
//! crate does that.
//!
//! The collection is in memory (`indexes`). A question is `prepared` once and asked of one scope or of many. `hits` are
//! what the window and the command line get.

mod hits;
mod indexes;
mod prepared;

pub(crate) use hits::{hit_of, rect_of};
pub(crate) use indexes::Indexes;
pub(crate) use prepared::{DocumentAnswer, Prepared};

use crate::error::computing;
use crate::{Engine, Error};
use hits::highlight_of;
use pincite_api::{Answer, AskedView, Highlight, Mode, Question, QuestionMemory};
use pincite_library::{AskedQuestion, CollectionId, ContentId, DocumentId, PassageId, StoredPassage, StoredTable};
use pincite_models::Error as ModelError;
use pincite_passage::Passage;
use pincite_search::{DocumentIndex, Query, highlights_of};
use prepared::{depth_of, until};
use std::sync::PoisonError;
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// A document as it is searched.
pub struct SearchedDocument {
    /// Its passages, in order.
    pub passages: Vec<Passage>,
    /// Its terms and vectors.
    pub index: DocumentIndex,
    /// Its tables of figures.
    pub tables: Vec<StoredTable>,
}

/// Gets the first order of an answer.
type OnFirst = Box<dyn FnOnce(Answer) + Send>;

impl Engine {
    /// Answers a question with ranked passages, in their final order. Its notes say what limits the answer (no encoder, a
    /// phrase that occurs nowhere).
    ///
    /// # Errors
    /// [`Error::Library`], also for a document that is not ready; [`Error::Search`].
    pub async fn ask(&self, question: Question) -> Result<Answer, Error> {
        self.ask_staged(question, self.0.queue.closing.child_token(), None).await
    }

    /// The same in two stages: if a closer reading follows, `on_first` gets the first order before it. The next question
    /// that is asked in stages ends the reading of this one, because nobody waits for it any more.
    ///
    /// # Errors
    /// As [`Engine::ask`]; a reading that was ended is an error, too.
    pub async fn ask_in_stages(
        &self,
        question: Question,
        on_first: impl FnOnce(Answer) + Send + 'static,
    ) -> Result<Answer, Error> {
        let stop = self.0.queue.closing.child_token();
        let former =
            std::mem::replace(&mut *self.0.asking.lock().unwrap_or_else(PoisonError::into_inner), stop.clone());
        former.cancel();
        self.ask_staged(question, stop, Some(Box::new(on_first))).await
    }

    async fn ask_staged(
        &self,
        question: Question,
        stop: CancellationToken,
        on_first: Option<OnFirst>,
    ) -> Result<Answer, Error> {
        let engine = self.clone();
        let asked = question.clone();
        self.note_question(&question).await?;
        let answering = async move || engine.answer_in_stages(question, &stop, on_first).await;
        let answer = computing("The search", answering).await??;
        self.remember(&asked);
        Ok(answer)
    }

    /// Notes in a shared library who asks what, if the firm wants that. Where nothing can be noted, nothing is shown.
    async fn note_question(&self, question: &Question) -> Result<(), Error> {
        let library = &self.0.library;
        let document = match question.documents.as_slice() {
            [document] if library.is_shared() => Some(library.document(*document).await?.display_name()),
            _ => None,
        };
        Ok(library.note_look(question.collection, document.as_deref(), Some(&question.text)).await?)
    }

    async fn answer_in_stages(
        &self,
        question: Question,
        stop: &CancellationToken,
        on_first: Option<OnFirst>,
    ) -> Result<Answer, Error> {
        let started = Instant::now();
        let contents = self.contents_of(&question.documents).await?;
        let prepared = Prepared::new(self, &question, &contents).await?;
        let mut stage = prepared.first_stage(&question, &contents).await?;
        if !prepared.reads {
            return prepared.unread(question, stage, None, started).await;
        }
        if let Some(on_first) = on_first {
            let first = stage.hits().await?;
            on_first(prepared.answer(question.clone(), first, None, started));
        }
        let reranker = match self.0.rerankers.current().await {
            Ok(reranker) => reranker,
            Err(error) => return prepared.unread(question, stage, Some(&error), started).await,
        };
        if stop.is_cancelled() {
            return Err(pincite_search::Error::from(ModelError::Cancelled).into());
        }
        let reading = reranker.to_depth(depth_of(&question));
        let result = stage.read(reading, &mut until(stop)).await?;
        Ok(prepared.answer(question, result, None, started))
    }

    /// The contents of a question's documents.
    pub(crate) async fn contents_of(&self, documents: &[DocumentId]) -> Result<Vec<ContentId>, Error> {
        let mut contents = Vec::with_capacity(documents.len());
        for document in documents {
            contents.push(self.0.library.content_of(*document).await?);
        }
        Ok(contents)
    }

    /// Boxes of one passage: its lines and, for a question, its best sentence and the question's words.
    ///
    /// # Errors
    /// [`Error::Library`] if the document is not ready or has no such passage.
    pub async fn highlights(
        &self,
        document: DocumentId,
        passage: PassageId,
        question: Option<&str>,
    ) -> Result<Vec<Highlight>, Error> {
        let stored = self.0.library.passage_of(document, passage).await?;
        let language = self.0.library.language(stored.content).await?;
        let query = question.map(|question| Query::in_languages(question, &[language]));
        Ok(highlights_of(&stored.passage, query.as_ref()).into_iter().map(highlight_of).collect())
    }

    /// A document as it is searched, with the vectors of the collection's active generation.
    ///
    /// # Errors
    /// [`Error::Library`], also for a document that is not ready.
    pub async fn searched(&self, collection: CollectionId, document: DocumentId) -> Result<SearchedDocument, Error> {
        let library = &self.0.library;
        let content = library.content_of(document).await?;
        let passages = library.passages(content).await?.into_iter().map(|stored| stored.passage).collect();
        let generation = library.active_generation(collection).await?;
        let index = DocumentIndex::load(library, content, generation.as_ref()).await?;
        Ok(SearchedDocument { passages, index, tables: library.tables(content).await? })
    }

    /// The passages of a document, in order.
    ///
    /// # Errors
    /// [`Error::Library`], also for a document that is not ready.
    pub async fn passages(&self, document: DocumentId) -> Result<Vec<StoredPassage>, Error> {
        let content = self.0.library.content_of(document).await?;
        Ok(self.0.library.passages(content).await?)
    }

    /// Keeps a question that a person asked. The answer does not wait for it: another process may be writing. It does not
    /// fail with it either. Only hybrid questions are kept, because only hybrid search is tested.
    fn remember(&self, question: &Question) {
        if !question.remember || question.mode != Mode::Hybrid {
            return;
        }
        let library = self.0.library.clone();
        let question = question.clone();
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
