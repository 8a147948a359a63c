//! How an encoder is tuned, from the command line.

use crate::arguments::Recipe;
use pincite_tune::{Mixing, Settings};

/// The usual settings, with what was said on the command line in their place.
pub(crate) fn settings(given: &Recipe) -> Settings {
    let best = Settings::default();
    Settings {
        mixing: if given.mixed_batch { Mixing::AcrossDocuments } else { best.mixing },
        epochs: given.epochs.unwrap_or(best.epochs),
        batch: given.batch.unwrap_or(best.batch),
        learning_rate: given.learning_rate.unwrap_or(best.learning_rate),
        hard_negatives: given.hard_negatives.unwrap_or(best.hard_negatives),
        seed: given.seed.unwrap_or(best.seed),
        ..best
    }
}
