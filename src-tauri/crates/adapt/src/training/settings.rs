//! How an encoder is trained. Not for how a run goes.

use crate::SEED;
use serde::{Deserialize, Serialize};

/// Settings of a run. The default is the product's one recipe; other values are for studies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Passages per batch.
    pub batch: usize,
    /// Questions of one passage that share a batch, at most.
    pub questions_per_passage: usize,
    /// Times every pair is used, at most.
    pub epochs: usize,
    /// Highest learning rate of a batch with one question per passage; with n questions it is √n times as high.
    pub learning_rate: f64,
    /// Share of the steps in which the learning rate rises, 0 to 1.
    pub warm_up: f64,
    /// Decoupled weight decay.
    pub weight_decay: f64,
    /// Longest gradient that is not clipped.
    pub max_norm: f64,
    /// Share of the passages that are held out to judge by, 0 to 1.
    pub held_out: f64,
    /// Examinations per epoch.
    pub exams: usize,
    /// Examinations without a new best that end the run.
    pub patience: usize,
    /// What makes a run repeatable.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            batch: 32,
            questions_per_passage: 4,
            epochs: 1,
            learning_rate: 2.5e-5,
            warm_up: 0.1,
            weight_decay: 0.01,
            max_norm: 1.0,
            held_out: 0.15,
            exams: 2,
            patience: 3,
            seed: SEED,
        }
    }
}

/// A learning rate that rises in a straight line and then falls to zero in one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// Highest learning rate.
    pub peak: f64,
    /// Share of the steps it takes to get there, 0 to 1.
    pub warm_up: f64,
    /// Steps planned.
    pub steps: usize,
}

impl Schedule {
    /// Learning rate of a step, counted from 0. Never 0 before the last step is done, so that none is wasted.
    pub fn rate(&self, step: usize) -> f64 {
        let rising = (self.warm_up.clamp(0.0, 1.0) * self.steps as f64).ceil();
        let step = step as f64;
        let steps = self.steps as f64;
        if step < rising {
            return self.peak * (step + 1.0) / rising;
        }
        self.peak * ((steps - step) / (steps - rising).max(1.0)).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Schedule;

    #[test]
    fn rises_and_falls_in_straight_lines() {
        let schedule = Schedule { peak: 1.0, warm_up: 0.2, steps: 10 };
        let rates: Vec<f64> = (0..11).map(|step| schedule.rate(step)).collect();
        let expected = [0.5, 1.0, 1.0, 0.875, 0.75, 0.625, 0.5, 0.375, 0.25, 0.125, 0.0];
        assert!(rates.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{rates:?}");
    }

    #[test]
    fn no_step_planned_is_wasted() {
        for (warm_up, steps) in [(0.0, 1), (0.1, 1), (1.0, 7), (0.1, 1000), (f64::NAN, 5), (7.0, 5)] {
            let schedule = Schedule { peak: 2e-5, warm_up, steps };
            assert!((0..steps).all(|step| schedule.rate(step) > 0.0), "warm-up {warm_up} of {steps} steps");
            assert_eq!(schedule.rate(steps + 3), 0.0, "beyond the plan nothing is learned");
        }
    }
}
