//! Training of a cross-encoder of random weights: gradients against finite differences, descent, and the written model.

#![allow(clippy::expect_used, clippy::panic, reason = "a test stops where it fails")]

mod common;

use std::ops::ControlFlow;
use std::path::PathBuf;

use common::{fixture, start};
use pincite_models::{CrossEncoder, CrossTrainee, Device, Group, Memory, Rates, Snapshot};

const STILL: Rates = Rates { learning_rate: 0.0, weight_decay: 0.0, max_norm: f64::INFINITY };
const MOVING: Rates = Rates { learning_rate: 1e-3, weight_decay: 0.01, max_norm: 1.0 };
/// How far a weight is moved along its gradient.
const STEP: f32 = 1e-2;

fn folder(name: &str) -> PathBuf {
    fixture("cross").join(name)
}

fn open(name: &str, memory: Memory) -> CrossTrainee {
    start();
    CrossTrainee::open(&folder(name), false, memory).expect("the fixture opens")
}

/// Groups of different sizes; nothing answers the last question.
fn groups() -> Vec<Group<'static>> {
    let group = |question, passages: &[&'static str], answer| Group { question, passages: passages.to_vec(), answer };
    vec![
        group(
            "When shall the agreement terminate?",
            &["net income of the year", "in 30 days of notice", "the"],
            Some(1),
        ),
        group("total revenue", &["revenue and total net income", "either party shall terminate"], Some(0)),
        group("written notice", &["net income", "a fiscal year of total revenue"], None),
    ]
}

/// The mean loss of the groups by the scores of a cross-encoder.
fn loss_of(model: &CrossEncoder) -> f64 {
    let loss = |group: &Group<'_>| {
        let unwatched = &mut |_| ControlFlow::Continue(());
        let scores = model.score(group.question, &group.passages, unwatched).expect("it runs");
        let all: f64 = scores.iter().map(|score| f64::from(*score).exp()).sum();
        (all + 1.0).ln() - group.answer.map_or(0.0, |answer| f64::from(scores[answer]))
    };
    let groups = groups();
    groups.iter().map(loss).sum::<f64>() / groups.len() as f64
}

/// The loss with other weights.
fn loss_at(trainee: &mut CrossTrainee, weights: &Snapshot) -> f32 {
    trainee.restore(weights.clone()).expect("weights can be given");
    trainee.step(&groups(), &STILL).expect("the step runs").loss
}

/// The gradients, which are what the first moments hold after the first step, by `1 − β₁`.
fn gradients(trainee: &mut CrossTrainee) -> Vec<Vec<f32>> {
    trainee.step(&groups(), &STILL).expect("the step runs");
    let weights = trainee.snapshot().expect("weights can be read").weights;
    weights.iter().map(|weight| weight.first.iter().map(|value| value / 0.1).collect()).collect()
}

fn length(values: &[f32]) -> f32 {
    values.iter().map(|value| value * value).sum::<f32>().sqrt()
}

#[test]
fn gradients_agree_with_finite_differences() {
    for name in ["tiny-one-label", "tiny-two-labels"] {
        let mut trainee = open(name, Memory::default());
        let (start, mut moved) = (trainee.snapshot().expect("weights can be read"), 0);
        for (at, gradient) in gradients(&mut trainee).iter().enumerate() {
            let along = length(gradient);
            let mut shifted = |by: f32| {
                let mut weights = start.clone();
                let values = weights.weights[at].values.iter_mut().zip(gradient);
                values.for_each(|(value, slope)| *value += by * slope / along.max(1e-9));
                f64::from(loss_at(&mut trainee, &weights))
            };
            let numeric = ((shifted(STEP) - shifted(-STEP)) / f64::from(2.0 * STEP)) as f32;
            let of = &start.weights[at].name;
            assert!((along - numeric).abs() < 1e-4 + 0.02 * along, "{name}, {of}: {along}, not {numeric}");
            moved += usize::from(along > 1e-2);
        }
        assert!(moved > 20, "{name}: most weights matter, else the comparison says nothing: {moved}");
    }
}

