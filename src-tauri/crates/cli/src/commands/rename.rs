//! `pincite rename`.

use super::{Context, pick};
use crate::Outcome;
use crate::arguments::Rename;
use crate::error::Error;
use crate::output;

/// Gives a document another name.
pub(crate) async fn run(context: &Context, arguments: Rename) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let collection = pick::collection(engine, &arguments.place.collection).await?.id;
    let document = pick::document(engine, collection, &arguments.document).await?;
    let renamed = engine.rename(document.id, &arguments.name).await?;
    if context.json {
        output::json(&renamed);
    } else {
        output::line(&format!("{} is now called {}", document.name, renamed.name));
    }
    Ok(Outcome::Done)
}
