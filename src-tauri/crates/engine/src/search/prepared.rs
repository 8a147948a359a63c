//! A question, prepared once for its collection and asked of one scope or of many. Not for its two stages (`ask`).

use super::hits::{gathered_of, hit_of, judged_of, mode_of};
use super::indexes::{Current, Damaged};
use crate::error::named;
use crate::{Engine, Error};
use pincite_api::{Answer, Gather, Mode, Problem, Question};
use pincite_library::{ContentId, escaped};
use pincite_search::{
    AnswerCandidate, CollectionIndex, CollectionQuestion, FirstStage, Note, PreparedQuestion, RERANK_DEPTH, Reranker,
    Search, SearchResult, Wanted, asks_for_list, read_stages,
};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// A question, prepared once for its collection. It can be asked of many scopes, and what is read of them is read in one
/// batch. The index stays the same to the end: question and passages are compared in one generation, even if another
/// becomes active.
pub(crate) struct Prepared {
    engine: Engine,
    index: Arc<CollectionIndex>,
    damaged: Damaged,
    question: CollectionQuestion,
    /// Why there is no encoder.
    missing: Option<pincite_search::Error>,
    /// Whether a closer reading follows the first stage.
    pub(crate) reads: bool,
}

impl Prepared {
    /// Prepares a question for these contents of its collection, or for all if none is named.
    ///
    /// # Errors
    /// [`Error::Library`], [`Error::Search`].
    pub(crate) async fn new(engine: &Engine, question: &Question, contents: &[ContentId]) -> Result<Self, Error> {
        let analysed = PreparedQuestion::new(&question.text, mode_of(question.mode));
        Self::of_analysed(engine, question, analysed, contents).await
    }

    /// The same of a question of which more is known than its text.
    pub(crate) async fn of_analysed(
        engine: &Engine,
        question: &Question,
        analysed: PreparedQuestion,
        contents: &[ContentId],
    ) -> Result<Self, Error> {
        let inner = &engine.0;
        let wants_reading = question.rerank && question.mode == Mode::Hybrid;
        if wants_reading {
            // It opens while the first stage is at work. What goes wrong is told by who reads.
            let engine = engine.clone();
            tokio::spawn(async move { engine.0.rerankers.current().await.is_ok() });
        }
        let unloaded = inner.indexes.unloaded(&inner.library, question.collection, contents).await?;
        let for_one = unloaded.is_some();
        let Current { mut index, damaged } = match unloaded {
            Some(index) => Current { index, damaged: Damaged::default() },
            None => inner.indexes.current(&inner.library, question.collection, contents).await?,
        };
        let search = Search { index: &index, library: &inner.library };
        let encoder = match question.mode {
            Mode::Lexical => None,
            _ => Some(inner.encoders.of(index.generation()).await),
        };
        let opened = encoder.as_ref().and_then(|encoder| encoder.as_deref().ok());
        let question = search.prepare(analysed, opened)?;
        // The cross-encoder that comes with Pincite is made from the encoder. Without that one there is a note already.
        let reads = wants_reading && opened.is_some();
        if for_one {
            index = Arc::new(question.index(&inner.library, &index, contents).await?);
        }
        let missing = encoder.and_then(Result::err);
        Ok(Self { engine: engine.clone(), index, damaged, question, missing, reads })
    }

