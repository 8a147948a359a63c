//! `pincite tune`: adapts the search of a collection.

use super::runs;
use crate::context::{Context, InCollection, Outcome};
use crate::error::Error;
use crate::output;
use clap::{Args, Subcommand};
use pincite_api::{
    CollectionId, GenerationId, GenerationView, QuestionRequest, RunId, TuningPlan, TuningRequest, TuningView,
};
use serde::Serialize;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Tune {
    #[command(subcommand)]
    action: Option<TuneAction>,
    /// Adapt to these pairs only: JSON lines with `question`, `passage` (its text, or a part of it) and perhaps
    /// `document`. By default: what people marked and wrote, and the headings, terms and sentences of the documents.
    #[arg(long, value_name = "FILE")]
    pairs: Option<PathBuf>,
    /// Adapt to generated questions instead of the documents' own words. They are written first, which may take hours.
    #[arg(long, conflicts_with = "pairs")]
    questions: bool,
    #[command(flatten)]
    place: InCollection,
}

#[derive(Debug, Subcommand)]
enum TuneAction {
    /// List the tunings of a collection, and the generations of its vectors.
    History(InCollection),
    /// Cancel a tuning that waits or runs; everything is as it was.
    Cancel {
        /// Its number.
        run: RunId,
    },
    /// Use another generation, such as one that a tuning offers.
    Activate {
        /// Its number.
        generation: GenerationId,
        #[command(flatten)]
        place: InCollection,
    },
    /// Go back to the generation that was used before.
    Undo(InCollection),
}

#[derive(Serialize)]
struct History {
    tunings: Vec<TuningView>,
    generations: Vec<GenerationView>,
}

/// Tunes and waits for the verdict, or manages what was tuned.
pub(super) async fn tune(context: &Context, given: Tune) -> Result<Outcome, Error> {
    let adapt = context.engine.adapt();
    match given.action {
        None => adapt_search(context, given).await,
        Some(TuneAction::History(place)) => history(context, &place).await,
        Some(TuneAction::Cancel { run }) => {
            adapt.cancel(run).await?;
            print(context, &adapt.run(run).await?)
        }
        Some(TuneAction::Activate { generation, place }) => {
            adapt.generations().activate(context.collection(&place).await?, generation).await?;
            history(context, &place).await
        }
        Some(TuneAction::Undo(place)) => {
            adapt.generations().undo(context.collection(&place).await?).await?;
            history(context, &place).await
        }
    }
}

/// Starts a tuning, or goes on with the run of the collection that has not ended, and waits for its end.
async fn adapt_search(context: &Context, given: Tune) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = context.collection(&given.place).await?;
    let events = engine.events();
    let run = match engine.adapt().unfinished(collection).await? {
        Some(run) => {
            runs::resume(context, &run).await?;
            run.id
        }
        None => start(context, collection, given).await?,
    };
    print(context, &runs::to_its_end(context, events, run).await?)
}

async fn start(context: &Context, collection: CollectionId, given: Tune) -> Result<RunId, Error> {
    let engine = &context.engine;
    let request = request(given);
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

fn request(given: Tune) -> TuningRequest {
    let questions = given.questions.then(QuestionRequest::default);
    TuningRequest { pairs: given.pairs, questions }
}

fn announce(plan: &TuningPlan) {
    if let Some(questions) = &plan.questions {
        runs::print_plan(questions);
    }
    let time = plan.seconds.map(|seconds| format!(", {} at most", runs::duration(seconds))).unwrap_or_default();
    output::line(&format!(
        "{} pairs in {} documents; {} steps at most on the {}{time}",
        plan.pairs, plan.documents, plan.steps, plan.device
    ));
    if plan.unknown_language > 0 {
        output::line(&format!(
            "{} documents gain nothing: the search model does not know their language. Choose another one with `pincite \
             models use`.",
            plan.unknown_language
        ));
    }
    if plan.unmatched > 0 {
        output::line(&format!("{} passages of the pairs are not in this collection", plan.unmatched));
    }
}

fn print(context: &Context, ended: &TuningView) -> Result<Outcome, Error> {
    let cancelled = format!("tuning {} was cancelled; everything is as it was", ended.id);
    runs::print(context, ended, &cancelled)
}

async fn history(context: &Context, place: &InCollection) -> Result<Outcome, Error> {
    let collection = context.collection(place).await?;
    let adapt = context.engine.adapt();
    let tunings = adapt.history(collection).await?;
    let generations = adapt.generations().list(collection).await?;
    let history = History { tunings, generations };
    if !context.as_json(&history) {
        history.tunings.iter().for_each(runs::print_run);
        history.generations.iter().for_each(runs::print_generation);
    }
    Ok(Outcome::Done)
}
