//! `pincite tune`.

use super::{Context, pick, recipe};
use crate::arguments::{InCollection, Tune, TuneAction};
use crate::error::Error;
use crate::{Outcome, output, progress, verdict};
use indicatif::ProgressBar;
use pincite_engine::view::{
    Event, GenerationView, Problem, TuningPhase, TuningPlan, TuningProgress, TuningState, TuningView,
};
use serde::Serialize;
use tokio::sync::broadcast::{Receiver, error::RecvError};

#[derive(Serialize)]
struct History {
    tunings: Vec<TuningView>,
    generations: Vec<GenerationView>,
}

/// Tunes and waits for the verdict, or looks after what was tuned.
pub(crate) async fn run(context: &Context, given: Tune) -> Result<Outcome, Error> {
    let engine = &context.engine;
    match given.action {
        None => tune(context, given).await,
        Some(TuneAction::History(place)) => history(context, &place).await,
        Some(TuneAction::Cancel { run }) => {
            engine.cancel_tuning(run).await?;
            print(context, &engine.tuning(run).await?)
        }
        Some(TuneAction::Activate { generation, place }) => {
            engine.activate(pick::collection(engine, &place.collection).await?.id, generation).await?;
            history(context, &place).await
        }
        Some(TuneAction::Undo(place)) => {
            engine.undo_activation(pick::collection(engine, &place.collection).await?.id).await?;
            history(context, &place).await
        }
    }
}

async fn tune(context: &Context, given: Tune) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = pick::collection(engine, &given.place.collection).await?.id;
    let settings = recipe::settings(&given.recipe);
    let plan = engine.plan_tuning_with(collection, given.pairs.clone(), settings).await?;
    if let Some(problem) = plan.problem {
        return Err(Error::Tuning(problem));
    }
    if !context.json {
        announce(&plan);
    }
    let events = engine.events();
    engine.work().await?;
    let run = engine.start_tuning(collection, given.pairs, settings).await?.id;
    let bar = progress::steps("preparing", 0);
    let ended = tokio::select! {
        ended = engine.wait_until_tuned(run) => ended?,
        () = draw(events, &bar, run) => engine.wait_until_tuned(run).await?,
    };
    bar.finish_and_clear();
    print(context, &ended)
}

fn announce(plan: &TuningPlan) {
    let time = plan.seconds.map(|seconds| format!(", {} at most", verdict::duration(seconds))).unwrap_or_default();
    output::line(&format!(
        "{} pairs in {} documents; {} steps at most on the {}{time}",
        plan.pairs, plan.documents, plan.steps, plan.device
    ));
    if plan.unmatched > 0 {
        output::line(&format!("{} given passages are not in this collection", plan.unmatched));
    }
}

/// A run that has ended: failed or cancelled ones fail the command; that the base stays does not.
fn print(context: &Context, ended: &TuningView) -> Result<Outcome, Error> {
    if context.json {
        output::json(ended);
    } else if ended.state == TuningState::Done {
        verdict::print(ended);
    }
    match (&ended.state, &ended.problem) {
        (TuningState::Failed, Some(Problem { code, message })) if !context.json => {
            Err(Error::Tuning(Problem { code: code.clone(), message: message.clone() }))
        }
        (TuningState::Failed, _) => Ok(Outcome::Failed),
        (TuningState::Cancelled, _) if !context.json => {
            output::line(&format!("tuning {} was cancelled; everything is as it was", ended.id));
            Ok(Outcome::Done)
        }
        _ => Ok(Outcome::Done),
    }
}

async fn draw(mut events: Receiver<Event>, bar: &ProgressBar, run: i64) {
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
        TuningPhase::Asking => "asking about passages",
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

async fn history(context: &Context, place: &InCollection) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = pick::collection(engine, &place.collection).await?.id;
    let (tunings, generations) = (engine.tunings(collection).await?, engine.generations(collection).await?);
    if context.json {
        output::json(&History { tunings, generations });
    } else {
        tunings.iter().for_each(verdict::run);
        generations.iter().for_each(verdict::generation);
    }
    Ok(Outcome::Done)
}
