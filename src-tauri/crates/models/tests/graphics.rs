//! What a graphics processor computes is what the CPU computes. Needs one, or Mesa's in software (`npm test` brings it).

#![allow(clippy::expect_used, clippy::panic, reason = "a test stops where it fails")]

mod common;

use std::ops::ControlFlow;

use common::pytorch::compare_with_pytorch;
use common::{embed, fixture, reference, start};
use pincite_models::{Decoding, Device, Encoder, Generator, Memory, Search, Side, cosine};

#[test]
#[ignore = "needs a graphics processor"]
fn it_embeds_the_same() {
    start();
    for name in ["tiny-mean", "tiny-cls"] {
        let encoder = Encoder::open(&fixture(name), Device::Gpu).expect("there is a graphics processor");
        assert_eq!(encoder.device(), "gpu", "nothing fell back unseen");
        let reference = reference(name);
        let texts: Vec<&str> = reference.passages.iter().map(|row| row.text.as_str()).collect();
        let vectors = embed(&encoder, &texts, Side::Passage);
        assert_eq!(encoder.device(), "gpu", "nor while it ran");
        for (row, ours) in reference.passages.iter().zip(vectors.iter()) {
            let cosine = cosine(ours, &row.vector);
            assert!(cosine >= 0.9999, "{name}: cosine {cosine} with the reference for {:?}", row.text);
        }
    }
}

#[test]
#[ignore = "needs a graphics processor"]
fn it_trains_the_same() {
    compare_with_pytorch(Memory::default(), true);
}

#[test]
#[ignore = "needs a graphics processor"]
fn it_trains_the_same_in_parts() {
    compare_with_pytorch(Memory { tokens: 40 }, true);
}

#[test]
#[ignore = "needs a graphics processor"]
fn it_generates_the_same() {
    start();
    let folder = fixture("generator/tiny-flan");
    let [gpu, cpu] = [Device::Gpu, Device::Cpu].map(|device| Generator::open(&folder, device).expect("it opens"));
    assert_eq!(gpu.device(), "gpu", "nothing fell back unseen");
    let texts = ["The term of the lease.", "Rent", "Either party may terminate this agreement."];
    for search in [Search::Greedy, Search::Beam { beams: 3, length_penalty: 1.0, early_stopping: false }] {
        let decoding = Decoding { search, max_new_tokens: 12, ..Decoding::default() };
        let tokens = |generator: &Generator| {
            let generated = generator.generate(&texts, &decoding, &mut |_| ControlFlow::Continue(()));
            generated.expect("it generates").into_iter().flatten().map(|one| one.tokens).collect::<Vec<_>>()
        };
        assert_eq!(tokens(&gpu), tokens(&cpu), "the same tokens with {search:?}");
    }
    assert_eq!(gpu.device(), "gpu", "nor while it ran");
}
