//! `pincite add`, `pincite watch` and `pincite unwatch`.

use super::documents::print_document;
use crate::context::{Context, InCollection, Outcome};
use crate::error::Error;
use crate::output;
use crate::progress::Bars;
use clap::Args;
use pincite_api::{Added, DocumentView, Duplicate, Event, Refused, Status};
use pincite_engine::{Adding, Engine};
use serde::Serialize;
use std::path::PathBuf;
use tokio::sync::broadcast::{Receiver, error::RecvError};

#[derive(Args, Debug)]
pub(crate) struct Add {
    /// PDF files, or folders with everything below them.
    #[arg(required_unless_present = "samples", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Add the sample documents that come with Pincite.
    #[arg(long)]
    samples: bool,
    /// Password for encrypted files.
    #[arg(long, value_name = "PASSWORD")]
    password: Option<String>,
    #[command(flatten)]
    place: InCollection,
}

#[derive(Args, Debug)]
pub(crate) struct Watch {
    /// The folder, with everything below it.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    #[command(flatten)]
    place: InCollection,
}

#[derive(Serialize)]
struct Report<'a> {
    documents: &'a [DocumentView],
    here: &'a [Duplicate],
    refused: &'a [Refused],
}

/// Adds the paths and waits until each document is ready or failed.
pub(super) async fn add(context: &Context, given: Add) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let mut paths = given.paths;
    if given.samples {
        paths.extend(pincite_engine::samples()?);
    }
    let collection = engine.collection_or_new(&given.place.collection).await?.id;
    let events = engine.events();
    engine.work().await?;
    let added = engine.add(collection, Adding { paths, password: given.password }).await?;
    draw_until_settled(engine, events, &added).await?;
    let Added { queued: mut documents, here, refused } = engine.outcome(collection, added).await?;
    for duplicate in &here {
        if documents.iter().all(|document| document.id != duplicate.document.id) {
            documents.push(duplicate.document.clone());
        }
    }
    if !context.as_json(&Report { documents: &documents, here: &here, refused: &refused }) {
        documents.iter().for_each(print_document);
        for duplicate in &here {
            output::line(&format!("       {} is already here as {}", duplicate.file, duplicate.document.name));
        }
        refused.iter().for_each(|refused| output::note(&refused.problem));
    }
    let all_ready = documents.iter().all(|document| document.status == Status::Ready);
    Ok(if all_ready && refused.is_empty() { Outcome::Done } else { Outcome::Partly })
}

/// Shows progress until every queued document is finished, by this process or the one that runs the queue.
async fn draw_until_settled(engine: &Engine, events: Receiver<Event>, added: &Added) -> Result<(), Error> {
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

/// Watches a folder and prints the state of its files until interrupted.
pub(super) async fn watch(context: &Context, given: Watch) -> Result<Outcome, Error> {
    let collection = context.engine.collection_or_new(&given.place.collection).await?;
    let mut events = context.engine.events();
    context.engine.work().await?;
    context.engine.watch(collection.id, &given.folder).await?;
    output::line(&format!("watching {} for {}; Ctrl+C ends", given.folder.display(), collection.name));
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
        Event::Document(document) => print_document(document),
        Event::Notice(problem) => output::note(problem),
        _ => {}
    }
}

/// Stops watching a folder. Its documents stay.
pub(super) async fn unwatch(context: &Context, given: Watch) -> Result<Outcome, Error> {
    let collection = context.collection(&given.place).await?;
    context.engine.unwatch(collection, &given.folder).await?;
    Ok(Outcome::Done)
}
