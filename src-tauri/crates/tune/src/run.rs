//! Where a run stands: all that it takes to go on after a kill. Not for writing it down (`checkpoint`).

use crate::{Examined, Stopping};
use pincite_models::Snapshot;
use serde::{Deserialize, Serialize};

/// Which part of a run comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// More steps.
    #[default]
    Training,
    /// The decision.
    Trained,
}

/// A run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// What comes next.
    pub phase: Phase,
    /// Epochs done.
    pub epoch: usize,
    /// Batches of this epoch done.
    pub batch: usize,
    /// Steps made.
    pub step: usize,
    /// Hard negatives of each pair in this epoch.
    pub negatives: Vec<Vec<usize>>,
    /// Loss of each step.
    pub losses: Vec<f32>,
    /// Examinations so far, the base first.
    pub examined: Vec<Examined>,
    /// When it will end.
    pub stopping: Stopping,
    /// The best weights so far; their moments go with them.
    #[serde(skip)]
    pub best: Option<Snapshot>,
}

impl Run {
    /// A run that has not begun.
    pub fn new(patience: usize) -> Self {
        Self {
            phase: Phase::Training,
            epoch: 0,
            batch: 0,
            step: 0,
            negatives: Vec::new(),
            losses: Vec::new(),
            examined: Vec::new(),
            stopping: Stopping::new(patience),
            best: None,
        }
    }
}
