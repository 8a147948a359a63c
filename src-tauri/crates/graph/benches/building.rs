//! Building and encoding of graphs of MiniLM's size: the encoder, and a training step, which has the encoder twice with
//! all gradients. The encoder is the baseline. Run: `cargo bench -p pincite-graph --bench building`.
#![allow(missing_docs, clippy::unwrap_used, reason = "a macro of criterion makes a public function")]

use criterion::{Criterion, criterion_group, criterion_main};
use pincite_graph::training::{self, Trained};
use pincite_graph::{Pooling, bert};

const MINILM: &str = r#"{"model_type": "bert", "vocab_size": 30522, "hidden_size": 384, "num_hidden_layers": 6,
    "num_attention_heads": 12, "intermediate_size": 1536, "hidden_act": "gelu", "max_position_embeddings": 512,
    "type_vocab_size": 2, "layer_norm_eps": 1e-12}"#;

fn building(criterion: &mut Criterion) {
    let config = bert::Config::from_json(MINILM).unwrap();
    let all = Trained { config: &config, pooling: Pooling::Mean, normalise: true, chosen: |_| true };
    let mut group = criterion.benchmark_group("graph");
    group.bench_function("encoder", |bencher| bencher.iter(|| bert::encoder(&config, Pooling::Mean, true).unwrap()));
    group.bench_function("training step", |bencher| bencher.iter(|| training::step(&all).unwrap()));
    let encoder = bert::encoder(&config, Pooling::Mean, true).unwrap();
    let step = training::step(&all).unwrap();
    group.bench_function("encoder as ONNX", |bencher| bencher.iter(|| encoder.to_onnx()));
    group.bench_function("training step as ONNX", |bencher| bencher.iter(|| step.to_onnx()));
    group.finish();
}

criterion_group!(benches, building);
criterion_main!(benches);
