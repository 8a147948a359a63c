//! The two stages of adapting: fitting fusion weights to a collection's questions, and training its encoder on them. Both
//! end with a verdict. Not for where pairs come from or what is done with the verdict.

use crate::gate::judge::Judge;
use crate::gate::weights_of;
use crate::training::encode::OnProgress;
use crate::training::run::{Run, RunSpec};
use crate::training::trainer::Trainer;
use crate::{Corpus, Error, Exam, Examined, Pair, Result, Settings, Styled, Verdict, split};
use pincite_models::{CrossEncoder, Encode, Snapshot, Trainee};
use pincite_search::Weights;
use std::collections::BTreeSet;
use std::path::Path;

/// The search as it is used now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Present {
    /// Its weights.
    pub weights: Weights,
    /// The base encoder is in use. A tuned encoder in use never gives way to the base with refitted weights.
    pub untuned: bool,
}

impl Default for Present {
    fn default() -> Self {
        Self { weights: Weights::default(), untuned: true }
    }
}

/// What is adapted to, and how.
#[derive(Clone, Copy)]
pub struct Tuning<'t> {
    /// Documents that the pairs are about.
    pub corpus: &'t Corpus,
    /// Questions with the passages that answer them.
    pub pairs: &'t [Pair],
    /// How the encoder is trained, and the seed of all chances.
    pub settings: &'t Settings,
    /// Labels passages, where the loss needs it.
    pub teacher: Option<&'t CrossEncoder>,
    /// The search as it is used now.
    pub present: Present,
}

/// What a training came to.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// Whether it may be used, and what it does to the search.
    pub verdict: Verdict,
    /// Fusion weights that suit the base better than the present ones, if there are such.
    pub refitted: Option<Weights>,
    /// The weights of the run that were kept, without moments; those of the base if it never got better.
    pub best: Snapshot,
    /// If the verdict is to use a candidate: its interpolation coefficient between the base (0) and `best` (1). With 0 it
    /// is the base with refitted fusion weights.
    pub coefficient: Option<f32>,
    /// Loss of each step.
    pub losses: Vec<f32>,
    /// Examinations, the base first.
    pub examined: Vec<Examined>,
    /// Pairs trained on.
    pub training: usize,
    /// Pairs held out to judge by.
    pub held_out: usize,
}

/// What fitting the weights came to.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// Whether the refitted weights may be used, and what they do to the search.
    pub verdict: Verdict,
    /// Questions that were asked.
    pub questions: usize,
}

/// Trains the encoder of `trainee` on all pairs to the end, holding nothing out and judging nothing. Returns the loss of
/// each step.
///
/// # Errors
/// [`Error::Cancelled`] when `on_progress` breaks off or the trainee is stopped; [`Error::NoTeacher`] for a loss that needs
/// one; [`Error::Models`].
pub fn learn(
    trainee: &mut Trainee,
    corpus: &Corpus,
    pairs: &[Pair],
    settings: &Settings,
    on_progress: OnProgress<'_>,
) -> Result<Vec<f32>> {
    if settings.needs_teacher() {
        return Err(Error::NoTeacher);
    }
    let mut run = Run::new(settings.patience);
    Trainer { trainee, corpus, pairs, labels: &[], exam: None, settings }.train(
        &mut run,
        &mut |_, _| Ok(()),
        on_progress,
    )?;
    Ok(run.losses)
}

impl Tuning<'_> {
    /// Fits the fusion weights of an encoder as it is: half of the questions choose the weights and the other half tests
    /// them (see [`crate::refit`]).
    ///
    /// # Errors
    /// [`Error::Cancelled`] when `on_progress` breaks off; [`Error::TooFewPairs`], [`Error::Models`].
    pub fn fit_weights(&self, encoder: &dyn Encode, on_progress: OnProgress<'_>) -> Result<Fitted> {
        if self.pairs.is_empty() {
            return Err(Error::TooFewPairs { found: 0 });
        }
        let Settings { held_out, seed, .. } = *self.settings;
        let asked = self.pairs_about(&split(self.pairs, self.corpus, held_out, seed).judging);
        let verdict = crate::gate::judge::refitted(encoder, self, &asked, on_progress)?;
        Ok(Fitted { verdict, questions: asked.len() })
    }

    /// Trains the encoder of `trainee`, which must be as opened and is so again afterwards, and judges the outcome. With a
    /// `folder` a run that was killed there goes on, and this one can. The caller removes the folder once the outcome is in
    /// a safe place.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when `on_progress` breaks off or the trainee is stopped; a run with a folder can then go on.
    /// [`Error::TooFewPairs`], [`Error::NoTeacher`], [`Error::Checkpoint`], [`Error::Models`].
    pub fn train(&self, trainee: &mut Trainee, folder: Option<&Path>, on_progress: OnProgress<'_>) -> Result<Tuned> {
        let Self { corpus, pairs, settings, present, .. } = *self;
        let sides = split(pairs, corpus, settings.held_out, settings.seed);
        if sides.training.len() < 2 || sides.held_out.is_empty() {
            return Err(Error::TooFewPairs { found: pairs.len() });
        }
        let asked = self.styled(&sides.held_out, &*trainee, folder)?;
        let exam = Exam::in_styles(corpus, &asked, present.weights);
        let pairs_judging = self.pairs_about(&sides.judging);
        let judge = Judge { corpus, tuning: self, pairs: &pairs_judging, exam: &exam };
        let base = trainee.snapshot()?.without_moments();
        let spec = RunSpec { judge: &judge, pairs, sides: &sides, settings, base: &base, folder };
        let (before, Run { losses, examined, best, .. }) = spec.make(trainee, on_progress)?;
        let refitted = weights_of(&before.refitted.decision, present.weights);
        let outcome = judge.judge(trainee, before, &base, best.as_ref(), on_progress)?;
        let best = best.unwrap_or_else(|| base.clone());
        trainee.restore(base)?;
        let (training, held_out) = (sides.training.len(), sides.held_out.len());
        let (verdict, coefficient) = (outcome.verdict, outcome.coefficient);
        Ok(Tuned { verdict, refitted, best, coefficient, losses, examined, training, held_out })
    }

    /// Held-out questions in their styles. A run that goes on, perhaps on another device, asks the same ones.
    fn styled(&self, held_out: &[Pair], encoder: &dyn Encode, folder: Option<&Path>) -> Result<Styled> {
        let make = || Styled::all(held_out, self.corpus, encoder, self.settings.seed);
        match folder {
            Some(folder) => Styled::kept(folder, held_out, make),
            None => make(),
        }
    }

    /// The pairs about some documents.
    fn pairs_about(&self, documents: &BTreeSet<usize>) -> Vec<Pair> {
        self.pairs.iter().filter(|pair| documents.contains(&pair.document)).cloned().collect()
    }
}
