//! Questions in stages: the first order, the closer reading and what ends it. Real parts: a tiny encoder, a tiny cross-encoder
//! with random weights, ONNX Runtime and a library.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on should stop")]

mod embedding;
mod folders;

use embedding::embedded;
use folders::copy_folder;
use pincite_api::{Answer, Gather, Gathered, Match, Mode, Question};
use pincite_engine::{Engine, Error, Home, Options, Salvage};
use pincite_library::{CollectionId, DocumentId, Library, TestDocument};
use pincite_models::{Catalogue, Device, Encoder, runtime};
use pincite_pdf::Reader;
use pincite_search::passage_terms;
use std::path::Path;
use std::sync::mpsc;
use tempfile::TempDir;

const LEASE: [&str; 3] = ["The tenant pays the rent in May.", "Notice is given by letter.", "The fee is 12 dollars."];
const LOAN: [&str; 2] = ["The borrower pays the fee in June.", "The lender may give notice at any time."];

/// An engine with two embedded documents.
struct Desk {
    engine: Engine,
    collection: CollectionId,
    documents: [DocumentId; 2],
    folder: TempDir,
}

impl Desk {
    /// `offset` makes the cross-encoder take every passage for an answer, or none.
    async fn new(offset: f32) -> Self {
        runtime::start(&runtime::candidates(Home::of_this_user().folder())).expect("set-up put the runtime there");
        let folder = tempfile::tempdir().unwrap();
        let models = folder.path().join("models");
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/fixtures");
        let encoder = models.join(&Catalogue::builtin().unwrap().default_encoder().name);
        copy_folder(&fixtures.join("tiny-mean"), &encoder);
        copy_folder(&fixtures.join("cross/tiny-one-label"), &models.join("tiny-one-label"));
        let calibration = format!("{{\"calibration\": {{\"slope\": 1.0, \"offset\": {offset}}}}}");
        std::fs::write(models.join("tiny-one-label/pincite.json"), calibration).unwrap();
        let home = Home::from(folder.path().to_owned());
        let library = Library::open(&home.library()).await.unwrap();
        let collection = library.create_collection("Matter").await.unwrap().id;
        let encoder = Encoder::open(&encoder, Device::Cpu).unwrap();
        let lease = TestDocument::of_texts("/lease.pdf", 1, &LEASE, passage_terms);
        let loan = TestDocument::of_texts("/loan.pdf", 2, &LOAN, passage_terms);
        let documents =
            [store(&library, collection, lease, &encoder).await, store(&library, collection, loan, &encoder).await];
        library.close().await;
        let reader = Reader::of_this_program().unwrap();
        let options =
            Options { home, library: None, device: Device::Cpu, reader, splitting: None, salvage: Salvage::Never };
        let engine = Engine::open(options).await.unwrap();
        Self { engine, collection, documents, folder }
    }

    fn question(&self, text: &str) -> Question {
        Question {
            text: text.to_owned(),
            collection: self.collection,
            documents: Vec::new(),
            k: 10,
            mode: Mode::Hybrid,
            gather: Gather::Auto,
            rerank: true,
            depth: None,
            remember: false,
        }
    }
}

async fn store(
    library: &Library,
    collection: CollectionId,
    mut document: TestDocument,
    encoder: &Encoder,
) -> DocumentId {
    document.vectors = Some(embedded(library, collection, encoder, &document.passages).await);
    document.store(library, collection).await.unwrap().document
}

