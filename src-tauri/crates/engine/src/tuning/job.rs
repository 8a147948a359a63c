//! A run from being taken to its end. Not for how an encoder learns (`train`).

use super::course::Course;
use super::fill::fill;
use super::material::Material;
use super::train::Training;
use super::turn::Turn;
use super::wish::{Given, Wish, begun};
use crate::documents::problem;
use crate::view::{Event, TuningPhase};
use crate::work::LOOK;
use crate::{Engine, Error};
use pincite_library::{self as library, Generation, JobState, NewGeneration, TuningRun, TuningRunId};
use pincite_models::write_tuned;
use pincite_search::Weights;
use pincite_tune::{Decision, Tuned};
use std::fs::File;
use std::sync::{Arc, Mutex as Quick, PoisonError};
use std::time::Duration;
use tokio::sync::{Mutex, Notify};
use tokio_util::sync::CancellationToken;

/// How soon a run that another process cancelled is stopped here.
const WATCH: Duration = Duration::from_millis(500);

/// The run at work in this process, and the bell that wakes who takes them.
#[derive(Default)]
pub(crate) struct Tunings {
    bell: Notify,
    running: Quick<Option<(TuningRunId, CancellationToken)>>,
}

impl Tunings {
    /// There may be something to do.
    pub(super) fn wake(&self) {
        self.bell.notify_waiters();
    }

    /// Stops a run if this process is at it.
    pub(super) fn cancel(&self, run: TuningRunId) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.iter().filter(|(id, _)| *id == run).for_each(|(_, token)| token.cancel());
    }

    /// Whether this process is at a run, or still clears what is left of it.
    pub(super) fn is_at(&self, run: TuningRunId) -> bool {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.as_ref().is_some_and(|(id, _)| *id == run)
    }

    fn set(&self, running: Option<(TuningRunId, CancellationToken)>) {
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = running;
    }
}

impl Engine {
    /// Does the runs of the library, one at a time.
    pub(crate) async fn tune_off(self) {
        loop {
            let bell = self.0.tunings.bell.notified();
            match self.next_run().await {
                Ok(Some(run)) => self.do_run(run).await,
                Ok(None) => drop(tokio::time::timeout(LOOK, bell).await),
                Err(error) => {
                    self.0.notice(&error);
                    tokio::time::sleep(LOOK).await;
                }
            }
        }
    }

    /// The oldest run that waits or was interrupted, if no living process is at one.
    async fn next_run(&self) -> Result<Option<TuningRun>, Error> {
        let library = &self.0.library;
        if library.unfinished_tuning_runs().await?.is_empty() {
            return Ok(None); // the usual case waits for nobody
        }
        let _turn = Turn::take(&self.0.home).await?;
        let unfinished = library.unfinished_tuning_runs().await?;
        if unfinished.iter().any(|run| run.state == JobState::Running && !run.interrupted) {
            return Ok(None);
        }
        let Some(run) = unfinished.into_iter().next() else { return Ok(None) };
        Ok(library.take_tuning_run(run.id).await?.then_some(run))
    }

    async fn do_run(&self, run: TuningRun) {
        let token = CancellationToken::new();
        self.0.tunings.set(Some((run.id, token.clone())));
        let watching = tokio::spawn(self.clone().watch_for_cancelling(run.id, token.clone()));
        self.0.emit(Event::Tunings { collection: run.collection.0 });
        let result = self.perform_run(&run, &token).await;
        watching.abort();
        match self.note_end(&run, result, &token).await {
            Ok(()) => self.clear(&run).await,
            // It is still at work by what the library says, and will be taken up again by the next process.
            Err(error) => self.0.notice(&error),
        }
        self.0.tunings.set(None);
        self.0.emit(Event::Tunings { collection: run.collection.0 });
    }

    /// Cancels the token when the run has ended in the library: another process cancelled it, or its collection is gone.
    async fn watch_for_cancelling(self, run: TuningRunId, token: CancellationToken) {
        loop {
            tokio::time::sleep(WATCH).await;
            match self.0.library.tuning_run(run).await {
                Ok(now) if now.state == JobState::Running => {}
                Ok(_) | Err(library::Error::NoTuningRun(_)) => return token.cancel(),
                Err(_) => {}
            }
        }
    }

    async fn note_end(
        &self,
        run: &TuningRun,
        result: Result<(), Error>,
        token: &CancellationToken,
    ) -> Result<(), Error> {
        let library = &self.0.library;
        let Err(error) = result else { return Ok(()) };
        match token.is_cancelled() {
            true => library.cancel_tuning_run(run.id, &problem(&error)).await?,
            false => library.fail_tuning_run(run.id, &problem(&error)).await?,
        };
        Ok(())
    }

    /// From pairs to verdict, and on to a generation that answers. A run that was interrupted goes on.
    async fn perform_run(&self, run: &TuningRun, token: &CancellationToken) -> Result<(), Error> {
        let lost = || Error::PairsLost { run: run.id.0, folder: self.0.home.tuning(run.id.0) };
        let wish = Wish::of(run).ok_or_else(lost)?;
        let course = Arc::new(Mutex::new(Course::of(self, run, token)));
        let generation = match self.generation_of(run).await? {
            Some(generation) => Some(generation),
            None => self.learn(run, wish, &course, token).await?,
        };
        match generation {
            Some(generation) => self.put_to_use(run, &generation, &course, token).await,
            None => {
                self.0.library.finish_tuning_run(run.id, false).await?;
                Ok(())
            }
        }
    }

