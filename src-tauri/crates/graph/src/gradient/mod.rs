//! Reverse-mode differentiation: appends the operators that compute the gradients of a graph.
//!
//! The backward pass is here. The files beside it have one rule per operator. Not for losses or updates (`training`).

mod elementwise;
mod tensors;

use std::collections::HashMap;

use crate::{Error, Graph, Node, Op, Origin, Value};

/// The input of a rule: a node, and the gradient of the loss by its output.
struct Step<'n> {
    node: &'n Node,
    adjoint: Value,
}

/// Where differentiation starts: a value, and the gradient of the loss by it. For the loss itself that is 1.
#[derive(Clone, Copy, Debug)]
pub struct Seed {
    /// The value.
    pub value: Value,
    /// The gradient of the loss by it, in its shape.
    pub adjoint: Value,
}

/// Gradients by a node's inputs. `None` where there is none or none is needed.
type Gradients = Vec<Option<Value>>;

impl Graph {
    /// Appends the gradient of `Σ adjoint · value` over `seeds` by each of `wanted`.
    ///
    /// # Errors
    /// [`Error::NoGradient`] if an operator on the way cannot be differentiated, or a wanted value does not matter.
    pub fn gradients(&mut self, seeds: &[Seed], wanted: &[Value]) -> Result<Vec<Value>, Error> {
        let mut adjoints: HashMap<Value, Value> = HashMap::new();
        for seed in seeds {
            self.accumulate(&mut adjoints, seed.value, seed.adjoint)?;
        }
        let matters = self.depends_on(wanted);
        for node in self.nodes().to_vec().iter().rev() {
            let Some(adjoint) = adjoints.get(&node.output).copied() else { continue };
            if !matters[node.output.0 as usize] {
                continue;
            }
            let needs: Vec<bool> = node.inputs.iter().map(|input| matters[input.0 as usize]).collect();
            let gradients = self.rule(&Step { node, adjoint }, &needs)?;
            for (input, gradient) in node.inputs.iter().zip(gradients) {
                if let (Some(gradient), true) = (gradient, matters[input.0 as usize]) {
                    self.accumulate(&mut adjoints, *input, gradient)?;
                }
            }
        }
        let missing = |value: &Value| Error::NoGradient { what: self.tensor(*value).name.clone() };
        wanted.iter().map(|value| adjoints.get(value).copied().ok_or_else(|| missing(value))).collect()
    }

    fn accumulate(&mut self, adjoints: &mut HashMap<Value, Value>, value: Value, more: Value) -> Result<(), Error> {
        let sum = match adjoints.get(&value) {
            Some(so_far) => self.add(*so_far, more)?,
            None => more,
        };
        adjoints.insert(value, sum);
        Ok(())
    }

    /// For every value, whether it depends on one of `wanted`.
    fn depends_on(&self, wanted: &[Value]) -> Vec<bool> {
        let mut depends = vec![false; self.len()];
        wanted.iter().for_each(|value| depends[value.0 as usize] = true);
        for node in self.nodes() {
            let depending = node.inputs.iter().any(|input| depends[input.0 as usize]);
            depends[node.output.0 as usize] |= depending;
        }
        depends
    }

    fn rule(&mut self, step: &Step<'_>, needs: &[bool]) -> Result<Gradients, Error> {
        match &step.node.op {
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Max => self.binary_rule(step, needs),
            Op::Neg | Op::Sqrt | Op::Exp | Op::Log | Op::Relu | Op::Tanh | Op::Gelu { .. } => {
                Ok(vec![Some(self.unary_rule(step)?)])
            }
            Op::MatMul => self.matmul_rule(step, needs),
            Op::Gather => self.gather_rule(step),
            Op::Softmax => Ok(vec![Some(self.softmax_rule(step)?)]),
            Op::LogSoftmax => Ok(vec![Some(self.log_softmax_rule(step)?)]),
            Op::LayerNormalization { epsilon } => self.layer_normalization_rule(step, *epsilon),
            Op::Transpose { order } => Ok(vec![Some(self.transpose_rule(step, order))]),
            Op::Reshape => Ok(self.reshape_rule(step)),
            Op::Unsqueeze | Op::Squeeze => self.unit_axes_rule(step),
            Op::Slice => self.slice_rule(step),
            Op::Identity => Ok(vec![Some(step.adjoint)]),
            Op::ReduceSum => Ok(vec![Some(self.expand(step.adjoint, step.node.inputs[0])), None]),
            Op::Erf
            | Op::Greater
            | Op::Expand
            | Op::Concat
            | Op::Pad
            | Op::ScatterAdd
            | Op::Shape { .. }
            | Op::ReduceMean
            | Op::Cast { .. } => Err(Error::NoGradient { what: step.node.op.name().to_owned() }),
        }
    }

    /// The integers of a constant, if `value` is one.
    fn known_integers(&self, value: Value) -> Option<&[i64]> {
        match &self.tensor(value).origin {
            Origin::Integers(values) => Some(values),
            _ => None,
        }
    }
}