fn ids(answer: &Answer) -> Vec<i64> {
    let mut ids: Vec<i64> = answer.hits.iter().map(|hit| hit.id.0).collect();
    ids.sort_unstable();
    ids
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_order_comes_before_the_final_one() {
    let desk = Desk::new(0.0).await;
    let (show, shown) = mpsc::channel();
    let asked = desk.engine.ask_in_stages(desk.question("Who pays the fee?"), move |first| show.send(first).unwrap());
    let last = asked.await.unwrap();
    let first = shown.try_recv().expect("a closer reading follows");
    assert_eq!((first.state, first.gathered), (None, Gathered::Best), "nothing is read yet");
    assert!(first.hits.iter().all(|hit| hit.probability.is_none()), "{first:?}");
    assert!(last.state.is_some() && last.hits.iter().all(|hit| hit.probability.is_some()), "all of it is read");
    assert_eq!(ids(&first), ids(&last), "the same passages");
    assert!(shown.try_recv().is_err(), "it comes once");
    let again = desk.engine.ask(desk.question("Who pays the fee?")).await.unwrap();
    assert_eq!(again.hits, last.hits, "asked at once it is the same answer");
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_is_read_the_first_order_is_the_answer() {
    let desk = Desk::new(0.0).await;
    for (mode, rerank) in [(Mode::Lexical, true), (Mode::Dense, true), (Mode::Hybrid, false)] {
        let (show, shown) = mpsc::channel();
        let question = Question { mode, rerank, ..desk.question("Who pays the fee?") };
        let answer = desk.engine.ask_in_stages(question, move |first| show.send(first).unwrap()).await.unwrap();
        assert!(!answer.hits.is_empty() && answer.state.is_none(), "{mode:?}: {answer:?}");
        assert!(shown.try_recv().is_err(), "{mode:?}: nothing comes before it");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_question_ends_the_reading_of_the_one_before() {
    let desk = Desk::new(0.0).await;
    // The first question waits between its two stages until the second one is asked.
    let (tell_first, first_is_shown) = mpsc::channel();
    let (go_on, wait) = mpsc::channel::<()>();
    let engine = desk.engine.clone();
    let question = desk.question("Who pays the fee?");
    let superseded = tokio::spawn(async move {
        let between = move |_| {
            tell_first.send(()).unwrap();
            wait.recv().unwrap();
        };
        engine.ask_in_stages(question, between).await
    });
    tokio::task::spawn_blocking(move || first_is_shown.recv().unwrap()).await.unwrap();
    let newer = desk.engine.ask_in_stages(desk.question("Who gives notice?"), |_| ()).await.unwrap();
    go_on.send(()).unwrap();
    let error = superseded.await.unwrap().unwrap_err();
    assert_eq!(error.code(), "models.cancelled", "{error}");
    assert!(newer.state.is_some(), "the newer one is read");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_being_removed_is_neither_found_nor_counted() {
    let desk = Desk::new(9.0).await;
    let question = Question { gather: Gather::All, ..desk.question("Who pays the fee?") };
    let [lease, loan] = desk.documents;
    desk.engine.remove_soon(&[lease]).await.unwrap();
    let answer = desk.engine.ask(question.clone()).await.unwrap();
    assert!(answer.hits.iter().all(|hit| hit.document == loan) && !answer.hits.is_empty(), "{answer:?}");
    assert_eq!(answer.found, Some(answer.hits.len() as u32), "what is counted is shown");
    desk.engine.remove_soon(&[loan]).await.unwrap();
    let nothing = desk.engine.ask(question.clone()).await.unwrap();
    assert_eq!((nothing.hits.len(), nothing.found, nothing.state), (0, Some(0), None), "{nothing:?}");
    desk.engine.restore(&[lease, loan]).await.unwrap();
    let restored = desk.engine.ask(question).await.unwrap();
    assert!(restored.found > answer.found && restored.state == Some(Match::Found), "{restored:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn exact_words_need_no_model() {
    let desk = Desk::new(0.0).await;
    let lexical = Question { mode: Mode::Lexical, ..desk.question("fee") };
    assert_eq!(desk.engine.ask(lexical).await.unwrap().hits.len(), 2);
    // A model that was opened would be kept, and would answer without its files.
    std::fs::remove_dir_all(desk.folder.path().join("models")).unwrap();
    let hybrid = desk.engine.ask(desk.question("fee")).await.unwrap();
    let codes: Vec<&str> = hybrid.notes.iter().map(|note| note.code.as_str()).collect();
    assert_eq!(codes, ["search.no_encoder"], "the encoder was not opened before");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_setting_makes_the_reading_shorter() {
    let desk = Desk::new(0.0).await;
    let question = Question { depth: Some(2), ..desk.question("Who pays the fee?") };
    let answer = desk.engine.ask(question).await.unwrap();
    let read = answer.hits.iter().filter(|hit| hit.probability.is_some()).count();
    assert_eq!((read, answer.hits.len() > 2), (2, true), "{answer:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_document_that_is_gone_is_an_error() {
    let desk = Desk::new(0.0).await;
    let question = Question { documents: vec![DocumentId(77)], ..desk.question("fee") };
    assert!(matches!(desk.engine.ask(question).await, Err(Error::Library(_))));
}
