//! An encoder, a cross-encoder or a joint ranker in training: weights and moments in the runtime, updated batch by batch. Not for
//! choosing pairs, rates or the end of training (the crate `adapt`).

mod batch;
mod cross_trainee;
mod joint_trainee;
mod parts;
mod programs;
mod scorer;
mod state;
mod step;
mod targets;
mod trainee;

pub use batch::{Batch, IGNORED, Rates, Stepped};
pub use cross_trainee::{CrossTrainee, Group};
pub use joint_trainee::{JointTrainee, Selection};
pub use state::{Snapshot, Weight};
pub use trainee::{Memory, Trainee};
