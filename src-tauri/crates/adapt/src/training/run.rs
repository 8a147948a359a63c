//! One run of training: where it stands, how it begins, and how it goes on after a kill. Not for the steps (`trainer`) or
//! for the file format (`checkpoint`).

use crate::gate::judge::{Before, Judge};
use crate::training::checkpoint::Checkpoints;
use crate::training::encode::OnProgress;
use crate::training::labels::{Labelling, Labels};
use crate::training::stopping::Stopping;
use crate::training::trainer::{Trainer, unless_cancelled};
use crate::{Error, Examined, Pair, Progress, Result, Settings, Split};
use pincite_models::{Snapshot, Trainee};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Which part of a run comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    /// More steps.
    #[default]
    Training,
    /// The decision.
    Trained,
}

/// Where a run stands: all that it takes to go on after a kill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Run {
    /// What comes next.
    pub(crate) phase: Phase,
    /// How the base did.
    pub(crate) before: Option<Before>,
    /// Epochs done.
    pub(crate) epoch: usize,
    /// Batches of this epoch done.
    pub(crate) batch: usize,
    /// Steps made.
    pub(crate) step: usize,
    /// Loss of each step.
    pub(crate) losses: Vec<f32>,
    /// Examinations so far, the base first.
    pub(crate) examined: Vec<Examined>,
    /// When it will end.
    pub(crate) stopping: Stopping,
    /// Rank of each question's answer when the encoder did best; none are known of the base.
    pub(crate) best_ranks: Vec<Option<usize>>,
    /// The weights kept so far, without moments.
    #[serde(skip)]
    pub(crate) best: Option<Snapshot>,
}

/// What a run is made of.
pub(crate) struct RunSpec<'r> {
    pub(crate) judge: &'r Judge<'r>,
    /// All pairs: they identify the run's checkpoint.
    pub(crate) pairs: &'r [Pair],
    /// Those that are trained on and those held out.
    pub(crate) sides: &'r Split,
    pub(crate) settings: &'r Settings,
    /// Weights of the base, without moments.
    pub(crate) base: &'r Snapshot,
    /// Where checkpoints are kept, if they are.
    pub(crate) folder: Option<&'r Path>,
}

impl Run {
    /// A run that has not begun.
    pub(crate) fn new(patience: usize) -> Self {
        Self {
            phase: Phase::Training,
            before: None,
            epoch: 0,
            batch: 0,
            step: 0,
            losses: Vec::new(),
            examined: Vec::new(),
            stopping: Stopping::new(patience),
            best_ranks: Vec::new(),
            best: None,
        }
    }

    /// Notes how the base does.
    fn begin(&mut self, before: Before, on_progress: OnProgress<'_>) -> Result<Before> {
        self.before = Some(before.clone());
        self.examined.push(before.examined);
        self.stopping.note(0, before.examined.dense.mrr10, f64::INFINITY);
        unless_cancelled(on_progress(Progress::Examined(before.examined)))?;
        Ok(before)
    }
}

impl RunSpec<'_> {
    /// Makes the run, or what is left of it, with a trainee that holds the base's weights. Returns how the base did, and the
    /// finished run.
    pub(crate) fn make(&self, trainee: &mut Trainee, on_progress: OnProgress<'_>) -> Result<(Before, Run)> {
        let settings = self.settings;
        let mut checkpoints = self.folder.map(|folder| Checkpoints::new(folder, settings, self.pairs));
        let kept = checkpoints.as_ref().map(Checkpoints::read).transpose()?.flatten();
        let (mut run, weights) = kept.map_or_else(|| (Run::new(settings.patience), None), |(run, at)| (run, Some(at)));
        let before = match run.before.clone() {
            Some(before) => before,
            None => run.begin(self.judge.before(trainee, on_progress)?, on_progress)?,
        };
        if run.phase == Phase::Trained {
            return Ok((before, run));
        }
        // With the base's weights, so that a run that goes on has the same labels.
        let labels = self.labels(trainee, on_progress)?;
        trainee.restore(weights.or_else(|| trainee.pretrained().cloned()).unwrap_or_else(|| self.base.clone()))?;
        let save = &mut |run: &Run, trainee: &Trainee| match &mut checkpoints {
            Some(checkpoints) if checkpoints.due() || run.phase == Phase::Trained => {
                checkpoints.write(run, &trainee.snapshot()?)
            }
            _ => Ok(()),
        };
        save(&run, trainee)?;
        let Judge { corpus, exam, .. } = *self.judge;
        let pairs = &self.sides.training;
        Trainer { trainee, corpus, pairs, labels: &labels, exam: Some(exam), settings }.train(
            &mut run,
            save,
            on_progress,
        )?;
        Ok((before, run))
    }

    /// The teacher's word on each pair that is trained on; nothing for a loss without a teacher.
    fn labels(&self, trainee: &Trainee, on_progress: OnProgress<'_>) -> Result<Vec<Labels>> {
        if !self.settings.needs_teacher() {
            return Ok(Vec::new());
        }
        let Judge { corpus, tuning, .. } = *self.judge;
        let teacher = tuning.teacher.ok_or(Error::NoTeacher)?;
        let Split { training: pairs, held_out, .. } = self.sides;
        Labelling { teacher, corpus, pairs, held_out }.labels(trainee, on_progress)
    }
}
