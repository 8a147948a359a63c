//! `pincite annotate`.

use super::{Context, pick};
use crate::Outcome;
use crate::arguments::Annotate;
use crate::error::Error;
use crate::output;
use pincite_api::{Gather, Mode, Question};
use pincite_engine::{Output, escaped_path};
use serde::Serialize;

#[derive(Serialize)]
struct Written {
    highlights: u32,
    out: String,
}

/// Writes a copy with the answers highlighted.
pub(crate) async fn run(context: &Context, arguments: Annotate) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = pick::collection(engine, &arguments.place.collection).await?.id;
    let document = pick::document(engine, collection, &arguments.document).await?.id;
    if let Some(password) = arguments.password {
        engine.unlock(document, password);
    }
    let output = Output { path: arguments.out, force: arguments.force };
    engine.refuse_to_replace(&output).await?;
    let answer = engine.ask(Question {
        text: arguments.question,
        collection,
        documents: vec![document],
        k: arguments.k,
        mode: Mode::Hybrid,
        gather: Gather::Auto,
        rerank: true,
        remember: true,
    });
    let highlights = engine.highlighted_copy(document, &answer.await?, &output).await?;
    let out = escaped_path(&output.path);
    if context.json {
        output::json(&Written { highlights, out });
    } else {
        output::line(&format!("{highlights} highlights written to {out}"));
    }
    Ok(if highlights == 0 { Outcome::NothingFound } else { Outcome::Done })
}
