//! Libraries of every former version open and keep what is in them. For each migration there is a library in
//! `tests/fixtures` that it produced; `write_fixture` makes the one for the newest.

use crate::support::{Temporary, document, list, page, passages, problem, vectors};
use pincite_library::{Library, NewVectors, Scope, Status};
use sqlx::{ConnectOptions, sqlite::SqliteConnectOptions};
use std::path::{Path, PathBuf};

fn crate_file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Numbers of the migrations there are.
fn versions() -> Vec<u32> {
    let files = std::fs::read_dir(crate_file("migrations")).unwrap().map(|file| file.unwrap().file_name());
    let mut versions: Vec<u32> = files.map(|name| name.to_str().unwrap()[..4].parse().unwrap()).collect();
    versions.sort_unstable();
    versions
}

fn fixture(version: u32) -> PathBuf {
    crate_file(&format!("tests/fixtures/v{version}.sqlite"))
}

#[tokio::test]
async fn libraries_of_all_versions_open() {
    for version in versions() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.db");
        std::fs::copy(fixture(version), &path).expect("each migration has its fixture: run write_fixture");
        check(&Library::open(&path).await.unwrap()).await;
    }
}

/// What `fill` put in.
async fn check(library: &Library) {
    let deal = library.collection_by_name("Deal").await.unwrap().unwrap().id;
    let entries = library.entries(deal).await.unwrap();
    let status: Vec<_> = entries.iter().map(|entry| (entry.path.to_str().unwrap(), entry.status)).collect();
    assert_eq!(status, [("/a.pdf", Status::Ready), ("/b.pdf", Status::Failed), ("/c.pdf", Status::Waiting)]);
    let document = entries[0].document.unwrap();
    let texts = passages(&["Pay $1,577 at once.", "§ 12.3(b) non-compete"]);
    let stored: Vec<_> = library.passages(document).await.unwrap().into_iter().map(|s| s.passage).collect();
    assert_eq!(stored, texts.into_iter().map(|new| new.passage).collect::<Vec<_>>());
    let found = library.passages_with_phrase(Scope::Collection(deal), &["12.3(b)", "non-compete"]).await.unwrap();
    assert_eq!(found.len(), 1);
    let generation = library.active_generation(deal).await.unwrap().unwrap().id;
    assert_eq!(library.vectors(generation, document).await.unwrap(), Some(vectors(2, 1.0)));
    assert_eq!(library.unfinished_jobs().await.unwrap().len(), 1);
    assert_eq!(library.watched_folders().await.unwrap().len(), 1);
    assert_eq!(library.setting("device").await.unwrap().as_deref(), Some("cpu"));
}

async fn fill(library: &Library) {
    let deal = library.create_collection("Deal").await.unwrap().id;
    let generation = library.ensure_generation(deal, "e5", "print", 3).await.unwrap().id;
    let entry = list(library, deal, "/a.pdf").await;
    let vectors = NewVectors { generation, vectors: vectors(2, 1.0) };
    let (pages, two) = ([page("i")], passages(&["Pay $1,577 at once.", "§ 12.3(b) non-compete"]));
    library.store_document(&document(entry, "/a.pdf", 1, &pages, &two, Some(&vectors))).await.unwrap();
    list(library, deal, "/b.pdf").await;
    list(library, deal, "/c.pdf").await;
    let done = library.claim_next().await.unwrap().unwrap();
    library.finish_job(done.id).await.unwrap();
    let failed = library.claim_next().await.unwrap().unwrap();
    library.fail_job(failed.id, &problem("pdf.password")).await.unwrap();
    library.watch_folder(deal, Path::new("/inbox")).await.unwrap();
    library.set_setting("device", Some("cpu")).await.unwrap();
}

/// Run by hand once a migration is final: `cargo test -p pincite-library write_fixture -- --ignored`.
#[tokio::test]
#[ignore = "writes the fixture of the newest version"]
async fn write_fixture() {
    let Temporary { library, folder } = Temporary::new().await;
    fill(&library).await;
    check(&library).await;
    library.close().await;
    let path = folder.path().join("library.db");
    let mut connection = SqliteConnectOptions::new().filename(&path).connect().await.unwrap();
    let shrink = "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM";
    sqlx::raw_sql(shrink).execute(&mut connection).await.unwrap();
    std::fs::create_dir_all(crate_file("tests/fixtures")).unwrap();
    std::fs::copy(&path, fixture(*versions().last().unwrap())).unwrap();
}
