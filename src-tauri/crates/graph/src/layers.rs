//! Layers: linear, normalisation, multi-head attention. Not for whole models (`bert`).

use crate::error::Error;
use crate::graph::{Graph, Value};
use crate::op::Op;
use crate::shape::{Dim, Element, Shape};

/// Added to the attention logits of masked positions. exp(−10,000) is 0 in 32-bit floats. ONNX Runtime's attention
/// fusion expects this number.
const MASKED: f32 = -10_000.0;

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
}
