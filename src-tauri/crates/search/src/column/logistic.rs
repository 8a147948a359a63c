//! A logistic model with a prior: Newton's method, each step by conjugate gradients. Not for choosing what it looks at.

/// Newton steps; the loss is convex, and few are needed.
const STEPS: usize = 8;
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
    let pull: Vec<f64> = spread.iter().map(|spread| 1.0 / (spread * spread)).collect();
    let mut weights = prior.to_vec();
    for _ in 0..STEPS {
        let mut gradient: Vec<f64> = (0..prior.len()).map(|at| pull[at] * (weights[at] - prior[at])).collect();
        let mut curvature = Vec::with_capacity(examples.len());
        for example in examples {
            let likely = probability(dot(&example.numbers, &weights) + offset);
            add(&mut gradient, &example.numbers, likely - f64::from(u8::from(example.is_positive)));
            curvature.push((likely * (1.0 - likely)).max(FLATTEST));
        }
        let step = solve(examples, &curvature, &pull, &gradient);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight -= step);
    }
    weights
}

/// The probability of a logit.
pub(super) fn probability(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// The Newton step: conjugate gradients on the Hessian (Hestenes & Stiefel 1952).
fn solve(examples: &[Example], curvature: &[f64], pull: &[f64], gradient: &[f64]) -> Vec<f64> {
    let mut step = vec![0.0; gradient.len()];
    let mut rest = gradient.to_vec();
    let mut direction = rest.clone();
    let mut size = product(&rest, &rest);
    let enough = size * 1e-10;
    for _ in 0..GRADIENTS {
        if size <= enough {
            break;
        }
        let mut bent: Vec<f64> = direction.iter().zip(pull).map(|(one, pull)| one * pull).collect();
        for (example, curvature) in examples.iter().zip(curvature) {
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

    proptest! {
        /// At the optimum the gradient is zero, whatever the examples.
        #[test]
        fn the_gradient_vanishes(numbers in proptest::collection::vec((-3f32..3.0, -3f32..3.0, any::<bool>()), 1..30)) {
            let examples: Vec<Example> = numbers.iter().map(|(x, y, is)| example(&[*x, *y], *is)).collect();
            let weights = fit(&examples, 0.5, &[1.0, 0.0], &[0.5, 1.5]);
            let mut gradient = vec![(weights[0] - 1.0) / 0.25, weights[1] / 2.25];
            for one in &examples {
                let likely = probability(dot(&one.numbers, &weights) + 0.5);
                add(&mut gradient, &one.numbers, likely - f64::from(u8::from(one.is_positive)));
            }
            prop_assert!(gradient.iter().all(|it| it.abs() < 1e-3), "{gradient:?}");
        }
    }
}
