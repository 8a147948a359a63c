//! Processes the logits of the next token as transformers' logits processors do. Not for searching.

use std::cmp::Ordering;

/// Values processed together, so that the compiler vectorizes.
const LANES: usize = 16;

/// A token that can be sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TokenWeight {
    pub(super) token: u32,
    /// Proportional to its probability.
    pub(super) weight: f64,
}

/// Turns logits into log-probabilities.
pub(super) fn log_softmax(row: &mut [f32]) {
    let greatest = greatest(row);
    let total = exponentials(row, greatest).ln();
    row.iter_mut().for_each(|value| *value = *value - greatest - total);
}

/// The logarithm of the sum of exponentials.
pub(super) fn log_total(row: &[f32]) -> f32 {
    let greatest = greatest(row);
    greatest + exponentials(row, greatest).ln()
}

/// Makes the tokens in `seen` less likely (Keskar et al. 2019). Each token counts once.
pub(super) fn penalise(row: &mut [f32], seen: &[u32], penalty: f32) {
    if penalty == 1.0 {
        return;
    }
    let mut seen = seen.to_vec();
    seen.sort_unstable();
    seen.dedup();
    for token in seen {
        if let Some(value) = row.get_mut(token as usize) {
            *value = if *value < 0.0 { *value * penalty } else { *value / penalty };
        }
    }
}

/// The token with the greatest logit; the first of equal ones.
pub(super) fn most_likely(row: &[f32]) -> u32 {
    let greatest = greatest(row);
    row.iter().position(|value| *value == greatest).map_or(0, |at| at as u32)
}

/// The tokens to sample from, with weights that need not sum to one.
pub(super) fn sampling_weights(row: &mut [f32], top_k: usize, top_p: f32, temperature: f32) -> Vec<TokenWeight> {
    row.iter_mut().for_each(|value| *value /= temperature);
    if (1..row.len()).contains(&top_k) {
        keep_greatest(row, top_k);
    }
    let greatest = greatest(row);
    let weigh =
        |(token, value): (usize, &f32)| TokenWeight { token: token as u32, weight: f64::from(*value - greatest).exp() };
    let mut weights: Vec<TokenWeight> = row.iter().enumerate().map(weigh).filter(|one| one.weight > 0.0).collect();
    if top_p < 1.0 {
        keep_nucleus(&mut weights, f64::from(top_p));
    }
    weights
}

/// Keeps the `count` greatest values, and those equal to the least of them.
fn keep_greatest(row: &mut [f32], count: usize) {
    let mut sorted = row.to_vec();
    let (_, least, _) = sorted.select_nth_unstable_by(count - 1, |a, b| b.total_cmp(a));
    let least = *least;
    row.iter_mut().filter(|value| **value < least).for_each(|value| *value = f32::NEG_INFINITY);
}

/// Removes the least likely tokens with a total of at most `1 - top_p`. One token always stays.
fn keep_nucleus(weights: &mut Vec<TokenWeight>, top_p: f64) {
    let removable = (1.0 - top_p) * weights.iter().map(|one| one.weight).sum::<f64>();
    // Tokens below this weight always fit. So most of a large vocabulary needs no sorting.
    let always_removed = removable / weights.len() as f64;
    let mut removed: f64 = weights.iter().map(|one| one.weight).filter(|weight| *weight < always_removed).sum();
    weights.retain(|one| one.weight >= always_removed);
    weights.sort_by(|a, b| a.weight.partial_cmp(&b.weight).unwrap_or(Ordering::Equal).then(b.token.cmp(&a.token)));
    let fits = |one: &&TokenWeight| {
        removed += one.weight;
        removed <= removable
    };
    let count = weights.iter().take_while(fits).count().min(weights.len().saturating_sub(1));
    weights.drain(..count);
}

fn greatest(row: &[f32]) -> f32 {
    let greater = |a: f32, b: f32| if a > b { a } else { b };
    let (chunks, rest) = row.as_chunks::<LANES>();
    let mut lanes = [f32::NEG_INFINITY; LANES];
    for chunk in chunks {
        lanes.iter_mut().zip(chunk).for_each(|(lane, value)| *lane = greater(*value, *lane));
    }
    lanes.iter().chain(rest).fold(f32::NEG_INFINITY, |a, b| greater(*b, a))
}

