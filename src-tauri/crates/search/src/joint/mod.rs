//! Answers to a question are chosen together, because some questions have several. Here is which questions ask for a
//! list, what a joint ranking sees of passages, and which are selected. Not for scoring single passages (`score`) or for
//! showing them (`answer`).

mod decode;
mod features;
mod gather;
mod list;
mod nouns;
mod references;

pub use decode::{Decoding, ScoreNext, UntilComplete};
pub use features::{JOINT_FEATURES, JointCandidate, JointFeatures};
pub use gather::{ANSWERS, Gather};
pub use list::asks_for_list;
pub(crate) use references::without_references;
