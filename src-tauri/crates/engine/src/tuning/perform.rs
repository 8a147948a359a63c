//! What is done in a run, from questions and pairs to a generation that answers. Not for how an encoder learns (`train`).

use super::course::Course;
use super::fill::fill;
use super::given::Given;
use super::material::Material;
use super::train::Training;
use super::wish::{Lesson, Wish, begun};
use crate::questions::{About, Asking};
use crate::view::TuningPhase;
use crate::{Engine, Error};
use pincite_library::{self as library, Generation, NewGeneration, TuningRun};
use pincite_models::write_tuned;
use pincite_search::{FusionWeights, Weights};
use pincite_tune::{Decision, Present, Tuned};
use std::fs::File;
use std::sync::Arc;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

impl Engine {
    /// From questions over pairs to a verdict, and on to a generation that answers. A run that was interrupted goes on.
    pub(super) async fn perform_run(&self, run: &TuningRun, token: &CancellationToken) -> Result<(), Error> {
        let lost = || Error::PairsLost { run: run.id.0, folder: self.0.home.tuning(run.id.0) };
        let wish = Wish::of(run).ok_or_else(lost)?;
        let course = Arc::new(Mutex::new(Course::of(self, run, token)));
        let generation = match self.generation_of(run).await? {
            Some(generation) => Some(generation),
            None => self.ask_and_learn(run, wish, &course, token).await?,
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

    /// Writes questions if they are wished for, then learns, unless that is all.
    async fn ask_and_learn(
        &self,
        run: &TuningRun,
        wish: Wish,
        course: &Arc<Mutex<Course>>,
        token: &CancellationToken,
    ) -> Result<Option<Generation>, Error> {
        if !begun(&self.0.home.tuning(run.id.0)).await {
            return Err(Error::TuningInterrupted { run: run.id.0 });
        }
        let about = if wish.lesson.is_some() { About::New } else { About::All };
        if let Some(wish) = &wish.questions {
            Asking { engine: self, run, wish, about, course, token }.run().await?;
        }
        match wish.lesson {
            Some(lesson) => self.learn(run, lesson, wish.questions.is_some(), (course, token)).await,
            None => {
                course.lock().await.save().await?;
                Ok(None)
            }
        }
    }

    /// Tunes; a generation without vectors if the verdict is to use the tuned encoder.
    async fn learn(
        &self,
        run: &TuningRun,
        lesson: Lesson,
        questions: bool,
        (course, token): (&Arc<Mutex<Course>>, &CancellationToken),
    ) -> Result<Option<Generation>, Error> {
        course.lock().await.tell(TuningPhase::Preparing, (0, 0), None, None);
        let folder = self.0.home.tuning(run.id.0);
        let given = Given::kept(&folder).await?.ok_or(Error::PairsLost { run: run.id.0, folder })?;
        let given = Given { questions, ..given };
        let material = tokio::select! {
            material = Material::load(self, run.collection, given, Vec::new()) => Arc::new(material?),
            () = token.cancelled() => return Err(pincite_tune::Error::Cancelled.into()),
        };
        let active = self.0.library.active_generation(run.collection).await?;
        let untuned = active.as_ref().is_none_or(|active| active.base.is_none());
        let present = Present { weights: Weights::of(active.as_ref()), untuned };
        let (engine, course, token) = (self.clone(), Arc::clone(course), token.clone());
        let training = Training { engine, run: run.id, lesson, material, present, course, token };
        let tuned = training.run().await?;
        self.make_use(run, &training, tuned).await
    }

    async fn make_use(&self, run: &TuningRun, training: &Training, tuned: Tuned) -> Result<Option<Generation>, Error> {
        let decision = tuned.verdict.decision.clone();
        let mut course = training.course.lock().await;
        (course.kept.training, course.kept.held_out) = (tuned.training as u32, tuned.held_out as u32);
        (course.kept.losses, course.kept.examined) = (tuned.losses, tuned.examined);
        course.kept.verdict = Some(tuned.verdict);
        let generation = match (decision, tuned.share) {
            (Decision::Activate { dense_weight, late_weight, .. }, Some(share)) => {
                let (name, base) = (training.lesson.tuned(run.id), &training.lesson.base);
                course.kept.bytes = self.write_encoder(&name, base, tuned.best, share).await?;
                let fusion = FusionWeights { dense: dense_weight, late: late_weight };
                Some(self.make_generation(run, (&name, base), fusion).await?)
            }
            (Decision::KeepBase { reason }, _) => {
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
        (name, base): (&str, &str),
        fusion: FusionWeights,
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
            dense_weight: Some(fusion.dense),
            late_weight: Some(fusion.late),
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
