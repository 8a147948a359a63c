//! Runs that adapt the search to a collection, generate questions about it, or give it another encoder: planned, started, done,
//! cancelled, listed. Not for the training itself (`training`), nor for which generation answers (`generations`).
//!
//! A run's way: [`Adapt::start`] stores the `request` in the library, and what people `supplied` in a folder of the run.
//! Whoever works off the queue claims its `job`, and it is `perform`ed. Questions are generated if they are requested
//! (`question_set`). The `material` is loaded, and the encoder is trained on it (`train`). If the result passes its test, a
//! generation is made and `fill`ed. Then the questions of `people` are asked with it (`side_by_side`): they have a veto, and
//! without them it is only offered. Else it is activated in one step. Everything before leaves what answers as it is. What a
//! run leaves on the way is removed (`sweep`), and what a kill cut off goes on in the next process that works. An `encoder` that a
//! person chose is only filled and activated.

mod battery;
mod encoder;
mod fill;
mod job;
mod lessons;
mod material;
mod people;
mod perform;
mod plan;
mod progress;
mod request;
mod side_by_side;
mod supplied;
mod sweep;
mod texts;
mod train;
mod view;

pub(crate) use fill::fill;
pub(crate) use material::Asked;
pub(crate) use progress::{Count, RunProgress};
pub use sweep::RunFiles;
pub(crate) use texts::{Texts, texts};

use crate::question_set::{find_writer, prompt_of};
use crate::{Adapt, Error, Result, Settings};
use job::RunLock;
use pincite_api::{QuestionRequest, TuningRequest, TuningView};
use pincite_library::{CollectionId, JobState, RunId, RunKind};
use pincite_search::Embedder;
use request::{RunRequest, TrainingRequest};
use supplied::Supplied;
use view::view;

impl Adapt {
    /// Queues a run that adapts the search: to the pairs in a file, or to what was marked, or to that and the collection's
    /// questions. A process that works does it, one at a time. A file may be deleted once this returns.
    ///
    /// # Errors
    /// As [`crate::read_pairs`] if the file cannot be used; [`Error::NoGenerator`],
    /// [`Error::RunUnderWay`] for the same collection, [`Error::Models`] if its encoder is not there,
    /// [`Error::Folder`], [`Error::Library`].
    pub async fn start(&self, collection: CollectionId, request: TuningRequest) -> Result<TuningView> {
        self.start_with(collection, request, Settings::default()).await
    }

    /// The same with other settings than the product's, for tests and studies.
    ///
    /// # Errors
    /// As [`Adapt::start`].
    pub async fn start_with(
        &self,
        collection: CollectionId,
        request: TuningRequest,
        settings: Settings,
    ) -> Result<TuningView> {
        if let Some(questions) = &request.questions {
            find_writer(self, &questions.writer).await?;
        }
        let supplied = Supplied::collect(self, collection, &request).await?;
        let training = TrainingRequest { base: self.base(collection).await?, settings };
        let run = RunRequest { training: Some(training), questions: request.questions, encoder: None };
        self.start_run(collection, &run, &supplied).await
    }

    /// Queues a run that only generates questions.
    pub(crate) async fn start_generating(
        &self,
        collection: CollectionId,
        request: QuestionRequest,
    ) -> Result<TuningView> {
        self.library.collection(collection).await?;
        let run = RunRequest { questions: Some(request), ..RunRequest::default() };
        self.start_run(collection, &run, &Supplied::default()).await
    }

    async fn start_run(
        &self,
        collection: CollectionId,
        request: &RunRequest,
        supplied: &Supplied,
    ) -> Result<TuningView> {
        request.questions.as_ref().map(prompt_of).transpose()?;
        let lock = RunLock::acquire(&self.home).await?;
        self.check_free(collection).await?;
        let changes_search = request.training.is_some() || request.encoder.is_some();
        let kind = if changes_search { RunKind::Adapt } else { RunKind::Questions };
        let run = self.library.add_run(collection, kind, &request.written()?).await?;
        supplied.keep(self.folder(run)).await?;
        drop(lock);
        self.emit_change(collection);
        self.run(run).await
    }

    /// The untuned encoder behind a collection's.
    async fn base(&self, collection: CollectionId) -> Result<String> {
        let Embedder { generation, .. } = Embedder::active(&self.library, &self.encoders, collection).await?;
        let base = generation.untuned().to_owned();
        self.encoders.named(&base).await?;
        Ok(base)
    }

    /// An error if a run of the collection has not ended.
    pub(crate) async fn check_free(&self, collection: CollectionId) -> Result<()> {
        match self.unfinished(collection).await? {
            Some(run) => Err(Error::RunUnderWay { run: run.id }),
            None => Ok(()),
        }
    }

    /// The run of a collection that has not ended: queued, running here or in another process, or cut off by a kill and
    /// waiting for the next process that works.
    pub async fn unfinished(&self, collection: CollectionId) -> Result<Option<TuningView>> {
        let unfinished = self.library.unfinished_runs().await?;
        Ok(unfinished.into_iter().find(|run| run.collection == collection).map(view))
    }

    /// The runs of a collection, newest first.
    pub async fn history(&self, collection: CollectionId) -> Result<Vec<TuningView>> {
        Ok(self.library.runs(collection).await?.into_iter().map(view).collect())
    }

    /// A run.
    pub async fn run(&self, run: RunId) -> Result<TuningView> {
        Ok(view(self.library.run(run).await?))
    }

    /// Cancels a run; everything is as before, but for questions that were written. Nothing happens if it has ended. The
    /// process that does it notices by the library.
    pub async fn cancel(&self, run: RunId) -> Result<()> {
        let run = self.library.run(run).await?;
        if self.library.cancel_job(run.job, Some(&Error::Cancelled.stored())).await? {
            if run.state == JobState::Queued {
                self.clear(&run).await;
            }
            self.emit_change(run.collection);
        }
        Ok(())
    }
}
