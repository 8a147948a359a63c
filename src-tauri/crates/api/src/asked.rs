//! Questions that people asked, as the window and the command line show them. Not for questions about passages
//! (`questions`).

use pincite_library::DocumentId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A question that people asked of a collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct AskedView {
    /// Its words.
    pub text: String,
    /// The only document it was asked of; none: the whole collection.
    #[ts(type = "number | null")]
    pub document: Option<DocumentId>,
    /// Unix time in seconds when it was last asked.
    #[ts(type = "number")]
    pub asked: i64,
    /// How often it was asked.
    pub times: u32,
}

/// Whether questions that people ask are kept on this computer, and how many are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct QuestionMemory {
    /// Whether they are kept from now on.
    pub on: bool,
    /// How many are kept, of all collections.
    pub count: u32,
}
