//! Tiny encoders of random weights, one per family layout, against Sentence-Transformers and Transformers
//! (`fixtures/make.py` made both).

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

mod common;

use std::ops::ControlFlow;

use common::{Row, embed, fixture, reference, start};
use pincite_models::{Device, Encode, Encoder, Error, Side};
use proptest::prelude::*;

const VARIANTS: [&str; 4] = ["tiny-mean", "tiny-cls", "tiny-prompts", "tiny-dpr"];

fn open(name: &str) -> Encoder {
    start();
    Encoder::open(&fixture(name), Device::Cpu).expect("the fixture opens")
}

fn largest_difference(encoder: &Encoder, rows: &[Row], side: Side) -> f32 {
    let texts: Vec<&str> = rows.iter().map(|row| row.text.as_str()).collect();
    let ours = embed(encoder, &texts, side);
    let theirs = rows.iter().flat_map(|row| &row.vector);
    ours.values.iter().zip(theirs).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

#[test]
fn every_layout_agrees_with_the_reference() {
    for name in VARIANTS {
        let encoder = open(name);
        let expected = reference(name);
        assert_eq!(encoder.width(), 32);
        for (rows, side) in [(&expected.questions, Side::Question), (&expected.passages, Side::Passage)] {
            let difference = largest_difference(&encoder, rows, side);
            assert!(difference < 2e-5, "{name} {side:?}: pooling, prefix or network differ by {difference}");
        }
    }
}

#[test]
fn limits_are_those_of_the_files() {
    assert_eq!(open("tiny-mean").max_tokens(), 46, "max_seq_length 48 without [CLS] and [SEP]");
    assert_eq!(open("tiny-prompts").max_tokens(), 43, "the passage prefix `the notice:` takes three more");
    assert_eq!(open("tiny-dpr").max_tokens(), 62, "without Sentence-Transformers' files the positions are the limit");
    assert_eq!(
        open("tiny-mean").count_tokens("the notice is ab"),
        6,
        "two words known whole, `is` and `ab` by letters"
    );
}

#[test]
fn the_fingerprint_tells_encoders_apart() {
    let fingerprints: Vec<String> = VARIANTS.iter().map(|name| open(name).fingerprint().to_owned()).collect();
    for (index, fingerprint) in fingerprints.iter().enumerate() {
        assert_eq!(fingerprint.len(), 64, "SHA-256 in hexadecimal");
        assert!(!fingerprints[..index].contains(fingerprint), "vectors of two encoders must never be mixed");
    }
    assert_eq!(open("tiny-mean").fingerprint(), fingerprints[0], "the same files are the same encoder");
}

#[test]
fn a_changed_prefix_is_another_encoder() {
    let copy = tempfile::tempdir().expect("temporary folder");
    for file in ["config.json", "tokenizer.json", "model.safetensors"] {
        std::fs::copy(fixture("tiny-dpr").join(file), copy.path().join(file)).expect("copies");
    }
    let open = || Encoder::open(copy.path(), Device::Cpu).expect("the copy opens").fingerprint().to_owned();
    start();
    let before = open();
    std::fs::write(copy.path().join("pincite.json"), r#"{"question_prefix": "party: "}"#).expect("writes");
    assert_ne!(before, open(), "another prefix makes other vectors");
}

#[test]
fn progress_can_stop_the_work() {
    let encoder = open("tiny-mean");
    let texts = vec!["notice"; 3000];
    let mut heard = 0;
    let stopped = encoder.embed(&texts, Side::Passage, &mut |done| {
        heard = done;
        ControlFlow::Break(())
    });
    assert!(matches!(stopped, Err(Error::Cancelled)), "stopping is an error of its own");
    assert!(heard > 0 && heard < texts.len(), "it stops after the first batch, not at the end: {heard}");
}

#[test]
fn nothing_gives_no_rows() {
    assert_eq!(embed(&open("tiny-mean"), &[], Side::Passage).rows(), 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_vector_does_not_depend_on_its_neighbours(texts in proptest::collection::vec("[a-z ,.]{0,80}", 1..12)) {
        let encoder = open("tiny-cls");
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let together = embed(&encoder, &texts, Side::Passage);
        for (index, text) in texts.iter().enumerate() {
            let alone = embed(&encoder, &[text], Side::Passage);
            let difference = alone.values.iter().zip(together.row(index)).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            prop_assert!(difference < 1e-4, "padding or order leaks into row {index}: {difference}");
        }
    }
}
