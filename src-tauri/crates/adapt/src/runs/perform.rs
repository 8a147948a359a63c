//! What is done in a run, from questions and pairs to a generation that is used or offered. Not for how an encoder is
//! trained (`train`).

use super::fill::fill;
use super::jury::Jury;
use super::material::Material;
use super::people::Written;
use super::progress::{Count, RunProgress};
use super::request::{RunRequest, TrainingRequest, count_start};
use super::supplied::Supplied;
use super::train::Training;
use crate::adapt::blocking;
use crate::question_set::{QuestionRun, Scope};
use crate::{Adapt, Error, Fitted, Present, Result, Tuned, Tuning, weights_of, with_people};
use pincite_api::{Decision, Evidence, TuningPhase, TuningStage, Verdict};
use pincite_library::{self as library, Generation, NewGeneration, TuningRun};
use pincite_models::{Snapshot, write_tuned};
use pincite_search::{Embedder, Weights};
use std::fs::File;
use std::sync::Arc;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

/// A run that this process is at.
pub(super) struct Performance<'a> {
    pub(super) adapt: &'a Adapt,
    pub(super) run: &'a TuningRun,
    pub(super) progress: Arc<Mutex<RunProgress>>,
    pub(super) token: &'a CancellationToken,
}

/// What a stage came to.
struct Outcome {
    verdict: Verdict,
    /// Weights of the encoder to use if the verdict is to use one.
    encoder: NewEncoder,
}

/// Weights of an encoder by their distance from the base's.
struct NewEncoder {
    weights: Snapshot,
    /// Interpolation coefficient between the base's weights (0) and these (1).
    coefficient: f32,
}

