//! `pincite watch` and `pincite unwatch`.

use super::{Context, pick};
use crate::Outcome;
use crate::arguments::Watch;
use crate::error::Error;
use crate::output;
use pincite_api::Event;
use tokio::sync::broadcast::error::RecvError;

/// Watches a folder and prints the state of its files until interrupted.
pub(crate) async fn run(context: &Context, arguments: Watch) -> Result<Outcome, Error> {
    let collection = pick::collection_or_new(&context.engine, &arguments.place.collection).await?;
    let mut events = context.engine.events();
    context.engine.work().await?;
    context.engine.watch(collection.id, &arguments.folder).await?;
    output::line(&format!("watching {} for {}; Ctrl+C ends", arguments.folder.display(), collection.name));
    loop {
        match events.recv().await {
            Ok(event) => print_event(context, &event),
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return Ok(Outcome::Done),
        }
    }
}

fn print_event(context: &Context, event: &Event) {
    match event {
        event if context.json => output::json(event),
        Event::Document(document) => output::document(document),
        Event::Notice(problem) => output::note(problem),
        _ => {}
    }
}

/// Stops watching a folder. Its documents stay.
pub(crate) async fn stop(context: &Context, arguments: Watch) -> Result<Outcome, Error> {
    let collection = pick::collection(&context.engine, &arguments.place.collection).await?;
    context.engine.unwatch(collection.id, &arguments.folder).await?;
    Ok(Outcome::Done)
}
