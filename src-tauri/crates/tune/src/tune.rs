//! A tuning from pairs to verdict: what is held out, the run, the candidates, the gate. Not for where pairs come from or
//! what is done with the verdict.

use crate::checkpoint::Checkpoints;
use crate::encode::{self, Hear};
use crate::run::{Phase, Run};
use crate::trainer::Trainer;
use crate::{Corpus, Decision, Error, Exam, Examined, Pair, Progress, Result, Settings, Trial, Verdict, decide, split};
use pincite_models::{Snapshot, Trainee};
use pincite_search::Weights;
use std::path::Path;

/// How far candidates go from the base to the best weights: interpolation is cheap insurance against forgetting
/// (Wortsman et al. 2022, "Robust fine-tuning of zero-shot models"). The first is the base itself, for which the search
/// may be weighed better than it is.
const SHARES: [f32; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

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
    let (verdict, share) = judge(trainee, corpus, &exam, (&base, best.as_ref()), settings.seed, hear)?;
    let best = best.unwrap_or_else(|| base.clone().without_moments());
    trainee.restore(base)?;
    let (training, held_out) = (sides.training.len(), sides.held_out.len());
    Ok(Tuned { verdict, best, share, losses: run.losses, examined: run.examined, training, held_out })
}

/// What is heard of one trial, as a part of all of them.
fn news_of_trial(news: Progress, tried: usize, trials: usize) -> Progress {
    match news {
        Progress::Embedding { done, total } => Progress::Judging { done: tried * total + done, total: trials * total },
        other => other,
    }
}

/// The whole search with the base and with each candidate, and the decision.
fn judge(
    trainee: &mut Trainee,
    corpus: &Corpus,
    exam: &Exam<'_>,
    (base, best): (&Snapshot, Option<&Snapshot>),
    seed: u64,
    hear: Hear<'_>,
) -> Result<(Verdict, Option<f32>)> {
    let shares = if best.is_some() { &SHARES[..] } else { &SHARES[..1] };
    let mut tried = 0;
    let mut trial = |name: String, weights: Snapshot| -> Result<Trial> {
        trainee.restore(weights)?;
        let hear = &mut |news| hear(news_of_trial(news, tried, shares.len()));
        let trial = exam.trial(name, &encode::for_exam(trainee, corpus, exam, hear)?);
        tried += 1;
        Ok(trial)
    };
    let now = trial("base".to_owned(), base.clone())?;
    let mut candidates = vec![Trial { name: "base, weighed anew".to_owned(), ..now.clone() }];
    for share in &shares[1..] {
        let towards = best.map(|best| base.towards(best, *share)).unwrap_or_default();
        candidates.push(trial(format!("{:.0} % tuned", share * 100.0), towards)?);
    }
    let verdict = decide(exam, &now, &candidates, seed);
    let share = match &verdict.decision {
        Decision::Activate { candidate, .. } => SHARES.get(*candidate).copied(),
        Decision::KeepBase { .. } => None,
    };
    Ok((verdict, share))
}