impl Performance<'_> {
    /// Generates questions if they are requested, adapts the search, and uses or offers the result. A run that was
    /// interrupted goes on.
    pub(super) async fn run(&self) -> Result<()> {
        let request = RunRequest::of(self.run)?;
        let generation = match self.generation().await? {
            Some(generation) => Some(generation),
            None if self.keeps_base().await => None,
            None => self.generate_and_adapt(request).await?,
        };
        match generation {
            Some(generation) => self.use_or_offer(generation).await,
            None => {
                self.adapt.library.finish_tuning_run(self.run.id, false).await?;
                Ok(())
            }
        }
    }

    /// The generation it had made before it was interrupted.
    async fn generation(&self) -> Result<Option<Generation>> {
        let all = self.adapt.library.generations(self.run.collection).await?;
        Ok(all.into_iter().find(|one| Some(one.id) == self.run.generation))
    }

    /// Whether its verdict is already to change nothing.
    async fn keeps_base(&self) -> bool {
        let verdict = &self.progress.lock().await.report.verdict;
        verdict.as_ref().is_some_and(|verdict| verdict.decision.choice().is_none())
    }

    async fn generate_and_adapt(&self, request: RunRequest) -> Result<Option<Generation>> {
        let Self { adapt, run, progress, token } = self;
        if !count_start(&adapt.folder(run.id)).await {
            return Err(Error::TuningInterrupted { run: run.id });
        }
        let scope = if request.training.is_some() { Scope::New } else { Scope::All };
        if let Some(request) = &request.questions {
            QuestionRun { adapt, run, request, scope, progress, token }.run().await?;
        }
        match request.training {
            Some(training) => self.adapt_search(training, request.questions.is_some()).await,
            None => {
                progress.lock().await.save().await?;
                Ok(None)
            }
        }
    }

    /// Adapts the search; a generation without vectors if the verdict is to use what came of it.
    async fn adapt_search(&self, request: TrainingRequest, questions: bool) -> Result<Option<Generation>> {
        let Self { adapt, run, progress, token } = self;
        progress.lock().await.emit(TuningPhase::Preparing, Count::default());
        let supplied = Supplied::kept(&adapt.folder(run.id), run.id, questions).await?;
        let material = tokio::select! {
            material = Material::load(adapt, run.collection, supplied, Vec::new()) => Arc::new(material?),
            () = token.cancelled() => return Err(Error::Cancelled),
        };
        let evidence = material.evidence;
        let present = adapt.library.active_generation(run.collection).await?.map(|present| present.encoder);
        let present = adapt.home.tuned(&present.unwrap_or_default());
        Written::of(&material, request.stage, &request.settings, &present).keep(&adapt.folder(run.id), run.id).await?;
        let outcome = match request.stage {
            TuningStage::Weights => self.fit_weights(&request, material).await?,
            TuningStage::Encoder => self.train(&request, material).await?,
        };
        self.make_generation(&request, outcome, evidence).await
    }

    /// Fits the fusion weights of the encoder in use.
    async fn fit_weights(&self, request: &TrainingRequest, material: Arc<Material>) -> Result<Outcome> {
        let Adapt { library, encoders, .. } = self.adapt;
        let Embedder { generation, encoder } = Embedder::active(library, encoders, self.run.collection).await?;
        self.progress.lock().await.report.device = encoder.device().to_owned();
        let (progress, settings) = (Arc::clone(&self.progress), request.settings);
        let present = Present { weights: Weights::of(Some(&generation)), untuned: generation.base.is_none() };
        let fitting = blocking(format!("Tuning run {}", self.run.id), move || {
            let Material { corpus, pairs, .. } = &*material;
            let on_progress = &mut |one| progress.blocking_lock().on_progress(one);
            Tuning { corpus, pairs, settings: &settings, teacher: None, present }.fit_weights(&*encoder, on_progress)
        });
        let Fitted { verdict, questions } = fitting.await?;
        self.progress.lock().await.report.held_out = questions as u32;
        Ok(Outcome { verdict, encoder: self.unchanged(request, &generation).await? })
    }

    /// The encoder in use, unchanged: it gets other fusion weights only.
    async fn unchanged(&self, request: &TrainingRequest, generation: &Generation) -> Result<NewEncoder> {
        if generation.base.is_none() {
            return Ok(NewEncoder { weights: Snapshot::default(), coefficient: 0.0 });
        }
        let folder = self.adapt.home.tuned(&generation.encoder);
        let weights = self.adapt.tuned_weights(&request.base, folder).await?;
        Ok(NewEncoder { weights, coefficient: 1.0 })
    }

    /// Trains the encoder.
    async fn train(&self, request: &TrainingRequest, material: Arc<Material>) -> Result<Outcome> {
        let active = self.adapt.library.active_generation(self.run.collection).await?;
        let untuned = active.as_ref().is_none_or(|active| active.base.is_none());
        let training = Training {
            adapt: self.adapt.clone(),
            run: self.run.id,
            request: request.clone(),
            material,
            present: Present { weights: Weights::of(active.as_ref()), untuned },
            progress: Arc::clone(&self.progress),
            token: self.token.clone(),
        };
        let tuned = training.run().await?;
        let report = &mut self.progress.lock().await.report;
        let Tuned { verdict, best, coefficient, losses, examined, training, held_out, .. } = tuned;
        (report.training, report.held_out) = (training as u32, held_out as u32);
        (report.losses, report.examined) = (losses, examined);
        Ok(Outcome { verdict, encoder: NewEncoder { weights: best, coefficient: coefficient.unwrap_or(0.0) } })
    }

    /// Stores the verdict; the encoder and its generation, still without vectors, if it is to use them.
    async fn make_generation(
        &self,
        request: &TrainingRequest,
        outcome: Outcome,
        evidence: Evidence,
    ) -> Result<Option<Generation>> {
        let mut progress = self.progress.lock().await;
        let Outcome { verdict, encoder } = outcome;
        let weights = weights_of(&verdict.decision, Weights::default());
        progress.report.reason = reason(&verdict.decision);
        (progress.report.verdict, progress.report.evidence) = (Some(verdict), evidence);
        let name = request.tuned(self.run.id);
        if weights.is_some() {
            progress.report.bytes = self.write_encoder(&name, &request.base, encoder).await?;
        }
        progress.save().await?;
        match weights {
            Some(weights) => Ok(Some(self.add_generation(&name, &request.base, weights).await?)),
            None => Ok(None),
        }
    }

    async fn write_encoder(&self, name: &str, base: &str, encoder: NewEncoder) -> Result<u64> {
        let home = &self.adapt.home;
        let (to, base) = (home.tuned(name), home.model(base));
        let written = Written::kept(&self.adapt.folder(self.run.id)).await;
        let writing = move || {
            let bytes = write_tuned(&to, &base, &encoder.weights, encoder.coefficient)?;
            // It must be on the disk before the library refers to it.
            let noted = written.note_learned(&to).and_then(|()| std::fs::read_dir(&to));
            let synced = noted.and_then(|mut files| files.try_for_each(|file| File::open(file?.path())?.sync_all()));
            synced.map_err(|source| Error::Folder { folder: to, source })?;
            Ok(bytes)
        };
        blocking(format!("Writing {name}"), writing).await
    }

    /// The generation of the run's encoder; what an interrupted run left of it is deleted.
    async fn add_generation(&self, name: &str, base: &str, weights: Weights) -> Result<Generation> {
        let Adapt { library, home, encoders, .. } = self.adapt;
        for half in library.generations(self.run.collection).await?.iter().filter(|one| one.encoder == name) {
            library.delete_generation(half.id).await?;
        }
        let encoder = encoders.at(home.tuned(name)).await?;
        let new = NewGeneration {
            encoder: name,
            fingerprint: encoder.fingerprint(),
            width: u32::try_from(encoder.width()).unwrap_or(u32::MAX),
            base: Some(base),
            dense_weight: Some(weights.fusion.dense),
            late_weight: Some(weights.fusion.late),
        };
        let generation = library.add_generation(self.run.collection, &new).await?;
        library.set_tuning_generation(self.run.id, generation.id).await?;
        Ok(generation)
    }

    /// Fills the generation while the present one answers, and asks people's questions with both. It becomes the active
    /// one, in one step with the end of the run; or it is only offered; or people's questions came out worse, and it goes.
    async fn use_or_offer(&self, generation: Generation) -> Result<()> {
        self.fill(&generation).await?;
        match self.ask_people(&generation).await? {
            Decision::Activate(_) => return self.activate(generation).await,
            Decision::Offer(_) => {}
            Decision::KeepBase { .. } => self.adapt.generations().delete(self.run.collection, generation.id).await?,
        }
        self.adapt.library.finish_tuning_run(self.run.id, false).await?;
        Ok(())
    }

    /// The decision after people's questions were asked, which is stored.
    async fn ask_people(&self, generation: &Generation) -> Result<Decision> {
        let Self { adapt, run, token, .. } = self;
        let written = Written::kept(&adapt.folder(run.id)).await;
        let questions = Arc::new(written.with_others(adapt, run.collection).await?);
        let (adapt, progress) = ((*adapt).clone(), Arc::clone(&self.progress));
        let jury = Jury { adapt, questions, progress, token: (*token).clone() };
        let people = jury.judge(generation.clone()).await?;
        let report = &mut self.progress.lock().await;
        let Some(verdict) = &mut report.report.verdict else { return Err(Error::TuningInterrupted { run: run.id }) };
        verdict.people = Some(people).filter(|people| people.before.questions > 0);
        verdict.decision = with_people(verdict.decision.clone(), people);
        let decision = verdict.decision.clone();
        report.report.reason = reason(&decision);
        report.save().await?;
        Ok(decision)
    }

    async fn activate(&self, generation: Generation) -> Result<()> {
        let library = &self.adapt.library;
        loop {
            match library.finish_tuning_run_with(self.run.id, generation.id).await {
                Err(library::Error::Incomplete { .. }) => self.fill(&generation).await?,
                Ok(true) => return self.adapt.switched(self.run.collection).await,
                Ok(false) => return Err(Error::Cancelled),
                Err(error) => return Err(error.into()),
            }
        }
    }

    async fn fill(&self, generation: &Generation) -> Result<()> {
        let progress = Arc::clone(&self.progress);
        let on_progress = move |count| progress.blocking_lock().emit(TuningPhase::Embedding, count);
        fill(self.adapt, generation.clone(), on_progress, self.token).await?;
        self.progress.lock().await.save().await
    }
}

/// Why nothing changes, if nothing does.
fn reason(decision: &Decision) -> Option<String> {
    match decision {
        Decision::KeepBase { reason } => Some(reason.to_string()),
        _ => None,
    }
}
