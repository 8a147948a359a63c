//! `pincite marks`.

use super::{Context, pick};
use crate::Outcome;
use crate::arguments::Marks;
use crate::error::Error;
use crate::output;
use pincite_engine::{Output, escaped, escaped_path};
use serde::Serialize;

#[derive(Serialize)]
struct Written {
    marks: u32,
    out: String,
}

/// Lists the marks of a collection, or writes them to a file.
pub(crate) async fn run(context: &Context, arguments: Marks) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = pick::collection(engine, &arguments.place.collection).await?.id;
    if let Some(path) = arguments.file.out {
        let output = Output { path, force: arguments.file.force };
        let count = engine.export_marks(collection, &output).await?;
        told(context, count, escaped_path(&output.path));
        return Ok(Outcome::Done);
    }
    let marks = engine.adapt().marks().list(collection).await?;
    if context.json {
        output::json(&marks);
        return Ok(Outcome::Done);
    }
    for mark in marks {
        let judged = if mark.answers { "relevant" } else { "not relevant" };
        let question = escaped(&mark.question);
        output::line(&format!("{judged}: document {} passage {}: {question}", mark.document, mark.passage));
    }
    Ok(Outcome::Done)
}

fn told(context: &Context, marks: u32, out: String) {
    if context.json {
        output::json(&Written { marks, out });
    } else {
        output::line(&format!("{marks} marks written to {out}"));
    }
}
