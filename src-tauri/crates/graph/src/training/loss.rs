//! The loss of DL-DPR: symmetric cross-entropy over the similarities of a batch. Not for composing batches.

use crate::error::Error;
use crate::graph::{Graph, Value};
use crate::op::Op;
use crate::shape::{Dim, Element, Shape};

/// The target distribution [questions, passages]. Each row sums to 1.
pub const POSITIVES: &str = "positives";
/// Added to the similarities, [questions, passages]. It is 0, or a large negative number for a possible other answer (a
/// false negative).
pub const BIAS: &str = "bias";
/// Logarithm of the factor of the similarities, [1]; trained.
pub const LOG_TEMPERATURE: &str = "log_temperature";
/// The loss, [1, 1].
pub const LOSS: &str = "loss";

impl Graph {
    /// `S = Q·Pᵀ·e^t + bias`. The loss is the mean of the cross-entropies of its rows and of its columns. Hard
    /// negatives are columns without a target and count in the rows only. Returns the loss and the logarithm of the
    /// temperature.
    pub(super) fn contrastive_loss(&mut self, questions: Value, passages: Value) -> Result<(Value, Value), Error> {
        let pairs = Shape(vec![Dim::Named("questions"), Dim::Named("passages")]);
        let positives = self.input(POSITIVES, Element::F32, pairs.clone());
        let bias = self.input(BIAS, Element::F32, pairs);
        let log_temperature = self.input(LOG_TEMPERATURE, Element::F32, Shape::fixed(&[1]));
        let temperature = self.unary(Op::Exp, log_temperature);
        let columns = self.transpose(passages, &[1, 0]);
        let similarities = self.matmul(questions, columns)?;
        let scaled = self.mul(similarities, temperature)?;
        let logits = self.add(scaled, bias)?;
        let by_question = self.cross_entropy(logits, positives)?;
        let [logits, positives] = [logits, positives].map(|value| self.transpose(value, &[1, 0]));
        let by_passage = self.cross_entropy(logits, positives)?;
        let (sum, half) = (self.add(by_question, by_passage)?, self.scalar(0.5));
        Ok((self.mul(sum, half)?, log_temperature))
    }

    /// `−Σ targets · log softmax(logits) / Σ targets`, softmax over the last axis → [1, 1].
    fn cross_entropy(&mut self, logits: Value, targets: Value) -> Result<Value, Error> {
        let log_shares = self.unary(Op::LogSoftmax, logits);
        let hits = self.mul(log_shares, targets)?;
        let sum = self.reduce_sum(hits, &[0, 1]);
        let count = self.reduce_sum(targets, &[0, 1]);
        let mean = self.div(sum, count)?;
        Ok(self.unary(Op::Neg, mean))
    }
}
