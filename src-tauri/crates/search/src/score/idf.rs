//! Inverse document frequency. Not for counting documents.

/// ln(1 + (N − n + ½) / (n + ½)) for a term in n of N passages: never negative.
pub(super) fn idf(passages: usize, containing: usize) -> f32 {
    let (all, some) = (passages as f32, containing as f32);
    ((all - some + 0.5) / (some + 0.5)).ln_1p()
}
