//! Pooling: from one vector per token to one vector per text. Not for the encoder (`bert`).

use crate::error::Error;
use crate::graph::{Graph, Value};
use crate::op::Op;
use crate::shape::{Dim, Element, Shape};

/// A vector is divided by at least this length, as in Sentence-Transformers. A zero vector stays zero.
const SHORTEST: f32 = 1e-12;

/// The pooling method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pooling {
    /// The mean of the tokens without padding.
    Mean,
    /// The vector of the first token.
    Cls,
}

impl Graph {
    /// Pools `hidden` [batch, length, width] under `mask` [batch, length] → [batch, width].
    pub fn pool(&mut self, hidden: Value, mask: Value, pooling: Pooling) -> Result<Value, Error> {
        let pooled = match pooling {
            Pooling::Mean => self.mean(hidden, mask)?,
            Pooling::Cls => self.pick(hidden, 1, 0),
        };
        let axes = &self.shape(hidden).0;
        let shape = Shape(vec![axes[0], axes[2]]);
        self.reshape(pooled, &shape)
    }

    /// The mean as one matrix product per text: [batch, 1, length] · [batch, length, width].
    fn mean(&mut self, hidden: Value, mask: Value) -> Result<Value, Error> {
        let mask = self.cast(mask, Element::F32);
        let count = self.reduce_sum(mask, &[1]);
        let one = self.scalar(1.0);
        let count = self.max(count, one)?;
        let weights = self.div(mask, count)?;
        let weights = self.unsqueeze(weights, 1);
        self.matmul(weights, hidden)
    }

    /// Divides each row of `x` […, width] by its Euclidean length.
    pub fn l2_normalise(&mut self, x: Value) -> Result<Value, Error> {
        debug_assert!(matches!(self.shape(x).0[..], [_, .., Dim::Fixed(_)]));
        let squares = self.mul(x, x)?;
        let sum = self.reduce_sum(squares, &[self.shape(x).rank() - 1]);
        let length = self.unary(Op::Sqrt, sum);
        let shortest = self.scalar(SHORTEST);
        let length = self.max(length, shortest)?;
        self.div(x, length)
    }
}
