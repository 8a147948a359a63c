//! Whether paired differences are more than chance. Not for what is compared.
//!
//! Fisher's sign-flip test: if neither side is better, each difference might as well have had the other sign. Questions
//! about one passage stand and fall together, so signs are flipped by group.

use crate::pairs::group_count;
use crate::seed::random;
use rand::Rng;

/// Up to so many differences all signs are tried, beyond it signs are drawn.
const EXACT: usize = 13;

/// Signs drawn.
const DRAWS: usize = 20_000;

/// Drawing ends early once so many draws are as good as what was seen: the share is then known well enough, and as valid
/// (Besag & Clifford 1991, "Sequential Monte Carlo p-values").
const ENOUGH: usize = 500;

/// Sums of the values by group.
pub(super) fn by_group(values: &[f64], groups: &[usize]) -> Vec<f64> {
    let mut sums = vec![0.0; group_count(groups)];
    for (value, group) in values.iter().zip(groups) {
        sums[*group] += value;
    }
    sums
}

/// How many standard deviations the sum lies above 0, were the signs chance. 0 if all are 0.
pub(super) fn deviations(differences: &[f64]) -> f64 {
    let spread = differences.iter().map(|it| it * it).sum::<f64>().sqrt();
    if spread < 1e-12 { 0.0 } else { differences.iter().sum::<f64>() / spread }
}

/// Chance of a sum at least as great if signs were chance (one-sided). 1 if there is no difference at all.
pub(super) fn chance(differences: &[f64], seed: u64) -> f64 {
    let differences: Vec<f64> = differences.iter().copied().filter(|it| it.abs() > 1e-12).collect();
    // Sums are compared with a little room, so that equal ones stay equal in whatever order they are added.
    let seen = differences.iter().sum::<f64>() - 1e-9;
    if differences.len() <= EXACT { exact(&differences, seen) } else { drawn(&differences, seen, seed) }
}

fn exact(differences: &[f64], seen: f64) -> f64 {
    let all = 1u64 << differences.len();
    let as_good = (0..all).filter(|signs| flipped(differences, &[*signs]) >= seen).count();
    as_good as f64 / all as f64
}

fn drawn(differences: &[f64], seen: f64, seed: u64) -> f64 {
    let mut random = random(seed, 0xF11B);
    let mut signs = vec![0; differences.len().div_ceil(64)];
    let mut as_good = 0;
    for draw in 1..=DRAWS {
        signs.fill_with(|| random.next_u64());
        as_good += usize::from(flipped(differences, &signs) >= seen);
        if as_good == ENOUGH {
            return ENOUGH as f64 / draw as f64;
        }
    }
    (as_good + 1) as f64 / (DRAWS + 1) as f64
}

/// Sum of the differences, each with its bit's sign.
fn flipped(differences: &[f64], signs: &[u64]) -> f64 {
    let sign = |at: usize| if signs[at / 64] >> (at % 64) & 1 == 0 { 1.0 } else { -1.0 };
    differences.iter().enumerate().map(|(at, it)| sign(at) * it).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_differences_by_hand() {
        assert_eq!(chance(&[1.0; 5], 1), 1.0 / 32.0, "one of 32 ways to choose the signs");
        assert_eq!(chance(&[1.0, -1.0], 1), 0.75, "three of four are as good");
        assert_eq!(chance(&[0.0, 0.0], 1), 1.0, "no difference proves nothing");
        assert_eq!(chance(&[], 1), 1.0, "and neither do no questions");
    }

    #[test]
    fn drawn_signs_agree_with_the_normal_law() {
        let differences: Vec<f64> = (0..400).map(|at| if at < 220 { 1.0 } else { -1.0 }).collect();
        let found = chance(&differences, 1);
        assert!((found - 0.0256).abs() < 0.005, "two deviations, with the continuity of a coin: {found}");
        assert_eq!(chance(&differences, 1), found, "the same seed, the same verdict");
        let opposite: Vec<f64> = differences.iter().map(|it| -it).collect();
        assert!(chance(&opposite, 1) > 0.9, "worse is not better");
    }

    #[test]
    fn questions_of_a_group_are_one_difference() {
        let sums = by_group(&[0.5, 0.25, 1.0], &[0, 0, 2]);
        assert_eq!(sums, [0.75, 0.0, 1.0], "summed");
        assert_eq!(deviations(&[3.0, 4.0]), 7.0 / 5.0, "sum over the root of squares");
        assert_eq!(deviations(&[0.0]), 0.0, "nothing is no deviation");
    }
}
