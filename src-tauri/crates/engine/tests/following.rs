//! Watched folders in the engine: what becomes of files that go while something is done with them. Real parts: a tiny
//! encoder, a sample document, the reader process.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on should stop")]

mod folders;
#[allow(dead_code, reason = "one shelf serves other tests too")]
mod shelf;

use pincite_api::{Event, Phase};
use shelf::{LONG, SHORT, Shelf};
use std::path::PathBuf;
use tokio::sync::broadcast::Receiver;

/// Its text can be searched, and its line says that the file is not there: whichever of the two comes first.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_gone_while_its_passages_are_embedded_is_missed() {
    let shelf = Shelf::with(SHORT).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("brief.pdf");
    std::fs::copy(Shelf::sample(LONG), &file).unwrap();
    let removing = tokio::spawn(remove_when_embedded(shelf.engine.events(), file));
    shelf.engine.watch(shelf.collection, folder.path()).await.unwrap();
    removing.await.unwrap();
    shelf.engine.wait_until_idle().await.unwrap();
    let documents = shelf.engine.documents(shelf.collection).await.unwrap();
    let brief = documents.iter().find(|document| document.file == "brief.pdf").unwrap();
    assert!(brief.passages > 0, "what was read of it is there: {brief:?}");
    let problem = brief.problem.as_ref().expect("it is said that the file is not there");
    assert_eq!(problem.code, "engine.document_missing");
}

async fn remove_when_embedded(mut events: Receiver<Event>, file: PathBuf) {
    let embedding = |event| matches!(event, Event::Progress(progress) if progress.phase == Phase::Embedding);
    while !embedding(events.recv().await.unwrap()) {}
    std::fs::remove_file(file).unwrap();
}
