//! An encoder is adapted to a collection: planned, wished for, done, told, taken back. Not for the learning itself (the
//! room `tune`), nor for which generation answers (`generations`).
//!
//! A run's way: [`Engine::start_tuning`] keeps the `wish` in the library, and what was `given` to learn from in a folder of
//! the run → `job` takes it, one at a time, and `perform`s it → questions are written, if they are wished for
//! ([`crate::questions`]) → `material` is loaded → `train` → a generation is made of the encoder, `fill`ed, and put to
//! use in one step. A run may also end with the questions. All but the last leaves what answers as it is; whatever ends on the way is cleared (`sweep`),
//! and what a kill cut off is taken up by the next process that works.

mod battery;
mod course;
mod fill;
mod given;
mod job;
mod material;
mod pairing;
mod perform;
mod plan;
mod sweep;
mod train;
mod trial;
mod turn;
mod wish;

pub(crate) use course::Course;
pub(crate) use fill::fill;
pub(crate) use job::Tunings;
pub(crate) use material::texts;

use crate::documents::problem;
use crate::questions::find_writer;
use crate::view::{self, Event, Problem, QuestionWish, Sources, TuningState, TuningView};
use crate::{Engine, Error, embed};
use given::Given;
use pincite_library::{CollectionId, JobState, RunKind, TuningRun, TuningRunId};
use pincite_question::Origin;
use pincite_tune::{Recipe, Settings};
use std::time::Duration;
use turn::Turn;
use wish::{Lesson, Wish};

/// How often a run is looked at while it is waited for.
const LOOK: Duration = Duration::from_millis(100);

impl Engine {
    /// Queues a tuning of a collection's encoder to the pairs in a file, or to what was marked, or to that and the
    /// collection's questions. It is done by a process that works ([`Engine::work`]), one at a time. A file may be deleted
    /// once this returns.
    ///
    /// # Errors
    /// [`Error::Tune`] if the file cannot be used, [`Error::NothingMarked`], [`Error::NoGenerator`],
    /// [`Error::TuningUnderWay`] for the same collection, [`Error::Models`] if its encoder is not there, [`Error::Home`],
    /// [`Error::Library`].
    pub async fn start_tuning(
        &self,
        collection: i64,
        sources: impl Into<Sources>,
        recipe: &Recipe,
    ) -> Result<TuningView, Error> {
        let sources = sources.into();
        let settings = self.settings(&sources, recipe).await?;
        self.start_tuning_with(collection, sources, settings).await
    }

    /// The same, with settings of which none is left open.
    ///
    /// # Errors
    /// As [`Engine::start_tuning`].
    pub async fn start_tuning_with(
        &self,
        collection: i64,
        sources: impl Into<Sources>,
        settings: Settings,
    ) -> Result<TuningView, Error> {
        let (id, sources) = (CollectionId(collection), sources.into());
        let given = Given::collect(self, id, &sources).await?;
        let lesson = Lesson { base: self.base(id).await?, settings };
        let wish = Wish { lesson: Some(lesson), questions: sources.questions };
        self.start_run(id, RunKind::Tuning, &wish, &given).await
    }

    /// What is left open suits who writes most of what is learned.
    async fn settings(&self, sources: &Sources, recipe: &Recipe) -> Result<Settings, Error> {
        let origin = match &sources.questions {
            Some(wish) => find_writer(self, &wish.writer).await?,
            None => Origin::Person,
        };
        Ok(recipe.for_questions_of(origin))
    }

    /// Queues a run that only writes questions.
    pub(crate) async fn start_asking(&self, collection: CollectionId, wish: QuestionWish) -> Result<TuningView, Error> {
        self.0.library.collection(collection).await?;
        let wish = Wish { lesson: None, questions: Some(wish) };
        self.start_run(collection, RunKind::Questions, &wish, &Given::default()).await
    }

    async fn start_run(
        &self,
        collection: CollectionId,
        kind: RunKind,
        wish: &Wish,
        given: &Given,
    ) -> Result<TuningView, Error> {
        let turn = Turn::take(&self.0.home).await?;
        self.free(collection).await?;
        let run = self.0.library.add_tuning_run(collection, kind, &wish.written()).await?;
        given.keep(self.0.home.tuning(run.0)).await?;
        drop(turn);
        self.0.emit(Event::Tunings { collection: collection.0 });
        self.0.tunings.wake();
        self.tuning(run.0).await
    }

    /// The untuned encoder behind a collection's.
    async fn base(&self, collection: CollectionId) -> Result<String, Error> {
        let (generation, _) = embed::active(self, collection).await?;
        let base = generation.base.unwrap_or(generation.encoder);
        self.0.encoders.named(&base).await?;
        Ok(base)
    }

    /// An error if a run of the collection has not ended.
    pub(crate) async fn free(&self, collection: CollectionId) -> Result<(), Error> {
        let unfinished = self.0.library.unfinished_tuning_runs().await?;
        match unfinished.iter().find(|run| run.collection == collection) {
            Some(run) => Err(Error::TuningUnderWay { run: run.id.0 }),
            None => Ok(()),
        }
    }

    /// The tunings of a collection, newest first.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn tunings(&self, collection: i64) -> Result<Vec<TuningView>, Error> {
        Ok(self.0.library.tuning_runs(CollectionId(collection)).await?.into_iter().map(view).collect())
    }

    /// A tuning.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn tuning(&self, run: i64) -> Result<TuningView, Error> {
        Ok(view(self.0.library.tuning_run(TuningRunId(run)).await?))
    }

    /// Waits until a tuning has ended, whichever process does it; if this one does, also until all is cleared.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn wait_until_tuned(&self, run: i64) -> Result<TuningView, Error> {
        loop {
            let now = self.tuning(run).await?;
            let ended = !matches!(now.state, TuningState::Queued | TuningState::Running);
            if ended && !self.0.tunings.is_at(TuningRunId(run)) {
                return Ok(now);
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Cancels a tuning; everything is as before, but for questions that were written. Nothing happens if it has ended.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there.
    pub async fn cancel_tuning(&self, run: i64) -> Result<(), Error> {
        let run = self.0.library.tuning_run(TuningRunId(run)).await?;
        let cancelled = problem(&cancelled(run.kind));
        if self.0.library.cancel_tuning_run(run.id, &cancelled).await? {
            self.0.tunings.cancel(run.id);
            if run.state == JobState::Queued || run.interrupted {
                self.clear(&run).await;
            }
            self.0.emit(Event::Tunings { collection: run.collection.0 });
        }
        Ok(())
    }
}

/// Why a run that was cancelled ended.
fn cancelled(kind: RunKind) -> Error {
    match kind {
        RunKind::Tuning => pincite_tune::Error::Cancelled.into(),
        RunKind::Questions => pincite_question::Error::Cancelled.into(),
    }
}

fn view(run: TuningRun) -> TuningView {
    let wish = Wish::of(&run);
    TuningView {
        asks: wish.is_some_and(|wish| wish.questions.is_some()),
        kind: match run.kind {
            RunKind::Tuning => view::RunKind::Tuning,
            RunKind::Questions => view::RunKind::Questions,
        },
        id: run.id.0,
        collection: run.collection.0,
        state: state(&run),
        created_at: run.created_at,
        ended_at: run.ended_at,
        course: course::kept(&run),
        generation: run.generation.map(|generation| generation.0),
        activated: run.activated,
        problem: run.problem.map(Problem::from),
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
