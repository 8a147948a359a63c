//! A tuning from pairs to verdict: what is held out, the run, the candidates, the gate. Not for where pairs come from or
//! what is done with the verdict.

use crate::checkpoint::Checkpoints;
use crate::encode::{self, Hear};
use crate::run::{Phase, Run};
use crate::trainer::Trainer;
use crate::{
    Corpus, Decision, Error, Exam, Examined, Pair, Progress, Result, Settings, Trial, Verdict, decide, split, weigh,
};
use pincite_models::{Snapshot, Trainee};
use pincite_search::Weights;
use std::path::Path;

/// How far candidates go from the base to the best weights: interpolation is cheap insurance against forgetting
/// (Wortsman et al. 2022, "Robust fine-tuning of zero-shot models").
const SHARES: [f32; 4] = [0.25, 0.5, 0.75, 1.0];

/// Questions, at most, by which the base is weighed anew: enough to tell a gain of half a point from chance.
const WEIGHED_BY: usize = 4000;

/// What a tuning came to.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// Whether it may be used, and what it does to the search.
    pub verdict: Verdict,
    /// The best weights of the run, without moments; those of the base if it never got better.
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

/// Tunes the encoder of `trainee`, which must be as opened and is so again afterwards, to the pairs of a corpus.
/// `weights` are those the search uses now. With a `folder` a run that was killed there is taken up, and this one can be,
/// up to the moment when the caller, who has put the outcome in a safe place, removes the folder.
///
/// # Errors
/// [`Error::Cancelled`] when `hear` breaks off or the trainee is stopped; a run with a folder can then be taken up.
/// [`Error::TooFewPairs`], [`Error::Checkpoint`], [`Error::Models`].
pub fn tune(
    trainee: &mut Trainee,
    corpus: &Corpus,
    pairs: &[Pair],
    (settings, weights): (&Settings, Weights),
    folder: Option<&Path>,
    hear: Hear<'_>,
) -> Result<Tuned> {
    let sides = split(pairs, corpus, settings.held_out, settings.seed);
    if sides.training.len() < 2 || sides.held_out.is_empty() {
        return Err(Error::TooFewPairs { found: pairs.len() });
    }
    let exam = Exam::new(corpus, &sides.held_out, weights);
    let base = trainee.snapshot()?;
    let mut checkpoints = folder.map(|folder| Checkpoints::new(folder, settings, pairs));
    let mut run = match checkpoints.as_ref().map(Checkpoints::read).transpose()?.flatten() {
        Some((run, weights)) => {
            trainee.restore(weights)?;
            run
        }
        None => Run::new(settings.patience),
    };
    let save = &mut |run: &Run, trainee: &Trainee| match &mut checkpoints {
        Some(checkpoints) if checkpoints.due() || run.phase == Phase::Trained => {
            checkpoints.write(run, &trainee.snapshot()?)
        }
        _ => Ok(()),
    };
    Trainer { trainee, corpus, pairs: &sides.training, exam: &exam, settings }.train(&mut run, save, hear)?;
    let best = run.best.take().filter(|best| best.step > 0);
    let (verdict, share) =
        Judge { corpus, pairs, exam: &exam, settings }.judge(trainee, (&base, best.as_ref()), hear)?;
    let best = best.unwrap_or_else(|| base.clone().without_moments());
    trainee.restore(base)?;
    let (training, held_out) = (sides.training.len(), sides.held_out.len());
    Ok(Tuned { verdict, best, share, losses: run.losses, examined: run.examined, training, held_out })
}

/// What judges a run.
struct Judge<'j> {
    corpus: &'j Corpus,
    pairs: &'j [Pair],
    exam: &'j Exam<'j>,
    settings: &'j Settings,
}

impl Judge<'_> {
    /// The whole search with the base, weighed as now and anew, and with each candidate, and the decision; with it, how far
    /// to go from the base.
    fn judge(
        &self,
        trainee: &mut Trainee,
        (base, best): (&Snapshot, Option<&Snapshot>),
        hear: Hear<'_>,
    ) -> Result<(Verdict, Option<f32>)> {
        let shares = if best.is_some() { &SHARES[..] } else { &[] };
        let mut tried = 0;
        let mut trial = |exam: &Exam<'_>, name: String, weights: Snapshot| -> Result<Trial> {
            trainee.restore(weights)?;
            let hear = &mut |news| hear(news_of_trial(news, tried, shares.len() + 2));
            let trial = exam.trial(name, &encode::for_exam(trainee, self.corpus, exam, hear)?);
            tried += 1;
            Ok(trial)
        };
        let all = some(self.pairs, WEIGHED_BY);
        let all = Exam::new(self.corpus, &all, self.exam.weights());
        let weighed = weigh(&all, &trial(&all, "base".to_owned(), base.clone())?, self.settings.seed);
        let now = trial(self.exam, "base".to_owned(), base.clone())?;
        let mut candidates = Vec::new();
        for share in shares {
            let towards = best.map(|best| base.towards(best, *share)).unwrap_or_default();
            candidates.push(trial(self.exam, format!("{:.0} % tuned", share * 100.0), towards)?);
        }
        let anew = weighed.decision.weights(self.exam.weights());
        let tuned = decide(self.exam, &now, &candidates, anew.unwrap_or(self.exam.weights()), self.settings.seed);
        let share = match tuned.decision {
            Decision::Activate { candidate, .. } => SHARES.get(candidate).copied(),
            Decision::KeepBase { .. } => None,
        };
        Ok(match (share, anew) {
            (None, Some(_)) => (weighed, Some(0.0)),
            (share, _) => (tuned, share),
        })
    }
}

/// So many of the pairs at most, evenly spread.
fn some(pairs: &[Pair], most: usize) -> Vec<Pair> {
    pairs.iter().step_by(pairs.len().div_ceil(most).max(1)).cloned().collect()
}

/// What is heard of one trial, as a part of all of them.
fn news_of_trial(news: Progress, tried: usize, trials: usize) -> Progress {
    match news {
        Progress::Embedding { done, total } => Progress::Judging { done: tried * total + done, total: trials * total },
        other => other,
    }
}
