//! An encoder in training: its weights and moments in the runtime, moved a batch at a time. Not for choosing pairs, rates
//! or when to stop (the crate `tune`).

mod batch;
mod parts;
mod programs;
mod state;
mod step;
mod trainee;

pub use batch::{Batch, IGNORED, Rates, Stepped};
pub use state::{Snapshot, Weight};
pub use trainee::{Memory, Trainee};
