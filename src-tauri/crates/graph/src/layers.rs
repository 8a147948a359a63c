//! Layers: linear, normalisation, multi-head attention, pooling.

use crate::{Dim, Element, Error, Graph, Op, Shape, Value};

/// Added to the attention logits of masked positions. exp(−10,000) is 0 in 32-bit floats. ONNX Runtime's attention
/// fusion expects this number.
const MASKED: f32 = -10_000.0;

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
    /// `x · Wᵀ + b` with the weights `{name}.weight` [output, input] and `{name}.bias` [output].
    pub fn linear(&mut self, x: Value, name: &str, input: i64, output: i64) -> Result<Value, Error> {
        let weight = self.parameter(&format!("{name}.weight"), &[output, input]);
        let bias = self.parameter(&format!("{name}.bias"), &[output]);
        let weight = self.transpose(weight, &[1, 0]);
        let product = self.matmul(x, weight)?;
        self.add(product, bias)
    }

    /// Layer normalisation with the weights `{name}.weight` and `{name}.bias`.
    pub fn normalise(&mut self, x: Value, name: &str, width: i64, epsilon: f32) -> Result<Value, Error> {
        let scale = self.parameter(&format!("{name}.weight"), &[width]);
        let bias = self.parameter(&format!("{name}.bias"), &[width]);
        self.layer_normalization(x, scale, bias, epsilon)
    }

    /// Turns a mask [batch, length] of ones and zeros into a bias of attention logits [batch, 1, 1, length]: 0 or
    /// −10,000.
    pub fn mask_bias(&mut self, mask: Value) -> Result<Value, Error> {
        let mask = self.unsqueeze(mask, 1);
        let mask = self.unsqueeze(mask, 2);
        let mask = self.cast(mask, Element::F32);
        let one = self.scalar(1.0);
        let hidden = self.sub(one, mask)?;
        let masked = self.scalar(MASKED);
        self.mul(hidden, masked)
    }

    /// Scaled dot-product attention in `heads` heads (Vaswani et al. 2017, §3.2) over `x` [batch, length, width]. The
    /// weights are `{name}.self.{query,key,value}`. ONNX Runtime fuses this order of operators.
    pub fn self_attention(&mut self, x: Value, mask_bias: Value, name: &str, heads: i64) -> Result<Value, Error> {
        let Some(Dim::Fixed(width)) = self.shape(x).0.last().copied() else {
            return Err(Error::Unsupported {
                what: "hidden_size",
                value: self.shape(x).to_string(),
                supported: "a number",
            });
        };
        let query = self.heads(x, &format!("{name}.self.query"), width, heads, &[0, 2, 1, 3])?;
        let key = self.heads(x, &format!("{name}.self.key"), width, heads, &[0, 2, 3, 1])?;
        let value = self.heads(x, &format!("{name}.self.value"), width, heads, &[0, 2, 1, 3])?;
        let logits = self.matmul(query, key)?;
        let scale = self.scalar(((width / heads) as f32).sqrt());
        let logits = self.div(logits, scale)?;
        let logits = self.add(logits, mask_bias)?;
        let weights = self.unary(Op::Softmax, logits);
        let mixed = self.matmul(weights, value)?;
        let mixed = self.transpose(mixed, &[0, 2, 1, 3]);
        let together = self.shape(x).clone();
        self.reshape(mixed, &together)
    }

    /// A linear layer. Its output [batch, length, width] is split into heads, and its axes are permuted by `order`.
    fn heads(&mut self, x: Value, name: &str, width: i64, heads: i64, order: &[i64]) -> Result<Value, Error> {
        let projected = self.linear(x, name, width, width)?;
        let mut axes = self.shape(x).0.clone();
        axes.truncate(2);
        axes.extend([Dim::Fixed(heads), Dim::Fixed(width / heads)]);
        let cut = self.reshape(projected, &Shape(axes))?;
        Ok(self.transpose(cut, order))
    }

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
