//! Nothing lost, nothing half: a process storing documents is killed again and again, at random moments.

use crate::processes::{spawn, told};
use crate::support::{Temporary, block_on, document, list, new_vectors, page, passages, vectors};
use futures_util::TryStreamExt;
use pincite_library::{CollectionId, Library, Scope, Status};
use rand::RngExt;
use sqlx::{ConnectOptions, sqlite::SqliteConnectOptions};
use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

/// Passages of each stored document.
const PASSAGES: u32 = 60;
const KILLS: usize = 20;

/// Text of a passage: its last word is its own, in the whole library.
fn text(number: u8, passage: u32) -> String {
    format!("the party of part {passage} of document {number} shall d{number}p{passage}")
}

#[test]
#[ignore = "run by other tests in a process of its own"]
fn child_stores_documents_without_end() {
    let Some(path) = told() else { return };
    block_on(async {
        let library = Library::open(&path).await.unwrap();
        let deal = library.collections().await.unwrap()[0].id;
        for round in 0_u32.. {
            store(&library, deal, u8::try_from(round % 40).unwrap()).await;
        }
    });
}

/// Stores a document, or, if it is there already, removes it: both ways must hold.
async fn store(library: &Library, deal: CollectionId, number: u8) {
    let path = format!("/{number}.pdf");
    let entry = list(library, deal, &path).await;
    if library.entry(entry).await.unwrap().status == Status::Ready {
        library.remove_entry(entry).await.unwrap();
        return;
    }
    let generation = library.ensure_generation(deal, "e5", "print", 3).await.unwrap().id;
    let texts: Vec<String> = (0..PASSAGES).map(|passage| text(number, passage)).collect();
    let passages = passages(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    let vectors = new_vectors(generation, &vectors(PASSAGES, f32::from(number)));
    let pages: Vec<_> = (0..PASSAGES).map(|number| page(&number.to_string())).collect();
    let new = document(entry, &path, number, &pages, &passages, Some(&vectors));
    library.store_document(&new).await.unwrap();
}

#[test]
fn kills_leave_each_document_whole_or_not_there() {
    let temporary = block_on(Temporary::new());
    let deal = block_on(temporary.library.create_collection("Deal")).unwrap().id;
    let mut seen = HashSet::new();
    for _ in 0..KILLS {
        let mut child = spawn("durability::child_stores_documents_without_end", temporary.library.path());
        std::thread::sleep(Duration::from_millis(rand::rng().random_range(20..260)));
        child.kill().unwrap();
        child.wait().unwrap();
        seen.insert(block_on(check(temporary.library.path(), deal)));
    }
    assert!(seen.len() > 2, "the kills met a working process: {seen:?} documents were there");
}

/// Everything that is ready is whole, and there is nothing besides. Returns how many documents are ready.
async fn check(path: &Path, deal: CollectionId) -> usize {
    check_file(path).await;
    let library = Library::open(path).await.unwrap();
    let entries = library.entries(deal).await.unwrap();
    let ready: Vec<_> = entries.iter().filter(|entry| entry.status == Status::Ready).collect();
    assert!(entries.iter().all(|entry| matches!(entry.status, Status::Ready | Status::Waiting)), "{entries:?}");
    let generation = library.active_generation(deal).await.unwrap();
    for entry in &ready {
        let (document, number) = (entry.document.unwrap(), entry.path.file_stem().unwrap().to_str().unwrap());
        let number: u8 = number.parse().unwrap();
        let stored = library.passages(document).await.unwrap();
        assert_eq!((stored.len() as u32, entry.passages, entry.pages), (PASSAGES, PASSAGES, PASSAGES));
        let terms: Vec<_> = library.terms(Scope::Document(document)).try_collect().await.unwrap();
        assert_eq!((terms[0].first_passage, terms[0].passages().count()), (stored[0].id, PASSAGES as usize));
        for passage in [0, PASSAGES / 2, PASSAGES - 1] {
            assert_eq!(stored[passage as usize].passage.text, text(number, passage));
            assert_eq!(terms[0].passages().nth(passage as usize), Some(text(number, passage).as_str()), "in step");
        }
        let kept = library.vectors(generation.as_ref().unwrap().id, document).await.unwrap();
        assert_eq!(kept, Some(vectors(PASSAGES, f32::from(number))));
    }
    ready.len()
}

/// The file is sound, and no table has rows nobody owns.
pub(crate) async fn check_file(path: &Path) {
    let mut connection = SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    let sound: String = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut connection).await.unwrap();
    assert_eq!(sound, "ok");
    let orphans = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut connection).await.unwrap();
    assert!(orphans.is_empty(), "{} rows refer to nothing", orphans.len());
    let idle = "SELECT count(*) FROM document WHERE id NOT IN (SELECT document FROM entry WHERE document > 0)";
    let idle: i64 = sqlx::query_scalar(idle).fetch_one(&mut connection).await.unwrap();
    assert_eq!(idle, 0, "documents that belong to nothing");
}
