//! What a check of the library finds. Not for checking it.

use crate::Problem;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Something that is not as it was stored, or not where it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct FindingView {
    /// What it is.
    pub problem: Problem,
    /// What a repair does about it.
    pub repair: Repair,
}

/// What a repair does about a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export)]
pub enum Repair {
    /// It makes what is damaged again, or keeps what is left.
    Here,
    /// It is done when Pincite starts next.
    AtStart,
    /// Nothing: its sentence says what a person can do.
    None,
}

/// A check of the library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct CheckUp {
    /// What was found; empty if all is well.
    pub findings: Vec<FindingView>,
    /// Documents that were checked.
    pub documents: u32,
    /// Models that were checked.
    pub models: u32,
}
