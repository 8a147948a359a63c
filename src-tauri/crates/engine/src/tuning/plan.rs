//! What a run would do, and how long it would take. Not for doing it.

use super::estimate::Estimate;
use super::material::{Asked, Material};
use super::supplied::Supplied;
use crate::questions::Scope;
use crate::{Engine, Error, embed};
use pincite_adapt::Settings;
use pincite_api::{Problem, TuningPlan, TuningRequest, TuningStage};
use pincite_library::CollectionId;

impl Engine {
    /// What a tuning would do and how long it would take here; or why it cannot start.
    ///
    /// # Errors
    /// [`Error::Library`] if the collection is not there.
    pub async fn plan_tuning(&self, collection: CollectionId, request: &TuningRequest) -> Result<TuningPlan, Error> {
        self.0.library.collection(collection).await?;
        let mut plan = TuningPlan { device: "cpu".to_owned(), ..TuningPlan::default() };
        if let Err(error) = self.fill_plan(collection, request, &mut plan).await {
            plan.problem = Some(Problem::from(&error));
        }
        Ok(plan)
    }

    /// Fills in what can be said, up to what prevents the run.
    async fn fill_plan(
        &self,
        collection: CollectionId,
        request: &TuningRequest,
        plan: &mut TuningPlan,
    ) -> Result<(), Error> {
        let supplied = Supplied::collect(self, collection, request).await?;
        let more = self.to_be_generated(collection, request, plan).await?;
        let material = Material::load(self, collection, supplied, more).await?;
        (plan.pairs, plan.unmatched) = (material.pairs.len() as u32, material.unmatched as u32);
        (plan.documents, plan.passages) = (material.corpus.documents.len() as u32, material.passages as u32);
        let base = self.base(collection).await?;
        self.check_free(collection).await?;
        let estimate = match request.stage {
            TuningStage::Weights => {
                let (_, encoder) = embed::active(self, collection).await?;
                plan.device = encoder.device().to_owned();
                tokio::task::spawn_blocking(move || Estimate::of_weights(&material, &Settings::default(), &encoder))
            }
            TuningStage::Encoder => {
                let gpu = self.0.encoders.trains_on_gpu(&*self.0.encoders.named(&base).await?);
                plan.device = if gpu { "gpu" } else { "cpu" }.to_owned();
                let trainee = self.0.encoders.trainee(&base, gpu).await?;
                tokio::task::spawn_blocking(move || Estimate::of_training(&material, &Settings::default(), trainee))
            }
        };
        let estimate = estimate.await.map_err(|_| Error::Stopped { what: "Planning the tuning".to_owned() })?;
        let Estimate { steps, seconds } = estimate?;
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
    ) -> Result<Vec<Asked>, Error> {
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
