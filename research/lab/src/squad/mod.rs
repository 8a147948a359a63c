//! Studies on SQuAD 2.0: adapting to its articles, and learning from some articles for others.

mod adapt;
mod folds;

pub use adapt::{Systems, adapt};
pub use folds::{Fold, Folds, Study};
