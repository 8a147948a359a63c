//! The joint ranker: scores a candidate by its features, given the passages already selected (Min et al. 2021, §3). It is a
//! linear layer, and beside it one hidden layer: 850 weights. `models/joint-ranker` says how they were trained.

use crate::{Error, Result};
use safetensors::{Dtype, SafeTensors};

/// The weights that come with Pincite.
const SHIPPED: &[u8] = include_bytes!("../../../../../models/pincite-joint/model.safetensors");

/// A joint ranker.
#[derive(Clone, Debug)]
pub struct JointRanker {
    direct: Layer,
    hidden: Layer,
    output: Layer,
}

/// A linear layer with one row of weights for each output.
#[derive(Clone, Debug)]
struct Layer {
    inputs: usize,
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl JointRanker {
    /// The one that comes with Pincite.
    ///
    /// # Errors
    /// [`Error::JointRanker`] if its weights are damaged; a test makes sure they are not.
    pub fn shipped() -> Result<Self> {
        Self::from_bytes(SHIPPED)
    }

    /// Reads weights in the format safetensors.
    ///
    /// # Errors
    /// [`Error::JointRanker`] if they are of no joint ranker.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let tensors = SafeTensors::deserialize(bytes).map_err(|error| damaged(&error))?;
        let direct = Layer::read(&tensors, "direct")?;
        let hidden = Layer::read(&tensors, "hidden")?;
        let output = Layer::read(&tensors, "output")?;
        let fits = direct.inputs == hidden.inputs && hidden.bias.len() == output.inputs;
        match fits && direct.bias.len() == 1 && output.bias.len() == 1 {
            true => Ok(Self { direct, hidden, output }),
            false => Err(damaged(&"its layers do not fit together")),
        }
    }

    /// Numbers that describe a candidate.
    pub fn features(&self) -> usize {
        self.direct.inputs
    }

    /// One score for each candidate, whose features are in `rows` one after another. The softmax of the scores is the
    /// probability to be selected next.
    pub fn scores(&self, rows: &[f32]) -> Vec<f32> {
        rows.chunks_exact(self.features()).map(|row| self.score(row)).collect()
    }

    fn score(&self, row: &[f32]) -> f32 {
        let inner: Vec<f32> = self.hidden.outputs(row).map(f32::tanh).collect();
        self.direct.outputs(row).chain(self.output.outputs(&inner)).sum()
    }
}

impl Layer {
    fn read(tensors: &SafeTensors<'_>, name: &str) -> Result<Self> {
        let weights = tensors.tensor(&format!("{name}.weight")).map_err(|error| damaged(&error))?;
        let bias = tensors.tensor(&format!("{name}.bias")).map_err(|error| damaged(&error))?;
        let (&[outputs, inputs], Dtype::F32, Dtype::F32) = (weights.shape(), weights.dtype(), bias.dtype()) else {
            return Err(damaged(&format!("{name} is no matrix of 32-bit numbers")));
        };
        match inputs > 0 && bias.shape() == [outputs] {
            true => Ok(Self { inputs, weights: floats(weights.data()), bias: floats(bias.data()) }),
            false => Err(damaged(&format!("{name} has another number of outputs than of biases"))),
        }
    }

    fn outputs(&self, row: &[f32]) -> impl Iterator<Item = f32> {
        let products = self.weights.chunks_exact(self.inputs).map(|weights| dot(weights, row));
        products.zip(&self.bias).map(|(product, bias)| product + bias)
    }
}

fn dot(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect()
}

fn damaged(reason: &dyn std::fmt::Display) -> Error {
    Error::JointRanker { reason: reason.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By PyTorch, with the weights that come with Pincite.
    const REFERENCE: [f32; 6] = [-1.308_193_2, 2.123_088_4, -3.886_722_6, 3.001_918_8, -3.014_043, 0.268_074_1];

    #[test]
    fn the_arithmetic_is_that_of_the_network() {
        let ranker = JointRanker::shipped().unwrap();
        let rows: Vec<f32> = (0..6 * ranker.features()).map(|at| (at as f32 * 0.37).sin() * 1.5).collect();
        let scores = ranker.scores(&rows);
        let near = scores.iter().zip(REFERENCE).all(|(ours, theirs)| (ours - theirs).abs() < 1e-4);
        assert!(near && scores.len() == 6, "{scores:?}");
        assert_eq!(ranker.features(), super::super::JOINT_FEATURES, "it reads what candidates are described by");
    }

    #[test]
    fn what_is_no_joint_ranker_is_refused() {
        assert_eq!(JointRanker::from_bytes(&SHIPPED[..300]).unwrap_err().code(), "search.joint_ranker");
        assert_eq!(JointRanker::from_bytes(b"").unwrap_err().code(), "search.joint_ranker");
    }
}
