//! Adapting the search to a collection: planned, requested, done, watched, undone. Not for the training itself (the crate
//! `tune`), nor for which generation answers (`generations`).
//!
//! A run's way: [`Engine::start_tuning`] stores the `request` in the library, and what people `supplied` in a folder of the
//! run. `job` takes it, one at a time, and `perform`s it. Questions are generated if they are requested
//! ([`crate::questions`]). The `material` is loaded. The fusion weights are fitted, or the encoder is trained (`train`). If
//! the result passes its test, a generation is made and `fill`ed. It is activated in one step, or only offered where no
//! person's question was among those tested. Everything before leaves what answers as it is. What a run leaves on the way is
//! removed (`sweep`), and what a kill cut off goes on in the next process that works.

mod battery;
mod estimate;
mod fill;
mod job;
mod lock;
mod material;
mod pairing;
mod perform;
mod plan;
mod progress;
mod request;
mod supplied;
mod sweep;
mod train;

pub(crate) use fill::fill;
pub(crate) use job::Tunings;
pub(crate) use material::{Asked, texts};
pub(crate) use progress::{Count, RunProgress};

use crate::documents::problem;
use crate::questions::find_writer;
use crate::questions::prompt_of;
use crate::{Engine, Error, embed};
use lock::TuningLock;
use pincite_adapt::Settings;
use pincite_api::{self, Event, Problem, QuestionRequest, TuningRequest, TuningState, TuningView};
use pincite_library::{CollectionId, JobState, RunKind, TuningRun, TuningRunId};
use request::{RunRequest, TrainingRequest};
use std::time::Duration;
use supplied::Supplied;

/// How often a run is looked at while it is waited for.
const LOOK: Duration = Duration::from_millis(100);

impl Engine {
    /// Queues a tuning: to the pairs in a file, or to what was marked, or to that and the collection's questions. A process
    /// that works ([`Engine::work`]) does it, one at a time. A file may be deleted once this returns.
    ///
    /// # Errors
    /// [`Error::Adapt`] if the file cannot be used, [`Error::NothingMarked`], [`Error::NoGenerator`],
    /// [`Error::TuningUnderWay`] for the same collection, [`Error::Models`] if its encoder is not there, [`Error::Home`],
    /// [`Error::Library`].
    pub async fn start_tuning(&self, collection: CollectionId, request: TuningRequest) -> Result<TuningView, Error> {
        self.start_tuning_with(collection, request, Settings::default()).await
    }

    /// The same with other settings than the product's, for tests and studies.
    ///
    /// # Errors
    /// As [`Engine::start_tuning`].
    pub async fn start_tuning_with(
        &self,
        collection: CollectionId,
        request: TuningRequest,
        settings: Settings,
    ) -> Result<TuningView, Error> {
        if let Some(questions) = &request.questions {
            find_writer(self, &questions.writer).await?;
        }
        let supplied = Supplied::collect(self, collection, &request).await?;
        let training = TrainingRequest { stage: request.stage, base: self.base(collection).await?, settings };
        let run = RunRequest { training: Some(training), questions: request.questions };
        self.start_run(collection, RunKind::Tuning, &run, &supplied).await
    }

    /// Queues a run that only generates questions.
    pub(crate) async fn start_generating(
        &self,
        collection: CollectionId,
        request: QuestionRequest,
    ) -> Result<TuningView, Error> {
        self.0.library.collection(collection).await?;
        let run = RunRequest { training: None, questions: Some(request) };
        self.start_run(collection, RunKind::Questions, &run, &Supplied::default()).await
    }

    async fn start_run(
        &self,
        collection: CollectionId,
        kind: RunKind,
        request: &RunRequest,
        supplied: &Supplied,
    ) -> Result<TuningView, Error> {
        request.questions.as_ref().map(prompt_of).transpose()?;
        let lock = TuningLock::acquire(&self.0.home).await?;
        self.check_free(collection).await?;
        let run = self.0.library.add_tuning_run(collection, kind, &request.written()?).await?;
        supplied.keep(self.0.home.tuning(run)).await?;
        drop(lock);
        self.0.emit(Event::Tunings { collection });
        self.0.tunings.wake();
        self.tuning(run).await
    }