    /// Ranks a scope. The question has the text that was prepared.
    pub(crate) async fn first_stage(
        &self,
        question: &Question,
        contents: &[ContentId],
    ) -> Result<FirstStage<'_>, Error> {
        let without = self.engine.0.listing.pending_contents(question.collection).await;
        let gather = gather(question, self.reads);
        let wanted = Wanted { contents, without: &without, k: question.k as usize, gather };
        let search = Search { index: &self.index, library: &self.engine.0.library };
        Ok(search.first_stage(&self.question, &wanted).await?)
    }

    /// Asks the question of several scopes, and reads the passages of all in one batch, `most` of each. The questions
    /// differ only in their documents. Each has an answer or an error of its own, in the given order.
    ///
    /// # Errors
    /// [`Error::Search`] if the reading fails or is stopped.
    pub(crate) async fn answers(
        &self,
        questions: Vec<Question>,
        most: usize,
        stop: &CancellationToken,
    ) -> Result<Vec<Result<DocumentAnswer, Error>>, Error> {
        let started = Instant::now();
        let mut stages = Vec::with_capacity(questions.len());
        for question in &questions {
            stages.push(match self.engine.contents_of(&question.documents).await {
                Ok(contents) => self.first_stage(question, &contents).await,
                Err(error) => Err(error),
            });
        }
        let opened = if self.reads { Some(self.engine.0.rerankers.current().await) } else { None };
        if let Some(Ok(reranker)) = &opened {
            let results = read_all(stages, reranker.to_depth(most), stop).await?;
            let mut answers = Vec::with_capacity(results.len());
            for (question, result) in questions.into_iter().zip(results) {
                answers.push(result.map(|mut result| {
                    let candidates = std::mem::take(&mut result.candidates);
                    DocumentAnswer { answer: self.answer(question, result, None, started), candidates }
                }));
            }
            return Ok(answers);
        }
        let error = opened.as_ref().and_then(|opened| opened.as_ref().err());
        let mut answers = Vec::with_capacity(questions.len());
        for (question, stage) in questions.into_iter().zip(stages) {
            answers.push(match stage {
                Ok(stage) => self.unread_document(question, stage, error, started).await,
                Err(error) => Err(error),
            });
        }
        Ok(answers)
    }

    /// The answer where nothing is read. `unopened`: why the cross-encoder could not be opened, if it was wanted.
    pub(crate) async fn unread(
        &self,
        question: Question,
        stage: FirstStage<'_>,
        unopened: Option<&pincite_search::Error>,
        started: Instant,
    ) -> Result<Answer, Error> {
        Ok(self.unread_document(question, stage, unopened, started).await?.answer)
    }

    /// The same, with the candidates if one document is asked.
    async fn unread_document(
        &self,
        question: Question,
        mut stage: FirstStage<'_>,
        unopened: Option<&pincite_search::Error>,
        started: Instant,
    ) -> Result<DocumentAnswer, Error> {
        stage.want(gather(&question, false));
        let mut result = stage.unread().await?;
        let candidates = std::mem::take(&mut result.candidates);
        Ok(DocumentAnswer { answer: self.answer(question, result, unopened, started), candidates })
    }

    /// The answer to a question. `unopened`: why the cross-encoder could not be opened.
    pub(crate) fn answer(
        &self,
        question: Question,
        result: SearchResult,
        unopened: Option<&pincite_search::Error>,
        started: Instant,
    ) -> Answer {
        let SearchResult { hits, presence, gathered, found, documents, unread, computed, notes, .. } = result;
        let mut notes: Vec<Problem> = notes.iter().map(|note| problem(note, self.missing.as_ref())).collect();
        notes.extend(unopened.map(|error| Problem::new(error.code(), escaped(&error.to_string()))));
        for (document, problem) in self.damaged.iter() {
            let is_asked = question.documents.is_empty() || question.documents.contains(document);
            if is_asked && !notes.contains(problem) {
                notes.push(problem.clone());
            }
        }
        Answer {
            question,
            hits: hits.into_iter().map(hit_of).collect(),
            state: presence.map(|presence| presence.state),
            presence: presence.map(|presence| presence.probability),
            gathered: gathered_of(gathered),
            found,
            documents: documents.into_iter().map(judged_of).collect(),
            unread,
            computed,
            notes,
            milliseconds: started.elapsed().as_secs_f32() * 1000.0,
        }
    }
}

/// An answer of one document.
pub(crate) struct DocumentAnswer {
    pub(crate) answer: Answer,
    /// The passages that may answer, best first.
    pub(crate) candidates: Vec<AnswerCandidate>,
}

/// Reads all rankings in one batch. What failed before has its error in its place.
async fn read_all(
    stages: Vec<Result<FirstStage<'_>, Error>>,
    reranker: Reranker<'_>,
    stop: &CancellationToken,
) -> Result<Vec<Result<SearchResult, Error>>, Error> {
    let mut ranked = Vec::new();
    let mut failed = Vec::new();
    for (at, stage) in stages.into_iter().enumerate() {
        match stage {
            Ok(stage) => ranked.push(stage),
            Err(error) => failed.push((at, error)),
        }
    }
    let read = read_stages(&mut ranked, reranker, &mut until(stop)).await?;
    let mut results: Vec<Result<SearchResult, Error>> =
        read.into_iter().map(|result| result.map_err(Error::from)).collect();
    for (at, error) in failed {
        results.insert(at, Err(error));
    }
    Ok(results)
}

/// Breaks off a reading once it is cancelled.
pub(crate) fn until(stop: &CancellationToken) -> impl FnMut(usize) -> ControlFlow<()> + Send {
    |_| if stop.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// How many passages are read for a question.
pub(crate) fn depth_of(question: &Question) -> usize {
    question.depth.map_or(RERANK_DEPTH, |depth| (depth as usize).min(RERANK_DEPTH))
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
        let file = if let Note::Damaged(path) = note { Some(path.as_path()) } else { None };
        return named(Problem::new(note.code(), note.to_string()), file);
    };
    let code = if matches!(reason, pincite_search::Error::TunedMissing { .. }) { reason.code() } else { note.code() };
    let Problem { message, detail, .. } = Problem::new(reason.code(), escaped(&reason.to_string()));
    let after_note = |reason: String| format!("{note} {reason}");
    Problem { code: code.to_owned(), message: after_note(message), detail: detail.map(after_note) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_library::CollectionId;
    use pincite_search::Gather::{All, Best};

    fn gathered(text: &str, gather: Gather, can_read: bool) -> pincite_search::Gather {
        let question = Question {
            text: text.to_owned(),
            collection: CollectionId(1),
            documents: Vec::new(),
            k: 5,
            mode: Mode::Hybrid,
            gather,
            rerank: true,
            depth: None,
            remember: false,
        };
        super::gather(&question, can_read)
    }

    #[test]
    fn a_question_decides_unless_a_person_does() {
        let list = "Which clauses limit liability?";
        let one = "Which law governs?";
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
