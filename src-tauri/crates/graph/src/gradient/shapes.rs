//! Gradients of operators that move elements without changing them. Not for other operators.

use super::{Gradients, Step};
use crate::error::Error;
use crate::graph::{Graph, Value};

impl Graph {
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
