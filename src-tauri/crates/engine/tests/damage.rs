//! Questions to a library that a bad disk has damaged.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says so by failing")]

use pincite_api::{Answer, CollectionId, Gather, Mode, Question};
use pincite_engine::{Engine, Home, Options, Salvage};
use pincite_library::{Library, TestDocument};
use pincite_models::Device;
use pincite_pdf::{Limits, Reader};
use pincite_search::passage_terms;
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use std::path::Path;

/// A library with two documents of one passage each.
async fn store(folder: &Path) -> CollectionId {
    let library = Library::open(&folder.join("library.db")).await.unwrap();
    let collection = library.create_collection("Deal").await.unwrap().id;
    put(&library, folder, collection, 1, "sound").await;
    put(&library, folder, collection, 2, "harmed").await;
    library.close().await;
    collection
}

/// Stores a document of one passage.
async fn put(library: &Library, folder: &Path, collection: CollectionId, number: u8, name: &str) {
    let path = folder.join(format!("{name}.pdf"));
    let text = format!("The {name} rent is due.");
    TestDocument::of_texts(path, number, &[text], passage_terms).store(library, collection).await.unwrap();
}

async fn harm(folder: &Path, statement: &'static str) {
    let mut raw = SqliteConnectOptions::new().filename(folder.join("library.db")).connect().await.unwrap();
    assert_eq!(sqlx::query(statement).execute(&mut raw).await.unwrap().rows_affected(), 1);
}

/// Without a model: words are enough here.
async fn opened(folder: &Path) -> Engine {
    let options = Options {
        home: Home::from(folder.to_owned()),
        library: None,
        device: Device::Cpu,
        reader: Reader::new("nothing is read here".into(), Limits::default()),
        splitting: None,
        salvage: Salvage::Never,
    };
    Engine::open(options).await.unwrap()
}

async fn rent(engine: &Engine, collection: CollectionId) -> Answer {
    let question = Question {
        text: "When is the rent due?".to_owned(),
        collection,
        documents: Vec::new(),
        k: 5,
        mode: Mode::Lexical,
        gather: Gather::Best,
        rerank: false,
        depth: None,
        remember: false,
    };
    engine.ask(question).await.unwrap()
}

/// Every question that touched such a passage failed, and missing terms were not noticed at all.
#[tokio::test]
async fn a_damaged_document_is_named_and_the_others_answer() {
    let damages = [
        "UPDATE passage SET body = x'ff' WHERE id = 2",
        "DELETE FROM passage WHERE id = 2",
        "DELETE FROM content_terms WHERE content = 2",
    ];
    for damage in damages {
        let folder = tempfile::tempdir().unwrap();
        let collection = store(folder.path()).await;
        harm(folder.path(), damage).await;
        let engine = opened(folder.path()).await;
        let answer = rent(&engine, collection).await;
        let names: Vec<_> = answer.hits.iter().map(|hit| hit.document_name.as_str()).collect();
        assert_eq!(names, ["sound.pdf"], "{damage}");
        let [note] = answer.notes.as_slice() else { panic!("{damage}: one note: {:?}", answer.notes) };
        assert_eq!(note.code, "library.document_damaged", "{damage}");
        assert!(note.technical().contains("harmed.pdf"), "{note:?}");
        let listed = engine.documents(collection).await.unwrap().remove(1);
        assert_eq!(listed.problem.as_ref(), Some(note), "its line says the same: {damage}");
        engine.close().await;
    }
}

/// The note stayed until the program was started again.
#[tokio::test]
async fn a_document_that_was_added_again_has_no_note_any_more() {
    let folder = tempfile::tempdir().unwrap();
    let collection = store(folder.path()).await;
    harm(folder.path(), "DELETE FROM passage WHERE id = 2").await;
    let engine = opened(folder.path()).await;
    assert_eq!(rent(&engine, collection).await.notes.len(), 1);
    let other = Library::open(&folder.path().join("library.db")).await.unwrap();
    put(&other, folder.path(), collection, 2, "harmed").await;
    other.close().await;
    let answer = rent(&engine, collection).await;
    assert_eq!((answer.hits.len(), answer.notes), (2, Vec::new()), "it is whole again");
    engine.close().await;
}

#[tokio::test]
async fn sound_documents_have_no_note() {
    let folder = tempfile::tempdir().unwrap();
    let collection = store(folder.path()).await;
    let answer = rent(&opened(folder.path()).await, collection).await;
    assert_eq!((answer.hits.len(), answer.notes), (2, Vec::new()));
}
