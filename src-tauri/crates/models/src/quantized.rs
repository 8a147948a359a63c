//! Quantized token embeddings: two bits per number are enough for the cosine of two tokens. Not for choosing the tokens
//! to compare (the crate `search`).
//!
//! A state is first rotated at random. This keeps all dot products, and gives all numbers the same spread, so one set
//! of levels fits all (Gao & Long 2024, "RaBitQ", §3). The rotation is from Ailon & Chazelle 2009, "The fast
//! Johnson–Lindenstrauss transform".

/// The levels of the two-bit codes in standard deviations, and the border between small and large ones. They have the
/// least error for a normal distribution (Max 1960, "Quantizing for minimum distortion", table I).
const LEVELS: [f32; 4] = [-1.510, -0.4528, 0.4528, 1.510];
const BORDER: f32 = 0.9816;
/// Mean product of a number and its level (the same table).
const MEAN_PRODUCT: f32 = 0.8825;

/// Bits per number.
const BITS: usize = 2;
/// Numbers per byte.
const PER_BYTE: usize = 8 / BITS;

/// Quantizes the states of a text's tokens, row by row: two bits per number, the first number in the lowest bits. A
/// token takes `width / 4` bytes, rounded up. One bit per number would halve this and lose 0.1 points of Top-1 on
/// SQuAD.
pub fn quantize(states: &[f32], width: usize) -> Vec<u8> {
    let token = |state: &[f32]| {
        let rotated = rotated(state);
        let border = BORDER * length(&rotated) / (width as f32).sqrt();
        let byte = |some: &[f32]| some.iter().rev().fold(0, |bits, value| bits << BITS | code(*value, border));
        rotated.chunks(PER_BYTE).map(byte).collect::<Vec<u8>>()
    };
    states.chunks_exact(width.max(1)).flat_map(token).collect()
}

/// The code of the nearest level.
fn code(value: f32, border: f32) -> u8 {
    u8::from(value >= -border) + u8::from(value >= 0.0) + u8::from(value >= border)
}

/// A token state in full precision, prepared for comparison with quantized ones.
#[derive(Clone, Debug, Default)]
pub struct QueryToken {
    /// The contribution of each value of each byte to the cosine.
    products: Vec<[f32; 1 << 8]>,
}

impl QueryToken {
    /// Normalises a state to length one and multiplies it with the levels of every possible byte.
    pub fn new(state: &[f32]) -> Self {
        let rotated = rotated(state);
        let all = MEAN_PRODUCT * length(&rotated) * (rotated.len() as f32).sqrt();
        let scale = if all.is_normal() { 1.0 / all } else { 0.0 };
        let level = |byte: usize, at: usize| LEVELS[byte >> (BITS * at) & ((1 << BITS) - 1)];
        let product =
            |some: &[f32], byte| some.iter().zip(0..).map(|(value, at)| scale * value * level(byte, at)).sum();
        let products = rotated.chunks(PER_BYTE).map(|some| std::array::from_fn(|byte| product(some, byte)));
        Self { products: products.collect() }
    }

    /// Bytes of a quantized token.
    pub fn quantized_bytes(&self) -> usize {
        self.products.len()
    }

    /// The approximate cosine with a quantized token.
    pub fn cosine(&self, token: &[u8]) -> f32 {
        token.iter().zip(&self.products).map(|(byte, products)| products[usize::from(*byte)]).sum()
    }
}

fn length(values: &[f32]) -> f32 {
    values.iter().map(|value| value * value).sum::<f32>().sqrt()
}

/// Rotates a state; the rotation is always the same. Signs are flipped at random and the numbers mixed, twice. Lengths
/// and angles stay.
fn rotated(state: &[f32]) -> Vec<f32> {
    let mut rotated = state.to_vec();
    let Some(size) = state.len().checked_ilog2().map(|power| 1 << power) else { return rotated };
    let mut random = Random(1);
    // Mixing needs a power of two: first the leading numbers, then the last ones. Together these are all.
    for from in [0, state.len() - size].repeat(2) {
        let part = &mut rotated[from..from + size];
        part.iter_mut().filter(|_| random.flips()).for_each(|value| *value = -*value);
        mix(part);
    }
    rotated
}

/// The Walsh–Hadamard transform of a power of two of numbers: each becomes a signed sum of all.
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

/// Fixed pseudo-random signs, because quantized embeddings are stored: a linear congruential generator (Knuth, "The art
/// of computer programming" 2, §3.3.4).
struct Random(u64);

impl Random {
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
    fn stored_embeddings_stay_readable() {
        let state: Vec<f32> = (0..12).map(|at| (at * at) as f32 - 30.0).collect();
        assert_eq!(quantize(&state, 12), [150, 120, 197], "a stored format: change it only with a migration");
        assert_eq!(quantize(&[1.0; 20], 10).len(), 6, "each token starts a new byte");
        assert_eq!(quantize(&[], 10), [0; 0], "no tokens, no bytes");
    }

    /// A state with one number far greater than the others, as encoders produce them.
    fn state(width: usize) -> impl Strategy<Value = Vec<f32>> {
        let values = proptest::collection::vec(-1.0f32..1.0, width);
        (values, 0..width, 0.0f32..6.0).prop_map(|(mut values, at, more)| {
            values[at] += more;
            values
        })
    }

    /// Greatest error of a cosine. Over 500,000 pairs as in this test it was 0.021 (root mean square) and 0.103 at most.
    const TOLERANCE: f32 = 0.12;

    proptest! {
        #[test]
        fn rotating_keeps_dot_products((one, other) in (1usize..70).prop_flat_map(|width| (state(width), state(width)))) {
            let dot = |one: &[f32], other: &[f32]| one.iter().zip(other).map(|(one, other)| one * other).sum::<f32>();
            let (before, after) = (dot(&one, &other), dot(&rotated(&one), &rotated(&other)));
            prop_assert!((before - after).abs() < 1e-4 * (1.0 + length(&one) * length(&other)), "{before} {after}");
        }

        #[test]
        fn the_cosine_with_a_quantized_token_is_close((one, other) in (state(384), state(384)), share in 0.0f32..1.0) {
            let mixed: Vec<f32> = one.iter().zip(&other).map(|(one, other)| share * one + (1.0 - share) * other).collect();
            let (exact, close) = (cosine(&one, &mixed), QueryToken::new(&one).cosine(&quantize(&mixed, 384)));
            prop_assert!((exact - close).abs() < TOLERANCE, "{exact} became {close}");
        }
    }
}
