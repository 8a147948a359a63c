//! How long a run takes here, from a few steps or texts that are tried out and thrown away. Not for training.

use super::material::Material;
use crate::training::Examples;
use crate::{CANDIDATES, Error, FEWEST, Pair, Result, Settings, Tokenised, groups, plan, split};
use pincite_models::{Encode, Encoder, Loss, Rates, Side, Trainee};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Instant;

/// Texts that are embedded to learn how long one takes.
const SAMPLE: usize = 8;

/// What a run takes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Estimate {
    /// Steps of training, at most.
    pub(super) steps: usize,
    pub(super) seconds: f32,
}

impl Estimate {
    /// Of fitting the fusion weights: the passages that judge are embedded, and if the weights pass, all passages.
    pub(super) fn of_weights(material: &Material, settings: &Settings, encoder: &Encoder) -> Result<Self> {
        let Material { corpus, pairs, .. } = material;
        let sides = split(pairs, corpus, settings.held_out, settings.seed);
        let asked: Vec<Pair> = pairs.iter().filter(|pair| sides.judging.contains(&pair.document)).cloned().collect();
        let found = groups(&asked, corpus).into_iter().max().map_or(0, |last| last + 1);
        if found < FEWEST {
            return Err(Error::TooFewPairs { found: pairs.len() });
        }
        let sample: Vec<Pair> = asked.into_iter().take(SAMPLE).collect();
        let passage = seconds_per_passage(encoder, material, &sample)?;
        Ok(Self { steps: 0, seconds: passage * (judging(material, &sides.judging) + material.passages) as f32 })
    }

    /// Of training the encoder, which includes fitting the weights.
    pub(super) fn of_training(material: &Material, settings: &Settings, mut trainee: Trainee) -> Result<Self> {
        let Material { corpus, pairs, .. } = material;
        let Settings { seed, exams, held_out, epochs, .. } = *settings;
        let sides = split(pairs, corpus, held_out, seed);
        let held = groups(&sides.held_out, corpus).into_iter().max().map_or(0, |last| last + 1);
        let batches = plan(&sides.training, corpus, settings, 0).batches;
        let Some(first) = batches.first().filter(|_| held >= FEWEST) else {
            return Err(Error::TooFewPairs { found: pairs.len() });
        };
        let chosen: Vec<Pair> = first.iter().map(|at| sides.training[*at].clone()).collect();
        let step = seconds_per_step(&mut trainee, material, &chosen)?;
        let passage = seconds_per_passage(&trainee, material, &chosen)?;
        let judged = (1 + exams * epochs + CANDIDATES) * judging(material, &sides.judging);
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
    let examples = Examples { corpus, pairs, labels: &[], loss: Loss::DlDpr, epoch: 0 };
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
fn second_time(mut work: impl FnMut() -> std::result::Result<(), pincite_models::Error>) -> Result<f32> {
    work()?;
    let began = Instant::now();
    work()?;
    Ok(began.elapsed().as_secs_f32())
}
