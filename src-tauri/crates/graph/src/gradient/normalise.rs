//! Gradients of softmax and layer normalisation. Not for other operators.

use super::{Gradients, Step};
use crate::error::Error;
use crate::graph::{Graph, Value};
use crate::op::Op;

impl Graph {
    /// y · (dy − Σ dy·y).
    pub(super) fn softmax_rule(&mut self, step: &Step<'_>) -> Result<Value, Error> {
        let (y, dy) = (step.node.output, step.adjoint);
        let product = self.mul(dy, y)?;
        let sum = self.reduce_sum(product, &[self.last_axis(y)]);
        let centred = self.sub(dy, sum)?;
        self.mul(centred, y)
    }

    /// dy − softmax · Σ dy.
    pub(super) fn log_softmax_rule(&mut self, step: &Step<'_>) -> Result<Value, Error> {
        let (y, dy) = (step.node.output, step.adjoint);
        let softmax = self.unary(Op::Exp, y);
        let sum = self.reduce_sum(dy, &[self.last_axis(y)]);
        let share = self.mul(softmax, sum)?;
        self.sub(dy, share)
    }

    /// Here x̂ is the normalised input, s its standard deviation, and g = dy · scale. The gradients are Σ dy·x̂ by
    /// scale, Σ dy by bias, and (g − mean g − x̂ · mean(g·x̂)) / s by the input. They follow from Ba, Kiros & Hinton
    /// 2016.
    pub(super) fn layer_normalization_rule(&mut self, step: &Step<'_>, epsilon: f32) -> Result<Gradients, Error> {
        let (x, scale, dy) = (step.node.inputs[0], step.node.inputs[1], step.adjoint);
        let last = self.last_axis(x);
        let (normalised, deviation) = self.normalised(x, epsilon)?;
        let scaled = self.mul(dy, scale)?;
        let mean = self.reduce_mean(scaled, &[last]);
        let product = self.mul(scaled, normalised)?;
        let along = self.reduce_mean(product, &[last]);
        let along = self.mul(normalised, along)?;
        let centred = self.sub(scaled, mean)?;
        let centred = self.sub(centred, along)?;
        let by_input = self.div(centred, deviation)?;
        let by_element = self.mul(dy, normalised)?;
        let outer: Vec<usize> = (0..last).collect();
        let by_scale = self.sum_away(by_element, &outer);
        let by_bias = self.sum_away(dy, &outer);
        Ok(vec![Some(by_input), Some(by_scale), Some(by_bias)])
    }

    /// (x − mean) / deviation, and the deviation √(variance + epsilon).
    fn normalised(&mut self, x: Value, epsilon: f32) -> Result<(Value, Value), Error> {
        let last = self.last_axis(x);
        let mean = self.reduce_mean(x, &[last]);
        let centred = self.sub(x, mean)?;
        let squares = self.mul(centred, centred)?;
        let variance = self.reduce_mean(squares, &[last]);
        let epsilon = self.scalar(epsilon);
        let variance = self.add(variance, epsilon)?;
        let deviation = self.unary(Op::Sqrt, variance);
        Ok((self.div(centred, deviation)?, deviation))
    }

    fn sum_away(&mut self, x: Value, axes: &[usize]) -> Value {
        let sum = self.reduce_sum(x, axes);
        self.squeeze(sum, axes)
    }

    fn last_axis(&self, x: Value) -> usize {
        self.shape(x).rank().saturating_sub(1)
    }
}
