//! One run of training: how it begins, and how it goes on after a kill. The steps are in `trainer`; where it stands is in
//! `checkpoint`.

use super::checkpoint::{Checkpoints, Run};
use super::encode::{self, OnProgress};
use super::trainer::{Trainer, unless_cancelled};
use crate::gate::Examination;
use crate::{Corpus, Exam, Pair, Progress, Result, Settings};
use pincite_models::{Snapshot, Trainee};
use std::path::Path;

/// What a run is made of.
pub(crate) struct RunSpec<'r> {
    pub(crate) corpus: &'r Corpus,
    /// The questions held out.
    pub(crate) exam: &'r Exam<'r>,
    /// All pairs: they identify the run's checkpoint.
    pub(crate) pairs: &'r [Pair],
    /// Those that are trained on.
    pub(crate) training: &'r [Pair],
    pub(crate) settings: &'r Settings,
    /// Weights of the base, without moments.
    pub(crate) base: &'r Snapshot,
    /// Where checkpoints are kept, if they are.
    pub(crate) folder: Option<&'r Path>,
}

impl RunSpec<'_> {
    /// Makes the run, or what is left of it, with a trainee that holds the base's weights.
    pub(crate) fn make(&self, trainee: &mut Trainee, on_progress: OnProgress<'_>) -> Result<Run> {
        let mut checkpoints = self.folder.map(|folder| Checkpoints::new(folder, self.settings, self.pairs));
        let kept = checkpoints.as_ref().map(Checkpoints::read).transpose()?.flatten();
        let (mut run, weights) = match kept {
            Some((run, weights)) => (run, Some(weights)),
            None => (self.begin(trainee, on_progress)?, None),
        };
        if run.trained {
            return Ok(run);
        }
        trainee.restore(weights.or_else(|| trainee.pretrained().cloned()).unwrap_or_else(|| self.base.clone()))?;
        let save = &mut |run: &Run, trainee: &Trainee| match &mut checkpoints {
            Some(checkpoints) if checkpoints.due() || run.trained => checkpoints.write(run, &trainee.snapshot()?),
            _ => Ok(()),
        };
        save(&run, trainee)?;
        let Self { corpus, exam, training: pairs, settings, .. } = *self;
        Trainer { trainee, corpus, pairs, exam, settings }.train(&mut run, save, on_progress)?;
        Ok(run)
    }

    /// A new run that knows how the base does.
    fn begin(&self, base: &Trainee, on_progress: OnProgress<'_>) -> Result<Run> {
        let mut run = Run::new(self.settings.patience);
        let encoded = encode::for_exam(base, self.corpus, self.exam, on_progress)?;
        run.before = self.exam.trial(&encoded, &mut |done| on_progress(Progress::Reading { done }))?;
        let Examination { examined, .. } = self.exam.examined(0, &encoded);
        run.examined.push(examined);
        run.stopping.note(0, examined.dense.mrr10, f64::INFINITY);
        unless_cancelled(on_progress(Progress::Examined(examined)))?;
        Ok(run)
    }
}
