//! Adapting a search to a collection: questions about it, and an encoder trained on them.
//!
//! In the order of the data: `questions` writes and filters questions. `pairs` finds the passages that answer them and
//! holds some out. `training` trains the encoder. `gate` asks the held-out questions and decides whether to use the result.
//!
//! [`Adapt`] does this for the collections of a library. `question_set` and `marks` keep what is learned from. `runs` are
//! planned, done and cancelled. `generations` has what they made.

mod adapt;
mod error;
mod gate;
mod generations;
mod marks;
mod pairs;
mod question_set;
mod questions;
mod runs;
mod seed;
mod text_file;
mod trainees;
mod training;

pub use error::{Error, Result};
pub(crate) use pincite_api::{
    Decision, Examined, Filter, Metrics, Moved, OnPeoples, Origin, Reason, Rejection, SEED, Skip, Tally, Verdict,
};

pub use adapt::{Adapt, Options, QueueMissingVectors};
pub use gate::*;
pub use generations::Generations;
pub use marks::Marks;
pub use pairs::*;
pub use question_set::{QuestionExport, QuestionWriter, Questions};
pub use questions::*;
pub use runs::RunFiles;
pub use text_file::{read_bytes, read_text};
pub use trainees::Pretrained;
pub use training::*;
