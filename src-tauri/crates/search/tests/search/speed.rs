//! How fast a warm question is answered, and what it costs in memory. Slow to set up, so only run when asked for:
//! `cargo test --release -p pincite-search --test search speed -- --ignored --nocapture`.

use pincite_search::{DocumentIndex, Mode, Query, Vectors, Weights, rank};
use std::time::{Duration, Instant};

const WIDTH: usize = 384;
const WORDS_A_PASSAGE: usize = 120;

/// Small numbers without a crate for them: the same on every machine.
struct Dice(u64);

impl Dice {
    /// Evenly between 0 and 1.
    fn throw(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A word of a vocabulary of 30,000, common ones often, as in real text.
    fn word(&mut self) -> String {
        format!("w{}", (30_000f64.powf(self.throw()) - 1.0) as u32)
    }
}

fn document(dice: &mut Dice, passages: usize) -> DocumentIndex {
    let line = |dice: &mut Dice| {
        let words: Vec<String> =
            (0..WORDS_A_PASSAGE).map(|at| dice.word() + if at % 25 == 24 { " |" } else { "" }).collect();
        words.join(" ")
    };
    let values = (0..passages * WIDTH).map(|_| dice.throw() as f32 - 0.5).collect();
    DocumentIndex::new((0..passages).map(|_| line(dice)), Vectors::new(WIDTH, (0..passages as u32).collect(), values))
}

/// Times of warm questions of eight words, sorted.
fn times(documents: &[&DocumentIndex], dice: &mut Dice) -> Vec<Duration> {
    let mut times: Vec<Duration> = (0..60)
        .map(|_| {
            let question: Vec<String> = (0..8).map(|_| dice.word()).collect();
            let vector: Vec<f32> = (0..WIDTH).map(|_| dice.throw() as f32 - 0.5).collect();
            let start = Instant::now();
            let query = Query::new(&question.join(" "));
            let ranked = rank(documents, &query, Some(&vector), Mode::Hybrid, &Weights::default(), 40);
            assert_eq!(ranked.len(), 40, "every question has hits");
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times
}

fn p95(times: &[Duration]) -> Duration {
    times[times.len() * 95 / 100]
}

#[test]
#[ignore = "measures speed: run in release, alone"]
fn a_collection_of_100_000_passages_answers_in_time() {
    let mut dice = Dice(7);
    let documents: Vec<DocumentIndex> = (0..100).map(|_| document(&mut dice, 1000)).collect();
    let documents: Vec<&DocumentIndex> = documents.iter().collect();
    let bytes: usize = documents.iter().map(|document| document.bytes()).sum();
    let all = times(&documents, &mut dice);
    let one = times(&documents[..1], &mut dice);
    println!("100 × 1,000 passages: median {:?}, p95 {:?}, {} MB in memory", all[30], p95(&all), bytes / 1_000_000);
    println!("1 × 1,000 passages: median {:?}, p95 {:?}", one[30], p95(&one));
    assert!(p95(&all) < Duration::from_millis(130), "20 ms of 150 must remain for the question's vector");
    assert!(p95(&one) < Duration::from_millis(20), "40 ms of 60 must remain for the question's vector");
}
