//! BM25 against a scan with hash maps, and the dense scan against a plain loop. 20 documents of 500 made-up passages.
//! Run: `cargo bench -p pincite-search --bench ranking`.
#![allow(missing_docs, reason = "a macro of criterion makes a public function")]

use criterion::{Criterion, criterion_group, criterion_main};
use pincite_search::{DocumentIndex, Mode, Query, Vectors, Weights, rank};
use std::collections::HashMap;

const DOCUMENTS: usize = 20;
const PASSAGES: usize = 500;
const WORDS: usize = 120;
const WIDTH: usize = 384;
const HITS: usize = 40;

/// A linear congruential generator: the same numbers on every machine.
struct Random(u64);

impl Random {
    /// Evenly between 0 and 1.
    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Words of a vocabulary of 30,000. Common ones are frequent, as in real text.
    fn text(&mut self, words: usize) -> String {
        let word = |_| format!("w{}", (30_000f64.powf(self.number()) - 1.0) as u32);
        (0..words).map(word).collect::<Vec<_>>().join(" ")
    }

    fn vector(&mut self) -> Vec<f32> {
        (0..WIDTH).map(|_| self.number() as f32 - 0.5).collect()
    }
}

/// BM25 (k1 = 1.2; all lengths are equal) of each passage. It reads every word. `rank` also scores sentences and pairs.
fn scan_words(passages: &[String], terms: &[&str]) -> Vec<f32> {
    let counts = |passage: &String| {
        let mut counts: HashMap<&str, f32> = HashMap::new();
        passage.split(' ').for_each(|word| *counts.entry(word).or_default() += 1.0);
        terms.iter().map(|term| counts.get(term).copied().unwrap_or(0.0)).collect::<Vec<f32>>()
    };
    let counts: Vec<Vec<f32>> = passages.iter().map(counts).collect();
    let with = |term: usize| counts.iter().filter(|counts| counts[term] > 0.0).count() as f32;
    let rarity = |with: f32| (1.0 + (passages.len() as f32 - with + 0.5) / (with + 0.5)).ln();
    let weights: Vec<f32> = (0..terms.len()).map(|term| rarity(with(term))).collect();
    let score = |count: &f32, weight: &f32| weight * count * 2.2 / (count + 1.2);
    counts.iter().map(|counts| counts.iter().zip(&weights).map(|(count, weight)| score(count, weight)).sum()).collect()
}

fn scan_vectors(rows: &[f32], question: &[f32]) -> Vec<f32> {
    rows.chunks_exact(WIDTH).map(|row| row.iter().zip(question).map(|(a, b)| a * b).sum()).collect()
}

fn ranking(criterion: &mut Criterion) {
    let mut random = Random(7);
    let texts: Vec<String> = (0..DOCUMENTS * PASSAGES).map(|_| random.text(WORDS)).collect();
    let rows: Vec<f32> = (0..texts.len()).flat_map(|_| random.vector()).collect();
    let owners: Vec<u32> = (0..PASSAGES as u32).collect();
    let vectors = |rows: &[f32]| Vectors::new(WIDTH, owners.clone(), rows.to_vec());
    let parts = texts.chunks(PASSAGES).zip(rows.chunks(PASSAGES * WIDTH));
    let documents: Vec<DocumentIndex> = parts.map(|(texts, rows)| DocumentIndex::new(texts, vectors(rows))).collect();
    let documents: Vec<&DocumentIndex> = documents.iter().collect();
    let text = random.text(8);
    let question = random.vector();
    let weights = Weights::default();
    let query = Query::new(&text);
    let words = text.split(' ').collect::<Vec<_>>();
    let ranked = |mode| rank(&documents, &query, Some(&question), mode, &weights, HITS);

    let mut bm25 = criterion.benchmark_group("bm25");
    bm25.bench_function("pincite", |bencher| bencher.iter(|| ranked(Mode::Lexical)));
    bm25.sample_size(10).bench_function("hash maps", |bencher| bencher.iter(|| scan_words(&texts, &words)));
    bm25.finish();
    let mut dense = criterion.benchmark_group("dense");
    dense.bench_function("pincite", |bencher| bencher.iter(|| ranked(Mode::Dense)));
    dense.bench_function("plain loop", |bencher| bencher.iter(|| scan_vectors(&rows, &question)));
    dense.finish();
}

criterion_group!(benches, ranking);
criterion_main!(benches);
