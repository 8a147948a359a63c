//! Studies on PDFs with questions and evidence: adapting to them, and ways to select several passages.

mod adapt;
mod candidates;
mod joint;

pub use adapt::{Systems, adapt};
pub use candidates::{Candidate, Candidates, candidates};
pub use joint::{Comparison, JointFigures, JointGroups, JointReport, run_joint};
