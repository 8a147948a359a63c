//! Answers to a question are chosen together, because some questions have several. Here is which questions ask for a
//! list, what a joint ranking sees of passages, and which are selected. Not for scoring single passages (`score`) or for
//! showing them (`answer`).

mod decode;
mod features;
mod list;
mod nouns;
mod references;
mod select;

pub use decode::{Decoding, ScoreNext};
pub use features::{JOINT_FEATURES, JointCandidate, JointFeatures};
pub use list::asks_for_list;
pub use select::{ANSWERS, Gather, PossibleAnswer, select};
