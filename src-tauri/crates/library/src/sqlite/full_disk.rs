//! Tests that a full disk loses nothing. They are here and not in `tests`, because only the library can limit its file
//! size.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use super::opening::options;
use crate::{
    ContentHash, Error, FileVersion, Library, NewContent, NewPassage, PageMeta, Placement, Places, Result, Scope,
    Status,
};
use futures_util::TryStreamExt;
use pincite_passage::Passage;
use std::path::{Path, PathBuf};

fn passages(count: u32) -> Vec<NewPassage> {
    let passage =
        |ordinal| Passage { ordinal, text: format!("word{ordinal} {}", "and so on ".repeat(40)), ..Passage::default() };
    (0..count).map(passage).map(|passage| NewPassage { terms: passage.text.clone(), passage }).collect()
}

async fn store(library: &Library, number: u8, count: u32) -> Result<Placement> {
    let collection = library.collections().await?[0].id;
    let path = PathBuf::from(format!("/{number}.pdf"));
    let document = library.list_files(collection, std::slice::from_ref(&path)).await?[0].document;
    let new = NewContent {
        document,
        seen: FileVersion { path: &path, bytes: 1, modified_ms: 1 },
        hash: ContentHash([number; 32]),
        title: None,
        recipe: "one",
        language: pincite_language::Language::English,
        problem: None,
        pages: &[PageMeta { label: "1".into(), width: 612.0, height: 792.0, problem: None }],
        passages: &passages(count),
        tables: &[],
        vectors: None,
    };
    library.store_content(&new).await
}

async fn limited(path: &Path) -> Library {
    Library::open_with(path, options(path).pragma("max_page_count", "400")).await.unwrap()
}

#[tokio::test]
async fn a_full_disk_loses_nothing_and_room_heals_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let library = limited(&path).await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let kept = store(&library, 1, 20).await.unwrap();
    for attempt in 0..3 {
        let error = store(&library, 2, 3000).await.unwrap_err();
        assert_eq!(error.code(), "library.disk_full", "attempt {attempt}: {error}");
        let documents = library.documents(deal).await.unwrap();
        let status: Vec<_> = documents.iter().map(|document| document.status).collect();
        assert_eq!(status, [Status::Ready, Status::Waiting], "the former state, and the new one still to do");
    }
    store(&library, 3, 5).await.expect("what fits is stored by the same library, without opening it again");
    let terms: Vec<_> = library.terms(Scope::Collection(deal)).try_collect().await.unwrap();
    let counts: Vec<_> = terms.iter().map(|terms| terms.passages().count()).collect();
    assert_eq!(counts, [20, 5], "of the failed content nothing is found");
    library.close().await;

    let roomy = Library::open(&path).await.unwrap();
    assert_eq!(roomy.passages(kept.content).await.unwrap().len(), 20);
    store(&roomy, 2, 3000).await.expect("with room, trying again succeeds");
    assert_eq!(roomy.documents(deal).await.unwrap().len(), 3);
}

/// Tests the fallback of opening when there is no space for shared memory. A really full file system needs a mount: see
/// `tests/promises/full-disk.test.mjs`.
#[tokio::test]
async fn a_library_opened_on_a_full_disk_is_read_and_never_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let library = Library::open(&path).await.unwrap();
    let deal = library.create_collection("Deal").await.unwrap().id;
    let kept = store(&library, 1, 20).await.unwrap();
    library.close().await;

    let library = Library::open_to_read(&path, options(&path)).await.unwrap();
    assert!(matches!(library.refusal(), Some(Error::OpenedFull { .. })));
    assert!(!folder.path().join("library.db-shm").exists(), "no file is needed that takes room");
    assert_eq!(library.passages(kept.content).await.unwrap().len(), 20);
    assert_eq!(library.unfinished_jobs().await.unwrap().len(), 1);
    let written = [
        library.create_collection("Other").await.map(drop),
        library.claim_next(Places::ALL).await.map(drop),
        library.remove_document(kept.document).await.map(drop),
    ];
    assert!(written.iter().all(|one| matches!(one, Err(Error::OpenedFull { .. }))), "{written:?}");
    library.checkpoint().await.expect("there is nothing to bring into the file");
    library.close().await;
    let library = Library::open(&path).await.unwrap();
    assert_eq!(library.documents(deal).await.unwrap().len(), 1, "with room, everything is as before");
}
