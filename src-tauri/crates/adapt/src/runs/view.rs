//! Runs as they are shown. Not for doing or storing them.

use super::progress::report;
use super::request::RunRequest;
use pincite_api::{Problem, TuningState, TuningView};
use pincite_library::{JobState, RunKind, TuningRun};

/// A run whose request or report cannot be read says so as its problem.
pub(super) fn view(run: TuningRun) -> TuningView {
    let (request, report) = (RunRequest::of(&run), report(&run));
    let unreadable = request.as_ref().err().or(report.as_ref().err()).map(Problem::from);
    let request = request.ok();
    TuningView {
        stage: request.as_ref().and_then(|request| Some(request.training.as_ref()?.stage)),
        generates: request.is_some_and(|request| request.questions.is_some()),
        kind: match run.kind {
            RunKind::Tuning => pincite_api::RunKind::Tuning,
            RunKind::Questions => pincite_api::RunKind::Questions,
        },
        id: run.id,
        collection: run.collection,
        state: state(&run),
        created_at: run.created_at,
        ended_at: run.ended_at,
        report: report.unwrap_or_default(),
        generation: run.generation,
        activated: run.activated,
        offered: run.state == JobState::Done && run.generation.is_some() && !run.activated,
        problem: run.problem.map(Problem::from).or(unreadable),
    }
}

/// A run that was interrupted waits for the next process that works.
fn state(run: &TuningRun) -> TuningState {
    match run.state {
        JobState::Queued => TuningState::Queued,
        JobState::Running if run.interrupted => TuningState::Queued,
        JobState::Running => TuningState::Running,
        JobState::Done => TuningState::Done,
        JobState::Failed => TuningState::Failed,
        JobState::Cancelled => TuningState::Cancelled,
    }
}
