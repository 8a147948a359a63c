//! Gradients of operators on whole tensors: matrix products, look-ups, softmax, layer normalisation, and moves of elements.
//! Not for those that work element by element (`elementwise`).

use super::{Gradients, Step};
use crate::{Error, Graph, Op, Value};

impl Graph {
    /// For y = a·b the gradients are `dy·bᵀ` by a and `aᵀ·dy` by b. If b is one matrix for the whole batch, the rows of
    /// a and dy are merged.
    pub(super) fn matmul_rule(&mut self, step: &Step<'_>, needs: &[bool]) -> Result<Gradients, Error> {
        let a = step.node.inputs[0];
        let b = step.node.inputs[1];
        let dy = step.adjoint;
        let shared = self.shape(b).rank() == 2;
        if !shared && self.shape(a).0[..self.shape(a).rank() - 2] != self.shape(b).0[..self.shape(b).rank() - 2] {
            return Err(Error::NoGradient { what: "MatMul with broadcast batches".to_owned() });
        }
        let by_a = match needs[0] {
            true => {
                let b = self.swap_last(b);
                Some(self.matmul(dy, b)?)
            }
            false => None,
        };
        let by_b = match (needs[1], shared) {
            (false, _) => None,
            (true, shared) => {
                let stacked = shared && self.shape(a).rank() > 2;
                let (a, dy) = if stacked { (self.rows(a, "rows"), self.rows(dy, "rows")) } else { (a, dy) };
                let a = self.swap_last(a);
                Some(self.matmul(a, dy)?)
            }
        };
        Ok(vec![by_a, by_b])
    }

    fn swap_last(&mut self, x: Value) -> Value {
        let rank = self.shape(x).rank() as i64;
        let order: Vec<i64> = (0..rank - 2).chain([rank - 1, rank - 2]).collect();
        self.transpose(x, &order)
    }

    /// A row that was picked several times gets the sum.
    pub(super) fn gather_rule(&mut self, step: &Step<'_>) -> Result<Gradients, Error> {
        let table = step.node.inputs[0];
        let indices = step.node.inputs[1];
        let Some(lengths) = self.shape(table).known() else {
            return Err(Error::NoGradient { what: "Gather from a table of unknown size".to_owned() });
        };
        let zeros = self.filled(0.0, &lengths);
        Ok(vec![Some(self.scatter_add(zeros, indices, step.adjoint)), None])
    }

    /// y · (dy − Σ dy·y).
    pub(super) fn softmax_rule(&mut self, step: &Step<'_>) -> Result<Value, Error> {
        let y = step.node.output;
        let dy = step.adjoint;
        let product = self.mul(dy, y)?;
        let sum = self.reduce_sum(product, &[self.last_axis(y)]);
        let centred = self.sub(dy, sum)?;
        self.mul(centred, y)
    }

    /// dy − softmax · Σ dy.
    pub(super) fn log_softmax_rule(&mut self, step: &Step<'_>) -> Result<Value, Error> {
        let y = step.node.output;
        let dy = step.adjoint;
        let softmax = self.unary(Op::Exp, y);
        let sum = self.reduce_sum(dy, &[self.last_axis(y)]);
        let share = self.mul(softmax, sum)?;
        self.sub(dy, share)
    }

    /// Here x̂ is the normalised input, s its standard deviation, and g = dy · scale. The gradients are Σ dy·x̂ by
    /// scale, Σ dy by bias, and (g − mean g − x̂ · mean(g·x̂)) / s by the input. They follow from Ba, Kiros & Hinton
    /// 2016.
    pub(super) fn layer_normalization_rule(&mut self, step: &Step<'_>, epsilon: f32) -> Result<Gradients, Error> {
        let x = step.node.inputs[0];
        let scale = step.node.inputs[1];
        let dy = step.adjoint;
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

    pub(super) fn transpose_rule(&mut self, step: &Step<'_>, order: &[i64]) -> Value {
        let back = (0..order.len() as i64).map(|axis| order.iter().position(|o| *o == axis).unwrap_or_default() as i64);
        let back: Vec<i64> = back.collect();
        self.transpose(step.adjoint, &back)
    }

    pub(super) fn reshape_rule(&mut self, step: &Step<'_>) -> Gradients {
        vec![Some(self.reshape_like(step.adjoint, step.node.inputs[0])), None]
    }

    /// Inserted axes of length 1 are removed, and removed ones are inserted.
    pub(super) fn unit_axes_rule(&mut self, step: &Step<'_>) -> Result<Gradients, Error> {
        let (x, y) = (step.node.inputs[0], step.node.output);
        let axes = self.known_integers(step.node.inputs[1]).unwrap_or_default().to_vec();
        let axes: Vec<usize> = axes.into_iter().filter_map(|axis| usize::try_from(axis).ok()).collect();
        if self.shape(x).rank() < self.shape(y).rank() {
            return Ok(vec![Some(self.squeeze(step.adjoint, &axes)), None]);
        }
        let back = axes.into_iter().fold(step.adjoint, |dy, axis| self.unsqueeze(dy, axis));
        Ok(vec![Some(back), None])
    }

    /// The elements cut off get zero.
    pub(super) fn slice_rule(&mut self, step: &Step<'_>) -> Result<Gradients, Error> {
        let [x, start, end, axes] = step.node.inputs[..] else {
            return Err(Error::NoGradient { what: "Slice".to_owned() });
        };
        let axis = self.known_integers(axes).and_then(|axes| usize::try_from(*axes.first()?).ok());
        let axis = axis.ok_or_else(|| Error::NoGradient { what: "Slice along an unknown axis".to_owned() })?;
        let padded = self.pad_like(step.adjoint, x, axis, start, end)?;
        Ok(vec![Some(padded), None, None, None])
    }
}
