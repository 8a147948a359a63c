//! Evaluates questions with evidence pages and texts on ingested PDFs. Not for ingesting them.

mod adapt;
mod candidates;
mod joint;
mod judge;
mod read;
mod report;
mod run;

pub use adapt::{Systems, adapt};
pub use candidates::{Candidate, Candidates, candidates};
pub use joint::{Comparison, JointFigures, JointGroups, JointReport, run_joint};
pub use judge::Document;
pub use read::{Clause, Evidence, Question, files, read};
pub use report::{Figures, QuestionRanks, Ranks, Report};
pub use run::{run, run_each};
