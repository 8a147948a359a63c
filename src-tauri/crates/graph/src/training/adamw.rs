//! Clipping by the global norm (Pascanu et al. 2013) and AdamW (Loshchilov & Hutter 2019, algorithm 2).

use crate::{Element, Error, Graph, Op, Shape, Value};

/// Prefix of updated weights and moments.
pub const NEXT: &str = "next/";
/// Prefix of the gradient of a weight.
pub const GRADIENT: &str = "gradient/";
/// Prefix of the running mean of a weight's gradient.
pub const FIRST: &str = "first/";
/// Prefix of the running mean of its square.
pub const SECOND: &str = "second/";
/// Input [1].
pub const LEARNING_RATE: &str = "learning_rate";
/// Input [1]. Biases, normalisation weights and the temperature do not decay.
pub const WEIGHT_DECAY: &str = "weight_decay";
/// Input [1]. Added to the root of the second moment.
pub const EPSILON: &str = "epsilon";
/// Input [1]. Longer gradients are clipped to this norm.
pub const MAX_NORM: &str = "max_norm";
/// Input [1]: 1 − [`FIRST_DECAY`]^step. It is an input because 32 bits are too few to compute it in the first steps.
pub const FIRST_CORRECTION: &str = "first_correction";
/// Input [1]: 1 − [`SECOND_DECAY`]^step.
pub const SECOND_CORRECTION: &str = "second_correction";
/// Output [1]: the length of the gradient before clipping.
pub const GRADIENT_NORM: &str = "gradient_norm";
/// Decay rate of the mean of gradients.
pub const FIRST_DECAY: f64 = 0.9;
/// Decay rate of the mean of squares.
pub const SECOND_DECAY: f64 = 0.999;

/// Keeps a clipped gradient of length zero from being 0/0, as in PyTorch.
const TINY: f32 = 1e-6;

/// Scalars shared by all weights.
struct Scales {
    /// To the gradient, inside the first moment: clipping · (1 − β₁).
    first: Value,
    /// To its square, inside the second moment: clipping² · (1 − β₂).
    second: Value,
    /// To first moment / (√second moment + `epsilon`): learning rate · √c₂ / c₁.
    step: Value,
    /// ε · √c₂.
    epsilon: Value,
    /// Factor of a decaying weight: 1 − learning rate · weight decay.
    kept: Value,
}

impl Graph {
    /// Moves `weights` by `gradients`; outputs [`GRADIENT_NORM`] and, under [`NEXT`], weights and moments.
    pub(super) fn adamw(&mut self, weights: &[Value], gradients: &[Value]) -> Result<(), Error> {
        let scales = self.scales(gradients)?;
        for (weight, gradient) in weights.iter().zip(gradients) {
            let (first, second) = (self.companion(FIRST, *weight), self.companion(SECOND, *weight));
            let next_first = self.moved(first, FIRST_DECAY, *gradient, scales.first)?;
            let square = self.mul(*gradient, *gradient)?;
            let next_second = self.moved(second, SECOND_DECAY, square, scales.second)?;
            let next = self.stepped(*weight, next_first, next_second, &scales)?;
            for (before, after) in [(*weight, next), (first, next_first), (second, next_second)] {
                let name = format!("{NEXT}{}", self.tensor(before).name);
                self.output(&name, after);
            }
        }
        Ok(())
    }

    /// An input with the shape of `weight`, named after it.
    pub(super) fn companion(&mut self, prefix: &str, weight: Value) -> Value {
        let tensor = self.tensor(weight).clone();
        self.input(&format!("{prefix}{}", tensor.name), tensor.element, tensor.shape)
    }

    fn moved(&mut self, moment: Value, decay: f64, news: Value, scale: Value) -> Result<Value, Error> {
        let decay = self.scalar(decay as f32);
        let kept = self.mul(moment, decay)?;
        let news = self.mul(news, scale)?;
        self.add(kept, news)
    }

    fn stepped(&mut self, weight: Value, first: Value, second: Value, scales: &Scales) -> Result<Value, Error> {
        let root = self.unary(Op::Sqrt, second);
        let root = self.add(root, scales.epsilon)?;
        let step = self.div(first, root)?;
        let step = self.mul(step, scales.step)?;
        let kept = match decays(&self.tensor(weight).name) {
            true => self.mul(weight, scales.kept)?,
            false => weight,
        };
        self.sub(kept, step)
    }

    fn scales(&mut self, gradients: &[Value]) -> Result<Scales, Error> {
        let mut number = |name| self.input(name, Element::F32, Shape::fixed(&[1]));
        let rate = number(LEARNING_RATE);
        let decay = number(WEIGHT_DECAY);
        let epsilon = number(EPSILON);
        let first_correction = number(FIRST_CORRECTION);
        let second_correction = number(SECOND_CORRECTION);
        let clip = self.clip(gradients)?;
        let clip_squared = self.mul(clip, clip)?;
        let root = self.unary(Op::Sqrt, second_correction);
        let (first, second) = (self.scalar((1.0 - FIRST_DECAY) as f32), self.scalar((1.0 - SECOND_DECAY) as f32));
        let one = self.scalar(1.0);
        let step = self.mul(rate, root)?;
        let lost = self.mul(rate, decay)?;
        Ok(Scales {
            first: self.mul(clip, first)?,
            second: self.mul(clip_squared, second)?,
            step: self.div(step, first_correction)?,
            epsilon: self.mul(epsilon, root)?,
            kept: self.sub(one, lost)?,
        })
    }

    /// The factor that limits the norm of all gradients together to [`MAX_NORM`].
    fn clip(&mut self, gradients: &[Value]) -> Result<Value, Error> {
        let max_norm = self.input(MAX_NORM, Element::F32, Shape::fixed(&[1]));
        let norm = self.norm(gradients)?;
        self.output(GRADIENT_NORM, norm);
        let tiny = self.scalar(TINY);
        let one = self.scalar(1.0);
        let norm = self.add(norm, tiny)?;
        let excess = self.div(norm, max_norm)?;
        let excess = self.max(excess, one)?;
        self.div(one, excess)
    }

    fn norm(&mut self, gradients: &[Value]) -> Result<Value, Error> {
        let one = Shape::fixed(&[1]);
        let mut total = self.filled(0.0, &[1]);
        for gradient in gradients {
            let squares = self.mul(*gradient, *gradient)?;
            let axes: Vec<usize> = (0..self.shape(squares).rank()).collect();
            let sum = self.reduce_sum(squares, &axes);
            let sum = self.reshape(sum, &one)?;
            total = self.add(total, sum)?;
        }
        Ok(self.unary(Op::Sqrt, total))
    }
}

/// Whether a weight decays. Biases, normalisation weights and the temperature do not.
fn decays(name: &str) -> bool {
    name.ends_with(".weight") && !name.contains("LayerNorm")
}
