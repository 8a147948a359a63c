//! Random numbers that are the same again for the same seed. Not for secrets.

use rand::SeedableRng;
use rand_pcg::Pcg64;

/// The generator for one use of a run's seed. Every use has its own `purpose`, so the draws of one use never shift those
/// of another.
pub(crate) fn random(seed: u64, purpose: u64) -> Pcg64 {
    Pcg64::seed_from_u64(seed.rotate_left(32) ^ purpose)
}

/// The generator for one text. It depends on the seed and the text alone, so a passage gets the same questions whatever
/// was asked before it. A run that is resumed goes on as if it had not stopped.
pub(crate) fn random_for(seed: u64, text: &str) -> Pcg64 {
    random(seed, hash(text))
}

/// FNV-1a, 64 bits: the same on every machine and with every compiler, which the standard hasher does not promise.
pub(crate) fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325, "the offset basis");
        assert_eq!(hash("foobar"), 0x8594_4171_f739_67e8, "the value of its authors: stored questions rely on it");
    }
}
