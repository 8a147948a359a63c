//! `pincite models` and `pincite status`: what the search uses, and where data lies.

use crate::context::{Context, Outcome};
use crate::error::Error;
use crate::output::{self, FAINT, GOOD, STRONG};
use crate::progress;
use clap::{Args, Subcommand};
use pincite_api::ModelView;
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
}

#[derive(Args, Debug)]
pub(crate) struct Status {
    /// Print the details for a bug report instead. They hold no text, question, file name or path.
    #[arg(long)]
    report: bool,
}

/// Fetches or imports a model if requested, then lists the models.
pub(super) async fn models(context: &Context, given: Models) -> Result<Outcome, Error> {
    match given.action {
        None | Some(ModelAction::List) => {}
        Some(ModelAction::Fetch { name }) => fetch(context, name).await?,
        Some(ModelAction::Import { folder }) => context.engine.import_model(&folder).await?,
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

fn print(model: &ModelView) {
    let ModelView { name, licence, description, .. } = model;
    let (style, word) = if model.installed { (GOOD, "installed") } else { (FAINT, "not here") };
    let used = if model.in_use { ", in use" } else { "" };
    let size = size(model.bytes);
    output::line(&format!("{STRONG}{name}{STRONG:#}  {style}{word}{used}{style:#}  {size}, {licence}"));
    output::line(&format!("    {description}"));
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
