//! Tables in the engine: a document that was stored before tables were gets them at the next start. Real parts: a sample document,
//! the reader process, a library file.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on should stop")]

mod folders;
#[allow(dead_code, reason = "one shelf serves other tests too")]
mod shelf;

use pincite_language::Language;
use shelf::{LONG, SHORT, Shelf};
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn a_document_of_an_older_version_gets_its_language() {
    let mut shelf = Shelf::with(SHORT).await;
    let [(content, _)] = shelf.stored().await[..] else { unreachable!("one document") };
    shelf.engine.close().await;
    let file = SqliteConnectOptions::new().filename(shelf.home().join("library.db"));
    let mut raw = file.connect().await.unwrap();
    assert_eq!(sqlx::query("DELETE FROM content_language").execute(&mut raw).await.unwrap().rows_affected(), 1);
    shelf.reopen().await;
    let library = shelf.other_process().await;
    for _ in 0..600 {
        if library.contents_without_language(shelf.collection).await.unwrap().is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(library.language(content).await.unwrap(), Language::English);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_document_of_an_older_version_gets_its_tables() {
    let mut shelf = Shelf::with(LONG).await;
    let [(content, first_passage)] = shelf.stored().await[..] else { unreachable!("one document") };
    let before = shelf.other_process().await.tables(content).await.unwrap();
    assert!(before.len() > 20, "{}", before.len());
    shelf.engine.close().await;
    let file = SqliteConnectOptions::new().filename(shelf.home().join("library.db"));
    let mut raw = file.connect().await.unwrap();
    assert_eq!(sqlx::query("DELETE FROM content_tables").execute(&mut raw).await.unwrap().rows_affected(), 1);
    shelf.reopen().await;
    let library = shelf.other_process().await;
    let mut after = Vec::new();
    for _ in 0..600 {
        after = library.tables(content).await.unwrap();
        if !after.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(after == before, "the same tables, at the same places");
    assert_eq!(shelf.stored().await, [(content, first_passage)], "nothing else is read anew");
    assert_eq!(library.contents_without_tables(shelf.collection).await.unwrap(), []);
}
