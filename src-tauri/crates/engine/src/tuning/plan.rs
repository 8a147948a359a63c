//! What a tuning would do, and how long it would take, found out by two steps that are thrown away. Not for doing it.

use super::material::Material;
use super::wish::Given;
use crate::view::{Problem, TuningPlan};
use crate::{Engine, Error};
use pincite_library::CollectionId;
use pincite_models::{Batch, Rates, Side, Trainee};
use pincite_tune::{Error as TuneError, FEWEST, Pair, Settings, groups, plan, split};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

/// Encoders compared at the end: the base and its candidates.
const TRIALS: usize = 5;

impl Engine {
    /// What a tuning to the pairs in a file, or else to what was marked, would do and how long it would take here, by
    /// the usual settings; or why it cannot start.
    ///
    /// # Errors
    /// [`Error::Library`] if the collection is not there.
    pub async fn plan_tuning(&self, collection: i64, pairs: Option<PathBuf>) -> Result<TuningPlan, Error> {
        self.plan_tuning_with(collection, pairs, Settings::default()).await
    }

    /// The same with other settings.
    ///
    /// # Errors
    /// [`Error::Library`] if the collection is not there.
    pub async fn plan_tuning_with(
        &self,
        collection: i64,
        pairs: Option<PathBuf>,
        settings: Settings,
    ) -> Result<TuningPlan, Error> {
        let id = CollectionId(collection);
        self.0.library.collection(id).await?;
        let mut told = TuningPlan {
            pairs: 0,
            unmatched: 0,
            documents: 0,
            passages: 0,
            steps: 0,
            seconds: None,
            device: "cpu".to_owned(),
            problem: None,
        };
        if let Err(error) = self.find_out(id, pairs, settings, &mut told).await {
            told.problem = Some(Problem::from(&error));
        }
        Ok(told)
    }

    /// Fills in what can be told, up to what is in the way.
    async fn find_out(
        &self,
        collection: CollectionId,
        pairs: Option<PathBuf>,
        settings: Settings,
        told: &mut TuningPlan,
    ) -> Result<(), Error> {
        let given = Given::collect(self, collection, pairs).await?;
        let material = Material::load(self, collection, given).await?;
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
        (told.steps, told.seconds) = (steps as u32, Some(seconds));
        Ok(())
    }
}

/// A run tried out.
struct Trial {
    material: Material,
    settings: Settings,
    trainee: Trainee,
}

impl Trial {
    /// Steps at most, and seconds for them and for all that belongs to them.
    fn estimate(mut self) -> Result<(usize, f32), Error> {
        let Material { corpus, pairs, .. } = &self.material;
        let Settings { batch, mixing, seed, epochs, exams, held_out, hard_negatives, .. } = self.settings;
        let sides = split(pairs, corpus, held_out, seed);
        let held = groups(&sides.held_out, corpus).into_iter().max().map_or(0, |last| last + 1);
        let batches = plan(&sides.training, corpus, batch, mixing, seed, 0).batches;
        let Some(first) = batches.first().filter(|_| held >= FEWEST) else {
            return Err(TuneError::TooFewPairs { found: pairs.len() }.into());
        };
        let chosen: Vec<Pair> = first.iter().map(|at| sides.training[*at].clone()).collect();
        let of_documents: usize = corpus.documents.iter().map(|document| document.passages.len()).sum();
        let all = self.material.passages;
        let (step, passage) = self.timed(&chosen, hard_negatives)?;
        let steps = batches.len() * epochs;
        let rounds = 1 + exams * epochs + TRIALS + if hard_negatives > 0 { epochs } else { 0 };
        Ok((steps, step * steps as f32 + passage * (rounds * of_documents + all) as f32))
    }

    /// Seconds of a step of these pairs, and of embedding one of its passages. The first of each prepares the program.
    fn timed(&mut self, pairs: &[Pair], hard_negatives: usize) -> Result<(f32, f32), Error> {
        let texts = self.passages(pairs, hard_negatives);
        let passages: Vec<&str> = texts.iter().map(String::as_str).collect();
        let questions: Vec<&str> = pairs.iter().map(|pair| pair.question.as_str()).collect();
        let ids = (self.ids(&questions, Side::Question)?, self.ids(&passages, Side::Passage)?);
        let batch = Batch {
            questions: ids.0.iter().map(Vec::as_slice).collect(),
            passages: ids.1.iter().map(Vec::as_slice).collect(),
            positives: cells(pairs.len(), passages.len()).map(|(row, at)| f32::from(u8::from(row == at))).collect(),
            ignored: cells(pairs.len(), passages.len()).map(|_| false).collect(),
        };
        let rates = Rates { learning_rate: 0.0, weight_decay: 0.0, max_norm: 1.0 };
        let step = second(|| self.trainee.step(&batch, &rates).map(drop))?;
        let embedding =
            second(|| self.trainee.embed(&passages, Side::Passage, &mut |_| ControlFlow::Continue(())).map(drop))?;
        Ok((step, embedding / passages.len().max(1) as f32))
    }

    /// What answers, and as many others of the same document as there would be hard negatives.
    fn passages(&self, pairs: &[Pair], hard_negatives: usize) -> Vec<String> {
        let text = |pair: &Pair, further: usize| {
            let passages = &self.material.corpus.documents[pair.document].passages;
            pair.passages.first().map(|at| passages[(at + further) % passages.len()].clone()).unwrap_or_default()
        };
        let further = (0..=hard_negatives).flat_map(|further| pairs.iter().map(move |pair| (pair, further)));
        further.map(|(pair, further)| text(pair, further)).collect()
    }

    fn ids(&self, texts: &[&str], side: Side) -> Result<Vec<Vec<u32>>, Error> {
        Ok(self.trainee.token_ids(texts, side)?)
    }
}

fn cells(rows: usize, columns: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

/// Seconds the second time takes.
fn second(mut work: impl FnMut() -> Result<(), pincite_models::Error>) -> Result<f32, Error> {
    work()?;
    let began = Instant::now();
    work()?;
    Ok(began.elapsed().as_secs_f32())
}
