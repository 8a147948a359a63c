//! Selecting passages for one question among 100 candidates of 120 made-up words: comparing the candidates, and the
//! selection by the joint ranker. It should take at most 30 ms on a processor with two cores.
//! Run: `cargo bench -p pincite-search --bench joint`.
#![allow(missing_docs, reason = "a macro of criterion makes a public function")]
#![allow(clippy::expect_used, reason = "a benchmark that cannot go on should stop")]

use criterion::{Criterion, criterion_group, criterion_main};
use pincite_passage::Passage;
use pincite_search::{JointCandidate, JointFeatures, JointRanker, TreeDecoding, UntilComplete};

const CANDIDATES: usize = 100;
const WORDS: usize = 120;
const WIDTH: usize = 384;
const SELECTED: usize = 10;

/// A passage of words that repeat in several passages.
fn passage(number: usize) -> Passage {
    let words = (0..WORDS).map(|word| format!("w{}", (number / 3 * 71 + word * 7) % 997));
    Passage { ordinal: number as u32, text: words.collect::<Vec<_>>().join(" "), ..Passage::default() }
}

fn joint(criterion: &mut Criterion) {
    let ranker = JointRanker::shipped().expect("it comes with Pincite");
    let passages: Vec<Passage> = (0..CANDIDATES).map(passage).collect();
    let vector = [1.0 / (WIDTH as f32).sqrt(); WIDTH];
    let candidate = |(at, passage)| {
        let cross = 4.0 - at as f32 / 10.0;
        JointCandidate { cross, total: cross / 3.0, document: 0, passage, vector: &vector }
    };
    let candidates: Vec<JointCandidate<'_>> = passages.iter().enumerate().map(candidate).collect();
    let features = || JointFeatures::of(&candidates);
    let compared = features();
    let mut score = compared.scored_by(&ranker);

    let mut group = criterion.benchmark_group("joint");
    group.bench_function("compare the candidates", |bencher| bencher.iter(features));
    group.bench_function("tree", |bencher| {
        bencher.iter(|| TreeDecoding::default().select(CANDIDATES, SELECTED, &mut score));
    });
    group.bench_function("until complete", |bencher| {
        bencher.iter(|| UntilComplete::default().select(CANDIDATES, &mut score));
    });
    group.finish();
}

criterion_group!(benches, joint);
criterion_main!(benches);
