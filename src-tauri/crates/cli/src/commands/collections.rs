//! `pincite collections`.

use super::{Context, pick};
use crate::Outcome;
use crate::arguments::CollectionAction;
use crate::error::Error;
use crate::output;

/// Changes the list if requested, then prints it.
pub(crate) async fn run(context: &Context, action: Option<CollectionAction>) -> Result<Outcome, Error> {
    let engine = &context.engine;
    match action {
        None => {}
        Some(CollectionAction::Create { name }) => drop(engine.create_collection(&name).await?),
        Some(CollectionAction::Rename { name, new_name }) => {
            engine.rename_collection(pick::collection(engine, &name).await?.id, &new_name).await?;
        }
        Some(CollectionAction::Delete { name }) => {
            engine.delete_collection(pick::collection(engine, &name).await?.id).await?;
        }
    }
    let collections = engine.collections().await?;
    if context.json {
        output::json(&collections)
    } else {
        output::collections(&collections)
    }
    Ok(Outcome::Done)
}
