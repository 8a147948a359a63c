//! Where a run stands: all that it takes to go on after a kill. Not for writing it down (`checkpoint`).

use crate::encode::Hear;
use crate::judge::Before;
use crate::trainer::listen;
use crate::{Examined, Progress, Result, Stopping};
use pincite_models::Snapshot;
use serde::{Deserialize, Serialize};

/// Which part of a run comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    /// More steps.
    #[default]
    Training,
    /// The decision.
    Trained,
}

/// A run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Run {
    /// What comes next.
    pub(crate) phase: Phase,
    /// How the base did.
    #[serde(default)]
    pub(crate) before: Option<Before>,
    /// Epochs done.
    pub(crate) epoch: usize,
    /// Batches of this epoch done.
    pub(crate) batch: usize,
    /// Steps made.
    pub(crate) step: usize,
    /// Hard negatives of each pair in this epoch.
    pub(crate) negatives: Vec<Vec<usize>>,
    /// Loss of each step.
    pub(crate) losses: Vec<f32>,
    /// Examinations so far, the base first.
    pub(crate) examined: Vec<Examined>,
    /// When it will end.
    pub(crate) stopping: Stopping,
    /// Rank of each question's answer when the encoder did best; none are known of the base.
    #[serde(default)]
    pub(crate) best_ranks: Vec<Option<usize>>,
    /// The weights kept so far, without moments.
    #[serde(skip)]
    pub(crate) best: Option<Snapshot>,
}

impl Run {
    /// A run that has not begun.
    pub(crate) fn new(patience: usize) -> Self {
        Self {
            phase: Phase::Training,
            before: None,
            epoch: 0,
            batch: 0,
            step: 0,
            negatives: Vec::new(),
            losses: Vec::new(),
            examined: Vec::new(),
            stopping: Stopping::new(patience),
            best_ranks: Vec::new(),
            best: None,
        }
    }

    /// Notes how the base does. One that was begun by a former version of the program has been examined.
    pub(crate) fn begin(&mut self, (before, examined): (Before, Examined), hear: Hear<'_>) -> Result<Before> {
        self.before = Some(before.clone());
        if self.examined.is_empty() {
            self.examined.push(examined);
            self.stopping.note(0, examined.dense.mrr10, f64::INFINITY);
            listen(hear(Progress::Examined(examined)))?;
        }
        Ok(before)
    }
}
