//! `pincite tune`.

use super::{Context, follow, pick};
use crate::arguments::{InCollection, Tune, TuneAction};
use crate::error::Error;
use crate::{Outcome, output, question_text, verdict};
use pincite_api::{
    CollectionId, GenerationView, QuestionRequest, RunKind, TuningPlan, TuningRequest, TuningRunId, TuningStage,
    TuningState, TuningView,
};
use serde::Serialize;

#[derive(Serialize)]
struct History {
    tunings: Vec<TuningView>,
    generations: Vec<GenerationView>,
}

/// Tunes and waits for the verdict, or manages what was tuned.
pub(crate) async fn run(context: &Context, given: Tune) -> Result<Outcome, Error> {
    let (engine, adapt) = (&context.engine, context.engine.adapt());
    match given.action {
        None => tune(context, given).await,
        Some(TuneAction::History(place)) => history(context, &place).await,
        Some(TuneAction::Cancel { run: number }) => {
            adapt.cancel(number).await?;
            print(context, &adapt.run(number).await?)
        }
        Some(TuneAction::Activate { generation, place }) => {
            adapt.generations().activate(pick::collection(engine, &place.collection).await?.id, generation).await?;
            history(context, &place).await
        }
        Some(TuneAction::Undo(place)) => {
            adapt.generations().undo(pick::collection(engine, &place.collection).await?.id).await?;
            history(context, &place).await
        }
    }
}

/// Starts a tuning, or goes on with the run of the collection that has not ended, and waits for its end.
async fn tune(context: &Context, given: Tune) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = pick::collection(engine, &given.place.collection).await?.id;
    let events = engine.events();
    let run = match engine.adapt().unfinished(collection).await? {
        Some(run) => {
            if !context.json {
                output::line(&resumed(&run));
            }
            engine.work().await?;
            run.id
        }
        None => start(context, collection, given).await?,
    };
    let ended = follow::to_its_end(context, events, run).await?;
    print(context, &ended)
}

async fn start(context: &Context, collection: CollectionId, given: Tune) -> Result<TuningRunId, Error> {
    let (engine, request) = (&context.engine, request(given));
    let plan = engine.adapt().plan(collection, &request).await?;
    if let Some(problem) = plan.problem {
        return Err(Error::Run(problem));
    }
    if !context.json {
        announce(&plan);
    }
    engine.work().await?;
    Ok(engine.adapt().start(collection, request).await?.id)
}

/// A file alone, or what was marked and, unless that is not wanted, the collection's questions.
fn request(given: Tune) -> TuningRequest {
    let questions = (given.pairs.is_none() && !given.no_questions).then(QuestionRequest::default);
    let stage = if given.encoder { TuningStage::Encoder } else { TuningStage::Weights };
    TuningRequest { stage, pairs: given.pairs, questions }
}

fn resumed(run: &TuningView) -> String {
    match run.state {
        TuningState::Running => format!("run {} is running in another process; waiting for its end", run.id),
        _ => format!("run {} has not ended; it goes on where it was", run.id),
    }
}

fn announce(plan: &TuningPlan) {
    if let Some(questions) = &plan.questions {
        question_text::plan(questions);
    }
    let time = plan.seconds.map(|seconds| format!(", {} at most", verdict::duration(seconds))).unwrap_or_default();
    let steps = if plan.steps > 0 { format!("{} steps at most", plan.steps) } else { "fitting weights".to_owned() };
    output::line(&format!(
        "{} pairs in {} documents; {steps} on the {}{time}",
        plan.pairs, plan.documents, plan.device
    ));
    if plan.unmatched > 0 {
        output::line(&format!("{} passages of the pairs are not in this collection", plan.unmatched));
    }
}

/// A run that has ended. Keeping the base is no failure.
fn print(context: &Context, ended: &TuningView) -> Result<Outcome, Error> {
    let cancelled = format!("tuning {} was cancelled; everything is as it was", ended.id);
    follow::print(context, ended, outcome, &cancelled)
}

fn outcome(ended: &TuningView) {
    if ended.kind == RunKind::Questions || ended.report.questions.asked > 0 {
        question_text::outcome(ended);
    }
    if ended.kind == RunKind::Tuning {
        verdict::print(ended);
    }
}

async fn history(context: &Context, place: &InCollection) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = pick::collection(engine, &place.collection).await?.id;
    let adapt = engine.adapt();
    let (tunings, generations) = (adapt.history(collection).await?, adapt.generations().list(collection).await?);
    if context.json {
        output::json(&History { tunings, generations });
    } else {
        tunings.iter().for_each(verdict::run);
        generations.iter().for_each(verdict::generation);
    }
    Ok(Outcome::Done)
}
