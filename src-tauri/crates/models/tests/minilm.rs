//! The default encoder against Sentence-Transformers on 200 and more texts (`fixtures/minilm/make.py` made them).
//!
//! Needs the encoder itself, which set-up fetches; without it this fails and says how to get it.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

mod common;

use std::path::PathBuf;

use common::{embed, fixture, home, start};
use half::f16;
use pincite_models::{Catalogue, Device, Encoder, Memory, Side, State, Trainee, Weight, cosine};

const WIDTH: usize = 384;
const AGREEMENT: f32 = 0.9999;

fn folder() -> PathBuf {
    let catalogue = Catalogue::builtin().expect("the catalogue is well-formed");
    let statuses = catalogue.status(&home());
    let default = statuses.into_iter().find(|status| status.default).expect("one model is the default");
    match default.state {
        State::Installed => default.folder,
        state => panic!("{} is {state:?}: run `npm test`, or `pincite models fetch`", default.folder.display()),
    }
}

fn reference() -> (Vec<String>, Vec<f32>) {
    let texts = std::fs::read(fixture("minilm/texts.json")).expect("the texts are there");
    let vectors = std::fs::read(fixture("minilm/vectors.f16")).expect("the vectors are there");
    let numbers = vectors.as_chunks().0.iter().map(|bytes| f16::from_le_bytes(*bytes).to_f32()).collect();
    (serde_json::from_slice(&texts).expect("the texts are JSON"), numbers)
}

#[test]
fn the_default_encoder_agrees_with_sentence_transformers() {
    start();
    let encoder = Encoder::open(&folder(), Device::Cpu).expect("the default encoder opens");
    let (texts, expected) = reference();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert!(texts.len() >= 200 && expected.len() == texts.len() * WIDTH, "the fixture is whole");
    let ours = embed(&encoder, &texts, Side::Passage);
    for (index, text) in texts.iter().enumerate() {
        let agreement = cosine(ours.row(index), &expected[index * WIDTH..][..WIDTH]);
        assert!(agreement >= AGREEMENT, "{agreement} for {text:?}: the graph, the tokenizer or the pooling is off");
    }
}

/// The start of this checkout is one of the default encoder, and another encoder than it.
#[test]
fn tuning_the_default_encoder_begins_at_the_start_that_comes_along() {
    start();
    let catalogue = Catalogue::builtin().expect("the catalogue is well-formed");
    let name = &catalogue.checkpoint_of(&catalogue.default_encoder().name).expect("it has one").name;
    let place = catalogue.installed_or_shipped(name, &home()).expect("the checkout has it, as the manifest says");
    let trainee = Trainee::open(&folder(), false, Memory::default()).expect("the default encoder opens");
    let trainee = trainee.with_pretrained(&place).expect("it was made from this very encoder");
    let own = trainee.snapshot().expect("weights");
    let start = trainee.pretrained().expect("it is there");
    let moved = |(own, start): (&Weight, &Weight)| own.values != start.values;
    let moved = own.weights.iter().zip(&start.weights).filter(|pair| moved(*pair)).count();
    assert!(moved + 1 == own.weights.len(), "everything but the temperature learned: {moved} weights");
    let encoders = [folder(), place].map(|place| Encoder::open(&place, Device::Cpu).expect("it opens, tuned or not"));
    let texts = ["Who may end the agreement early?", "Either party may terminate this agreement on notice."];
    let [before, after] = encoders.each_ref().map(|encoder| {
        let vectors = embed(encoder, &texts, Side::Passage);
        cosine(vectors.row(0), vectors.row(1))
    });
    assert!(after.is_finite() && (after - before).abs() > 1e-3, "{before} before, {after} after");
    assert_ne!(encoders[0].fingerprint(), encoders[1].fingerprint());
}

#[test]
fn tokens_are_counted_as_they_are_cut() {
    start();
    let encoder = Encoder::open(&folder(), Device::Cpu).expect("the default encoder opens");
    assert_eq!(encoder.max_tokens(), 254, "256 without [CLS] and [SEP]");
    let fits = "word ".repeat(254);
    let cut = "word ".repeat(300);
    assert_eq!((encoder.count_tokens(&fits), encoder.count_tokens(&cut)), (254, 300), "counting does not cut");
    let vectors = embed(&encoder, &[&fits, &cut], Side::Passage);
    assert!(cosine(vectors.row(0), vectors.row(1)) > 0.999_999, "what is beyond max_tokens changes nothing");
}
