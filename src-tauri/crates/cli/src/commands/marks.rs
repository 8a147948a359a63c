//! `pincite mark` and `pincite marks`: which passages answer a question, as people say.

use super::questions::AboutPassage;
use crate::context::{Context, InCollection, Outcome};
use crate::error::Error;
use crate::output;
use clap::Args;
use pincite_api::Imported;
use pincite_engine::{Output, escaped, escaped_path};
use serde_json::json;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Mark {
    #[command(flatten)]
    about: AboutPassage,
    /// It does not answer the question.
    #[arg(long)]
    not: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Marks {
    #[command(flatten)]
    place: InCollection,
    /// Write the marks to this file; its ending says the format: .docx, .xlsx, .csv, .md, or .jsonl for `--import`. An existing
    /// file is not replaced.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace an existing file. A document of the library is never replaced.
    #[arg(long, requires = "out")]
    force: bool,
    /// Take marks from a file that `--out` wrote as .jsonl, for the same documents here. Marks that are here stay.
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    import: Option<PathBuf>,
}

/// Stores whether a passage answers a question.
pub(super) async fn mark(context: &Context, given: Mark) -> Result<Outcome, Error> {
    let Mark { about, not } = given;
    let document = context.document(&about.place, &about.document).await?;
    let collection = document.collection;
    let marks = context.engine.adapt().marks();
    let mark = marks.add(collection, &about.question.join(" "), document.id, about.passage, !not).await?;
    let marked = marks.list(collection).await?.iter().filter(|mark| mark.answers).count();
    if !context.as_json(&mark) {
        output::line(&format!("noted; {marked} answers are marked in {}", about.place.collection));
    }
    Ok(Outcome::Done)
}

/// Lists the marks of a collection, writes them to a file, or takes others from one.
pub(super) async fn marks(context: &Context, given: Marks) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = context.collection(&given.place).await?;
    if let Some(file) = given.import {
        let imported = engine.adapt().marks().import(collection, &file).await?;
        if !context.as_json(&imported) {
            let Imported { stored, unmatched } = imported;
            output::line(&format!("{stored} marks taken; {unmatched} lines match no passage"));
        }
        return Ok(Outcome::Done);
    }
    if let Some(path) = given.out {
        let output = Output { path, force: given.force };
        let marks = engine.export_marks(collection, &output).await?;
        let out = escaped_path(&output.path);
        if !context.as_json(&json!({ "marks": marks, "out": out })) {
            output::line(&format!("{marks} marks written to {out}"));
        }
        return Ok(Outcome::Done);
    }
    let marks = engine.adapt().marks().list(collection).await?;
    if context.as_json(&marks) {
        return Ok(Outcome::Done);
    }
    for mark in marks {
        let judged = if mark.answers { "relevant" } else { "not relevant" };
        let question = escaped(&mark.question);
        output::line(&format!("{judged}: document {} passage {}: {question}", mark.document, mark.passage));
    }
    Ok(Outcome::Done)
}
