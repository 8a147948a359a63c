//! A question is answered: the collection in memory, its encoder, the search. Not for ranking.

use crate::hits::{gathered_of, highlight_of, hit_of, mode_of};
use crate::{Engine, Error};
use pincite_api::{Answer, Gather, Highlight, Match, Mode, Problem, Question};
use pincite_library::{ContentId, DocumentId, PassageId, escaped};
use pincite_search::{
    Note, RERANK_DEPTH, SearchModels, SearchRequest, SearchResult, asks_for_list, highlights_of, search,
};
use std::time::Instant;
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

impl Engine {
    /// Answers a question with ranked passages. Its notes say what limits the answer (no encoder, a phrase that occurs
    /// nowhere).
    ///
    /// # Errors
    /// [`Error::Library`], also for a document that is not ready; [`Error::Search`].
    pub async fn ask(&self, question: Question) -> Result<Answer, Error> {
        let (engine, runtime) = (self.clone(), Handle::current());
        // Loading, encoding and ranking compute: on a worker of the runtime they would stop whatever else it runs.
        let answering = spawn_blocking(move || runtime.block_on(engine.answer(question, RERANK_DEPTH)));
        let answer = answering.await.map_err(|_| Error::Stopped { what: "The search".to_owned() })??;
        self.remember(&answer.question);
        Ok(answer)
    }

    /// Answers a question. The cross-encoder reads `most` passages at most; all answers are read as usual.
    pub(crate) async fn answer(&self, question: Question, most: usize) -> Result<Answer, Error> {
        let started = Instant::now();
        let inner = &self.0;
        // The same index to the end: question and passages are compared in one generation, even if another becomes active.
        let index = inner.indexes.current(&inner.library, question.collection).await?;
        let contents = self.contents_of(&question.documents).await?;
        let encoder = inner.encoders.of(index.generation()).await;
        // The cross-encoder that comes with Pincite is made from the encoder. Without that one there is a note already.
        let reads = question.rerank && question.mode == Mode::Hybrid && encoder.is_ok();
        let reranker = if reads { Some(inner.rerankers.current().await) } else { None };
        let opened = reranker.as_ref().and_then(|reranker| reranker.as_ref().ok());
        let models = SearchModels {
            encoder: encoder.as_deref().ok(),
            reranker: opened.map(|reranker| reranker.for_search(most)),
        };
        let (k, mode) = (question.k as usize, mode_of(question.mode));
        let gather = gather(&question, opened.is_some());
        let request = SearchRequest { text: &question.text, contents: &contents, k, mode, gather };
        let SearchResult { hits, answered, gathered, found, notes } =
            search(&index, &inner.library, models, &request).await?;
        let mut notes: Vec<Problem> = notes.iter().map(|note| problem(note, encoder.as_ref().err())).collect();
        notes.extend(reranker.and_then(Result::err).as_ref().map(Problem::from));
        Ok(Answer {
            question,
            hits: hits.into_iter().map(hit_of).filter(|hit| !inner.leaving.contains(hit.document)).collect(),
            answered: answered.map(|answered| if answered { Match::Good } else { Match::None }),
            gathered: gathered_of(gathered),
            found,
            notes,
            milliseconds: started.elapsed().as_secs_f32() * 1000.0,
        })
    }

    /// The contents of a question's documents.
    async fn contents_of(&self, documents: &[DocumentId]) -> Result<Vec<ContentId>, Error> {
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
        Ok(highlights_of(&stored.passage, question).into_iter().map(highlight_of).collect())
    }
}

/// Which hits a question gets. Where nobody asked for all answers, it needs no note that they cannot be found.
fn gather(question: &Question, can_read: bool) -> pincite_search::Gather {
    match question.gather {
        Gather::All => pincite_search::Gather::All,
        Gather::Auto if can_read && asks_for_list(&question.text) => pincite_search::Gather::All,
        Gather::Auto | Gather::Best => pincite_search::Gather::Best,
    }
}

/// A note of the search as a problem, with the reason why the encoder is missing. A lost tuned encoder has a remedy of its
/// own, so it keeps its own code.
fn problem(note: &Note, missing: Option<&pincite_search::Error>) -> Problem {
    let (Note::NoEncoder | Note::DenseImpossible, Some(reason)) = (note, missing) else {
        return Problem::new(note.code(), note.to_string());
    };
    let code = if matches!(reason, pincite_search::Error::TunedMissing { .. }) { reason.code() } else { note.code() };
    let Problem { message, detail, .. } = Problem::new(reason.code(), escaped(&reason.to_string()));
    let after_note = |reason: String| format!("{note} {reason}");
    Problem { code: code.to_owned(), message: after_note(message), detail: detail.map(after_note) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_api::CollectionId;
    use pincite_search::Gather::{All, Best};

    fn gathered(text: &str, gather: Gather, can_read: bool) -> pincite_search::Gather {
        let (text, mode, collection) = (text.to_owned(), Mode::Hybrid, CollectionId(1));
        let question =
            Question { text, collection, documents: Vec::new(), k: 5, mode, gather, rerank: true, remember: false };
        super::gather(&question, can_read)
    }

    #[test]
    fn a_question_decides_unless_a_person_does() {
        let (list, one) = ("Which clauses limit liability?", "Which law governs?");
        assert_eq!([list, one].map(|text| gathered(text, Gather::Auto, true)), [All, Best]);
        assert_eq!(gathered(one, Gather::All, true), All);
        assert_eq!(gathered(list, Gather::Best, true), Best);
    }

    #[test]
    fn only_who_asks_for_all_answers_is_told_that_they_cannot_be_found() {
        let list = "Which clauses limit liability?";
        assert_eq!(gathered(list, Gather::Auto, false), Best, "the search has nothing to note");
        assert_eq!(gathered(list, Gather::All, false), All, "the search notes it");
    }
}
