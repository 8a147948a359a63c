//! Follows a run to its end: shows its progress, and reports failure or cancellation. Not for its results.

use super::Context;
use crate::error::Error;
use crate::{Outcome, output, progress};
use indicatif::ProgressBar;
use pincite_api::{Event, TuningPhase, TuningProgress, TuningRunId, TuningState, TuningView};
use tokio::sync::broadcast::{Receiver, error::RecvError};

/// Shows a run's progress until it has ended, in this or another process.
pub(crate) async fn to_its_end(
    context: &Context,
    events: Receiver<Event>,
    run: TuningRunId,
) -> Result<TuningView, Error> {
    let adapt = context.engine.adapt();
    let bar = progress::steps("preparing", 0);
    let ended = tokio::select! {
        ended = adapt.wait(run) => ended?,
        () = draw(events, &bar, run) => adapt.wait(run).await?,
    };
    bar.finish_and_clear();
    Ok(ended)
}

/// Prints a run that has ended; `print_result` prints a successful one. A failed run fails the command, a cancelled one
/// does not.
pub(crate) fn print(
    context: &Context,
    ended: &TuningView,
    print_result: impl FnOnce(&TuningView),
    cancelled: &str,
) -> Result<Outcome, Error> {
    if context.json {
        output::json(ended);
    } else if ended.state == TuningState::Done {
        print_result(ended);
    }
    match (&ended.state, &ended.problem) {
        (TuningState::Failed, Some(problem)) if !context.json => Err(Error::Run(problem.clone())),
        (TuningState::Failed, _) => Ok(Outcome::Failed),
        (TuningState::Cancelled, _) if !context.json => {
            output::line(cancelled);
            Ok(Outcome::Done)
        }
        _ => Ok(Outcome::Done),
    }
}

async fn draw(mut events: Receiver<Event>, bar: &ProgressBar, run: TuningRunId) {
    loop {
        match events.recv().await {
            Ok(Event::Tuning(progress)) if progress.run == run => advance(bar, &progress),
            Ok(Event::Notice(problem)) => bar.suspend(|| output::note(&problem)),
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

fn advance(bar: &ProgressBar, progress: &TuningProgress) {
    bar.set_message(match progress.phase {
        TuningPhase::Generating => "generating",
        TuningPhase::Preparing => "preparing",
        TuningPhase::Training => "steps",
        TuningPhase::Judging => "judging",
        TuningPhase::Embedding => "embedding passages",
    });
    bar.set_length(u64::from(progress.total));
    bar.set_position(u64::from(progress.done));
    if let Some(loss) = progress.loss {
        bar.set_prefix(format!("loss {loss:.3}"));
    }
}
