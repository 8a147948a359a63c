//! An encoder in training: weights and moments in the runtime, updated batch by batch. Pairs, rates and the end of training are
//! chosen in the crate `adapt`.

mod batch;
mod parts;
mod programs;
mod state;
mod step;
mod trainee;

pub use batch::{Batch, IGNORED, Rates, Stepped};
pub use state::{Snapshot, Weight};
pub use trainee::{Memory, Trainee};
