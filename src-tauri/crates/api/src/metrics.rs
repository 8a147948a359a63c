//! How good a ranking is. Not for computing it from ranks: adapting does that.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Shares of questions answered by the first or one of the first three passages, and the mean reciprocal rank within the
/// first ten; in percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Metrics {
    /// Number of questions.
    pub questions: usize,
    /// The first passage answers.
    pub top1: f64,
    /// One of the first three answers.
    pub top3: f64,
    /// Mean of 1 / rank of the first that answers; 0 beyond ten.
    pub mrr10: f64,
}
