//! Gradients of operators that work element by element or compare elements. Not for other operators.

use std::f32::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI};

use super::{Gradients, Step};
use crate::{Dim, Error, Graph, Op, Value};

/// The constants of the tanh approximation of Gelu (Hendrycks & Gimpel 2016): √(2/π) and 0.044715.
const TANH_SCALE: f32 = 0.797_884_6;
const TANH_CUBE: f32 = 0.044_715;

impl Graph {
    pub(super) fn binary_rule(&mut self, step: &Step<'_>, needs: &[bool]) -> Result<Gradients, Error> {
        let sides = [step.node.inputs[0], step.node.inputs[1]];
        let mut gradients = Vec::with_capacity(2);
        for side in 0..2 {
            gradients.push(match needs[side] {
                true => {
                    let stretched = self.binary_side(step, sides, side)?;
                    Some(self.unbroadcast(stretched, sides[side])?)
                }
                false => None,
            });
        }
        Ok(gradients)
    }

    /// The gradient by one operand, in the shape of the output.
    fn binary_side(&mut self, step: &Step<'_>, [a, b]: [Value; 2], side: usize) -> Result<Value, Error> {
        let dy = step.adjoint;
        match (&step.node.op, side) {
            (Op::Sub, 1) => Ok(self.unary(Op::Neg, dy)),
            (Op::Mul, 0) => self.mul(dy, b),
            (Op::Mul, _) => self.mul(dy, a),
            (Op::Div, 0) => self.div(dy, b),
            (Op::Div, _) => {
                let quotient = self.div(step.node.output, b)?;
                let product = self.mul(dy, quotient)?;
                Ok(self.unary(Op::Neg, product))
            }
            (Op::Max, _) => {
                let chosen = self.greater(a, b)?;
                let first = self.mul(dy, chosen)?;
                if side == 0 { Ok(first) } else { self.sub(dy, first) }
            }
            _ => Ok(dy),
        }
    }

    /// Sums a gradient over the axes along which `value` was broadcast.
    fn unbroadcast(&mut self, gradient: Value, value: Value) -> Result<Value, Error> {
        let (long, short) = (self.shape(gradient).clone(), self.shape(value).clone());
        let extra = long.rank() - short.rank();
        let stretched =
            |axis: &usize| *axis < extra || (short.0[axis - extra] == Dim::Fixed(1) && long.0[*axis] != Dim::Fixed(1));
        let axes: Vec<usize> = (0..long.rank()).filter(stretched).collect();
        let summed = if axes.is_empty() { gradient } else { self.reduce_sum(gradient, &axes) };
        let missing: Vec<usize> = (0..extra).collect();
        Ok(if missing.is_empty() { summed } else { self.squeeze(summed, &missing) })
    }

    pub(super) fn unary_rule(&mut self, step: &Step<'_>) -> Result<Value, Error> {
        let x = step.node.inputs[0];
        let y = step.node.output;
        let dy = step.adjoint;
        let slope = match step.node.op {
            Op::Neg => return Ok(self.unary(Op::Neg, dy)),
            Op::Log => return self.div(dy, x),
            Op::Sqrt => {
                let half = self.scalar(0.5);
                let half = self.mul(dy, half)?;
                return self.div(half, y);
            }
            Op::Exp => y,
            Op::Relu => {
                let zero = self.scalar(0.0);
                self.greater(x, zero)?
            }
            Op::Tanh => self.one_minus_square(y)?,
            Op::Gelu { tanh: false } => self.gelu_slope(x)?,
            Op::Gelu { tanh: true } => self.gelu_tanh_slope(x)?,
            _ => return Err(Error::NoGradient { what: step.node.op.name().to_owned() }),
        };
        self.mul(dy, slope)
    }

    fn one_minus_square(&mut self, y: Value) -> Result<Value, Error> {
        let one = self.scalar(1.0);
        let square = self.mul(y, y)?;
        self.sub(one, square)
    }

    /// Φ(x) + x·φ(x) = ½·(1 + erf u + 2/√π · u · e^(−u²)) with u = x/√2.
    fn gelu_slope(&mut self, x: Value) -> Result<Value, Error> {
        let (root, one, half, scale) =
            (self.scalar(FRAC_1_SQRT_2), self.scalar(1.0), self.scalar(0.5), self.scalar(-FRAC_2_SQRT_PI));
        let u = self.mul(x, root)?;
        let erf = self.unary(Op::Erf, u);
        let minus = self.unary(Op::Neg, u);
        let exponent = self.mul(u, minus)?;
        let bell = self.unary(Op::Exp, exponent);
        let bell = self.mul(bell, minus)?;
        let bell = self.mul(bell, scale)?;
        let sum = self.add(erf, bell)?;
        let sum = self.add(sum, one)?;
        self.mul(sum, half)
    }

    /// With t = tanh(c·(x + k·x³)): ½·(1 + t) + ½·x·(1 − t²)·c·(1 + 3k·x²).
    fn gelu_tanh_slope(&mut self, x: Value) -> Result<Value, Error> {
        let (c, k, one, half) = (self.scalar(TANH_SCALE), self.scalar(TANH_CUBE), self.scalar(1.0), self.scalar(0.5));
        let square = self.mul(x, x)?;
        let cube = self.mul(square, k)?;
        let inner = self.add(cube, one)?;
        let inner = self.mul(inner, x)?;
        let inner = self.mul(inner, c)?;
        let tanh = self.unary(Op::Tanh, inner);
        let three = self.scalar(3.0);
        let inner_slope = self.mul(cube, three)?;
        let inner_slope = self.add(inner_slope, one)?;
        let inner_slope = self.mul(inner_slope, c)?;
        let tanh_slope = self.one_minus_square(tanh)?;
        let slope = self.mul(tanh_slope, inner_slope)?;
        let slope = self.mul(slope, x)?;
        let sum = self.add(tanh, slope)?;
        let sum = self.add(sum, one)?;
        self.mul(sum, half)
    }
}
