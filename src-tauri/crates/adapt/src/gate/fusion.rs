//! How much the encoder counts in the search, fitted to questions: its vectors, and late interaction. Not for ranking:
//! trials have done that.

use crate::Trial;
use crate::gate::paired::{by_group, deviations};
use pincite_search::{FusionWeights, Weights};

/// Steps between 0 and 1 that are tried on the dense half.
const STEPS: u8 = 10;

/// Weights of late interaction that are tried. The last gains little over the one before it, and more has not been
/// measured since stretches count (docs/experiments).
pub(crate) const LATE: [f32; 6] = [0.0, 0.15, 0.3, 0.45, 0.6, 0.75];

/// How far from the best weights others may stay behind and still be preferred, in standard errors: with some hundreds of
/// questions the best are best by chance.
const NEAR: f64 = 1.0;

/// Weights to be tried: tenths on the dense half, a few on late interaction, each with each, and the present ones. Those
/// with the same weight on the dense half follow each other.
pub(crate) fn candidates(present: Weights) -> Vec<Weights> {
    let tenths = (0..=STEPS).map(|step| f32::from(step) / f32::from(STEPS));
    let (dense, late) = (with(present.fusion.dense, tenths), with(present.fusion.late, LATE.into_iter()));
    let each = dense.iter().flat_map(|dense| late.iter().map(|late| FusionWeights { dense: *dense, late: *late }));
    each.map(|fusion| Weights { fusion, ..present }).collect()
}

/// The numbers and the present one, ascending, each once.
fn with(present: f32, numbers: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut all: Vec<f32> = numbers.filter(|number| *number != present).chain([present]).collect();
    all.sort_unstable_by(f32::total_cmp);
    all
}

/// What a weight is chosen by.
pub(crate) struct Fit<'a> {
    /// The weights tried.
    pub(crate) weights: &'a [Weights],
    /// The weights that are expected to suit.
    pub(crate) toward: Weights,
    /// Which questions stand and fall together.
    pub(crate) groups: &'a [usize],
    /// How much each question counts; 0 if it may not be used.
    pub(crate) counts: &'a [f64],
}

impl Fit<'_> {
    /// Position of the weights to use: the nearest to those expected among all that are nearly as good as the best. They
    /// may be worse by one standard error of the paired difference (the rule of Breiman et al. 1984). So chance does not
    /// move them.
    pub(crate) fn choose(&self, trial: &Trial) -> usize {
        let gains: Vec<Vec<f64>> = (0..self.weights.len()).map(|weight| trial.gains(weight).collect()).collect();
        let sums: Vec<f64> = gains.iter().map(|gains| self.sum(gains)).collect();
        let best = (0..sums.len()).fold(0, |best, it| if sums[it] > sums[best] { it } else { best });
        let good = |weight: &usize| deviations(&self.differences(&gains[best], &gains[*weight])) <= NEAR;
        let away = |weight: usize| {
            let (fusion, toward) = (self.weights[weight].fusion, self.toward.fusion);
            (fusion.dense - toward.dense).abs() + (fusion.late - toward.late).abs()
        };
        let order =
            |one: &usize, other: &usize| away(*one).total_cmp(&away(*other)).then(sums[*other].total_cmp(&sums[*one]));
        (0..sums.len()).filter(good).min_by(order).unwrap_or(best)
    }

    fn sum(&self, gains: &[f64]) -> f64 {
        gains.iter().zip(self.counts).map(|(gain, count)| count * gain).sum()
    }

    /// How much more each group of questions gains one way than the other.
    pub(crate) fn differences(&self, one: &[f64], other: &[f64]) -> Vec<f64> {
        let differences: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
        by_group(&differences, self.groups, self.counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the present weights, 0.4 and 0, are in the list.
    const PRESENT: usize = 4 * LATE.len();

    fn present() -> Weights {
        Weights { fusion: FusionWeights { dense: 0.4, late: 0.0 }, ..Weights::default() }
    }

    /// A trial in which each question's answer has a rank by the weights.
    fn trial(rank: impl Fn(usize, usize) -> usize) -> Trial {
        let ranks = |weight| (0..50).map(|at| Some(rank(weight, at))).collect();
        Trial { name: String::new(), ranks: (0..candidates(present()).len()).map(ranks).collect() }
    }

    /// Weights number `good` find the answers of the first `more` questions, others do not.
    fn good(good: usize, more: usize) -> Trial {
        trial(|weight, at| if weight == good && at < more { 1 } else { 2 })
    }

    fn choose(trial: &Trial, groups: &[usize], counts: &[f64]) -> usize {
        let weights = candidates(present());
        Fit { weights: &weights, toward: present(), groups, counts }.choose(trial)
    }

    #[test]
    fn the_present_weights_are_among_the_candidates_once() {
        let told = |weights: Weights| (weights.fusion.dense, weights.fusion.late);
        let all = candidates(present());
        assert_eq!((all.len(), told(all[PRESENT])), (11 * LATE.len(), (0.4, 0.0)), "a tenth is tried anyway");
        let odd = candidates(Weights { fusion: FusionWeights { dense: 0.45, late: 0.5 }, ..Weights::default() });
        assert_eq!(odd.len(), 12 * (LATE.len() + 1), "others are put in their places");
        assert_eq!(odd.iter().filter(|it| told(**it) == (0.45, 0.5)).count(), 1, "once");
        assert!(
            odd.windows(2).all(|pair| pair[0].fusion.dense <= pair[1].fusion.dense),
            "the same rankings follow each other"
        );
    }

    #[test]
    fn a_clear_gain_moves_the_weights_and_chance_does_not() {
        let (groups, counts) = ((0..50).collect::<Vec<_>>(), [1.0; 50]);
        assert_eq!(choose(&good(7, 20), &groups, &counts), 7, "twenty of fifty questions gain and none loses");
        assert_eq!(choose(&good(7, 1), &groups, &counts), PRESENT, "one question is chance");
        assert_eq!(choose(&good(7, 20), &[0; 50], &counts), PRESENT, "and so are twenty about one passage");
        let unused: Vec<f64> = (0..50).map(|at| if at >= 20 { 1.0 } else { 0.0 }).collect();
        assert_eq!(choose(&good(7, 20), &groups, &unused), PRESENT, "questions set aside have no say");
    }

    #[test]
    fn of_equals_the_nearest_is_chosen() {
        let weights = candidates(present());
        let groups: Vec<usize> = (0..50).collect();
        let dense = trial(|weight, _| if weights[weight].fusion.dense >= 0.6 { 1 } else { 3 });
        let found = weights[choose(&dense, &groups, &[1.0; 50])];
        assert_eq!((found.fusion.dense, found.fusion.late), (0.6, 0.0), "no farther than needed");
        let late = trial(|weight, _| if weights[weight].fusion.late >= 0.3 { 1 } else { 3 });
        let found = weights[choose(&late, &groups, &[1.0; 50])];
        assert_eq!((found.fusion.dense, found.fusion.late), (0.4, 0.3), "on either way");
    }
}
