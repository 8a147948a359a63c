//! `pincite tune`.

use super::{Context, follow, pick};
use crate::arguments::{InCollection, Tune, TuneAction};
use crate::error::Error;
use crate::{Outcome, asked, output, verdict};
use pincite_engine::view::{GenerationView, QuestionWish, RunKind, Sources, TuningPlan, TuningView};
use pincite_tune::Recipe;
use serde::Serialize;
use std::path::PathBuf;

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
        Some(TuneAction::Cancel { run: number }) => {
            engine.cancel_tuning(number).await?;
            print(context, &engine.tuning(number).await?)
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
    let (recipe, sources) = (Recipe::from(&given.recipe), sources(given.pairs, given.no_questions));
    let plan = engine.plan_tuning(collection, sources.clone(), &recipe).await?;
    if let Some(problem) = plan.problem {
        return Err(Error::Run(problem));
    }
    if !context.json {
        announce(&plan);
    }
    let events = engine.events();
    engine.work().await?;
    let run = engine.start_tuning(collection, sources, &recipe).await?.id;
    let ended = follow::to_its_end(context, events, run).await?;
    print(context, &ended)
}

/// A file alone, or what was marked and, unless that is not wanted, the collection's questions.
fn sources(pairs: Option<PathBuf>, no_questions: bool) -> Sources {
    let questions = (pairs.is_none() && !no_questions).then(QuestionWish::default);
    Sources { pairs, questions }
}

fn announce(plan: &TuningPlan) {
    if let Some(asking) = &plan.asking {
        asked::plan(asking);
    }
    let time = plan.seconds.map(|seconds| format!(", {} at most", verdict::duration(seconds))).unwrap_or_default();
    output::line(&format!(
        "{} pairs in {} documents; {} steps at most on the {}{time}",
        plan.pairs, plan.documents, plan.steps, plan.device
    ));
    if plan.unmatched > 0 {
        output::line(&format!("{} given passages are not in this collection", plan.unmatched));
    }
}

/// A run that has ended; that the base stays fails nothing.
fn print(context: &Context, ended: &TuningView) -> Result<Outcome, Error> {
    let cancelled = format!("tuning {} was cancelled; everything is as it was", ended.id);
    follow::print(context, ended, told, &cancelled)
}

fn told(ended: &TuningView) {
    if ended.kind == RunKind::Questions || ended.course.questions.asked > 0 {
        asked::outcome(ended);
    }
    if ended.kind == RunKind::Tuning {
        verdict::print(ended);
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
