//! Training an encoder on a collection's pairs, from the split to the verdict.

use super::checkpoint::Run;
use super::encode::{self, OnProgress};
use super::run::RunSpec;
use crate::{Corpus, Error, Exam, Examined, Pair, Progress, Rank, Result, Settings, Verdict, decide, split};
use pincite_models::{Snapshot, Trainee};
use pincite_search::{PairScorer, Weights};
use std::path::Path;

/// Held-out questions, at most, that judge an encoder where a cross-encoder reads. For both encoders it reads some 70
/// passages of a question: five minutes on two processors for all.
const READ_HELD_OUT: usize = 400;

/// What is adapted to, and how.
#[derive(Clone, Copy)]
pub struct Tuning<'t> {
    /// Documents that the pairs are about.
    pub corpus: &'t Corpus,
    /// Questions with the passages that answer them.
    pub pairs: &'t [Pair],
    /// How the encoder is trained, and the seed of all chances.
    pub settings: &'t Settings,
    /// How words and the encoder's vectors count in the search.
    pub weights: Weights,
    /// The cross-encoder that answers after the first stage, if the collection is answered with one. What is judged is read
    /// by it; give a [`pincite_search::CachedScorer`], so that no pair is read twice.
    pub reader: Option<&'t dyn PairScorer>,
}

/// What a training came to.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// Whether the encoder may be used, and what it does to the search.
    pub verdict: Verdict,
    /// The weights of the run that were kept, without moments; those of the base if it never got better.
    pub best: Snapshot,
    /// Loss of each step.
    pub losses: Vec<f32>,
    /// Examinations, the base first.
    pub examined: Vec<Examined>,
    /// Pairs trained on.
    pub training: usize,
    /// Pairs held out to judge by.
    pub held_out: usize,
}

impl Tuning<'_> {
    /// Trains the encoder of `trainee`, which must be as opened and is so again afterwards, and judges the outcome. With a
    /// `folder` a run that was killed there goes on, and this one can. The caller removes the folder once the outcome is in
    /// a safe place.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when `on_progress` breaks off or the trainee is stopped; a run with a folder can then go on.
    /// [`Error::TooFewPairs`], [`Error::Checkpoint`], [`Error::Models`].
    pub fn train(&self, trainee: &mut Trainee, folder: Option<&Path>, on_progress: OnProgress<'_>) -> Result<Tuned> {
        let Self { corpus, pairs, settings, weights, reader } = *self;
        let sides = split(pairs, corpus, settings.held_out, settings.seed);
        if sides.training.len() < 2 || sides.held_out.is_empty() {
            return Err(Error::TooFewPairs { found: pairs.len() });
        }
        let most = if reader.is_some() { READ_HELD_OUT } else { usize::MAX };
        let asked = some(&sides.held_out, most);
        let exam = Exam::new(corpus, &asked, weights, reader);
        let base = trainee.snapshot()?.without_moments();
        let spec = RunSpec { corpus, exam: &exam, pairs, training: &sides.training, settings, base: &base, folder };
        let Run { losses, examined, best, before, .. } = spec.make(trainee, on_progress)?;
        let after = match &best {
            Some(best) => {
                trainee.restore(best.clone())?;
                shown(&*trainee, corpus, &exam, on_progress)?
            }
            // The base would be shown again, and was.
            None => before.clone(),
        };
        trainee.restore(base.clone())?;
        Ok(Tuned {
            verdict: decide(&exam, &before, &after, settings.seed),
            best: best.unwrap_or(base),
            losses,
            examined,
            training: sides.training.len(),
            held_out: sides.held_out.len(),
        })
    }
}

/// Ranks in the search that is shown, with an encoder that was trained.
fn shown(encoder: &Trainee, corpus: &Corpus, exam: &Exam<'_>, on_progress: OnProgress<'_>) -> Result<Vec<Rank>> {
    let mut judging = Progress::Judging { done: 0, total: 0 };
    let encoded = encode::for_exam(encoder, corpus, exam, &mut |progress| {
        if let Progress::Embedding { done, total } = progress {
            judging = Progress::Judging { done, total };
        }
        on_progress(judging)
    })?;
    // How many pairs are read is known only when they are.
    exam.trial(&encoded, &mut |_| on_progress(judging))
}

/// So many of the pairs at most, evenly spread.
fn some(pairs: &[Pair], most: usize) -> Vec<Pair> {
    pairs.iter().step_by(pairs.len().div_ceil(most).max(1)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_of_many_are_spread_evenly() {
        let pairs: Vec<Pair> =
            (0..10).map(|document| Pair { question: String::new(), document, passages: vec![0] }).collect();
        let documents = |most| some(&pairs, most).iter().map(|pair| pair.document).collect::<Vec<_>>();
        assert_eq!(documents(4), [0, 3, 6, 9]);
        assert_eq!(documents(usize::MAX).len(), 10, "all of few");
    }
}
