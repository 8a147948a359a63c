//! What a run would do, and how long it would take. Not for doing it.

use super::estimate::Estimate;
use super::material::{Asked, Material};
use super::supplied::Supplied;
use crate::adapt::blocking;
use crate::question_set::Scope;
use crate::{Adapt, Result, Settings};
use pincite_api::{Problem, TuningPlan, TuningRequest, TuningStage};
use pincite_library::CollectionId;
use pincite_search::Embedder;

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
        (plan.documents, plan.passages) = (material.corpus.documents.len() as u32, material.passages as u32);
        let base = self.base(collection).await?;
        self.check_free(collection).await?;
        let (planning, settings) = ("Planning the tuning", Settings::default());
        let Estimate { steps, seconds } = match request.stage {
            TuningStage::Weights => {
                let Embedder { encoder, .. } = Embedder::active(&self.library, &self.encoders, collection).await?;
                plan.device = encoder.device().to_owned();
                blocking(planning, move || Estimate::of_weights(&material, &settings, &encoder)).await?
            }
            TuningStage::Encoder => {
                let gpu = self.trains_on_gpu(&*self.encoders.named(&base).await?);
                plan.device = if gpu { "gpu" } else { "cpu" }.to_owned();
                let trainee = self.base_trainee(&base, gpu).await?;
                blocking(planning, move || Estimate::of_training(&material, &settings, trainee)).await?
            }
        };
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
        let generating = self.plan_generating(collection, questions, Scope::New).await?;
        if generating.passages == 0 {
            return Ok(Vec::new());
        }
        let more = self.stand_ins(collection, generating.questions).await?;
        plan.questions = Some(generating);
        Ok(more)
    }
}
