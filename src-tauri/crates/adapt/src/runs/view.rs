//! Runs as they are shown. Not for doing or storing them.

use super::progress::report;
use super::request::RunRequest;
use pincite_api::{Problem, TuningState, TuningView};
use pincite_library::{JobState, Run, RunKind};

/// A run whose request or report cannot be read says so as its problem.
pub(super) fn view(run: Run) -> TuningView {
    let request = RunRequest::of(&run);
    let report = report(&run);
    let unreadable = request.as_ref().err().or(report.as_ref().err()).map(Problem::from);
    let RunRequest { questions, encoder, .. } = request.unwrap_or_default();
    TuningView {
        generates: questions.is_some(),
        kind: match run.kind {
            RunKind::Adapt if encoder.is_some() => pincite_api::RunKind::Encoder,
            RunKind::Adapt => pincite_api::RunKind::Tuning,
            RunKind::Questions => pincite_api::RunKind::Questions,
        },
        encoder,
        id: run.id,
        collection: run.collection,
        state: state(run.state),
        created_at: run.created_at,
        ended_at: run.ended_at,
        report: report.unwrap_or_default(),
        generation: run.generation,
        activated: run.activated,
        offered: run.state == JobState::Done && run.generation.is_some() && !run.activated,
        problem: run.problem.map(Problem::from).or(unreadable),
    }
}

fn state(state: JobState) -> TuningState {
    match state {
        JobState::Queued => TuningState::Queued,
        JobState::Running => TuningState::Running,
        JobState::Done => TuningState::Done,
        JobState::Failed => TuningState::Failed,
        JobState::Cancelled => TuningState::Cancelled,
    }
}