/// The sum of the exponentials of each number less `greatest`.
fn exponentials(row: &[f32], greatest: f32) -> f32 {
    let (chunks, rest) = row.as_chunks::<LANES>();
    let mut lanes = [0.0; LANES];
    for chunk in chunks {
        lanes.iter_mut().zip(chunk).for_each(|(lane, value)| *lane += exponential(*value - greatest));
    }
    lanes.iter().sum::<f32>() + rest.iter().map(|value| exponential(*value - greatest)).sum::<f32>()
}

/// Exponential of a number that is at most 0, to about two units in the last place. It is a power of 2 times a Taylor
/// polynomial, which is short between ±ln 2 / 2. Unlike the standard function it vectorizes, and a vocabulary has
/// 32,000 tokens.
fn exponential(x: f32) -> f32 {
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    /// Adding this removes the fraction of a small number: the last bits of the sum are its integer part.
    const SHIFT: f32 = 12_582_912.0;
    // Below this the result has no effect in a sum with e⁰.
    let x = if x > -80.0 { x } else { -80.0 };
    let shifted = x * std::f32::consts::LOG2_E + SHIFT;
    let whole = shifted - SHIFT;
    let rest = x - whole * LN_2_HIGH - whole * LN_2_LOW;
    let series = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let power = series.into_iter().fold(1.0 / 5040.0, |sum, factor| sum * rest + factor);
    // The exponent bits of 2 to the power of `whole`; those of SHIFT are shifted out.
    power * f32::from_bits((shifted.to_bits() << 23).wrapping_add(127 << 23))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Processed {
        logits: Vec<f32>,
        seen: Vec<u32>,
        penalty: f32,
        temperature: f32,
        top_k: usize,
        top_p: f32,
        probabilities: Vec<f64>,
    }

    #[test]
    fn chances_are_those_of_the_reference_s_processors() {
        let text = include_str!("../../tests/fixtures/generator/processors.json");
        for mut case in serde_json::from_str::<Vec<Processed>>(text).unwrap() {
            penalise(&mut case.logits, &case.seen, case.penalty);
            let weights = sampling_weights(&mut case.logits, case.top_k, case.top_p, case.temperature);
            let total: f64 = weights.iter().map(|one| one.weight).sum();
            let mut ours = vec![0.0; case.probabilities.len()];
            weights.iter().for_each(|one| ours[one.token as usize] = one.weight / total);
            let about = (case.penalty, case.temperature, case.top_k, case.top_p);
            for (token, (ours, theirs)) in ours.iter().zip(&case.probabilities).enumerate() {
                let close = (ours - theirs).abs() <= 1e-5 * theirs.max(1e-3);
                assert!(close, "token {token}: {ours} where transformers has {theirs} ({about:?})");
            }
        }
    }

    proptest! {
        #[test]
        fn log_probabilities_are_right_to_the_last_digits(row in proptest::collection::vec(-60f32..60.0, 1..200)) {
            let exact: f64 = row.iter().map(|value| f64::from(*value).exp()).sum::<f64>().ln();
            prop_assert!((f64::from(log_total(&row)) - exact).abs() <= 1e-5 * exact.abs().max(1.0), "beams are compared by them");
            let mut ours = row.clone();
            log_softmax(&mut ours);
            for (ours, before) in ours.iter().zip(&row) {
                prop_assert!((f64::from(*ours) - (f64::from(*before) - exact)).abs() <= 2e-5 * exact.abs().max(1.0));
            }
        }

        #[test]
        fn the_exponential_is_one(x in -80f32..0.0) {
            let exact = f64::from(x).exp();
            prop_assert!((f64::from(exponential(x)) - exact).abs() <= 4e-7 * exact, "{} instead of {exact}", exponential(x));
        }
    }

    #[test]
    fn the_extremes_do_no_harm() {
        let mut row = [f32::NEG_INFINITY, 3.0, f32::NEG_INFINITY];
        assert_eq!(most_likely(&row), 1);
        assert_eq!(
            sampling_weights(&mut row, 0, 0.5, 1.0),
            [TokenWeight { token: 1, weight: 1.0 }],
            "a word ruled out is never drawn"
        );
        assert!(exponential(-1e9).abs() < 1e-30, "far below, nothing");
    }
}
