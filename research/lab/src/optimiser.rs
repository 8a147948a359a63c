//! Clipping by the global norm (Pascanu et al. 2013) and AdamW (Loshchilov & Hutter 2019, algorithm 2), as the product's training
//! steps have them.

use pincite_models::Rates;

/// Decay rate of the mean of gradients.
const FIRST_DECAY: f64 = 0.9;
/// Decay rate of the mean of squares.
const SECOND_DECAY: f64 = 0.999;
/// Added to the root of the second moment.
const EPSILON: f64 = 1e-8;
/// Keeps a clipped gradient of length zero from being 0/0.
const TINY: f64 = 1e-6;

/// A weight in training.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parameter {
    /// Its name. Biases, normalisation weights and the temperature do not decay.
    pub(crate) name: String,
    /// Lengths of its axes.
    pub(crate) shape: Vec<usize>,
    /// Its values.
    pub(crate) values: Vec<f32>,
    first: Vec<f64>,
    second: Vec<f64>,
}

impl Parameter {
    /// A weight without moments.
    pub(crate) fn new(name: String, shape: Vec<usize>, values: Vec<f32>) -> Self {
        let zeros = vec![0.0; values.len()];
        Self { name, shape, values, first: zeros.clone(), second: zeros }
    }

    fn decays(&self) -> bool {
        self.name.ends_with(".weight") && !self.name.contains("LayerNorm")
    }
}

/// Moves the weights down their gradients, which are in the same order. `step` counts from 1. Returns the length of the
/// gradient before clipping.
pub(crate) fn adamw(parameters: &mut [Parameter], gradients: &[Vec<f32>], rates: &Rates, step: u64) -> f64 {
    let squares = gradients.iter().flatten().map(|value| f64::from(*value).powi(2));
    let norm = squares.sum::<f64>().sqrt();
    let clip = 1.0 / ((norm + TINY) / rates.max_norm).max(1.0);
    let first_correction = 1.0 - FIRST_DECAY.powf(step as f64);
    let second_correction = 1.0 - SECOND_DECAY.powf(step as f64);
    for (parameter, gradient) in parameters.iter_mut().zip(gradients) {
        let kept = if parameter.decays() { 1.0 - rates.learning_rate * rates.weight_decay } else { 1.0 };
        for (at, value) in gradient.iter().enumerate() {
            let value = f64::from(*value) * clip;
            parameter.first[at] = FIRST_DECAY * parameter.first[at] + (1.0 - FIRST_DECAY) * value;
            parameter.second[at] = SECOND_DECAY * parameter.second[at] + (1.0 - SECOND_DECAY) * value * value;
            let mean = parameter.first[at] / first_correction;
            let spread = (parameter.second[at] / second_correction).sqrt() + EPSILON;
            let moved = f64::from(parameter.values[at]) * kept - rates.learning_rate * mean / spread;
            parameter.values[at] = moved as f32;
        }
    }
    norm
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_by_hand() {
        let mut parameters = vec![
            Parameter::new("a.weight".to_owned(), vec![2], vec![1.0, -1.0]),
            Parameter::new("a.bias".to_owned(), vec![1], vec![1.0]),
        ];
        let rates = Rates { learning_rate: 0.1, weight_decay: 0.5, max_norm: 1.0 };
        let norm = adamw(&mut parameters, &[vec![3.0, 0.0], vec![-4.0]], &rates, 1);
        assert!((norm - 5.0).abs() < 1e-9, "before clipping: {norm}");
        // The first step goes as far as the learning rate, whatever the gradient's length.
        let near = |value: f32, expected: f32| (value - expected).abs() < 1e-6;
        assert!(near(parameters[0].values[0], 1.0 * 0.95 - 0.1), "{parameters:?}");
        assert!(near(parameters[0].values[1], -0.95), "no gradient, only decay: {parameters:?}");
        assert!(near(parameters[1].values[0], 1.1), "a bias does not decay: {parameters:?}");
    }
}
