//! What is done in a run, from questions and pairs to a generation that is used or offered. How an encoder is trained is in
//! `train`.

use super::fill::fill;
use super::material::Material;
use super::people::Written;
use super::progress::{Count, RunProgress};
use super::request::{RunRequest, TrainingRequest};
use super::side_by_side::SideBySide;
use super::supplied::Supplied;
use super::train::Training;
use crate::adapt::blocking;
use crate::question_set::{QuestionRun, Scope};
use crate::{Adapt, Error, Result, Tuned, with_people};
use pincite_api::{Decision, Evidence, TuningPhase, Verdict};
use pincite_library::{self as library, Generation, NewGeneration, Run};
use pincite_models::{Snapshot, write_tuned};
use std::fs::File;
use std::sync::Arc;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

/// A run that this process is at.
pub(super) struct Performance<'a> {
    pub(super) adapt: &'a Adapt,
    pub(super) run: &'a Run,
    pub(super) progress: Arc<Mutex<RunProgress>>,
    pub(super) token: &'a CancellationToken,
}

/// What a training came to.
struct Outcome {
    verdict: Verdict,
    /// Weights of the encoder to use if the verdict is to use it.
    weights: Snapshot,
}

impl Performance<'_> {
    /// Generates questions if they are requested, adapts the search, and uses or offers the result. Or takes an encoder that a
    /// person chose. A run that was interrupted goes on.
    pub(super) async fn run(&self) -> Result<()> {
        let request = RunRequest::of(self.run)?;
        if let Some(encoder) = &request.encoder {
            return self.change_encoder(encoder).await;
        }
        let generation = match self.generation().await? {
            Some(generation) => Some(generation),
            None if self.keeps_base().await => None,
            None => self.generate_and_adapt(request).await?,
        };
        match generation {
            Some(generation) => self.use_or_offer(generation).await,
            None => Ok(()),
        }
    }

    /// The generation it had made before it was interrupted.
    pub(super) async fn generation(&self) -> Result<Option<Generation>> {
        let all = self.adapt.library.generations(self.run.collection).await?;
        Ok(all.into_iter().find(|one| Some(one.id) == self.run.generation))
    }

    /// Whether its verdict is already to change nothing.
    async fn keeps_base(&self) -> bool {
        let verdict = &self.progress.lock().await.report.verdict;
        verdict.as_ref().is_some_and(|verdict| matches!(verdict.decision, Decision::KeepBase { .. }))
    }

    async fn generate_and_adapt(&self, request: RunRequest) -> Result<Option<Generation>> {
        let Self { adapt, run, progress, token } = self;
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
        Written::of(&material, &request.settings).keep(&adapt.folder(run.id), run.id).await?;
        let outcome = self.train(&request, material).await?;
        self.make_generation(&request, outcome, evidence).await
    }

    /// Trains the encoder.
    async fn train(&self, request: &TrainingRequest, material: Arc<Material>) -> Result<Outcome> {
        let training = Training {
            adapt: self.adapt.clone(),
            run: self.run.id,
            request: request.clone(),
            material,
            progress: Arc::clone(&self.progress),
            token: self.token.clone(),
        };
        let tuned = training.run().await?;
        let report = &mut self.progress.lock().await.report;
        let Tuned { verdict, best: weights, losses, examined, training, held_out } = tuned;
        report.training = training as u32;
        report.held_out = held_out as u32;
        report.losses = losses;
        report.examined = examined;
        Ok(Outcome { verdict, weights })
    }

    /// Stores the verdict; the encoder and its generation, still without vectors, if it is to use them.
    async fn make_generation(
        &self,
        request: &TrainingRequest,
        outcome: Outcome,
        evidence: Evidence,
    ) -> Result<Option<Generation>> {
        let mut progress = self.progress.lock().await;
        let Outcome { verdict, weights } = outcome;
        let reason = reason(&verdict.decision);
        let keeps_base = reason.is_some();
        progress.report.reason = reason;
        progress.report.verdict = Some(verdict);
        progress.report.evidence = evidence;
        let name = request.tuned(self.run.id);
        if keeps_base {
            progress.save().await?;
            return Ok(None);
        }
        progress.report.bytes = self.write_encoder(&name, &request.base, weights).await?;
        progress.save().await?;
        Ok(Some(self.add_generation(&name, &request.base).await?))
    }

    async fn write_encoder(&self, name: &str, base: &str, weights: Snapshot) -> Result<u64> {
        let home = &self.adapt.home;
        let to = home.tuned(name);
        let base = home.model(base);
        let written = Written::kept(&self.adapt.folder(self.run.id), self.run.id).await?;
        let writing = move || {
            let bytes = write_tuned(&to, &base, &weights, 1.0)?;
            // It must be on the disk before the library refers to it.
            let noted = written.note_learned(&to).and_then(|()| std::fs::read_dir(&to));
            let synced = noted.and_then(|mut files| files.try_for_each(|file| File::open(file?.path())?.sync_all()));
            synced.map_err(|source| Error::Folder { folder: to, source })?;
            Ok(bytes)
        };
        blocking(format!("Writing {name}"), writing).await
    }

    /// The generation of the run's encoder; what an interrupted run left of it is deleted.
    async fn add_generation(&self, name: &str, base: &str) -> Result<Generation> {
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
        };
        let generation = library.add_generation(self.run.collection, &new).await?;
        library.set_run_generation(self.run.id, generation.id).await?;
        Ok(generation)
    }

    /// Fills the generation while the present one answers, and asks people's questions with both. It becomes the active
    /// one, in one step with the end of the run; or it is only offered; or people's questions came out worse, and it goes.
    async fn use_or_offer(&self, generation: Generation) -> Result<()> {
        self.fill(&generation).await?;
        match self.ask_people(&generation).await? {
            Decision::Activate => self.activate(generation).await,
            Decision::Offer => Ok(()),
            Decision::KeepBase { .. } => self.adapt.generations().delete(self.run.collection, generation.id).await,
        }
    }

    /// The decision after people's questions were asked, which is stored.
    async fn ask_people(&self, generation: &Generation) -> Result<Decision> {
        let Self { adapt, run, token, .. } = self;
        let written = Written::kept(&adapt.folder(run.id), run.id).await?;
        let questions = Arc::new(written.with_others(adapt, run.collection).await?);
        let adapt = (*adapt).clone();
        let progress = Arc::clone(&self.progress);
        let test = SideBySide { adapt, questions, progress, token: (*token).clone() };
        let people = test.run(generation.clone()).await?;
        let report = &mut self.progress.lock().await;
        let Some(verdict) = &mut report.report.verdict else {
            let source = serde::de::Error::custom("its report has no verdict");
            return Err(Error::RunUnreadable { run: run.id, source });
        };
        verdict.people = Some(people).filter(|people| people.before.questions > 0);
        verdict.decision = with_people(verdict.decision.clone(), people);
        let decision = verdict.decision.clone();
        report.report.reason = reason(&decision);
        report.save().await?;
        Ok(decision)
    }

    /// Makes the generation the active one, in one step with the end of the run. Documents that came meanwhile get their
    /// vectors first.
    pub(super) async fn activate(&self, generation: Generation) -> Result<()> {
        let library = &self.adapt.library;
        loop {
            match library.finish_run_with(self.run.id, generation.id).await {
                Err(library::Error::Incomplete { .. }) => self.fill(&generation).await?,
                Ok(true) => return self.adapt.switched(self.run.collection).await,
                Ok(false) => return Err(Error::Cancelled),
                Err(error) => return Err(error.into()),
            }
        }
    }

    pub(super) async fn fill(&self, generation: &Generation) -> Result<()> {
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
