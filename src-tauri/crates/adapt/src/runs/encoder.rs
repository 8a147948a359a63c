//! Another untuned encoder for a collection, which a person chose: planned, started, done. Its generation is filled while the
//! present one answers. Vectors that it has already are kept, also those of a run that was cancelled. Not for training an encoder.

use super::perform::Performance;
use super::plan::second_time;
use super::request::RunRequest;
use super::supplied::Supplied;
use crate::adapt::blocking;
use crate::{Adapt, Error, Result};
use pincite_api::{EncoderPlan, Problem, TuningView};
use pincite_library::{CollectionId, Content, Generation, NewGeneration};
use pincite_models::{Catalogue, Encode, Encoder, Kind, ModelStatus, Side, State};
use pincite_search::encoder_input;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Documents that the time is estimated by, at most, and passages of each.
const TRIED_DOCUMENTS: usize = 4;
const TRIED_PASSAGES: usize = 8;

impl Adapt {
    /// What it takes to answer a collection's questions by another installed encoder; or why that cannot start.
    pub async fn plan_encoder(&self, collection: CollectionId, name: &str) -> Result<EncoderPlan> {
        self.library.collection(collection).await?;
        let mut plan = EncoderPlan { encoder: name.to_owned(), device: "cpu".to_owned(), ..EncoderPlan::default() };
        if let Err(error) = self.fill_encoder_plan(collection, &mut plan).await {
            plan.problem = Some(Problem::from(&error));
        }
        Ok(plan)
    }

    /// Fills in what can be said, up to what prevents the run.
    async fn fill_encoder_plan(&self, collection: CollectionId, plan: &mut EncoderPlan) -> Result<()> {
        let encoder = self.other_encoder(collection, &plan.encoder).await?;
        plan.device = encoder.device().to_owned();
        let lacking = self.lacking_vectors(collection, &encoder).await?;
        plan.documents = lacking.len() as u32;
        plan.passages = lacking.iter().map(|content| content.passages).sum();
        let bytes_of_vector = size_of::<u32>() + size_of::<f32>() * encoder.width();
        plan.bytes = u64::from(plan.passages) * bytes_of_vector as u64;
        self.check_free(collection).await?;
        plan.seconds = Some(plan.passages as f32 * self.seconds_per_passage(encoder, &lacking).await?);
        Ok(())
    }

    /// Queues a run after which another installed encoder answers a collection's questions. A process that works does it, and
    /// the present one answers until then. [`crate::Generations::undo`] goes back.
    ///
    /// # Errors
    /// [`Error::NotAnEncoder`], [`Error::EncoderNotInstalled`], [`Error::EncoderInUse`], [`Error::RunUnderWay`];
    /// [`Error::Models`] if nobody knows it or it cannot be opened; [`Error::Folder`], [`Error::Library`].
    pub async fn use_encoder(&self, collection: CollectionId, name: &str) -> Result<TuningView> {
        self.library.collection(collection).await?;
        self.other_encoder(collection, name).await?;
        let run = RunRequest { encoder: Some(name.to_owned()), ..RunRequest::default() };
        self.start_run(collection, &run, &Supplied::default()).await
    }

    /// The installed encoder of this name, which does not answer in the collection yet.
    async fn other_encoder(&self, collection: CollectionId, name: &str) -> Result<Arc<Encoder>> {
        let encoder = self.installed_encoder(name).await?;
        let active = self.library.active_generation(collection).await?;
        match active {
            Some(active) if active.fingerprint == encoder.fingerprint() => {
                Err(Error::EncoderInUse { name: name.to_owned() })
            }
            _ => Ok(encoder),
        }
    }

    async fn installed_encoder(&self, name: &str) -> Result<Arc<Encoder>> {
        let catalogue = Catalogue::builtin()?;
        let mut all = catalogue.status(self.home.folder()).into_iter();
        let found = all.find(|status| status.name == name);
        let Some(ModelStatus { kind, state, .. }) = found else { return Err(unknown(&catalogue, name)) };
        if kind != Kind::Encoder {
            return Err(Error::NotAnEncoder { name: name.to_owned() });
        }
        match self.encoders.named(name).await {
            Err(_) if state == State::Absent => {
                let how = catalogue.entry(name)?.how_to_get();
                Err(Error::EncoderNotInstalled { name: name.to_owned(), how })
            }
            opened => Ok(opened?),
        }
    }

    /// Documents that have no vectors by an encoder.
    async fn lacking_vectors(&self, collection: CollectionId, encoder: &Encoder) -> Result<Vec<Content>> {
        let mut contents = self.library.contents(collection).await?;
        contents.retain(|content| content.passages > 0);
        let generations = self.library.generations(collection).await?;
        if let Some(made) = generations.iter().find(|one| one.fingerprint == encoder.fingerprint()) {
            let without: HashSet<_> = self.library.contents_without_vectors(made.id).await?.into_iter().collect();
            contents.retain(|content| without.contains(&content.id));
        }
        Ok(contents)
    }

    /// Estimated from passages that are spread over the documents.
    async fn seconds_per_passage(&self, encoder: Arc<Encoder>, contents: &[Content]) -> Result<f32> {
        let mut texts = Vec::new();
        for content in contents.iter().step_by(contents.len().div_ceil(TRIED_DOCUMENTS).max(1)) {
            let passages = self.library.passages(content.id).await?;
            let every = passages.len().div_ceil(TRIED_PASSAGES).max(1);
            texts.extend(passages.iter().step_by(every).map(|stored| encoder_input(&stored.passage)));
        }
        let measuring = move || {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let go_on = &mut |_| ControlFlow::Continue(());
            let seconds = second_time(|| encoder.embed(&texts, Side::Passage, go_on).map(drop))?;
            Ok(seconds / texts.len().max(1) as f32)
        };
        blocking("Measuring the encoder", measuring).await
    }
}

/// The error about a model that nobody knows.
fn unknown(catalogue: &Catalogue, name: &str) -> Error {
    let known = catalogue.entries().iter().filter(|entry| entry.kind == Kind::Encoder).map(|entry| entry.name.as_str());
    let known = known.collect::<Vec<_>>().join(", ");
    pincite_models::Error::UnknownModel { name: name.to_owned(), known }.into()
}

impl Performance<'_> {
    /// Fills the generation of an untuned encoder while the present one answers, and activates it.
    pub(super) async fn change_encoder(&self, name: &str) -> Result<()> {
        let generation = match self.generation().await? {
            Some(generation) => generation,
            None => self.add_untuned(name).await?,
        };
        self.fill(&generation).await?;
        self.activate(generation).await
    }

    /// The generation of an untuned encoder, with the vectors that it has already.
    async fn add_untuned(&self, name: &str) -> Result<Generation> {
        let Adapt { library, encoders, .. } = self.adapt;
        let encoder = encoders.named(name).await?;
        self.progress.lock().await.report.device = encoder.device().to_owned();
        let new = NewGeneration {
            encoder: name,
            fingerprint: encoder.fingerprint(),
            width: u32::try_from(encoder.width()).unwrap_or(u32::MAX),
            base: None,
        };
        let generation = library.add_generation(self.run.collection, &new).await?;
        library.set_run_generation(self.run.id, generation.id).await?;
        Ok(generation)
    }
}
