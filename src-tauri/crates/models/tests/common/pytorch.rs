//! PyTorch's training of `tiny-mean`, and the comparison with it (see `fixtures/training.py`).

use std::collections::HashMap;

use pincite_models::{Batch, IGNORED, Memory, Rates, Snapshot, Stepped, Trainee};
use safetensors::SafeTensors;
use serde::Deserialize;

use super::{fixture, start};

/// How far 32 bits may be from PyTorch in 64.
const TOLERANCE: f64 = 1e-5;
/// The bias of a key adds the same to all logits of a row: its gradient is zero but for rounding, which AdamW amplifies.
const KEY_BIAS: &str = "attention.self.key.bias";

#[derive(Deserialize)]
pub(crate) struct Reference {
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
    pub(crate) fn read() -> Self {
        let bytes = std::fs::read(fixture("training.json")).expect("the reference is there");
        serde_json::from_slice(&bytes).expect("the reference is JSON")
    }

    pub(crate) fn batch(&self) -> Batch<'_> {
        let rows = self.questions.len();
        let columns = self.passages.len();
        Batch {
            questions: self.questions.iter().map(Vec::as_slice).collect(),
            passages: self.passages.iter().map(Vec::as_slice).collect(),
            positives: (0..rows * columns).map(|at| if at / columns == at % columns { 1.0 } else { 0.0 }).collect(),
            bias: self.ignored.concat().into_iter().map(|it| if it { IGNORED } else { 0.0 }).collect(),
        }
    }

    pub(crate) fn rates(&self) -> Rates {
        Rates { learning_rate: self.learning_rate, weight_decay: self.weight_decay, max_norm: self.max_norm }
    }
}

/// Arrays PyTorch stored, by the part of their key behind `prefix`.
pub(crate) fn stored(prefix: &str) -> HashMap<String, Vec<f32>> {
    let bytes = std::fs::read(fixture("training.safetensors")).expect("the reference is there");
    let tensors = SafeTensors::deserialize(&bytes).expect("the reference is whole");
    let floats = |data: &[u8]| data.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    let named = |(key, view): (&str, safetensors::tensor::TensorView<'_>)| {
        key.strip_prefix(prefix).map(|name| (name.to_owned(), floats(view.data())))
    };
    tensors.iter().filter_map(named).collect()
}

pub(crate) fn open(memory: Memory, gpu: bool) -> Trainee {
    start();
    Trainee::open(&fixture("tiny-mean"), gpu, memory).expect("the fixture opens")
}

pub(crate) fn norm(values: impl Iterator<Item = f64>) -> f64 {
    values.map(|value| value * value).sum::<f64>().sqrt()
}

/// Length of the difference as a share of the length.
pub(crate) fn error(ours: &[f32], theirs: &[f32]) -> f64 {
    assert_eq!(ours.len(), theirs.len(), "the same weight");
    norm(ours.iter().zip(theirs).map(|(a, b)| f64::from(a - b))) / norm(theirs.iter().map(|b| f64::from(*b)))
}

pub(crate) fn train(trainee: &mut Trainee, reference: &Reference, steps: usize) -> Vec<Stepped> {
    (0..steps).map(|_| trainee.step(&reference.batch(), &reference.rates()).expect("the step runs")).collect()
}

/// The gradient of the first step: what its first moment holds, before `1 − β₁` and clipping.
pub(crate) fn gradients(snapshot: &Snapshot, scale: f64) -> HashMap<String, Vec<f32>> {
    let gradient = |first: &[f32]| first.iter().map(|value| (f64::from(*value) / (0.1 * scale)) as f32).collect();
    snapshot.weights.iter().map(|weight| (weight.name.clone(), gradient(&weight.first))).collect()
}

pub(crate) fn compare_with_pytorch(memory: Memory, gpu: bool) {
    let reference = Reference::read();
    let mut trainee = open(memory, gpu);
    let first = train(&mut trainee, &reference, 1);
    let clip = (reference.max_norm / (reference.norms[0] + 1e-6)).min(1.0);
    let ours = gradients(&trainee.snapshot().expect("weights can be read"), clip);
    for (weight, theirs) in stored("gradient/") {
        if weight.ends_with(KEY_BIAS) {
            continue;
        }
        let error = error(&ours[&weight], &theirs);
        assert!(error <= TOLERANCE, "the gradient by {weight} is {error:e} off");
    }
    let stepped: Vec<Stepped> = first.into_iter().chain(train(&mut trainee, &reference, 4)).collect();
    for (step, ours) in stepped.iter().enumerate() {
        let loss = f64::from(ours.loss);
        let norm = f64::from(ours.gradient_norm);
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
