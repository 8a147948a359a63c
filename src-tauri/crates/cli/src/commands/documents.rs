//! `pincite documents`.

use super::{Context, pick};
use crate::Outcome;
use crate::arguments::Documents;
use crate::error::Error;
use crate::output;

/// Lists a collection's documents, or those with a tag.
pub(crate) async fn run(context: &Context, arguments: Documents) -> Result<Outcome, Error> {
    let collection = pick::collection(&context.engine, &arguments.place.collection).await?;
    let mut documents = context.engine.documents(collection.id).await?;
    if let Some(tag) = arguments.tag.map(|tag| tag.to_lowercase()) {
        documents.retain(|document| document.tags.iter().any(|it| it.to_lowercase() == tag));
    }
    if context.json {
        output::json(&documents)
    } else {
        output::documents(&documents)
    }
    Ok(Outcome::Done)
}
