//! The course of a run: told while it goes, and kept in the library at every examination. Not for what it leads to.

use super::battery;
use super::wish::got_somewhere;
use crate::view::{Event, Examined, TuningCourse, TuningPhase, TuningProgress};
use crate::{Engine, Error};
use pincite_library::TuningRun;
use pincite_tune::{Progress, Step};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

/// How often it is looked whether there is power again.
const LOOK: Duration = Duration::from_millis(500);

/// Before this many seconds have passed in a phase a remaining time would be a guess.
const SECONDS_BEFORE_ESTIMATE: f32 = 1.0;

/// The course of a run that is at work in this process.
pub(crate) struct Course {
    engine: Engine,
    run: i64,
    collection: i64,
    token: CancellationToken,
    /// What is known so far; of a run that was interrupted, with what former processes found.
    pub(crate) kept: TuningCourse,
    /// Seconds former processes worked.
    before: f32,
    began: Instant,
    pace: Pace,
    /// Steps made and planned.
    steps: (u32, u32),
}

/// How fast a phase goes.
#[derive(Clone, Copy)]
struct Pace {
    phase: TuningPhase,
    began: Instant,
    /// Units that were done then.
    from: u32,
}

impl Course {
    /// Goes on with what the run's report says.
    pub(super) fn of(engine: &Engine, run: &TuningRun, token: &CancellationToken) -> Self {
        let kept = kept(run);
        Self {
            engine: engine.clone(),
            run: run.id.0,
            collection: run.collection.0,
            token: token.clone(),
            before: kept.seconds,
            kept,
            began: Instant::now(),
            pace: Pace { phase: TuningPhase::Preparing, began: Instant::now(), from: 0 },
            steps: (0, 0),
        }
    }

    /// Takes in what the tuning tells, on a thread of its own; ends it if the run is cancelled.
    pub(super) fn hear(&mut self, news: Progress) -> ControlFlow<()> {
        match news {
            Progress::Embedding { .. } => self.tell(TuningPhase::Training, self.steps, None, None),
            Progress::Judging { done, total } => {
                self.tell(TuningPhase::Judging, (done as u32, total as u32), None, None);
            }
            Progress::Step(step) => self.step(step),
            Progress::Examined(examined) => self.examined(examined),
        }
        if self.token.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// A run that was interrupted repeats steps, and what it knew of them goes. Losses that were lost in between are
    /// filled up with the next one, until the end, when all are known again.
    fn step(&mut self, step: Step) {
        self.kept.losses.resize(step.step.saturating_sub(1), step.loss);
        self.kept.losses.push(step.loss);
        self.steps = (step.step as u32, step.steps as u32);
        self.tell(TuningPhase::Training, self.steps, Some(step.loss), None);
        self.wait_for_power();
    }

    fn examined(&mut self, examined: Examined) {
        self.kept.examined.retain(|former| former.step < examined.step);
        self.kept.examined.push(examined);
        self.tell(TuningPhase::Training, self.steps, None, Some(examined));
        if let Err(error) = Handle::current().block_on(self.save()) {
            self.engine.0.notice(&error);
        }
    }

    /// Writes it into the library.
    pub(super) async fn save(&mut self) -> Result<(), Error> {
        let report = self.written();
        self.engine.0.library.report_tuning_run(pincite_library::TuningRunId(self.run), &report).await?;
        self.got_somewhere().await;
        Ok(())
    }

    /// As the library keeps it.
    pub(crate) fn written(&mut self) -> String {
        self.kept.seconds = self.before + self.began.elapsed().as_secs_f32();
        serde_json::to_string(&self.kept).unwrap_or_else(|_| "null".to_owned())
    }

    /// Something is in the library that will not be done again.
    pub(crate) async fn got_somewhere(&self) {
        got_somewhere(&self.engine.0.home.tuning(self.run)).await;
    }

    /// Tells everyone where the run is.
    pub(crate) fn tell(
        &mut self,
        phase: TuningPhase,
        (done, total): (u32, u32),
        loss: Option<f32>,
        examined: Option<Examined>,
    ) {
        if self.pace.phase != phase {
            self.pace = Pace { phase, began: Instant::now(), from: done };
        }
        self.engine.0.emit(Event::Tuning(TuningProgress {
            run: self.run,
            collection: self.collection,
            phase,
            done,
            total,
            rate: self.pace.rate(done),
            seconds_left: self.pace.rate(done).filter(|_| total >= done).map(|rate| (total - done) as f32 / rate),
            device: self.kept.device.clone(),
            loss,
            examined,
        }));
    }

    /// A machine on its battery is not drained: the next step waits for power.
    fn wait_for_power(&self) {
        let drains = || battery::drains(Path::new(battery::SUPPLIES));
        if drains() {
            self.engine.0.notice(&Error::OnBattery);
        }
        while !self.token.is_cancelled() && drains() {
            std::thread::sleep(LOOK);
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

/// What the library keeps of a run's course.
pub(super) fn kept(run: &TuningRun) -> TuningCourse {
    let kept: Option<TuningCourse> = serde_json::from_str(&run.report).unwrap_or_default();
    kept.unwrap_or_default()
}