    /// The untuned encoder behind a collection's.
    async fn base(&self, collection: CollectionId) -> Result<String, Error> {
        let (generation, _) = embed::active(self, collection).await?;
        let base = generation.base.unwrap_or(generation.encoder);
        self.0.encoders.named(&base).await?;
        Ok(base)
    }

    /// An error if a run of the collection has not ended.
    pub(crate) async fn check_free(&self, collection: CollectionId) -> Result<(), Error> {
        match self.unfinished_run(collection).await? {
            Some(run) => Err(Error::TuningUnderWay { run: run.id }),
            None => Ok(()),
        }
    }

    /// The run of a collection that has not ended: queued, running here or in another process, or cut off by a kill and
    /// waiting for the next process that works.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn unfinished_run(&self, collection: CollectionId) -> Result<Option<TuningView>, Error> {
        let unfinished = self.0.library.unfinished_tuning_runs().await?;
        Ok(unfinished.into_iter().find(|run| run.collection == collection).map(view))
    }

    /// The tunings of a collection, newest first.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn tunings(&self, collection: CollectionId) -> Result<Vec<TuningView>, Error> {
        Ok(self.0.library.tuning_runs(collection).await?.into_iter().map(view).collect())
    }

    /// A tuning.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn tuning(&self, run: TuningRunId) -> Result<TuningView, Error> {
        Ok(view(self.0.library.tuning_run(run).await?))
    }

    /// Waits until a tuning has ended, whichever process does it; if this one does, also until all is cleared.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn wait_until_tuned(&self, run: TuningRunId) -> Result<TuningView, Error> {
        loop {
            let now = self.tuning(run).await?;
            let ended = !matches!(now.state, TuningState::Queued | TuningState::Running);
            if ended && !self.0.tunings.is_at(run) {
                return Ok(now);
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Cancels a tuning; everything is as before, but for questions that were written. Nothing happens if it has ended.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn cancel_tuning(&self, run: TuningRunId) -> Result<(), Error> {
        let run = self.0.library.tuning_run(run).await?;
        let cancelled = problem(&pincite_adapt::Error::Cancelled.into());
        if self.0.library.cancel_tuning_run(run.id, &cancelled).await? {
            self.0.tunings.cancel(run.id);
            if run.state == JobState::Queued || run.interrupted {
                self.clear(&run).await;
            }
            self.0.emit(Event::Tunings { collection: run.collection });
        }
        Ok(())
    }
}

/// A run whose request or report cannot be read says so as its problem.
fn view(run: TuningRun) -> TuningView {
    let (request, report) = (RunRequest::of(&run), progress::report(&run));
    let unreadable = request.as_ref().err().or(report.as_ref().err()).map(Problem::from);
    let request = request.ok();
    TuningView {
        stage: request.as_ref().and_then(|request| Some(request.training.as_ref()?.stage)),
        generates: request.is_some_and(|request| request.questions.is_some()),
        kind: match run.kind {
            RunKind::Tuning => pincite_api::RunKind::Tuning,
            RunKind::Questions => pincite_api::RunKind::Questions,
        },
        id: run.id,
        collection: run.collection,
        state: state(&run),
        created_at: run.created_at,
        ended_at: run.ended_at,
        report: report.unwrap_or_default(),
        generation: run.generation,
        activated: run.activated,
        offered: run.state == JobState::Done && run.generation.is_some() && !run.activated,
        problem: run.problem.map(Problem::from).or(unreadable),
    }
}

/// A run that was interrupted waits for the next process that works.
fn state(run: &TuningRun) -> TuningState {
    match run.state {
        JobState::Queued => TuningState::Queued,
        JobState::Running if run.interrupted => TuningState::Queued,
        JobState::Running => TuningState::Running,
        JobState::Done => TuningState::Done,
        JobState::Failed => TuningState::Failed,
        JobState::Cancelled => TuningState::Cancelled,
    }
}
