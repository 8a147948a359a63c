//! Random numbers that are the same again for the same seed. Not for secrets.

use rand::SeedableRng;
use rand_pcg::Pcg64;

/// The generator all of a run's chances come from: one `seed` per run, one `purpose` per use of it, so that the draws of
/// one use never shift those of another.
pub(crate) fn random(seed: u64, purpose: u64) -> Pcg64 {
    Pcg64::seed_from_u64(seed.rotate_left(32) ^ purpose)
}
