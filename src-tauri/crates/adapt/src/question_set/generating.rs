//! The phase of a run that generates questions: document by document, a few passages at a time. Each few are stored with
//! their questions before the next ones begin. Not for what comes after it.

use super::session::{Session, Waiting};
use super::writer::QuestionWriter;
use crate::adapt::blocking;
use crate::runs::{Count, RunProgress};
use crate::{Adapt, Error, Result, add_tally};
use pincite_api::{QuestionRequest, TuningPhase};
use pincite_library::{CollectionId, PassageId, Run, RunReport};
use std::sync::Arc;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

/// Passages whose questions are generated and stored at a time: what a kill costs at most.
const AT_A_TIME: usize = 16;

/// Which passages are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// All that were not asked about in this way before.
    All,
    /// Those that were never asked about.
    New,
}

/// The generating phase of a run.
pub(crate) struct QuestionRun<'a> {
    pub(crate) adapt: &'a Adapt,
    pub(crate) run: &'a Run,
    pub(crate) request: &'a QuestionRequest,
    pub(crate) scope: Scope,
    pub(crate) progress: &'a Arc<Mutex<RunProgress>>,
    pub(crate) token: &'a CancellationToken,
}

impl QuestionRun<'_> {
    /// Asks about the passages that are there, and those that come meanwhile. After an interruption it goes on with the
    /// passages that are left.
    pub(crate) async fn run(&self) -> Result<()> {
        let writer = self.adapt.question_writer(&self.request.writer).await?;
        {
            let report = &mut self.progress.lock().await.report;
            (report.writer, report.device) = (Some(writer.name().to_owned()), writer.device().to_owned());
        }
        let stopping = writer.stopped_by(self.token);
        let generated = self.all(&writer).await;
        stopping.abort();
        // A generator that is stopped may return an error of its own.
        match generated {
            Err(_) if self.token.is_cancelled() => Err(Error::Cancelled),
            generated => generated,
        }
    }

    async fn all(&self, writer: &QuestionWriter) -> Result<()> {
        let recipe = writer.recipe(self.request)?;
        let mut count = Count::default();
        loop {
            let all = unasked(self.adapt, self.run.collection, writer, &recipe, self.scope).await?.waiting;
            if all.is_empty() {
                return Ok(());
            }
            count.total = count.done + all.iter().map(|one| one.passages.len() as u32).sum::<u32>();
            for one in all {
                count = self.document(writer, &recipe, &one, count).await?;
            }
        }
    }

    /// Asks about passages of a document; what is done then.
    async fn document(
        &self,
        writer: &QuestionWriter,
        recipe: &str,
        waiting: &Waiting,
        mut count: Count,
    ) -> Result<Count> {
        self.emit(count).await;
        let mut session = Session::open(self.adapt, self.run.collection, waiting, writer, self.request).await?;
        for some in waiting.passages.chunks(AT_A_TIME) {
            session = self.some(session, recipe, some).await?;
            count.done += some.len() as u32;
            self.emit(count).await;
        }
        Ok(count)
    }

    /// Asks about some passages and stores their questions, together with the run's report.
    async fn some(&self, mut session: Session, recipe: &str, passages: &[PassageId]) -> Result<Session> {
        let token = self.token.clone();
        let some = passages.to_vec();
        let generating = move || session.generate(&some, &token).map(|generated| (session, generated));
        let (session, generated) = blocking("Generating questions", generating).await?;
        if self.token.is_cancelled() {
            return Err(Error::Cancelled);
        }
        let mut progress = self.progress.lock().await;
        add_tally(&mut progress.report.questions, &generated.tally);
        let report = RunReport { run: self.run.id, json: &progress.written()? };
        let library = &self.adapt.library;
        let by_passage = &generated.by_passage;
        library.store_questions(self.run.collection, recipe, by_passage, Some(report)).await?;
        Ok(session)
    }

    async fn emit(&self, count: Count) {
        self.progress.lock().await.emit(TuningPhase::Generating, count);
    }
}

/// Documents with passages that were not asked about.
#[derive(Default)]
pub(super) struct Unasked {
    /// Those that the generator can ask about.
    pub(super) waiting: Vec<Waiting>,
    /// How many are in a language that it does not know.
    pub(super) unknown_language: u32,
}

/// Passages to be asked about by a generator, by document.
pub(super) async fn unasked(
    adapt: &Adapt,
    collection: CollectionId,
    writer: &QuestionWriter,
    recipe: &str,
    scope: Scope,
) -> Result<Unasked> {
    let recipe = (scope == Scope::All).then_some(recipe);
    let languages = adapt.library.languages(collection).await?;
    let mut unasked = Unasked::default();
    for (content, passages) in adapt.library.unquestioned(collection, recipe).await? {
        let language = languages.get(&content).copied().unwrap_or_default();
        if writer.knows(language) {
            unasked.waiting.push(Waiting { content, language, passages });
        } else {
            unasked.unknown_language += 1;
        }
    }
    Ok(unasked)
}
