//! `pincite add`.

use super::{Context, pick};
use crate::Outcome;
use crate::arguments::Add;
use crate::error::Error;
use crate::output;
use crate::progress::Bars;
use pincite_api::{Added, DocumentView, Duplicate, Event, Refused, Status};
use pincite_engine::{Adding, Engine};
use serde::Serialize;
use tokio::sync::broadcast::{Receiver, error::RecvError};

#[derive(Serialize)]
struct Report<'a> {
    documents: &'a [DocumentView],
    here: &'a [Duplicate],
    refused: &'a [Refused],
}

/// Adds the paths and waits until each document is ready or failed.
pub(crate) async fn run(context: &Context, arguments: Add) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let mut paths = arguments.paths;
    if arguments.samples {
        paths.extend(pincite_engine::samples()?);
    }
    let collection = pick::collection_or_new(engine, &arguments.place.collection).await?;
    let events = engine.events();
    engine.work().await?;
    let adding = Adding { paths, password: arguments.password };
    let added = engine.add(collection.id, adding).await?;
    draw_until_settled(engine, events, &added).await?;
    let here = [added.here, engine.duplicates(collection.id, &added.queued).await?].concat();
    let mut documents = engine.outcome(collection.id, &added.queued).await?;
    for duplicate in &here {
        if documents.iter().all(|document| document.id != duplicate.document.id) {
            documents.push(duplicate.document.clone());
        }
    }
    if context.json {
        output::json(&Report { documents: &documents, here: &here, refused: &added.refused });
    } else {
        output::documents(&documents);
        here.iter().for_each(output::already_here);
        added.refused.iter().for_each(|refused| output::note(&refused.problem));
    }
    let all_ready = documents.iter().all(|document| document.status == Status::Ready);
    Ok(if all_ready && added.refused.is_empty() { Outcome::Done } else { Outcome::Partly })
}

/// Shows progress until every queued document is finished, by this process or the one that runs the queue.
pub(crate) async fn draw_until_settled(engine: &Engine, events: Receiver<Event>, added: &Added) -> Result<(), Error> {
    let mut bars = Bars::default();
    added.queued.iter().for_each(|document| bars.name(document.id, &document.name));
    let queued: Vec<_> = added.queued.iter().map(|document| document.id).collect();
    tokio::select! {
        settled = engine.wait_until_settled(&queued) => Ok(settled?),
        () = draw(events, &mut bars) => Ok(engine.wait_until_settled(&queued).await?),
    }
}

async fn draw(mut events: Receiver<Event>, bars: &mut Bars) {
    loop {
        match events.recv().await {
            Ok(event) => bars.show(&event),
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}
