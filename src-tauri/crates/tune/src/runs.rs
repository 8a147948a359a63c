//! Several runs by batches dealt otherwise, of whose weights the mean is kept: what chance did to each cancels out (Wortsman
//! et al. 2022, "Model soups"). Not for a run's steps (`trainer`) or for the verdict (`judge`).

use crate::checkpoint::Checkpoints;
use crate::encode::Hear;
use crate::judge::{Before, Judge};
use crate::run::{Phase, Run};
use crate::trainer::Trainer;
use crate::{Error, Examined, Pair, Progress, Result, Settings, Step};
use pincite_models::{Snapshot, Trainee};
use std::ops::ControlFlow;
use std::path::Path;

/// What the runs of a tuning share.
pub(crate) struct Runs<'r> {
    pub(crate) judge: &'r Judge<'r>,
    /// All pairs, of which the subject of a checkpoint is made.
    pub(crate) pairs: &'r [Pair],
    /// Those that are learned from.
    pub(crate) training: &'r [Pair],
    pub(crate) settings: &'r Settings,
    /// What they are compared with, and where they begin if not at the start; without moments.
    pub(crate) base: &'r Snapshot,
    /// Where each can be taken up.
    pub(crate) folder: Option<&'r Path>,
}

impl Runs<'_> {
    /// Makes them all, or what is left of them, with a trainee that is the base; first of all, how that does.
    pub(crate) fn make(&self, trainee: &mut Trainee, hear: Hear<'_>) -> Result<(Before, Vec<Run>)> {
        let count = self.settings.runs.max(1);
        let (before, first) = self.run(0, None, trainee, &mut |news| hear(following(news, 0, count)))?;
        let mut made = vec![first];
        for number in 1..count {
            let steps = made.iter().map(|run| run.step).sum();
            let known = made[0].examined.first().map(|examined| (before.clone(), *examined));
            let hear = &mut |news| hear(following(news, steps, count - number));
            made.push(self.run(number, known, trainee, hear)?.1);
        }
        Ok((before, made))
    }

    /// One of them, and how the base does, which is found out if it is not known.
    fn run(
        &self,
        number: usize,
        known: Option<(Before, Examined)>,
        trainee: &mut Trainee,
        hear: Hear<'_>,
    ) -> Result<(Before, Run)> {
        let settings = &of_run(self.settings, number);
        let mut checkpoints = self.checkpoints(number, settings);
        let kept = checkpoints.as_ref().map(Checkpoints::read).transpose()?.flatten();
        let (mut run, weights) = kept.map_or_else(|| (Run::new(settings.patience), None), |(run, at)| (run, Some(at)));
        let save = &mut |run: &Run, trainee: &Trainee| match &mut checkpoints {
            Some(checkpoints) if checkpoints.due() || run.phase == Phase::Trained => {
                checkpoints.write(run, &trainee.snapshot()?)
            }
            _ => Ok(()),
        };
        let before = match (run.before.clone(), known) {
            (Some(before), _) => before,
            (None, Some(known)) => run.begin(known, &mut |_| ControlFlow::Continue(()))?,
            (None, None) => run.begin(self.judge.before(trainee, hear)?, hear)?,
        };
        if run.phase == Phase::Trained {
            return Ok((before, run));
        }
        self.begin(trainee, weights, settings)?;
        save(&run, trainee)?;
        let Self { judge: Judge { corpus, exam, .. }, training, .. } = self;
        Trainer { trainee, corpus, pairs: training, exam: Some(exam), settings }.train(&mut run, save, hear)?;
        Ok((before, run))
    }

    /// The first run's are in the folder itself, as are those of a tuning of one run.
    fn checkpoints(&self, number: usize, settings: &Settings) -> Option<Checkpoints> {
        let folder = self.folder?;
        let folder = if number == 0 { folder.to_owned() } else { folder.join(format!("run-{number}")) };
        Some(Checkpoints::new(&folder, settings, self.pairs))
    }

    /// Where a run goes on or begins: at the weights of its checkpoint, else at the trainee's start, else at the base.
    fn begin(&self, trainee: &mut Trainee, kept: Option<Snapshot>, settings: &Settings) -> Result<()> {
        let start = || trainee.start().filter(|_| settings.start).cloned();
        let weights = kept.or_else(start).unwrap_or_else(|| self.base.clone());
        trainee.restore(weights).map_err(Error::from)
    }
}

