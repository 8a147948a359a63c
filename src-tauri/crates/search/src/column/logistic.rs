//! A logistic model with a prior: Newton's method, each step by conjugate gradients. Not for choosing what it looks at.

/// Newton steps, at most. The loss is convex, and few are needed.
const STEPS: usize = 20;
/// A step that promises to lower the loss by less leads to the minimum.
const LEAST_FALL: f64 = 1e-9;
/// A step that does not lower the loss is halved, so often at most: a full one may lead past the minimum, to and fro.
const HALVES: usize = 20;
/// Conjugate gradients of a step, at most.
const GRADIENTS: usize = 30;
/// Curvature below which an example counts as decided.
const FLATTEST: f64 = 1e-4;

/// What is known of one thing.
#[derive(Clone, Debug)]
pub(super) struct Example {
    /// What the model looks at.
    pub(super) numbers: Vec<f32>,
    /// Whether it is one.
    pub(super) is_positive: bool,
}

/// The weights with the highest posterior: the log likelihood of the examples, and of each weight a normal distribution around
/// its prior with its spread. A fixed offset is added to each sum.
pub(super) fn fit(examples: &[Example], offset: f64, prior: &[f64], spread: &[f64]) -> Vec<f64> {
    let pull = spread.iter().map(|spread| 1.0 / (spread * spread)).collect();
    let posterior = Posterior { examples, offset, prior, pull };
    let mut weights = prior.to_vec();
    for _ in 0..STEPS {
        let Some(next) = posterior.better(&weights) else { break };
        weights = next;
    }
    weights
}

/// The probability of a logit.
pub(super) fn probability(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// What is minimised: a loss of weights.
struct Posterior<'e> {
    examples: &'e [Example],
    offset: f64,
    prior: &'e [f64],
    /// One over the square of each spread.
    pull: Vec<f64>,
}

impl Posterior<'_> {
    /// Weights with a lower loss, if a Newton step promises any.
    fn better(&self, weights: &[f64]) -> Option<Vec<f64>> {
        let loss = self.loss(weights);
        let gradient = self.gradient(weights);
        let step = self.step(weights, &gradient);
        if product(&gradient, &step) < LEAST_FALL {
            return None;
        }
        let mut share = 1.0;
        for _ in 0..HALVES {
            let next: Vec<f64> = weights.iter().zip(&step).map(|(weight, step)| weight - share * step).collect();
            if self.loss(&next) < loss {
                return Some(next);
            }
            share *= 0.5;
        }
        None
    }

    fn loss(&self, weights: &[f64]) -> f64 {
        let mut loss = 0.0;
        for (at, pull) in self.pull.iter().enumerate() {
            loss += pull * (weights[at] - self.prior[at]).powi(2) / 2.0;
        }
        for example in self.examples {
            let logit = dot(&example.numbers, weights) + self.offset;
            let against = if example.is_positive { -logit } else { logit };
            loss += against.max(0.0) + (-against.abs()).exp().ln_1p();
        }
        loss
    }

    fn gradient(&self, weights: &[f64]) -> Vec<f64> {
        let mut gradient: Vec<f64> = Vec::with_capacity(weights.len());
        for (at, pull) in self.pull.iter().enumerate() {
            gradient.push(pull * (weights[at] - self.prior[at]));
        }
        for example in self.examples {
            let surprise = self.likely(example, weights) - f64::from(u8::from(example.is_positive));
            add(&mut gradient, &example.numbers, surprise);
        }
        gradient
    }

    fn step(&self, weights: &[f64], gradient: &[f64]) -> Vec<f64> {
        let mut curvature = Vec::with_capacity(self.examples.len());
        for example in self.examples {
            let likely = self.likely(example, weights);
            curvature.push((likely * (1.0 - likely)).max(FLATTEST));
        }
        self.solve(&curvature, gradient)
    }

    fn likely(&self, example: &Example, weights: &[f64]) -> f64 {
        probability(dot(&example.numbers, weights) + self.offset)
    }

    /// The Hessian's inverse times the gradient, by conjugate gradients (Hestenes & Stiefel 1952).
    fn solve(&self, curvature: &[f64], gradient: &[f64]) -> Vec<f64> {
        let mut step = vec![0.0; gradient.len()];
        let mut rest = gradient.to_vec();
        let mut direction = rest.clone();
        let mut size = product(&rest, &rest);
        let enough = size * 1e-10;
        for _ in 0..GRADIENTS {
            if size <= enough {
                break;
            }
            let mut bent: Vec<f64> = direction.iter().zip(&self.pull).map(|(one, pull)| one * pull).collect();
            for (example, curvature) in self.examples.iter().zip(curvature) {
                add(&mut bent, &example.numbers, curvature * dot(&example.numbers, &direction));
            }
            let length = size / product(&direction, &bent);
            for at in 0..step.len() {
                step[at] += length * direction[at];
                rest[at] -= length * bent[at];
            }
            let next = product(&rest, &rest);
            direction.iter_mut().zip(&rest).for_each(|(one, rest)| *one = rest + next / size * *one);
            size = next;
        }
        step
    }
}

fn dot(numbers: &[f32], weights: &[f64]) -> f64 {
    numbers.iter().zip(weights).map(|(number, weight)| f64::from(*number) * weight).sum()
}

fn product(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

fn add(sum: &mut [f64], numbers: &[f32], factor: f64) {
    sum.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += factor * f64::from(*number));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn example(numbers: &[f32], is_positive: bool) -> Example {
        Example { numbers: numbers.to_vec(), is_positive }
    }

    #[test]
    fn without_examples_the_prior_stays() {
        assert_eq!(fit(&[], -2.0, &[1.0, 0.5], &[1.0, 2.0]), [1.0, 0.5]);
    }

    /// By hand: with one positive example at 1 and spread 1, the weight w solves w = 1 / (1 + e^w), so w = 0.4010.
    #[test]
    fn one_example_by_hand() {
        let [weight] = fit(&[example(&[1.0], true)], 0.0, &[0.0], &[1.0])[..] else { panic!() };
        assert!((weight - 0.401_06).abs() < 1e-4, "{weight}");
    }

    /// Full Newton steps go to and fro here, ever further.
    #[test]
    fn a_step_does_not_lead_past_the_minimum() {
        let points = [(2.494_929_8, 0.0), (0.0, -1.536_187_9), (2.587_101_7, 2.391_933_4), (2.291_985_8, 2.717_233)];
        let examples = points.map(|(x, y)| example(&[x, y], false));
        assert_at_minimum(&examples);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        /// At the optimum the gradient is zero, whatever the examples.
        #[test]
        fn the_gradient_vanishes(numbers in proptest::collection::vec((-3f32..3.0, -3f32..3.0, any::<bool>()), 1..30)) {
            let examples: Vec<Example> = numbers.iter().map(|(x, y, is)| example(&[*x, *y], *is)).collect();
            assert_at_minimum(&examples);
        }
    }

    fn assert_at_minimum(examples: &[Example]) {
        let weights = fit(examples, 0.5, &[1.0, 0.0], &[0.5, 1.5]);
        let mut gradient = vec![(weights[0] - 1.0) / 0.25, weights[1] / 2.25];
        for one in examples {
            let likely = probability(dot(&one.numbers, &weights) + 0.5);
            add(&mut gradient, &one.numbers, likely - f64::from(u8::from(one.is_positive)));
        }
        assert!(gradient.iter().all(|it| it.abs() < 1e-3), "{gradient:?}");
    }
}
