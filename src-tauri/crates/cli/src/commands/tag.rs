//! `pincite tag`.

use super::{Context, pick};
use crate::Outcome;
use crate::arguments::Tag;
use crate::error::Error;
use crate::output;

/// Puts tags on a document or takes them off, then prints those it has.
pub(crate) async fn run(context: &Context, arguments: Tag) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = pick::collection(engine, &arguments.place.collection).await?.id;
    let mut document = pick::document(engine, collection, &arguments.document).await?;
    for tag in &arguments.tags {
        document = match arguments.remove {
            true => engine.untag(document.id, tag).await?,
            false => engine.tag(document.id, tag).await?,
        };
    }
    if context.json {
        output::json(&document);
    } else {
        document.tags.iter().for_each(|tag| output::line(tag));
    }
    Ok(Outcome::Done)
}
