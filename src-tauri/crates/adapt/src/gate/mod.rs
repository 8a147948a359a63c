//! The decision whether adapted weights may be used: questions held out are asked before and after, and the difference
//! must be more than chance. Not for training.

mod decide;
mod exam;
mod fusion;
pub(crate) mod judge;
mod metrics;
mod paired;
#[cfg(test)]
mod simulations;
mod verdict;

pub use decide::{FEWEST, decide, refit};
pub(crate) use exam::Examination;
pub use exam::{Encoded, Exam, Trial};
pub use judge::CANDIDATES;
pub use metrics::Metrics;
pub use verdict::{Decision, Moved, Reason, Tried, Verdict};
