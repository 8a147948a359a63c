//! The training itself: epochs of batches, examinations, and the weights that are kept. Not for the decision whether to use
//! them.

use crate::gate::Examination;
use crate::training::assemble::{Examples, Tokenised};
use crate::training::batches::plan;
use crate::training::checkpoint::Run;
use crate::training::encode::{self, OnProgress};
use crate::training::settings::Schedule;
use crate::training::stopping::Trend;
use crate::{Corpus, Error, Exam, Pair, Progress, Result, Settings, Step};
use pincite_models::{Rates, Trainee};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Everything a run works with.
pub(crate) struct Trainer<'r> {
    pub(crate) trainee: &'r mut Trainee,
    pub(crate) corpus: &'r Corpus,
    pub(crate) pairs: &'r [Pair],
    /// What it is examined by on the way.
    pub(crate) exam: &'r Exam<'r>,
    pub(crate) settings: &'r Settings,
}

/// What every epoch of a run needs.
struct Course {
    tokenised: Tokenised,
    /// For each epoch its batches: the pairs of each, by position.
    epochs: Vec<Vec<Vec<usize>>>,
    /// Batches of all epochs.
    steps: usize,
}

impl Trainer<'_> {
    /// Trains on from where `run`, which knows how the base does, stands until early stopping or the last epoch; `save` is
    /// called where a run can be taken up again.
    pub(crate) fn train(
        &mut self,
        run: &mut Run,
        save: &mut dyn FnMut(&Run, &Trainee) -> Result<()>,
        on_progress: OnProgress<'_>,
    ) -> Result<()> {
        let course = self.course()?;
        while !run.trained && run.epoch < course.epochs.len() {
            self.epoch(run, &course, save, on_progress)?;
            (run.epoch, run.batch) = (run.epoch + 1, 0);
        }
        run.trained = true;
        save(run, self.trainee)
    }

    fn course(&self) -> Result<Course> {
        let tokenised = Tokenised::new(self.trainee, self.corpus, self.pairs)?;
        let planned = |epoch| plan(self.pairs, self.corpus, self.settings, epoch).batches;
        let epochs: Vec<Vec<Vec<usize>>> = (0..self.settings.epochs).map(planned).collect();
        let steps = epochs.iter().map(Vec::len).sum();
        Ok(Course { tokenised, epochs, steps })
    }

    fn epoch(
        &mut self,
        run: &mut Run,
        course: &Course,
        save: &mut dyn FnMut(&Run, &Trainee) -> Result<()>,
        on_progress: OnProgress<'_>,
    ) -> Result<()> {
        let batches = &course.epochs[run.epoch];
        let examples = Examples { corpus: self.corpus, pairs: self.pairs };
        let every = batches.len().div_ceil(self.settings.exams.max(1)).max(1);
        while run.batch < batches.len() && !run.trained {
            let chosen = &batches[run.batch];
            let stepped = {
                let batch = course.tokenised.batch(&examples, chosen);
                self.trainee.step(&batch, &self.rates(run, course.steps, chosen))?
            };
            run.batch += 1;
            run.step += 1;
            let step = Step { step: run.step, steps: course.steps, loss: stepped.loss };
            if !stepped.loss.is_finite() {
                return Err(Error::Diverged { step: run.step });
            }
            run.losses.push(stepped.loss);
            unless_cancelled(on_progress(Progress::Step(step)))?;
            if run.batch.is_multiple_of(every) || run.batch == batches.len() {
                self.examine(run, on_progress)?;
            }
            save(run, self.trainee)?;
        }
        Ok(())
    }

    /// A batch in which each passage answers n questions says more surely where to go, and goes √n times as far (Malladi et
    /// al. 2022, "On the SDEs and scaling rules for adaptive gradient algorithms").
    fn rates(&self, run: &Run, steps: usize, chosen: &[usize]) -> Rates {
        let Settings { learning_rate, warm_up, weight_decay, max_norm, .. } = *self.settings;
        let schedule = Schedule { peak: learning_rate, warm_up, steps };
        let answers = chosen.iter().map(|pair| (self.pairs[*pair].document, &self.pairs[*pair].passages));
        let questions_per_passage = chosen.len() as f64 / answers.collect::<BTreeSet<_>>().len().max(1) as f64;
        Rates { learning_rate: questions_per_passage.sqrt() * schedule.rate(run.step), weight_decay, max_norm }
    }

    /// Asks the questions held out; the last weights that are no worse than the best are kept, and a run that no longer gets
    /// better ends. What counts is the encoder by itself, for in the whole search its gains are smaller than chance from one
    /// examination to the next.
    fn examine(&mut self, run: &mut Run, on_progress: OnProgress<'_>) -> Result<()> {
        let exam = self.exam;
        let encoded = encode::for_exam(&*self.trainee, self.corpus, exam, on_progress)?;
        let Examination { examined, ranks } = exam.examined(run.step, &encoded);
        run.examined.push(examined);
        let trend = run.stopping.note(run.step, examined.dense.mrr10, exam.behind(&ranks, &run.best_ranks));
        if trend != Trend::Worse {
            run.best = Some(self.trainee.snapshot()?.without_moments());
        }
        if trend == Trend::Best {
            run.best_ranks = ranks;
        }
        if run.stopping.over() {
            run.trained = true;
        }
        unless_cancelled(on_progress(Progress::Examined(examined)))
    }
}

/// [`Error::Cancelled`] if a callback broke off.
pub(crate) fn unless_cancelled(flow: ControlFlow<()>) -> Result<()> {
    if flow.is_break() { Err(Error::Cancelled) } else { Ok(()) }
}
