//! Something that went wrong, as people and programs see it. Not for raising errors: each crate has its own.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Something that went wrong: a code to branch on and a sentence for people (what happened, to which file, what to do).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Problem {
    /// Stable code, such as `pdf.password`.
    pub code: String,
    /// Sentence for people.
    pub message: String,
}

impl From<pincite_library::Problem> for Problem {
    fn from(problem: pincite_library::Problem) -> Self {
        Self { code: problem.code, message: problem.message }
    }
}
