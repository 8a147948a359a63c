//! Nothing lost, nothing half: a process that stores contents is killed again and again, at random moments.

use crate::processes::{lines, spawn, told};
use crate::server;
use crate::support::{Temporary, block_on, content, list, new_vectors, page, passages, vectors};
use futures_util::TryStreamExt;
use pincite_library::{CollectionId, Library, Scope, Status};
use rand::RngExt;
use sqlx::{ConnectOptions, sqlite::SqliteConnectOptions};
use std::collections::{BTreeSet, HashSet};
use std::io::Write;
use std::path::Path;
use std::process::Child;
use std::time::Duration;

/// Passages of each stored content.
const PASSAGES: u32 = 60;
/// Kills of a test, unless the environment says another number.
const KILLS: usize = 20;
const NUMBER: &str = "PINCITE_TEST_KILLS";
/// How a line begins that says what was stored or removed.
const DONE: &str = "done ";

/// Text of a passage: its last word is its own, in the whole library.
fn text(number: u8, passage: u32) -> String {
    format!("the party of part {passage} of content {number} shall d{number}p{passage}")
}

#[test]
#[ignore = "run by other tests in a process of its own"]
fn child_stores_contents_without_end() {
    let Some(path) = told() else { return };
    block_on(async {
        let library = Library::open(&path).await.unwrap();
        let deal = library.collections().await.unwrap()[0].id;
        for round in 0_u32.. {
            let number = u8::try_from(round % 40).unwrap();
            store(&library, deal, number).await;
            println!("{DONE}{number}");
            std::io::stdout().flush().unwrap();
        }
    });
}

/// Stores content, or, if it is there already, removes it: both ways must hold.
async fn store(library: &Library, deal: CollectionId, number: u8) {
    let path = format!("/{number}.pdf");
    let document = list(library, deal, &path).await;
    if library.document(document).await.unwrap().status == Status::Ready {
        library.remove_document(document).await.unwrap();
        return;
    }
    let generation = library.ensure_generation(deal, "e5", "print", 3).await.unwrap().id;
    let texts: Vec<String> = (0..PASSAGES).map(|passage| text(number, passage)).collect();
    let passages = passages(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    let vectors = new_vectors(generation, &vectors(PASSAGES, f32::from(number)));
    let pages: Vec<_> = (0..PASSAGES).map(|number| page(&number.to_string())).collect();
    let new = content(document, &path, number, &pages, &passages, Some(&vectors));
    library.store_content(&new).await.unwrap();
}

#[test]
fn kills_leave_each_content_whole_or_not_there() {
    let temporary = block_on(Temporary::new());
    let deal = block_on(temporary.library.create_collection("Deal")).unwrap().id;
    let path = temporary.library.path();
    let mut seen = HashSet::new();
    let mut before = BTreeSet::new();
    let mut longest = 260;
    for _ in 0..kills() {
        let mut child = spawn(CHILD, path);
        std::thread::sleep(Duration::from_millis(rand::rng().random_range(20..longest)));
        child.kill().unwrap();
        let after = block_on(check(path, deal));
        assert_nothing_lost(before.clone(), child, &after);
        if after == before {
            longest += 100; // perhaps it had no time to store anything
        }
        seen.insert(after.len());
        before = after;
    }
    assert!(seen.len() > 2, "the kills met a working process: {seen:?} contents were there");
}

/// The process that is killed, or whose server is.
pub(crate) const CHILD: &str = "durability::child_stores_contents_without_end";

pub(crate) fn kills() -> usize {
    std::env::var(NUMBER).ok().and_then(|number| number.parse().ok()).unwrap_or(KILLS)
}

/// What a process said that it stored or removed is so, but for one more that it had no time to say.
pub(crate) fn assert_nothing_lost(mut expected: BTreeSet<u8>, mut child: Child, ready: &BTreeSet<u8>) {
    for number in lines(&mut child, DONE) {
        let number = number.parse().unwrap();
        if !expected.remove(&number) {
            expected.insert(number);
        }
    }
    child.wait().unwrap();
    let differing = expected.symmetric_difference(ready).count();
    assert!(differing <= 1, "it said {expected:?}, and {ready:?} are there");
}

/// Everything that is ready is whole, and there is nothing besides. Returns the numbers of the contents that are ready.
pub(crate) async fn check(path: &Path, deal: CollectionId) -> BTreeSet<u8> {
    check_file(path).await;
    let library = Library::open(path).await.unwrap();
    assert_eq!(library.check().await.unwrap(), [], "each row has its seal");
    let documents = library.documents(deal).await.unwrap();
    let ready: Vec<_> = documents.iter().filter(|document| document.status == Status::Ready).collect();
    assert!(
        documents.iter().all(|document| matches!(document.status, Status::Ready | Status::Waiting)),
        "{documents:?}"
    );
    let generation = library.active_generation(deal).await.unwrap();
    let mut numbers = BTreeSet::new();
    for document in &ready {
        let content = document.content.unwrap();
        let number = document.path.file_stem().unwrap().to_str().unwrap();
        let number: u8 = number.parse().unwrap();
        assert!(numbers.insert(number), "each is there once");
        let stored = library.passages(content).await.unwrap();
        assert_eq!((stored.len() as u32, document.passages, document.pages), (PASSAGES, PASSAGES, PASSAGES));
        let terms: Vec<_> = library.terms(Scope::Content(content)).try_collect().await.unwrap();
        assert_eq!((terms[0].first_passage, terms[0].passages().count()), (stored[0].id, PASSAGES as usize));
        for passage in [0, PASSAGES / 2, PASSAGES - 1] {
            assert_eq!(stored[passage as usize].passage.text, text(number, passage));
            assert_eq!(terms[0].passages().nth(passage as usize), Some(text(number, passage).as_str()), "in step");
        }
        let kept = library.vectors(generation.as_ref().unwrap().id, content).await.unwrap();
        assert_eq!(kept, Some(vectors(PASSAGES, f32::from(number))));
    }
    library.close().await;
    numbers
}

/// The file is sound, and no table has rows nobody owns.
pub(crate) async fn check_file(path: &Path) {
    let idle = "SELECT count(*) FROM content WHERE id NOT IN (SELECT content FROM document WHERE content > 0)";
    if crate::IS_SHARED {
        let mut connection = server::connection(path.to_str().unwrap()).await;
        let idle: i64 = sqlx::query_scalar(idle).fetch_one(&mut connection).await.unwrap();
        assert_eq!(idle, 0, "contents that belong to nothing");
        return;
    }
    let mut connection = SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    let sound: String = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut connection).await.unwrap();
    assert_eq!(sound, "ok");
    let orphans = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut connection).await.unwrap();
    assert!(orphans.is_empty(), "{} rows refer to nothing", orphans.len());
    let idle: i64 = sqlx::query_scalar(idle).fetch_one(&mut connection).await.unwrap();
    assert_eq!(idle, 0, "contents that belong to nothing");
}
