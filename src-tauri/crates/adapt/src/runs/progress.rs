//! The progress of a run: emitted while it goes, and stored at every examination. Not for its outcome.

use super::battery;
use crate::{Adapt, Error, Progress, Result, Step};
use pincite_api::{Event, Examined, TuningPhase, TuningProgress, TuningReport};
use pincite_library::{CollectionId, Run, RunId};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

/// How often the power supply is checked while a run waits for it.
const POWER_CHECK: Duration = Duration::from_millis(500);

/// Before this many seconds have passed in a phase a remaining time would be a guess.
const SECONDS_BEFORE_ESTIMATE: f32 = 1.0;

/// The progress of a run that this process is at.
pub(crate) struct RunProgress {
    adapt: Adapt,
    run: RunId,
    collection: CollectionId,
    token: CancellationToken,
    /// The report so far; of a run that was interrupted, with what former processes found.
    pub(crate) report: TuningReport,
    /// Seconds former processes worked.
    before: f32,
    began: Instant,
    pace: Pace,
    /// Steps made and planned.
    steps: Count,
}

/// Units done and in all.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    pub(crate) done: u32,
    pub(crate) total: u32,
}

/// How fast a phase goes.
#[derive(Clone, Copy)]
struct Pace {
    phase: TuningPhase,
    began: Instant,
    /// Units that were done then.
    from: u32,
}

impl RunProgress {
    /// Goes on from the run's stored report.
    ///
    /// # Errors
    /// [`Error::RunUnreadable`].
    pub(super) fn of(adapt: &Adapt, run: &Run, token: &CancellationToken) -> Result<Self> {
        let report = report(run)?;
        Ok(Self {
            adapt: adapt.clone(),
            run: run.id,
            collection: run.collection,
            token: token.clone(),
            before: report.seconds,
            report,
            began: Instant::now(),
            pace: Pace { phase: TuningPhase::Preparing, began: Instant::now(), from: 0 },
            steps: Count::default(),
        })
    }

    /// Takes the progress of the training, on a thread of its own; ends it if the run is cancelled.
    pub(super) fn on_progress(&mut self, progress: Progress) -> ControlFlow<()> {
        match progress {
            Progress::Embedding { .. } | Progress::Reading { .. } => {
                self.emit(TuningPhase::Training, self.steps);
            }
            Progress::Judging { done, total } => {
                self.emit(TuningPhase::Judging, Count { done: done as u32, total: total as u32 });
            }
            Progress::Step(step) => self.step(step),
            Progress::Examined(examined) => self.examined(examined),
        }
        if self.token.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// A run that was interrupted repeats steps, and what it knew of them goes. Losses that were lost in between are
    /// filled up with the next one, until the end, when all are known again.
    fn step(&mut self, step: Step) {
        self.report.losses.resize(step.step.saturating_sub(1), step.loss);
        self.report.losses.push(step.loss);
        self.steps = Count { done: step.step as u32, total: step.steps as u32 };
        self.emit_with(TuningPhase::Training, self.steps, Some(step.loss), None);
        self.wait_for_power();
    }

    fn examined(&mut self, examined: Examined) {
        self.report.examined.retain(|former| former.step < examined.step);
        self.report.examined.push(examined);
        self.emit_with(TuningPhase::Training, self.steps, None, Some(examined));
        if let Err(error) = Handle::current().block_on(self.save()) {
            self.adapt.notice(&error);
        }
    }

    /// Stores the report.
    pub(super) async fn save(&mut self) -> Result<()> {
        let report = self.written()?;
        self.adapt.library.report_run(self.run, &report).await?;
        Ok(())
    }

    /// The report as JSON.
    pub(crate) fn written(&mut self) -> Result<String> {
        self.report.seconds = self.before + self.began.elapsed().as_secs_f32();
        serde_json::to_string(&self.report).map_err(|source| Error::RunUnreadable { run: self.run, source })
    }

    /// Emits where the run is.
    pub(crate) fn emit(&mut self, phase: TuningPhase, count: Count) {
        self.emit_with(phase, count, None, None);
    }

    fn emit_with(&mut self, phase: TuningPhase, count: Count, loss: Option<f32>, examined: Option<Examined>) {
        let Count { done, total } = count;
        if self.pace.phase != phase {
            self.pace = Pace { phase, began: Instant::now(), from: done };
        }
        let rate = self.pace.rate(done);
        self.adapt.emit(Event::Tuning(TuningProgress {
            run: self.run,
            collection: self.collection,
            phase,
            done,
            total,
            rate,
            seconds_left: rate.filter(|_| total >= done).map(|rate| (total - done) as f32 / rate),
            device: self.report.device.clone(),
            loss,
            examined,
        }));
    }

    /// A machine on its battery is not drained: the next step waits for power.
    fn wait_for_power(&self) {
        let drains = || battery::drains(Path::new(battery::SUPPLIES));
        if drains() {
            self.adapt.notice(&Error::OnBattery);
        }
        while !self.token.is_cancelled() && drains() {
            std::thread::sleep(POWER_CHECK);
        }
    }
}

impl Pace {
    /// Units a second.
    fn rate(&self, done: u32) -> Option<f32> {
        let seconds = self.began.elapsed().as_secs_f32();
        let made = done.saturating_sub(self.from);
        (seconds >= SECONDS_BEFORE_ESTIMATE && made > 0).then(|| made as f32 / seconds)
    }
}

/// The stored report of a run; an empty one before there is any.
///
/// # Errors
/// [`Error::RunUnreadable`].
pub(super) fn report(run: &Run) -> Result<TuningReport> {
    let stored = serde_json::from_str::<Option<TuningReport>>(&run.report);
    stored.map(Option::unwrap_or_default).map_err(|source| Error::RunUnreadable { run: run.id, source })
}
