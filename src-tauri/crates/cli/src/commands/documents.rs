//! `pincite documents`.

use super::{Context, pick};
use crate::Outcome;
use crate::arguments::InCollection;
use crate::error::Error;
use crate::output;

/// Lists a collection's documents.
pub(crate) async fn run(context: &Context, place: InCollection) -> Result<Outcome, Error> {
    let collection = pick::collection(&context.engine, &place.collection).await?;
    let documents = context.engine.documents(collection.id).await?;
    if context.json {
        output::json(&documents)
    } else {
        output::documents(&documents)
    }
    Ok(Outcome::Done)
}
