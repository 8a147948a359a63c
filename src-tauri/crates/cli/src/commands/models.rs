//! `pincite models` and `pincite status`: what the search uses, and where data lies.

use super::runs;
use crate::context::{Context, InCollection, Outcome};
use crate::error::Error;
use crate::output::{self, FAINT, GOOD, STRONG};
use crate::progress;
use clap::{Args, Subcommand};
use pincite_api::{CollectionId, EncoderPlan, ModelLanguages, ModelView, RunId};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Models {
    #[command(subcommand)]
    action: Option<ModelAction>,
}

#[derive(Debug, Subcommand)]
enum ModelAction {
    /// List the models of the catalogue.
    List,
    /// Fetch a model of the catalogue: the only command that uses the network.
    Fetch {
        /// Its name [default: the default encoder].
        name: Option<String>,
    },
    /// Import a model from a folder, for example on a USB drive.
    Import {
        /// The folder with config.json, tokenizer.json and model.safetensors.
        folder: PathBuf,
    },
    /// Search a collection by another installed encoder. The present one answers until all documents are embedded.
    ///
    /// A change that was cut off goes on with the next `use`. `pincite tune undo` goes back, and `pincite tune cancel`
    /// cancels it.
    Use {
        /// Its name.
        name: String,
        #[command(flatten)]
        place: InCollection,
    },
}

impl Models {
    /// Whether it does anything with the user's library.
    pub(crate) fn needs_library(&self) -> bool {
        matches!(self.action, Some(ModelAction::Use { .. }))
    }
}

#[derive(Args, Debug)]
pub(crate) struct Status {
    /// Print the details for a bug report instead. They hold no text, question, file name or path.
    #[arg(long)]
    report: bool,
}

/// Fetches or imports a model if requested, then lists the models. Or gives a collection another encoder.
pub(super) async fn models(context: &Context, given: Models) -> Result<Outcome, Error> {
    match given.action {
        None | Some(ModelAction::List) => {}
        Some(ModelAction::Fetch { name }) => fetch(context, name).await?,
        Some(ModelAction::Import { folder }) => context.engine.import_model(&folder).await?,
        Some(ModelAction::Use { name, place }) => return use_encoder(context, &name, &place).await,
    }
    let models = context.engine.models().await?;
    if !context.as_json(&models) {
        models.iter().for_each(print);
    }
    Ok(Outcome::Done)
}

async fn fetch(context: &Context, name: Option<String>) -> Result<(), Error> {
    let bar = progress::steps("fetching", 0);
    let shown = bar.clone();
    let on_progress = move |done: u64, total: u64| {
        shown.set_length(total);
        shown.set_position(done);
    };
    context.engine.fetch_model(name, on_progress).await?;
    bar.finish_and_clear();
    Ok(())
}

/// Starts the change, or goes on with one that has not ended, and waits for its end.
async fn use_encoder(context: &Context, name: &str, place: &InCollection) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = context.collection(place).await?;
    let events = engine.events();
    let unfinished = engine.adapt().unfinished(collection).await?;
    let run = match unfinished.filter(|run| run.encoder.as_deref() == Some(name)) {
        Some(run) => {
            runs::resume(context, &run).await?;
            run.id
        }
        None => start_using(context, collection, name).await?,
    };
    let ended = runs::to_its_end(context, events, run).await?;
    let cancelled =
        format!("change {run} was cancelled; the search is as it was, and the next `use` goes on from there");
    runs::print(context, &ended, &cancelled)
}

async fn start_using(context: &Context, collection: CollectionId, name: &str) -> Result<RunId, Error> {
    let engine = &context.engine;
    let plan = engine.plan_encoder(collection, name).await?;
    if let Some(problem) = plan.problem {
        return Err(Error::Run(problem));
    }
    if !context.json {
        announce(&plan);
    }
    engine.work().await?;
    Ok(engine.use_encoder(collection, name).await?.id)
}

fn announce(plan: &EncoderPlan) {
    let EncoderPlan { documents, passages, device, .. } = plan;
    let size = plan.bytes as f64 / 1e6;
    let time = plan.seconds.map(|seconds| format!(", about {}", runs::duration(seconds))).unwrap_or_default();
    output::line(&format!(
        "{passages} passages of {documents} documents to be embedded, {size:.1} MB{time} on the {device}"
    ));
}

fn print(model: &ModelView) {
    let ModelView { name, licence, description, .. } = model;
    let (style, word) = if model.installed { (GOOD, "installed") } else { (FAINT, "not here") };
    let used = if model.in_use { ", in use" } else { "" };
    let size = size(model.bytes);
    let languages = match model.languages {
        Some(ModelLanguages::English) => ", English",
        Some(ModelLanguages::Many) => ", many languages",
        None => "",
    };
    output::line(&format!("{STRONG}{name}{STRONG:#}  {style}{word}{used}{style:#}  {size}, {licence}{languages}"));
    output::line(&format!("    {description}"));
    if let Some(how) = model.how.as_ref().filter(|_| !model.installed) {
        output::line(&format!("    {how}"));
    }
}

/// A readable size. 0 bytes means unknown.
fn size(bytes: u64) -> String {
    if bytes == 0 { "size unknown".to_owned() } else { format!("{} MB", bytes / 1_000_000) }
}

/// Prints the paths of data and log and what the search uses, or the details for a bug report.
pub(super) async fn status(context: &Context, given: Status) -> Result<Outcome, Error> {
    if given.report {
        output::line(&context.engine.bug_report().await?);
        return Ok(Outcome::Done);
    }
    let status = context.engine.status().await?;
    if context.as_json(&status) {
        return Ok(Outcome::Done);
    }
    output::line(&format!("data     {}", status.home));
    output::line(&format!("log      {}", status.log));
    output::line(&format!("encoder  {}", status.encoder.as_deref().unwrap_or("none")));
    output::line(&format!("device   {}", status.device));
    status.notes.iter().for_each(output::note);
    Ok(Outcome::Done)
}
