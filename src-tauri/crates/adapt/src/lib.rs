//! Adapting a search to a collection: questions about it, fusion weights fitted to them, and an encoder trained on them.
//! Not for running networks, storing, or searching: other crates do that.
//!
//! In the order of the data: `questions` writes and filters questions. `pairs` finds the passages that answer them and
//! holds some out. `training` trains the encoder. `gate` asks the held-out questions and decides whether to use the result.

mod error;
mod gate;
mod pairs;
mod questions;
mod seed;
mod training;

pub use error::{Error, Result};
pub(crate) use pincite_api::{
    Decision, Examined, Filter, Metrics, Moved, Origin, Reason, Rejection, SEED, Skip, Tally, Tried, Verdict,
};

pub use gate::*;
pub use pairs::*;
pub use questions::*;
pub use training::*;
