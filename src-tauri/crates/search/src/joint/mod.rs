//! Answers to a question are chosen together, because some questions have several. Here is what a joint ranking sees of
//! passages, and how it selects them. Not for scoring single passages (`score`) or for showing them (`answer`).

mod decode;
mod features;
mod references;

pub use decode::{Decoding, ScoreNext};
pub use features::{JOINT_FEATURES, JointCandidate, JointFeatures};
