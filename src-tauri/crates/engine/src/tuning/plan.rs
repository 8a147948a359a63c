//! What a tuning would do, and how long it would take, found out by two steps that are thrown away. Not for doing it.

use super::given::Given;
use super::material::{Material, Said};
use super::trial::Trial;
use crate::questions::About;
use crate::view::{Problem, Sources, TuningPlan};
use crate::{Engine, Error};
use pincite_library::CollectionId;
use pincite_tune::Recipe;

impl Engine {
    /// What a tuning would do and how long it would take here; or why it cannot start.
    ///
    /// # Errors
    /// [`Error::Library`] if the collection is not there.
    pub async fn plan_tuning(
        &self,
        collection: i64,
        sources: impl Into<Sources>,
        recipe: &Recipe,
    ) -> Result<TuningPlan, Error> {
        let id = CollectionId(collection);
        self.0.library.collection(id).await?;
        let mut told = TuningPlan {
            asking: None,
            pairs: 0,
            unmatched: 0,
            documents: 0,
            passages: 0,
            steps: 0,
            seconds: None,
            device: "cpu".to_owned(),
            problem: None,
        };
        if let Err(error) = self.find_out(id, &sources.into(), recipe, &mut told).await {
            told.problem = Some(Problem::from(&error));
        }
        Ok(told)
    }

    /// Fills in what can be told, up to what is in the way.
    async fn find_out(
        &self,
        collection: CollectionId,
        sources: &Sources,
        recipe: &Recipe,
        told: &mut TuningPlan,
    ) -> Result<(), Error> {
        let settings = self.settings(sources, recipe).await?;
        let given = Given::collect(self, collection, sources).await?;
        let more = self.to_be_asked(collection, sources, told).await?;
        let material = Material::load(self, collection, given, more).await?;
        (told.pairs, told.unmatched) = (material.pairs.len() as u32, material.unmatched as u32);
        (told.documents, told.passages) = (material.corpus.documents.len() as u32, material.passages as u32);
        let base = self.base(collection).await?;
        self.free(collection).await?;
        let gpu = self.0.encoders.trains_on_gpu(&*self.0.encoders.named(&base).await?);
        let trainee = self.0.encoders.trainee(&base, gpu).await?;
        let trying = tokio::task::spawn_blocking(move || Trial { material, settings, trainee }.estimate());
        let estimate = trying.await.map_err(|_| Error::Stopped { what: "Planning the tuning".to_owned() })?;
        let (steps, seconds) = estimate?;
        told.device = if gpu { "gpu" } else { "cpu" }.to_owned();
        let asking = told.asking.as_ref().and_then(|asking| asking.seconds).unwrap_or(0.0);
        (told.steps, told.seconds) = (steps as u32, Some(seconds + asking));
        Ok(())
    }

    /// What stands in for the questions that would be written first.
    async fn to_be_asked(
        &self,
        collection: CollectionId,
        sources: &Sources,
        told: &mut TuningPlan,
    ) -> Result<Vec<Said>, Error> {
        let Some(wish) = &sources.questions else { return Ok(Vec::new()) };
        let asking = self.plan_asking(collection, wish, About::New).await?;
        if asking.passages == 0 {
            return Ok(Vec::new());
        }
        let more = self.stand_ins(collection, wish, asking.questions).await?;
        told.asking = Some(asking);
        Ok(more)
    }
}
