//! Sketches of token states: two bits for each number, enough to tell how like two tokens are. Not for choosing which tokens
//! to compare (the search does that).
//!
//! A state is turned first, as by a random rotation: no product changes, but all its numbers vary alike afterwards, so that
//! the same few levels fit each of them (Gao & Long 2024, "RaBitQ", §3; the rotation is that of Ailon & Chazelle 2009,
//! "The fast Johnson–Lindenstrauss transform").

/// What two bits say of a number, in standard deviations: the levels that lose least of what is normally distributed, and
/// the border between the smaller and the greater ones (Max 1960, "Quantizing for minimum distortion", table I).
const LEVELS: [f32; 4] = [-1.510, -0.4528, 0.4528, 1.510];
const BORDER: f32 = 0.9816;
/// What the levels keep of a product with what they stand for (the same table).
const KEPT: f32 = 0.8825;

/// Bits a number takes.
const BITS: usize = 2;
/// Numbers that share a byte.
const SHARING: usize = 8 / BITS;

/// The sketch of a text: of each of its tokens' states, one after the other, two bits a number, the first number lowest. A
/// token takes `width / 4` bytes, rounded up. Signs alone would take half of that; on SQuAD a search with sketches finds a
/// tenth of a point more answers first (tests/peers/TUNING.md).
pub fn sketch(states: &[f32], width: usize) -> Vec<u8> {
    let token = |state: &[f32]| {
        let turned = turned(state);
        let border = BORDER * length(&turned) / (width as f32).sqrt();
        let byte = |some: &[f32]| some.iter().rev().fold(0, |bits, value| bits << BITS | code(*value, border));
        turned.chunks(SHARING).map(byte).collect::<Vec<u8>>()
    };
    states.chunks_exact(width.max(1)).flat_map(token).collect()
}

/// Which of the levels a number is nearest to.
fn code(value: f32, border: f32) -> u8 {
    u8::from(value >= -border) + u8::from(value >= 0.0) + u8::from(value >= border)
}

/// A state of full numbers, ready to be compared with sketches.
#[derive(Clone, Debug, Default)]
pub struct Probe {
    /// For each byte of a token's sketch what it adds to the product, by its value.
    products: Vec<[f32; 1 << 8]>,
}

impl Probe {
    /// Brings a state to length one and multiplies it by all that a byte can say.
    pub fn new(state: &[f32]) -> Self {
        let turned = turned(state);
        let all = KEPT * length(&turned) * (turned.len() as f32).sqrt();
        let scale = if all.is_normal() { 1.0 / all } else { 0.0 };
        let level = |byte: usize, at: usize| LEVELS[byte >> (BITS * at) & ((1 << BITS) - 1)];
        let product =
            |some: &[f32], byte| some.iter().zip(0..).map(|(value, at)| scale * value * level(byte, at)).sum();
        let products = turned.chunks(SHARING).map(|some| std::array::from_fn(|byte| product(some, byte)));
        Self { products: products.collect() }
    }

    /// Bytes of a token's sketch.
    pub fn bytes(&self) -> usize {
        self.products.len()
    }

    /// The cosine with a token, as nearly as its sketch tells.
    pub fn cosine(&self, token: &[u8]) -> f32 {
        token.iter().zip(&self.products).map(|(byte, products)| products[usize::from(*byte)]).sum()
    }
}

fn length(values: &[f32]) -> f32 {
    values.iter().map(|value| value * value).sum::<f32>().sqrt()
}

/// Turns a state, every one in the same way: signs are flipped as chance has it and the numbers mixed, twice. Lengths and
/// angles stay.
fn turned(state: &[f32]) -> Vec<f32> {
    let mut turned = state.to_vec();
    let Some(size) = state.len().checked_ilog2().map(|power| 1 << power) else { return turned };
    let mut chance = Chance(1);
    // Mixing takes a power of two numbers: the first ones, then the last ones; together they are all.
    for from in [0, state.len() - size].repeat(2) {
        let part = &mut turned[from..from + size];
        part.iter_mut().filter(|_| chance.flips()).for_each(|value| *value = -*value);
        mix(part);
    }
    turned
}

/// The Walsh–Hadamard transform of a power of two numbers: every one becomes the sum of all, each with some sign.
fn mix(values: &mut [f32]) {
    let mut half = 1;
    while half < values.len() {
        for both in values.chunks_exact_mut(2 * half) {
            let (one, other) = both.split_at_mut(half);
            one.iter_mut().zip(other).for_each(|(one, other)| (*one, *other) = (*one + *other, *one - *other));
        }
        half *= 2;
    }
    let scale = (values.len() as f32).sqrt().recip();
    values.iter_mut().for_each(|value| *value *= scale);
}

/// Flips that are the same everywhere and always, because sketches are kept: a linear congruential generator (Knuth, "The
/// art of computer programming" 2, §3.3.4).
struct Chance(u64);

impl Chance {
    fn flips(&mut self) -> bool {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 63 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cosine;
    use proptest::prelude::*;

    #[test]
    fn kept_sketches_stay_readable() {
        let state: Vec<f32> = (0..12).map(|at| (at * at) as f32 - 30.0).collect();
        assert_eq!(sketch(&state, 12), [150, 120, 197], "changed only with a migration that drops the old ones");
        assert_eq!(sketch(&[1.0; 20], 10).len(), 6, "each token begins with a byte of its own");
        assert_eq!(sketch(&[], 10), [0; 0], "nothing of nothing");
    }

    /// A state with one number far greater than the others, as encoders have them.
    fn state(width: usize) -> impl Strategy<Value = Vec<f32>> {
        let values = proptest::collection::vec(-1.0f32..1.0, width);
        (values, 0..width, 0.0f32..6.0).prop_map(|(mut values, at, more)| {
            values[at] += more;
            values
        })
    }

    /// How far what a sketch tells may be off. Of 500,000 pairs as they are tried here it was off by 0.021 (root mean square)
    /// and by 0.103 at most, so that by chance no run of the tests comes upon one that is further off.
    const OFF: f32 = 0.12;

    proptest! {
        #[test]
        fn turning_changes_no_product((one, other) in (1usize..70).prop_flat_map(|width| (state(width), state(width)))) {
            let dot = |one: &[f32], other: &[f32]| one.iter().zip(other).map(|(one, other)| one * other).sum::<f32>();
            let (before, after) = (dot(&one, &other), dot(&turned(&one), &turned(&other)));
            prop_assert!((before - after).abs() < 1e-4 * (1.0 + length(&one) * length(&other)), "{before} {after}");
        }

        #[test]
        fn a_sketch_tells_the_cosine((one, other) in (state(384), state(384)), share in 0.0f32..1.0) {
            let mixed: Vec<f32> = one.iter().zip(&other).map(|(one, other)| share * one + (1.0 - share) * other).collect();
            let (real, told) = (cosine(&one, &mixed), Probe::new(&one).cosine(&sketch(&mixed, 384)));
            prop_assert!((real - told).abs() < OFF, "{real} was told as {told}");
        }
    }
}
