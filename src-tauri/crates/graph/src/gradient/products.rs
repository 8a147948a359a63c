//! Gradients of matrix products and of row look-ups. Not for other operators.

use super::{Gradients, Step};
use crate::error::Error;
use crate::graph::{Graph, Value};

impl Graph {
    /// For y = a·b the gradients are `dy·bᵀ` by a and `aᵀ·dy` by b. If b is one matrix for the whole batch, the rows of
    /// a and dy are merged.
    pub(super) fn matmul_rule(&mut self, step: &Step<'_>, needs: &[bool]) -> Result<Gradients, Error> {
        let (a, b, dy) = (step.node.inputs[0], step.node.inputs[1], step.adjoint);
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
        let (table, indices) = (step.node.inputs[0], step.node.inputs[1]);
        let Some(lengths) = self.shape(table).known() else {
            return Err(Error::NoGradient { what: "Gather from a table of unknown size".to_owned() });
        };
        let zeros = self.filled(0.0, &lengths);
        Ok(vec![Some(self.scatter_add(zeros, indices, step.adjoint)), None])
    }
}