/// The first run is as it is set. The others deal their batches by other seeds, and every other one begins at the base: what
/// begins elsewhere errs elsewhere.
fn of_run(settings: &Settings, number: usize) -> Settings {
    let seed = settings.seed.wrapping_add(number as u64);
    Settings { seed, start: settings.start && number.is_multiple_of(2), ..*settings }
}

/// News of a run as news of all of them, `left` of which, itself among them, are still to be made.
fn following(news: Progress, before: usize, left: usize) -> Progress {
    match news {
        Progress::Step(step) => {
            Progress::Step(Step { step: before + step.step, steps: before + left * step.steps, ..step })
        }
        Progress::Examined(examined) => Progress::Examined(after(examined, before)),
        other => other,
    }
}

fn after(examined: Examined, steps: usize) -> Examined {
    Examined { step: steps + examined.step, ..examined }
}

/// Loss of each step and examinations of all runs, one after the other, the base first.
pub(crate) fn course(runs: &[Run]) -> (Vec<f32>, Vec<Examined>) {
    let (mut losses, mut examined) = (Vec::new(), Vec::new());
    for run in runs {
        let known = usize::from(!examined.is_empty());
        examined.extend(run.examined.iter().skip(known).map(|one| after(*one, losses.len())));
        losses.extend(&run.losses);
    }
    (losses, examined)
}

/// The mean of the weights that runs kept, of those that kept any.
pub(crate) fn mean(runs: Vec<Run>) -> Option<Snapshot> {
    let kept = runs.into_iter().filter_map(|run| run.best).zip(1u16..);
    let mean = kept.reduce(|(mean, _), (next, number)| (mean.towards(&next, 1.0 / f32::from(number)), number));
    mean.map(|(mean, _)| mean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_models::Weight;

    fn kept(value: Option<f32>) -> Run {
        let weight =
            |value| Weight { name: "w".into(), shape: vec![1], values: vec![value], first: vec![], second: vec![] };
        let best = value.map(|value| Snapshot { step: 1, weights: vec![weight(value)] });
        Run { best, ..Run::new(1) }
    }

    #[test]
    fn every_run_that_kept_something_counts_the_same() {
        let of = |values: &[Option<f32>]| mean(values.iter().copied().map(kept).collect());
        let value = |snapshot: Snapshot| snapshot.weights[0].values[0];
        assert_eq!(of(&[Some(1.0), None, Some(4.0), Some(7.0)]).map(value), Some(4.0));
        assert!(of(&[None, None]).is_none(), "if none got better than the base there is nothing");
    }

    #[test]
    fn steps_are_counted_on_from_run_to_run() {
        let step = |before, left| match following(Progress::Step(Step { step: 3, steps: 10, loss: 0.5 }), before, left)
        {
            Progress::Step(step) => (step.step, step.steps),
            other => panic!("{other:?}"),
        };
        assert_eq!(step(0, 2), (3, 20), "all steps are planned from the first on");
        assert_eq!(step(8, 1), (11, 18), "and those are no longer that the first run did not need");
    }

    #[test]
    fn the_second_run_deals_otherwise_and_begins_elsewhere() {
        let set = Settings { seed: u64::MAX, ..Settings::default() };
        let [first, second, third] = [0, 1, 2].map(|number| of_run(&set, number));
        assert_eq!(first, set);
        assert!(second.seed != set.seed && !second.start && third.start);
    }
}
