//! Rows of a review table are confirmed on the command line, and files with tables are checked.

use super::named::{OneGrid, find};
use super::printing::print;
use crate::context::{Context, Outcome};
use crate::error::Error;
use crate::output;
use clap::Args;
use pincite_api::{FileCondition, GridFile};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct SignGrid {
    #[command(flatten)]
    which: OneGrid,
    /// Your name.
    #[arg(long, value_name = "NAME", required_unless_present = "undo", conflicts_with = "undo")]
    name: Option<String>,
    /// Confirm this document only (number, file name, or the start of it). Give it several times for several documents.
    #[arg(long, short, value_name = "DOCUMENT")]
    document: Vec<String>,
    /// Take back what was confirmed.
    #[arg(long)]
    undo: bool,
}

#[derive(Args, Debug)]
pub(super) struct VerifyGrid {
    /// The .xlsx or .json file that `pincite grid export` wrote.
    file: PathBuf,
}

/// Confirms rows of a grid, or takes that back.
pub(super) async fn sign(context: &Context, given: SignGrid) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let grid = find(context, &given.which).await?;
    let collection = engine.grid(grid).await?.collection;
    let documents = context.documents_in(collection, &given.document).await?;
    let view = match &given.name {
        Some(name) => engine.sign_grid(grid, name, &documents).await?,
        None => engine.unsign_grid(grid, &documents).await?,
    };
    Ok(print(context, &view))
}

/// Checks a file. One that was changed ends with exit code 1.
pub(super) async fn verify(context: &Context, given: VerifyGrid) -> Result<Outcome, Error> {
    let file = context.engine.verify_grid(&given.file).await?;
    if !context.as_json(&file) {
        print_file(&file);
    }
    Ok(if file.condition == FileCondition::Changed { Outcome::Failed } else { Outcome::Done })
}

fn print_file(file: &GridFile) {
    output::line(&format!("{}, {}", file.table, file.date));
    output::line(&format!("SHA-256 {}", file.sha256));
    output::line(match file.condition {
        FileCondition::Intact => "The file is as it was written.",
        FileCondition::Rewritten => "Every cell says what was written. Another program saved the file since.",
        FileCondition::Changed => "THE FILE WAS CHANGED since it was written:",
    });
    for difference in &file.differences {
        output::line(&format!("  {difference}"));
    }
    output::line(match file.written_at {
        Some(_) => "This library wrote it.",
        None => "This library did not write it. Compare the SHA-256 with the one that you were given.",
    });
    for document in &file.documents {
        let confirmed = match &document.confirmed {
            Some(confirmed) => format!("confirmed by {confirmed}"),
            None => "not confirmed".to_owned(),
        };
        let here = if document.is_here { "" } else { ", not in this library" };
        output::line(&format!("  {}: {confirmed}{here}", document.name));
    }
}
