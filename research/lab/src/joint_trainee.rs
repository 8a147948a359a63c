//! A joint ranker in training: its gradients by hand, for it has one hidden layer. The steps of a selection that it learns from
//! are chosen elsewhere.

use crate::Result;
use crate::optimiser::{Parameter, adamw};
use pincite_models::Rates;
use pincite_search::JointRanker;
use rand::SeedableRng;
use rand::distr::{Distribution, Uniform};
use rand_pcg::Pcg64;
use safetensors::serialize;
use safetensors::tensor::{Dtype, TensorView};
use std::path::Path;

/// A step of a selection: the candidates left, and those that would be right. If none would, the selection is complete, and
/// all scores should be below 0.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Features of each candidate that is left, one row after another.
    pub rows: Vec<f32>,
    /// Rows of the right ones; may be empty.
    pub targets: Vec<usize>,
}

/// A joint ranker in training.
pub struct JointTrainee {
    features: usize,
    hidden: usize,
    /// In the order of [`NAMES`].
    parameters: Vec<Parameter>,
    step: u64,
}

/// The weights of the two paths: straight, and through the hidden layer.
const NAMES: [&str; 6] =
    ["direct.weight", "direct.bias", "hidden.weight", "hidden.bias", "output.weight", "output.bias"];

impl JointTrainee {
    /// A new one with weights drawn by chance, for candidates that so many numbers describe, with so many hidden units.
    /// Weights are uniform within ±1/√inputs, biases are zero.
    ///
    /// # Errors
    /// If there are no numbers or units.
    pub fn new(features: usize, hidden: usize, seed: u64) -> Result<Self> {
        let mut random = Pcg64::seed_from_u64(seed);
        let shapes = [vec![1, features], vec![1], vec![hidden, features], vec![hidden], vec![1, hidden], vec![1]];
        let mut parameters = Vec::new();
        for (name, shape) in NAMES.into_iter().zip(shapes) {
            let count = shape.iter().product();
            let values = match shape[..] {
                [_, inputs] => {
                    let bound = 1.0 / (inputs as f32).sqrt();
                    Uniform::new_inclusive(-bound, bound)?.sample_iter(&mut random).take(count).collect()
                }
                _ => vec![0.0; count],
            };
            parameters.push(Parameter::new(name.to_owned(), shape, values));
        }
        Ok(Self { features, hidden, parameters, step: 0 })
    }

    /// One step of AdamW down the gradient of the mean loss of some selections, which it returns. The loss is the cross-entropy
    /// over the candidates that are left (Min et al. 2021, equation 2). "None of these" is one more candidate, whose score is 0.
    pub fn step(&mut self, selections: &[Selection], rates: &Rates) -> f32 {
        let mut gradients: Vec<Vec<f32>> = self.parameters.iter().map(|one| vec![0.0; one.values.len()]).collect();
        let mut loss = 0.0;
        for selection in selections {
            loss += self.add(selection, 1.0 / selections.len() as f32, &mut gradients);
        }
        self.step += 1;
        adamw(&mut self.parameters, &gradients, rates, self.step);
        loss / selections.len().max(1) as f32
    }

    /// Adds the gradients of one selection, which has this share in the mean. Returns its loss.
    fn add(&self, Selection { rows, targets }: &Selection, share: f32, gradients: &mut [Vec<f32>]) -> f32 {
        let passes: Vec<Pass<'_>> = rows.chunks_exact(self.features).map(|row| self.pass(row)).collect();
        let most = passes.iter().map(|pass| pass.score).fold(0.0, f32::max);
        let none = (-most).exp();
        let total = none + passes.iter().map(|pass| (pass.score - most).exp()).sum::<f32>();
        let each = 1.0 / targets.len().max(1) as f32;
        let right: f32 = targets.iter().map(|target| each * passes[*target].score).sum();
        for (at, pass) in passes.iter().enumerate() {
            let wanted = if targets.contains(&at) { each } else { 0.0 };
            self.backward(pass, share * ((pass.score - most).exp() / total - wanted), gradients);
        }
        most + total.ln() - right
    }

    fn pass<'r>(&self, row: &'r [f32]) -> Pass<'r> {
        let [direct, direct_bias, hidden, hidden_bias, output, output_bias] = self.values();
        let unit = |(weights, bias): (&[f32], &f32)| (dot(weights, row) + bias).tanh();
        let inner: Vec<f32> = hidden.chunks_exact(self.features).zip(hidden_bias).map(unit).collect();
        let score = dot(direct, row) + direct_bias[0] + dot(output, &inner) + output_bias[0];
        Pass { row, inner, score }
    }

    /// Adds the gradients by the weights, from that by the score.
    fn backward(&self, Pass { row, inner, .. }: &Pass<'_>, by_score: f32, gradients: &mut [Vec<f32>]) {
        let [_, _, _, _, output, _] = self.values();
        add_scaled(&mut gradients[0], row, by_score);
        gradients[1][0] += by_score;
        for unit in 0..self.hidden {
            let by_unit = by_score * output[unit] * (1.0 - inner[unit] * inner[unit]);
            add_scaled(&mut gradients[2][unit * self.features..][..self.features], row, by_unit);
            gradients[3][unit] += by_unit;
        }
        add_scaled(&mut gradients[4], inner, by_score);
        gradients[5][0] += by_score;
    }

    fn values(&self) -> [&[f32]; 6] {
        std::array::from_fn(|at| self.parameters[at].values.as_slice())
    }

    /// The joint ranker as it is now.
    ///
    /// # Errors
    /// If it would not be read again.
    pub fn ranker(&self) -> Result<JointRanker> {
        Ok(JointRanker::from_bytes(&self.bytes()?)?)
    }

    /// Writes the weights for [`JointRanker::from_bytes`].
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, file: &Path) -> Result<()> {
        Ok(std::fs::write(file, self.bytes()?)?)
    }

    fn bytes(&self) -> Result<Vec<u8>> {
        let little = |one: &Parameter| one.values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
        let stored: Vec<Vec<u8>> = self.parameters.iter().map(little).collect();
        let mut views = Vec::new();
        for (one, bytes) in self.parameters.iter().zip(&stored) {
            views.push((one.name.as_str(), TensorView::new(Dtype::F32, one.shape.clone(), bytes)?));
        }
        Ok(serialize(views, None)?)
    }
}

/// One candidate, run forward.
struct Pass<'r> {
    row: &'r [f32],
    /// Outputs of the hidden units.
    inner: Vec<f32>,
    score: f32,
}

fn dot(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn add_scaled(to: &mut [f32], row: &[f32], factor: f32) {
    to.iter_mut().zip(row).for_each(|(sum, value)| *sum += factor * value);
}
