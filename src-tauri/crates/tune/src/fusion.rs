//! How much the encoder counts in the search, fitted to questions. Not for ranking: trials have done that.

use crate::Trial;
use crate::paired::{by_group, deviations};

/// Steps between 0 and 1 that are tried.
const STEPS: u8 = 10;

/// Weights on the dense half to be tried, ascending: tenths, and the present weight.
pub(crate) fn candidates(present: f32) -> Vec<f32> {
    let tenths = (0..=STEPS).map(|step| f32::from(step) / f32::from(STEPS));
    let mut weights: Vec<f32> = tenths.filter(|weight| *weight != present).chain([present]).collect();
    weights.sort_unstable_by(f32::total_cmp);
    weights
}

/// What a weight is chosen by.
pub(crate) struct Fit<'a> {
    /// The weights tried.
    pub(crate) weights: &'a [f32],
    /// Position of the present weight.
    pub(crate) present: usize,
    /// Which questions stand and fall together.
    pub(crate) groups: &'a [usize],
    /// Whether a question may be used.
    pub(crate) used: &'a [bool],
}

impl Fit<'_> {
    /// Position of the weight to use: the nearest to the present one that is worse than the best by no more than one
    /// standard error of the difference (the one-standard-error rule of Breiman et al. 1984, on paired differences), so
    /// that chance does not move it.
    pub(crate) fn choose(&self, trial: &Trial) -> usize {
        let gains: Vec<Vec<f64>> = (0..self.weights.len()).map(|weight| trial.gains(weight).collect()).collect();
        let sums: Vec<f64> = gains.iter().map(|gains| self.sum(gains)).collect();
        let best = (0..sums.len()).fold(self.present, |best, it| if sums[it] > sums[best] { it } else { best });
        let good = |weight: &usize| deviations(&self.differences(&gains[best], &gains[*weight])) <= 1.0;
        let away = |weight: usize| (self.weights[weight] - self.weights[self.present]).abs();
        let order =
            |one: &usize, other: &usize| away(*one).total_cmp(&away(*other)).then(sums[*other].total_cmp(&sums[*one]));
        (0..sums.len()).filter(good).min_by(order).unwrap_or(self.present)
    }

    fn sum(&self, gains: &[f64]) -> f64 {
        gains.iter().zip(self.used).filter(|(_, used)| **used).map(|(gain, _)| gain).sum()
    }

    /// How much more each group of questions gains one way than the other.
    pub(crate) fn differences(&self, one: &[f64], other: &[f64]) -> Vec<f64> {
        let differences: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
        by_group(&differences, self.groups, self.used)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A trial in which weight number `good` finds the answers of the first `more` questions and others do not.
    fn trial(good: usize, more: usize) -> Trial {
        let ranks = |weight| (0..50).map(|at| if weight == good && at < more { Some(1) } else { Some(2) }).collect();
        Trial { name: String::new(), ranks: (0..11).map(ranks).collect() }
    }

    fn choose(trial: &Trial, groups: &[usize], used: &[bool]) -> usize {
        let weights = candidates(0.4);
        Fit { weights: &weights, present: 4, groups, used }.choose(trial)
    }

    #[test]
    fn the_present_weight_is_among_the_candidates_once() {
        assert_eq!(candidates(0.4).len(), 11, "a tenth is tried anyway");
        let odd = candidates(0.45);
        assert_eq!((odd.len(), odd[5]), (12, 0.45), "another is put in its place");
    }

    #[test]
    fn a_clear_gain_moves_the_weight_and_chance_does_not() {
        let (groups, used) = ((0..50).collect::<Vec<_>>(), [true; 50]);
        assert_eq!(choose(&trial(7, 20), &groups, &used), 7, "twenty of fifty questions gain and none loses");
        assert_eq!(choose(&trial(7, 1), &groups, &used), 4, "one question is chance");
        assert_eq!(choose(&trial(7, 20), &[0; 50], &used), 4, "and so are twenty about one passage");
        let unused: Vec<bool> = (0..50).map(|at| at >= 20).collect();
        assert_eq!(choose(&trial(7, 20), &groups, &unused), 4, "questions set aside have no say");
    }

    #[test]
    fn of_equals_the_nearest_is_chosen() {
        let ranks = |weight| vec![Some(if weight >= 6 { 1 } else { 3 }); 50];
        let trial = Trial { name: String::new(), ranks: (0..11).map(ranks).collect() };
        let groups: Vec<usize> = (0..50).collect();
        assert_eq!(choose(&trial, &groups, &[true; 50]), 6, "no farther than needed");
    }
}
