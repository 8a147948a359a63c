//! What an adaptation came to, as JSON and as a table. Not for measuring.

use super::{Adapting, Authored};
use pincite_adapt::Tuned;
use pincite_api::{Metrics, Verdict};
use pincite_eval::Table;
use pincite_models::Snapshot;
use serde::Serialize;
use std::fmt;

/// Figures with one encoder.
#[derive(Clone, Debug, Serialize)]
pub struct Measured<F> {
    /// "base" or "tuned" (the weights kept, whatever the gate says).
    pub encoder: String,
    /// The figures.
    pub figures: F,
}

/// What the tuning did.
#[derive(Clone, Debug, Serialize)]
pub struct Course {
    /// Pairs trained on.
    pub training: usize,
    /// Pairs held out to judge by.
    pub held_out: usize,
    /// Loss of each step.
    pub losses: Vec<f32>,
    /// Figures of encoder alone and of the whole search on the pairs that judged: step, dense, hybrid.
    pub examined: Vec<(usize, Metrics, Metrics)>,
    /// What the gate said; none of a loss that the product does not use.
    pub verdict: Option<Verdict>,
}

/// A trained encoder.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The weights kept, without moments.
    pub best: Snapshot,
    /// How that went.
    pub course: Course,
}

impl From<Tuned> for Trained {
    fn from(tuned: Tuned) -> Self {
        let examined = tuned.examined.iter().map(|it| (it.step, it.dense, it.hybrid)).collect();
        let Tuned { training, held_out, losses, verdict, best, .. } = tuned;
        Self { best, course: Course { training, held_out, losses, examined, verdict: Some(verdict) } }
    }
}

/// An adaptation and what it brought.
#[derive(Clone, Debug, Serialize)]
pub struct Adapted<F> {
    /// How.
    pub how: Adapting,
    /// The questions.
    pub authored: Authored,
    /// The tuning.
    pub tuning: Course,
    /// Before and after.
    pub measured: Vec<Measured<F>>,
}

/// Figures that stand in a row of a table.
pub trait Rows {
    /// Names of the columns.
    const HEAD: &'static [&'static str];

    /// The rows.
    fn rows(&self) -> Vec<Vec<String>>;
}

impl<F: Rows> fmt::Display for Adapted<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Authored { writer, tally, found_first, seconds, .. } = &self.authored;
        let asked = tally.asked;
        let kept = tally.kept;
        writeln!(
            formatter,
            "{asked} questions by {writer} in {seconds:.0} s, {kept} kept, {found_first:.1} % of them first"
        )?;
        let head = ["encoder"].into_iter().chain(F::HEAD.iter().copied()).collect::<Vec<_>>();
        let mut table = Table::new(&head);
        for it in &self.measured {
            for row in it.figures.rows() {
                table.row(std::iter::once(it.encoder.clone()).chain(row));
            }
        }
        write!(formatter, "{table}")
    }
}
