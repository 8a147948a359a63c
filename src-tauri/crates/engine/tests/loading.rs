//! Questions while a large collection is loaded: they go on as if nothing happened. Real parts: a tiny encoder, ONNX
//! Runtime and a library with 50,000 passages.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that cannot go on should stop"
)]

mod embedding;
mod folders;

use embedding::embedded;
use folders::copy_folder;
use pincite_api::{Gather, Mode, Question};
use pincite_engine::{Engine, Home, Options, Salvage};
use pincite_library::{CollectionId, Library, PassageId, TestDocument};
use pincite_models::{Catalogue, Device, Encoder, runtime};
use pincite_pdf::Reader;
use pincite_search::passage_terms;
use std::path::Path;
use std::time::{Duration, Instant};

const SMALL: u32 = 50;
const LARGE_DOCUMENTS: u8 = 50;
const LARGE: u32 = 1000;

/// The same sentence on every machine, common words often.
fn sentence(seed: u64) -> String {
    let word = |at: u64| {
        let even = (seed * 100 + at).wrapping_mul(6_364_136_223_846_793_005).rotate_left(29) >> 11;
        format!("w{}", 20_000f64.powf(even as f64 / (1u64 << 53) as f64) as u32)
    };
    (0..40).map(word).collect::<Vec<_>>().join(" ")
}

/// A document of so many passages that fill one page.
async fn store(library: &Library, collection: CollectionId, number: u8, count: u32, encoder: Option<&Encoder>) {
    let first = u64::from(number) * u64::from(LARGE);
    let texts: Vec<String> = (first..first + u64::from(count)).map(sentence).collect();
    let mut document = TestDocument::of_texts(format!("/{number}.pdf"), number, &texts, passage_terms);
    if let Some(encoder) = encoder {
        document.vectors = Some(embedded(library, collection, encoder, &document.passages).await);
    }
    document.store(library, collection).await.unwrap();
}

/// A home with a tiny encoder and two collections: a small one that is embedded, and a large one.
async fn home(folder: &Path) -> (Home, CollectionId, CollectionId) {
    runtime::start(&runtime::candidates(Home::of_this_user().folder())).expect("set-up put the runtime there");
    let home = Home::from(folder.to_owned());
    let model = folder.join("models").join(&Catalogue::builtin().unwrap().default_encoder().name);
    copy_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/fixtures/tiny-mean"), &model);
    let encoder = Encoder::open(&model, Device::Cpu).unwrap();
    let library = Library::open(&home.library()).await.unwrap();
    let small = library.create_collection("Small").await.unwrap().id;
    let large = library.create_collection("Large").await.unwrap().id;
    store(&library, small, 0, SMALL, Some(&encoder)).await;
    for number in 1..=LARGE_DOCUMENTS {
        store(&library, large, number, LARGE, None).await;
    }
    library.close().await;
    (home, small, large)
}

async fn answer(engine: &Engine, collection: CollectionId) -> Vec<PassageId> {
    let question = Question {
        text: sentence(7),
        collection,
        documents: Vec::new(),
        k: 10,
        mode: Mode::Hybrid,
        gather: Gather::Auto,
        rerank: false,
        depth: None,
        remember: false,
    };
    let hits: Vec<PassageId> = engine.ask(question).await.unwrap().hits.iter().map(|hit| hit.id).collect();
    assert!(!hits.is_empty(), "there is something to find");
    hits
}

async fn ask(engine: &Engine, collection: CollectionId) -> Duration {
    let started = Instant::now();
    answer(engine, collection).await;
    started.elapsed()
}

async fn ask_often(engine: &Engine, collection: CollectionId, times: &mut Vec<Duration>) {
    for _ in 0..25 {
        times.push(ask(engine, collection).await);
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Times of one round.
#[derive(Debug)]
struct Round {
    /// Median time of a question before and after the loading.
    usual: Duration,
    /// Median time while the other collection was loaded.
    meanwhile: Duration,
    /// Longest time meanwhile.
    longest: Duration,
    /// Time of the loading.
    loading: Duration,
}

impl Round {
    /// The median shows a lock that is held, the longest time shows computation on the runtime's thread.
    fn is_undisturbed(&self) -> bool {
        self.meanwhile <= 2 * self.usual && self.longest <= self.loading / 10
    }
}

/// An engine that has loaded nothing yet.
async fn opened(home: &Home) -> Engine {
    let reader = Reader::of_this_program().unwrap();
    let options = Options {
        home: home.clone(),
        library: None,
        device: Device::Cpu,
        reader,
        splitting: None,
        salvage: Salvage::Never,
    };
    Engine::open(options).await.unwrap()
}

/// Asks the small collection before, while and after the large one is loaded, by an engine that has loaded nothing yet.
async fn round(home: &Home, small: CollectionId, large: CollectionId) -> Round {
    let engine = opened(home).await;
    ask(&engine, small).await;
    let mut usual = Vec::new();
    let mut meanwhile = Vec::new();
    ask_often(&engine, small, &mut usual).await;
    let other = engine.clone();
    // The first question reads what it needs, the second one loads the collection.
    let loading = tokio::spawn(async move { ask(&other, large).await + ask(&other, large).await });
    tokio::task::yield_now().await;
    while !loading.is_finished() {
        meanwhile.push(ask(&engine, small).await);
    }
    let loading = loading.await.unwrap();
    ask_often(&engine, small, &mut usual).await;
    let longest = meanwhile.iter().copied().max().unwrap_or_default();
    Round { usual: median(usual), meanwhile: median(meanwhile), longest, loading }
}

/// A large collection is read for its first question, and loaded for the next one.
async fn the_first_question_has_the_hits_of_the_next(home: &Home, large: CollectionId) {
    let engine = opened(home).await;
    let first = answer(&engine, large).await;
    let next = answer(&engine, large).await;
    assert_eq!(first, next, "however it is read");
}

/// The runtime has one thread, so that whatever computes on it stops the questions too. Other programs can disturb a round,
/// so one good round of three is enough; a question that waits for the loading is slow in all of them.
#[tokio::test]
async fn questions_to_a_loaded_collection_do_not_wait_for_the_loading_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let (home, small, large) = home(folder.path()).await;
    the_first_question_has_the_hits_of_the_next(&home, large).await;
    let mut rounds = Vec::new();
    while rounds.len() < 3 {
        let round = round(&home, small, large).await;
        println!("{round:?}");
        if round.is_undisturbed() {
            return;
        }
        rounds.push(round);
    }
    panic!("questions waited while 50,000 passages were loaded: {rounds:?}");
}
