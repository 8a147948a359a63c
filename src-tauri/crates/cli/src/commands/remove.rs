//! `pincite remove`.

use super::{Context, pick};
use crate::Outcome;
use crate::arguments::Remove;
use crate::error::Error;
use crate::output;

/// Removes documents from a collection. All names are resolved before the first removal.
pub(crate) async fn run(context: &Context, arguments: Remove) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = pick::collection(engine, &arguments.place.collection).await?.id;
    let mut removed = Vec::new();
    for name in &arguments.documents {
        removed.push(pick::document(engine, collection, name).await?);
    }
    for document in &removed {
        engine.remove(document.id).await?;
    }
    if context.json {
        output::json(&removed);
    } else {
        removed.iter().for_each(|document| output::line(&format!("removed {}", document.name)));
    }
    Ok(Outcome::Done)
}
