//! What a graphics processor computes is what the CPU computes. Needs one, or Mesa's in software (`npm test` brings it).

#![allow(clippy::expect_used, clippy::panic, reason = "a test stops where it fails")]

mod common;

use common::pytorch::compare_with_pytorch;
use common::{embed, fixture, reference, start};
use pincite_models::{Device, Encoder, Memory, Side, cosine};

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
