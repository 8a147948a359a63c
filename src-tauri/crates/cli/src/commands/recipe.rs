//! How an encoder is tuned, from the command line.

use crate::arguments;
use pincite_tune::{Mixing, Recipe};

impl From<&arguments::Recipe> for Recipe {
    fn from(given: &arguments::Recipe) -> Self {
        Self {
            mixing: given.mixed_batch.then_some(Mixing::AcrossDocuments),
            epochs: given.epochs,
            runs: given.runs,
            batch: given.batch,
            together: given.together,
            learning_rate: given.learning_rate,
            hard_negatives: given.hard_negatives,
            start: given.from_base.then_some(false),
            taught: given.untaught.then_some(false),
            seed: given.seed,
        }
    }
}