#[test]
fn parts_of_a_batch_add_up_to_the_same_gradients() {
    let [whole, parts] = [Memory::default(), Memory { tokens: 1 }].map(|memory| {
        let mut trainee = open("tiny-one-label", memory);
        gradients(&mut trainee).concat()
    });
    let apart: Vec<f32> = whole.iter().zip(&parts).map(|(a, b)| a - b).collect();
    assert!(length(&apart) < 1e-5 * length(&whole), "group by group: {} apart", length(&apart));
}

#[test]
fn the_written_model_scores_as_in_training() {
    let mut trainee = open("tiny-one-label", Memory::default());
    let first = trainee.step(&groups(), &MOVING).expect("the step runs").loss;
    let before = CrossEncoder::open(&folder("tiny-one-label"), Device::Cpu).expect("the fixture opens");
    assert!((f64::from(first) - loss_of(&before)).abs() < 1e-5, "training starts from the model: {first}");
    for _ in 0..20 {
        trainee.step(&groups(), &MOVING).expect("the step runs");
    }
    let last = trainee.step(&groups(), &STILL).expect("the step runs").loss;
    assert!(last < 0.5 * first, "a few steps lower the loss: {first} to {last}");
    let home = tempfile::tempdir().expect("temporary folder");
    let written = home.path().join("trained");
    trainee.write(&written).expect("it can be written");
    let after = CrossEncoder::open(&written, Device::Cpu).expect("the written model opens");
    assert!(
        (f64::from(last) - loss_of(&after)).abs() < 1e-3,
        "by its scores the loss is {}, not {last}",
        loss_of(&after)
    );
}

#[test]
fn an_encoder_becomes_a_cross_encoder() {
    let home = tempfile::tempdir().expect("temporary folder");
    let [base, written] = ["base", "trained"].map(|name| home.path().join(name));
    headless(&base);
    start();
    let mut trainee = CrossTrainee::open(&base, false, Memory::default()).expect("an encoder with a pooler opens");
    let first = trainee.step(&groups(), &MOVING).expect("the step runs").loss;
    let expected = (2.0 * 3_f32.ln() + 4_f32.ln()) / 3.0;
    assert!((first - expected).abs() < 1e-5, "all scores are 0 at first: {first}");
    for _ in 0..20 {
        trainee.step(&groups(), &MOVING).expect("the step runs");
    }
    let last = trainee.step(&groups(), &STILL).expect("the step runs").loss;
    assert!(last < 0.8 * first, "{first} to {last}");
    trainee.write(&written).expect("it can be written");
    let model = CrossEncoder::open(&written, Device::Cpu).expect("the written model opens");
    assert!((f64::from(last) - loss_of(&model)).abs() < 1e-3, "{} and {last}", loss_of(&model));
}

/// The cross-encoder without its classifier.
fn headless(to: &std::path::Path) {
    let from = folder("tiny-one-label");
    std::fs::create_dir_all(to).expect("a folder");
    for file in ["config.json", "tokenizer.json"] {
        std::fs::copy(from.join(file), to.join(file)).expect("the fixture can be copied");
    }
    let bytes = std::fs::read(from.join("model.safetensors")).expect("the fixture is there");
    let tensors = safetensors::SafeTensors::deserialize(&bytes).expect("and can be read");
    let kept = tensors.iter().filter(|(name, _)| !name.starts_with("classifier"));
    safetensors::serialize_to_file(kept, None, &to.join("model.safetensors")).expect("it can be written");
}

#[test]
fn an_encoder_without_a_pooler_is_refused() {
    start();
    let Err(error) = CrossTrainee::open(&fixture("tiny-mean"), false, Memory::default()) else { panic!("it opened") };
    assert!(error.to_string().contains("pooler.dense.weight"), "it says what is missing: {error}");
}
