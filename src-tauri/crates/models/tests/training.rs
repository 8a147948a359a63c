//! Training beside PyTorch: gradients, five steps of AdamW, and gradient caching (see `fixtures/training.py`).

#![allow(clippy::expect_used, clippy::panic, reason = "a test stops where it fails")]

mod common;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;

use common::{fixture, start};
use pincite_models::{
    Batch, Device, Encoder, Error, Memory, Rates, Side, Snapshot, Stepped, Trainee, cosine, write_tuned,
};
use safetensors::SafeTensors;
use serde::Deserialize;

/// How far 32 bits may be from PyTorch in 64.
const TOLERANCE: f64 = 1e-5;
/// The bias of a key adds the same to all logits of a row: its gradient is zero but for rounding, which AdamW amplifies.
const KEY_BIAS: &str = "attention.self.key.bias";

#[derive(Deserialize)]
struct Reference {
    questions: Vec<Vec<u32>>,
    passages: Vec<Vec<u32>>,
    ignored: Vec<Vec<bool>>,
    learning_rate: f64,
    weight_decay: f64,
    max_norm: f64,
    losses: Vec<f64>,
    norms: Vec<f64>,
}

impl Reference {
    fn read() -> Self {
        let bytes = std::fs::read(fixture("training.json")).expect("the reference is there");
        serde_json::from_slice(&bytes).expect("the reference is JSON")
    }

    fn batch(&self) -> Batch<'_> {
        let (rows, columns) = (self.questions.len(), self.passages.len());
        Batch {
            questions: self.questions.iter().map(Vec::as_slice).collect(),
            passages: self.passages.iter().map(Vec::as_slice).collect(),
            positives: (0..rows * columns).map(|at| if at / columns == at % columns { 1.0 } else { 0.0 }).collect(),
            ignored: self.ignored.concat(),
        }
    }

    fn rates(&self) -> Rates {
        Rates { learning_rate: self.learning_rate, weight_decay: self.weight_decay, max_norm: self.max_norm }
    }
}

/// Arrays PyTorch stored, by the part of their key behind `prefix`.
fn stored(prefix: &str) -> HashMap<String, Vec<f32>> {
    let bytes = std::fs::read(fixture("training.safetensors")).expect("the reference is there");
    let tensors = SafeTensors::deserialize(&bytes).expect("the reference is whole");
    let floats = |data: &[u8]| data.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    let named = |(key, view): (&str, safetensors::tensor::TensorView<'_>)| {
        key.strip_prefix(prefix).map(|name| (name.to_owned(), floats(view.data())))
    };
    tensors.iter().filter_map(named).collect()
}

fn open(memory: Memory, gpu: bool) -> Trainee {
    start();
    Trainee::open(&fixture("tiny-mean"), gpu, memory).expect("the fixture opens")
}

fn norm(values: impl Iterator<Item = f64>) -> f64 {
    values.map(|value| value * value).sum::<f64>().sqrt()
}

/// Length of the difference as a share of the length.
fn error(ours: &[f32], theirs: &[f32]) -> f64 {
    assert_eq!(ours.len(), theirs.len(), "the same weight");
    norm(ours.iter().zip(theirs).map(|(a, b)| f64::from(a - b))) / norm(theirs.iter().map(|b| f64::from(*b)))
}

fn train(trainee: &mut Trainee, reference: &Reference, steps: usize) -> Vec<Stepped> {
    (0..steps).map(|_| trainee.step(&reference.batch(), &reference.rates()).expect("the step runs")).collect()
}

/// The gradient of the first step: what its first moment holds, before `1 − β₁` and clipping.
fn gradients(snapshot: &Snapshot, scale: f64) -> HashMap<String, Vec<f32>> {
    let gradient = |first: &[f32]| first.iter().map(|value| (f64::from(*value) / (0.1 * scale)) as f32).collect();
    snapshot.weights.iter().map(|weight| (weight.name.clone(), gradient(&weight.first))).collect()
}

fn compare_with_pytorch(memory: Memory, gpu: bool) {
    let reference = Reference::read();
    let mut trainee = open(memory, gpu);
    let first = train(&mut trainee, &reference, 1);
    let clip = (reference.max_norm / (reference.norms[0] + 1e-6)).min(1.0);
    let ours = gradients(&trainee.snapshot().expect("weights can be read"), clip);
    for (name, theirs) in stored("gradient/") {
        if name.ends_with(KEY_BIAS) {
            continue;
        }
        let error = error(&ours[&name], &theirs);
        assert!(error <= TOLERANCE, "the gradient by {name} is {error:e} off");
    }
    let stepped: Vec<Stepped> = first.into_iter().chain(train(&mut trainee, &reference, 4)).collect();
    for (step, ours) in stepped.iter().enumerate() {
        let (loss, norm) = (f64::from(ours.loss), f64::from(ours.gradient_norm));
        assert!((loss / reference.losses[step] - 1.0).abs() <= TOLERANCE, "loss {loss} of step {step}");
        assert!((norm / reference.norms[step] - 1.0).abs() <= 10.0 * TOLERANCE, "gradient norm {norm} of step {step}");
    }
    let theirs = stored("after/");
    for weight in trainee.snapshot().expect("weights can be read").weights {
        if weight.name.ends_with(KEY_BIAS) {
            continue;
        }
        let error = error(&weight.values, &theirs[&weight.name]);
        assert!(error <= TOLERANCE, "{} is {error:e} off after five steps", weight.name);
    }
}

