//! `pincite mark`.

use super::{Context, pick};
use crate::Outcome;
use crate::arguments::Mark;
use crate::error::Error;
use crate::output;

/// Stores whether a passage answers a question.
pub(crate) async fn run(context: &Context, Mark { about, not }: Mark) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = pick::collection(engine, &about.place.collection).await?.id;
    let document = pick::document(engine, collection, &about.document).await?;
    let question = about.question.join(" ");
    let marks = engine.adapt().marks();
    let mark = marks.add(collection, &question, document.id, about.passage, !not).await?;
    let marked = marks.list(collection).await?.iter().filter(|mark| mark.answers).count();
    if context.json {
        output::json(&mark);
    } else {
        output::line(&format!("noted; {marked} answers are marked in {}", about.place.collection));
    }
    Ok(Outcome::Done)
}
