//! A tuning tried out: two steps that are thrown away tell how long all of them take. Not for learning.

use super::material::Material;
use crate::Error;
use pincite_models::{Rates, Side, Trainee};
use pincite_tune::{CANDIDATES, Error as TuneError, FEWEST, Pair, Settings, Tokenised, groups, plan, split};
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
        let Settings { seed, exams, held_out, hard_negatives, .. } = self.settings;
        let epochs = self.settings.epochs * self.settings.runs.max(1);
        let sides = split(pairs, corpus, held_out, seed);
        let held = groups(&sides.held_out, corpus).into_iter().max().map_or(0, |last| last + 1);
        let batches = plan(&sides.training, corpus, &self.settings, 0).batches;
        let Some(first) = batches.first().filter(|_| held >= FEWEST) else {
            return Err(TuneError::TooFewPairs { found: pairs.len() }.into());
        };
        let chosen: Vec<Pair> = first.iter().map(|at| sides.training[*at].clone()).collect();
        let passages = |document: usize| corpus.documents[document].passages.len();
        let judging: usize = sides.judging.iter().map(|document| passages(*document)).sum();
        let mining: usize = (0..corpus.documents.len()).map(passages).sum();
        let (step, passage) = self.timed(&chosen)?;
        let steps = batches.len() * epochs;
        let mined = if hard_negatives > 0 { epochs * mining } else { 0 };
        let embedded = (1 + exams * epochs + CANDIDATES) * judging + mined + self.material.passages;
        Ok((steps, step * steps as f32 + passage * embedded as f32))
    }

    /// Seconds of a step of these pairs, and of embedding one of its passages. The first of each prepares the program. For
    /// hard negatives stand the passages that follow.
    fn timed(&mut self, pairs: &[Pair]) -> Result<(f32, f32), Error> {
        let Self { material: Material { corpus, .. }, settings, trainee } = self;
        let after = |pair: &Pair| {
            let (first, all) = (pair.passages.first(), corpus.documents[pair.document].passages.len());
            let following = |at: &usize| (1..=settings.hard_negatives).map(|further| (at + further) % all).collect();
            first.map(following).unwrap_or_default()
        };
        let negatives: Vec<Vec<usize>> = pairs.iter().map(after).collect();
        let tokenised = Tokenised::new(trainee, corpus, pairs, settings.taught)?;
        let batch = tokenised.batch(corpus, pairs, &negatives, &(0..pairs.len()).collect::<Vec<_>>());
        let rates = Rates { learning_rate: 0.0, weight_decay: 0.0, max_norm: 1.0 };
        let step = second(|| trainee.step(&batch, &rates).map(drop))?;
        let text = |pair: &Pair| pair.passages.first().map(|at| corpus.documents[pair.document].passages[*at].as_str());
        let passages: Vec<&str> = pairs.iter().filter_map(text).collect();
        let embedding =
            second(|| trainee.embed(&passages, Side::Passage, &mut |_| ControlFlow::Continue(())).map(drop))?;
        Ok((step, embedding / passages.len().max(1) as f32))
    }
}

/// Seconds the second time takes.
fn second(mut work: impl FnMut() -> Result<(), pincite_models::Error>) -> Result<f32, Error> {
    work()?;
    let began = Instant::now();
    work()?;
    Ok(began.elapsed().as_secs_f32())
}
