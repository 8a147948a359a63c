//! A tuning from pairs to verdict: what is held out, the run, the judgement; or the run alone. Not for where pairs come from or what is done
//! with the verdict.

use crate::encode::Hear;
use crate::judge::Judge;
use crate::run::Run;
use crate::runs::{Runs, course, mean};
use crate::trainer::Trainer;
use crate::{Corpus, Error, Exam, Examined, Pair, Result, Settings, Verdict, split};
use pincite_models::{Snapshot, Trainee};
use pincite_search::Weights;
use std::path::Path;

/// The search as it is used now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Present {
    /// Its weights.
    pub weights: Weights,
    /// It is the base that answers. A tuned encoder that answers is not to give way to the base weighed anew.
    pub untuned: bool,
}

impl Default for Present {
    fn default() -> Self {
        Self { weights: Weights::default(), untuned: true }
    }
}

/// What a tuning came to.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// Whether it may be used, and what it does to the search.
    pub verdict: Verdict,
    /// Weights of the search that suit the base better than the present ones, if there are such.
    pub weighed: Option<Weights>,
    /// The weights of the run that were kept, without moments; those of the base if it never got better.
    pub best: Snapshot,
    /// How far to go to them from the base, 0 to 1, if the verdict is to use a candidate; with 0 it is the base that is
    /// used, weighed anew.
    pub share: Option<f32>,
    /// Loss of each step.
    pub losses: Vec<f32>,
    /// Examinations, the base first.
    pub examined: Vec<Examined>,
    /// Pairs learned from.
    pub training: usize,
    /// Pairs judged by.
    pub held_out: usize,
}

/// Trains the encoder of `trainee` on all pairs to the end, holding nothing out and judging nothing. Returns the loss of
/// each step.
///
/// # Errors
/// [`Error::Cancelled`] when `hear` breaks off or the trainee is stopped; [`Error::Models`].
pub fn learn(
    trainee: &mut Trainee,
    corpus: &Corpus,
    pairs: &[Pair],
    settings: &Settings,
    hear: Hear<'_>,
) -> Result<Vec<f32>> {
    let mut run = Run::new(settings.patience);
    Trainer { trainee, corpus, pairs, exam: None, settings }.train(&mut run, &mut |_, _| Ok(()), hear)?;
    Ok(run.losses)
}

/// Tunes the encoder of `trainee`, which must be as opened and is so again afterwards, to the pairs of a corpus.
/// With a `folder` a run that was killed there is taken up, and this one can be, up to the moment when the caller, who has
/// put the outcome in a safe place, removes the folder.
///
/// # Errors
/// [`Error::Cancelled`] when `hear` breaks off or the trainee is stopped; a run with a folder can then be taken up.
/// [`Error::TooFewPairs`], [`Error::Checkpoint`], [`Error::Models`].
pub fn tune(
    trainee: &mut Trainee,
    corpus: &Corpus,
    pairs: &[Pair],
    (settings, present): (&Settings, Present),
    folder: Option<&Path>,
    hear: Hear<'_>,
) -> Result<Tuned> {
    let sides = split(pairs, corpus, settings.held_out, settings.seed);
    if sides.training.len() < 2 || sides.held_out.is_empty() {
        return Err(Error::TooFewPairs { found: pairs.len() });
    }
    let exam = Exam::new(corpus, &sides.held_out, present.weights);
    let asked: Vec<Pair> = pairs.iter().filter(|pair| sides.judging.contains(&pair.document)).cloned().collect();
    let judge = Judge { corpus, pairs: &asked, exam: &exam, present, seed: settings.seed };
    let base = trainee.snapshot()?.without_moments();
    let runs = Runs { judge: &judge, pairs, training: &sides.training, settings, base: &base, folder };
    let (before, runs) = runs.make(trainee, hear)?;
    let (losses, examined) = course(&runs);
    let best = mean(runs);
    let weighed = before.weighed.decision.weights(present.weights);
    let (verdict, share) = judge.judge(trainee, before, (&base, best.as_ref()), hear)?;
    let best = best.unwrap_or_else(|| base.clone());
    trainee.restore(base)?;
    let (training, held_out) = (sides.training.len(), sides.held_out.len());
    Ok(Tuned { verdict, weighed, best, share, losses, examined, training, held_out })
}