    /// The generation it had made before it was interrupted.
    async fn generation_of(&self, run: &TuningRun) -> Result<Option<Generation>, Error> {
        let all = self.0.library.generations(run.collection).await?;
        Ok(all.into_iter().find(|one| Some(one.id) == run.generation))
    }

    /// Tunes; a generation without vectors if the verdict is to use the tuned encoder.
    async fn learn(
        &self,
        run: &TuningRun,
        wish: Wish,
        course: &Arc<Mutex<Course>>,
        token: &CancellationToken,
    ) -> Result<Option<Generation>, Error> {
        course.lock().await.tell(TuningPhase::Preparing, (0, 0), None, None);
        let folder = self.0.home.tuning(run.id.0);
        if !begun(&folder).await {
            return Err(Error::TuningInterrupted { run: run.id.0 });
        }
        let given = Given::kept(&folder).await?.ok_or(Error::PairsLost { run: run.id.0, folder })?;
        let material = tokio::select! {
            material = Material::load(self, run.collection, given) => Arc::new(material?),
            () = token.cancelled() => return Err(pincite_tune::Error::Cancelled.into()),
        };
        let present = self.0.library.active_generation(run.collection).await?.and_then(|active| active.dense_weight);
        let usual = Weights::default();
        let weights = Weights { dense: present.unwrap_or(usual.dense), ..usual };
        let (engine, course, token) = (self.clone(), Arc::clone(course), token.clone());
        let training = Training { engine, run: run.id, wish, material, weights, course, token };
        let tuned = training.run().await?;
        self.make_use(run, &training, tuned).await
    }

    async fn make_use(&self, run: &TuningRun, training: &Training, tuned: Tuned) -> Result<Option<Generation>, Error> {
        let decision = tuned.verdict.decision.clone();
        let mut course = training.course.lock().await;
        (course.kept.training, course.kept.held_out) = (tuned.training as u32, tuned.held_out as u32);
        (course.kept.losses, course.kept.examined) = (tuned.losses, tuned.examined);
        course.kept.verdict = Some(tuned.verdict);
        let generation = match (decision, tuned.best, tuned.share) {
            (Decision::Activate { dense_weight, .. }, Some(best), Some(share)) => {
                let name = training.wish.tuned(run.id);
                course.kept.bytes = self.write_encoder(&name, &training.wish.base, best, share).await?;
                Some(self.make_generation(run, &name, &training.wish.base, dense_weight).await?)
            }
            (Decision::KeepBase { reason }, ..) => {
                course.kept.reason = Some(reason.to_string());
                None
            }
            _ => None,
        };
        course.save().await?;
        Ok(generation)
    }

    async fn write_encoder(
        &self,
        name: &str,
        base: &str,
        best: pincite_models::Snapshot,
        share: f32,
    ) -> Result<u64, Error> {
        let (to, base) = (self.0.home.tuned(name), self.0.home.model(base));
        let writing = tokio::task::spawn_blocking(move || {
            let bytes = write_tuned(&to, &base, &best, share)?;
            // It is to be on the disk before the library speaks of it.
            let synced = std::fs::read_dir(&to)
                .and_then(|mut files| files.try_for_each(|file| File::open(file?.path())?.sync_all()));
            synced.map_err(|source| Error::Home { folder: to, source })?;
            Ok(bytes)
        });
        writing.await.unwrap_or_else(|_| Err(Error::Stopped { what: format!("Writing {name}") }))
    }

    /// The generation of the run's encoder; what was left of one that was interrupted goes.
    async fn make_generation(
        &self,
        run: &TuningRun,
        name: &str,
        base: &str,
        dense_weight: f32,
    ) -> Result<Generation, Error> {
        let (library, home) = (&self.0.library, &self.0.home);
        for half in library.generations(run.collection).await?.iter().filter(|one| one.encoder == name) {
            library.delete_generation(half.id).await?;
        }
        let encoder = self.0.encoders.at(home.tuned(name)).await?;
        let new = NewGeneration {
            encoder: name,
            fingerprint: encoder.fingerprint(),
            width: u32::try_from(encoder.width()).unwrap_or(u32::MAX),
            base: Some(base),
            dense_weight: Some(dense_weight),
        };
        let generation = library.add_generation(run.collection, &new).await?;
        library.set_tuning_generation(run.id, generation.id).await?;
        Ok(generation)
    }

    /// Fills the generation while the present one answers, then switches to it, in one step with the end of the run.
    async fn put_to_use(
        &self,
        run: &TuningRun,
        generation: &Generation,
        course: &Arc<Mutex<Course>>,
        token: &CancellationToken,
    ) -> Result<(), Error> {
        let encoder = self.0.encoders.of(Some(generation)).await?;
        loop {
            let told = Arc::clone(course);
            let hear = move |done, total| told.blocking_lock().tell(TuningPhase::Embedding, (done, total), None, None);
            fill(self, generation, &encoder, hear, token).await?;
            course.lock().await.save().await?;
            match self.0.library.finish_tuning_run_with(run.id, generation.id).await {
                Err(library::Error::Incomplete { .. }) => {}
                Ok(true) => return self.switched(run.collection.0).await,
                Ok(false) => return Err(pincite_tune::Error::Cancelled.into()),
                Err(error) => return Err(error.into()),
            }
        }
    }
}
