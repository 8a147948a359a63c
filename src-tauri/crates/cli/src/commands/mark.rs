//! `pincite mark`.

use super::{Context, pick};
use crate::Outcome;
use crate::arguments::Mark;
use crate::error::Error;
use crate::output;

/// Notes whether a passage answers a question.
pub(crate) async fn run(context: &Context, given: Mark) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = pick::collection(engine, &given.place.collection).await?.id;
    let document = pick::document(engine, collection, &given.document).await?;
    let question = given.question.join(" ");
    let mark = engine.mark(collection, &question, document.id, given.passage, !given.not).await?;
    let marked = engine.marks(collection).await?.iter().filter(|mark| mark.answers).count();
    if context.json {
        output::json(&mark);
    } else {
        output::line(&format!("noted; {marked} answers are marked in {}", given.place.collection));
    }
    Ok(Outcome::Done)
}
