//! What a run would do, and how long it would take. Not for doing it.

use super::material::{Asked, Material};
use super::supplied::Supplied;
use crate::adapt::blocking;
use crate::pairs::group_count;
use crate::question_set::Scope;
use crate::training::Examples;
use crate::{Adapt, Error, FEWEST, Pair, Result, Settings, Tokenised, groups, plan, split};
use pincite_api::{Problem, TuningPlan, TuningRequest};
use pincite_library::CollectionId;
use pincite_models::{Encode, Languages, Rates, Side, Trainee};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Instant;

impl Adapt {
    /// What a run would do and how long it would take here; or why it cannot start.
    pub async fn plan(&self, collection: CollectionId, request: &TuningRequest) -> Result<TuningPlan> {
        self.library.collection(collection).await?;
        let mut plan = TuningPlan { device: "cpu".to_owned(), ..TuningPlan::default() };
        if let Err(error) = self.fill_plan(collection, request, &mut plan).await {
            plan.problem = Some(Problem::from(&error));
        }
        Ok(plan)
    }

    /// Fills in what can be said, up to what prevents the run.
    async fn fill_plan(&self, collection: CollectionId, request: &TuningRequest, plan: &mut TuningPlan) -> Result<()> {
        let supplied = Supplied::collect(self, collection, request).await?;
        let more = self.to_be_generated(collection, request, plan).await?;
        let material = Material::load(self, collection, supplied, more).await?;
        (plan.pairs, plan.unmatched) = (material.pairs.len() as u32, material.unmatched as u32);
        (plan.documents, plan.passages) = (material.documents() as u32, material.passages as u32);
        let base = self.base(collection).await?;
        let known = Languages::of_model(&base);
        let languages = self.library.languages(collection).await?;
        plan.unknown_language = languages.values().filter(|language| !known.include(**language)).count() as u32;
        self.check_free(collection).await?;
        let settings = Settings::default();
        let gpu = self.trains_on_gpu(&*self.encoders.named(&base).await?);
        plan.device = if gpu { "gpu" } else { "cpu" }.to_owned();
        let trainee = self.base_trainee(&base, gpu).await?;
        let estimating = blocking("Planning the tuning", move || Estimate::of_training(&material, &settings, trainee));
        let Estimate { steps, seconds } = estimating.await?;
        let generating = plan.questions.as_ref().and_then(|questions| questions.seconds).unwrap_or(0.0);
        (plan.steps, plan.seconds) = (steps as u32, Some(seconds + generating));
        Ok(())
    }

    /// Stand-ins for the questions that would be generated first.
    async fn to_be_generated(
        &self,
        collection: CollectionId,
        request: &TuningRequest,
        plan: &mut TuningPlan,
    ) -> Result<Vec<Asked>> {
        let Some(questions) = &request.questions else { return Ok(Vec::new()) };
        let writer = self.question_writer(&questions.writer).await?;
        let generating = self.plan_generating(collection, questions, &writer, Scope::New).await?;
        if generating.passages == 0 && generating.unknown_language == 0 {
            return Ok(Vec::new());
        }
        let more = self.stand_ins(collection, &writer, generating.questions).await?;
        plan.questions = Some(generating);
        Ok(more)
    }
}

/// What a run takes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Estimate {
    /// Steps of training, at most.
    pub(super) steps: usize,
    pub(super) seconds: f32,
}

impl Estimate {
    /// Of training the encoder.
    pub(super) fn of_training(material: &Material, settings: &Settings, mut trainee: Trainee) -> Result<Self> {
        let Material { corpus, pairs, .. } = material;
        let Settings { seed, exams, held_out, epochs, .. } = *settings;
        let sides = split(pairs, corpus, held_out, seed);
        let held = group_count(&groups(&sides.held_out, corpus));
        let batches = plan(&sides.training, corpus, settings, 0).batches;
        let Some(first) = batches.first().filter(|_| held >= FEWEST) else {
            return Err(Error::TooFewPairs { found: pairs.len() });
        };
        let chosen: Vec<Pair> = first.iter().map(|at| sides.training[*at].clone()).collect();
        let step = seconds_per_step(&mut trainee, material, &chosen)?;
        let passage = seconds_per_passage(&trainee, material, &chosen)?;
        let judged = (2 + exams * epochs) * judging(material, &sides.judging);
        let steps = batches.len() * epochs;
        let seconds = step * steps as f32 + passage * (judged + material.passages) as f32;
        Ok(Self { steps, seconds })
    }
}

/// Passages of the documents that judge.
fn judging(material: &Material, documents: &BTreeSet<usize>) -> usize {
    documents.iter().map(|document| material.corpus.documents[*document].passages.len()).sum()
}

/// Seconds of a step with these pairs.
fn seconds_per_step(trainee: &mut Trainee, material: &Material, pairs: &[Pair]) -> Result<f32> {
    let corpus = &material.corpus;
    let tokenised = Tokenised::new(trainee, corpus, pairs)?;
    let examples = Examples { corpus, pairs };
    let batch = tokenised.batch(&examples, &(0..pairs.len()).collect::<Vec<_>>());
    let rates = Rates { learning_rate: 0.0, weight_decay: 0.0, max_norm: 1.0 };
    second_time(|| trainee.step(&batch, &rates).map(drop))
}

fn seconds_per_passage(encoder: &dyn Encode, material: &Material, pairs: &[Pair]) -> Result<f32> {
    let documents = &material.corpus.documents;
    let text = |pair: &Pair| pair.passages.first().map(|at| documents[pair.document].passages[*at].as_str());
    let passages: Vec<&str> = pairs.iter().filter_map(text).collect();
    let seconds =
        second_time(|| encoder.embed(&passages, Side::Passage, &mut |_| ControlFlow::Continue(())).map(drop))?;
    Ok(seconds / passages.len().max(1) as f32)
}

/// Seconds that the second time takes: the first one prepares the program.
pub(super) fn second_time(mut work: impl FnMut() -> std::result::Result<(), pincite_models::Error>) -> Result<f32> {
    work()?;
    let began = Instant::now();
    work()?;
    Ok(began.elapsed().as_secs_f32())
}
