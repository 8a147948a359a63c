//! A tuning tried out: two steps that are thrown away tell how long all of them take. Not for learning.

use super::material::Material;
use crate::Error;
use pincite_models::{Batch, Rates, Side, Trainee};
use pincite_tune::{CANDIDATES, Error as TuneError, FEWEST, Pair, Settings, groups, plan, split};
use std::ops::ControlFlow;
use std::time::Instant;

/// A run tried out.
pub(super) struct Trial {
    pub(super) material: Material,
    pub(super) settings: Settings,
    pub(super) trainee: Trainee,
}

impl Trial {
    /// Steps at most, and seconds for them and for all that belongs to them.
    pub(super) fn estimate(mut self) -> Result<(usize, f32), Error> {
        let Material { corpus, pairs, .. } = &self.material;
        let Settings { batch, mixing, seed, epochs, exams, held_out, hard_negatives, .. } = self.settings;
        let sides = split(pairs, corpus, held_out, seed);
        let held = groups(&sides.held_out, corpus).into_iter().max().map_or(0, |last| last + 1);
        let batches = plan(&sides.training, corpus, batch, mixing, seed, 0).batches;
        let Some(first) = batches.first().filter(|_| held >= FEWEST) else {
            return Err(TuneError::TooFewPairs { found: pairs.len() }.into());
        };
        let chosen: Vec<Pair> = first.iter().map(|at| sides.training[*at].clone()).collect();
        let passages = |document: usize| corpus.documents[document].passages.len();
        let judging: usize = sides.judging.iter().map(|document| passages(*document)).sum();
        let mining: usize = (0..corpus.documents.len()).map(passages).sum();
        let (step, passage) = self.timed(&chosen, hard_negatives)?;
        let steps = batches.len() * epochs;
        let mined = if hard_negatives > 0 { epochs * mining } else { 0 };
        let embedded = (1 + exams * epochs + CANDIDATES) * judging + mined + self.material.passages;
        Ok((steps, step * steps as f32 + passage * embedded as f32))
    }

    /// Seconds of a step of these pairs, and of embedding one of its passages. The first of each prepares the program.
    fn timed(&mut self, pairs: &[Pair], hard_negatives: usize) -> Result<(f32, f32), Error> {
        let texts = self.passages(pairs, hard_negatives);
        let passages: Vec<&str> = texts.iter().map(String::as_str).collect();
        let questions: Vec<&str> = pairs.iter().map(|pair| pair.question.as_str()).collect();
        let ids = (self.ids(&questions, Side::Question)?, self.ids(&passages, Side::Passage)?);
        let taught = ids.0.iter().filter(|_| self.settings.taught);
        let weights: Vec<Vec<f32>> = taught.map(|ids| vec![1.0; ids.len()]).collect();
        let batch = Batch {
            questions: ids.0.iter().map(Vec::as_slice).collect(),
            passages: ids.1.iter().map(Vec::as_slice).collect(),
            positives: cells(pairs.len(), passages.len()).map(|(row, at)| f32::from(u8::from(row == at))).collect(),
            bias: cells(pairs.len(), passages.len()).map(|_| 0.0).collect(),
            token_weights: weights.iter().map(Vec::as_slice).collect(),
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
