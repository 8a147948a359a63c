//! How long a large collection takes to load, and how much memory that needs. Slow to set up, so only run
//! when asked for: `cargo test --release -p pincite-search --test search loading -- --ignored --nocapture`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use pincite_library::{CollectionId, Library, TestDocument};
use pincite_search::{CollectionIndex, CollectionQuestion, Mode, PreparedQuestion};
use std::time::Instant;

const DOCUMENTS: u8 = 100;
const PASSAGES: u32 = 1000;
const WORDS: u64 = 120;

/// The same words on every machine, common ones often.
fn words(seed: u64, count: u64) -> String {
    let word = |at: u64| {
        let even = (seed * 1000 + at).wrapping_mul(6_364_136_223_846_793_005).rotate_left(29) >> 11;
        format!("w{}", 30_000f64.powf(even as f64 / (1u64 << 53) as f64) as u32)
    };
    (0..count).map(word).collect::<Vec<_>>().join(" ")
}

async fn add(library: &Library, collection: CollectionId, number: u8) {
    let first = u64::from(number) * u64::from(PASSAGES);
    let texts: Vec<String> = (first..first + u64::from(PASSAGES)).map(|seed| words(seed, WORDS)).collect();
    let document = TestDocument::of_texts(format!("/{number}.pdf"), number, &texts, |passage, _| passage.text.clone());
    document.store(library, collection).await.unwrap();
}

/// The most memory this process had so far, in MB; nothing where the system does not tell.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes / 1000)
}

#[tokio::test]
#[ignore = "measures: run in release, alone"]
async fn a_hundred_thousand_passages() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&folder.path().join("library.db")).await.unwrap();
    let collection = library.create_collection("Matter").await.unwrap().id;
    for number in 0..DOCUMENTS {
        add(&library, collection, number).await;
    }
    println!("stored; {:?} MB at most so far", peak());
    let start = Instant::now();
    let question = CollectionQuestion::from(PreparedQuestion::new("w1 w20 w300 w4000", Mode::Lexical));
    let read = question
        .index(&library, &CollectionIndex::unloaded(&library, collection, None).await.unwrap(), &[])
        .await
        .unwrap();
    println!("read for one question in {:?}, {} MB held", start.elapsed(), read.bytes() / 1_000_000);
    let start = Instant::now();
    let index = CollectionIndex::load(&library, collection).await.unwrap();
    let took = start.elapsed();
    let held = index.bytes() as u64 / 1_000_000;
    assert_eq!(index.passage_count(), 100_000);
    println!("loaded in {took:?}, {held} MB held, {:?} MB at most so far", peak());
    if let Some(peak) = peak() {
        assert!(peak < held + 400, "what is read is let go as it is taken in");
    }
}