#[test]
fn gradients_and_five_steps_are_pytorchs() {
    compare_with_pytorch(Memory::default(), false);
}

#[test]
fn a_batch_larger_than_memory_has_the_same_gradients() {
    compare_with_pytorch(Memory { tokens: 40 }, false);
}

#[test]
#[ignore = "needs a graphics processor, or Mesa's software one"]
fn the_graphics_processor_trains_the_same() {
    compare_with_pytorch(Memory::default(), true);
    compare_with_pytorch(Memory { tokens: 40 }, true);
}

#[test]
fn a_step_is_stopped_and_leaves_everything_as_it_was() {
    let reference = Reference::read();
    let mut trainee = open(Memory::default(), false);
    train(&mut trainee, &reference, 1);
    let before = trainee.snapshot().expect("weights can be read");
    trainee.stop().now();
    let stopped = trainee.step(&reference.batch(), &reference.rates());
    assert!(matches!(stopped, Err(Error::Cancelled)), "it was asked to stop: {stopped:?}");
    let mut fresh = open(Memory::default(), false);
    fresh.restore(before.clone()).expect("weights can be given");
    assert_eq!(fresh.snapshot().expect("weights can be read"), before, "a stopped step moves nothing");
}

#[test]
fn a_snapshot_is_a_way_back() {
    let reference = Reference::read();
    let mut trainee = open(Memory::default(), false);
    train(&mut trainee, &reference, 2);
    let kept = trainee.snapshot().expect("weights can be read");
    let once = train(&mut trainee, &reference, 2);
    trainee.restore(kept.clone()).expect("weights can be given");
    assert_eq!(trainee.snapshot().expect("weights can be read"), kept, "nothing is lost on the way");
    assert_eq!(train(&mut trainee, &reference, 2), once, "from the same weights and moments come the same steps");
}

#[test]
fn a_tuned_encoder_is_opened_from_what_it_differs_by() {
    let reference = Reference::read();
    let mut trainee = open(Memory::default(), false);
    train(&mut trainee, &reference, 5);
    let home = tempfile::tempdir().expect("temporary folder");
    let folder = home.path().join("tuned");
    write_tuned(&folder, &fixture("tiny-mean"), &trainee.snapshot().expect("weights"), 1.0).expect("it can be written");
    let texts = ["Either party shall terminate the agreement.", "Net income: $1,577"];
    let go_on = &mut |_| ControlFlow::Continue(());
    let trained = trainee.embed(&texts, Side::Passage, go_on).expect("it embeds");
    let opened = Encoder::open(&folder, Device::Cpu).expect("the tuned encoder opens");
    let base = Encoder::open(&fixture("tiny-mean"), Device::Cpu).expect("the base opens");
    let [tuned, before] =
        [&opened, &base].map(|encoder| encoder.embed(&texts, Side::Passage, go_on).expect("it embeds"));
    for row in 0..texts.len() {
        let (same, moved) = (cosine(trained.row(row), tuned.row(row)), cosine(trained.row(row), before.row(row)));
        assert!(same > 0.99999, "16 bits are enough for differences: cosine {same}");
        assert!(moved < same, "training moved the vectors: cosine with the base {moved}");
    }
    assert_ne!(opened.fingerprint(), base.fingerprint(), "vectors of the two must never be compared");
}

#[test]
fn a_tuned_encoder_refuses_another_base() {
    let home = tempfile::tempdir().expect("temporary folder");
    let [base, folder] = ["base", "tuned"].map(|name| home.path().join(name));
    copy(&fixture("tiny-mean"), &base);
    let trainee = open(Memory::default(), false);
    write_tuned(&folder, &base, &trainee.snapshot().expect("weights"), 1.0).expect("it can be written");
    Encoder::open(&folder, Device::Cpu).expect("it opens beside its base");
    std::fs::copy(fixture("tiny-prompts").join("model.safetensors"), base.join("model.safetensors")).expect("a copy");
    let refused = Encoder::open(&folder, Device::Cpu).err().expect("differences mean nothing to another base");
    assert_eq!(refused.code(), "models.bad_file", "{refused}");
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("the fixture is there") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy(&path, &target),
            false => assert!(std::fs::copy(&path, &target).is_ok(), "the fixture can be copied"),
        }
    }
}
