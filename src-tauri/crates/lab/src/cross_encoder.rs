//! Trains a cross-encoder on groups of candidates. Not for making groups (`models/reranker`) or measuring the model.

use crate::Error;
use crate::arguments::TrainCrossEncoder;
use crate::groups::{self, Drawn, Row};
use pincite_adapt::Schedule;
use pincite_engine::Home;
use pincite_models::{CrossTrainee, Memory, Rates, runtime};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;
use std::io::Write;

/// Share of the steps in which the learning rate rises.
const WARM_UP: f64 = 0.03;
/// Steps between two reports, and between two written models.
const REPORTED: usize = 50;
const WRITTEN: usize = 500;

/// Trains for so many steps and writes the model, also on the way.
pub(crate) fn run(home: &Home, given: &TrainCrossEncoder) -> Result<(), Error> {
    if given.to.exists() {
        return Err(format!("{} exists. Name a new folder for the model.", given.to.display()).into());
    }
    runtime::start(&runtime::candidates(home.folder()))?;
    let rows = groups::read(&given.groups)?;
    let mut trainee = CrossTrainee::open(&given.from, false, Memory::default())?;
    let mut drawing = Drawing { rows: &rows, left: Vec::new(), random: Pcg64::seed_from_u64(given.seed) };
    let schedule = Schedule { peak: given.learning_rate, warm_up: WARM_UP, steps: given.steps };
    let mut total = 0.0;
    for step in 0..given.steps {
        let drawn = drawing.batch(given)?;
        let rates = Rates { learning_rate: schedule.rate(step), weight_decay: 0.01, max_norm: 1.0 };
        total += trainee.step(&drawn.iter().map(Drawn::group).collect::<Vec<_>>(), &rates)?.loss;
        if (step + 1).is_multiple_of(REPORTED) || step + 1 == given.steps {
            let mean = total / (step % REPORTED + 1) as f32;
            writeln!(std::io::stderr(), "steps {}/{}, loss {mean:.4}", step + 1, given.steps)?;
            total = 0.0;
        }
        if (step + 1).is_multiple_of(WRITTEN) {
            trainee.write(&given.to)?;
        }
    }
    trainee.write(&given.to)?;
    Ok(())
}

/// Draws groups, epoch after epoch.
struct Drawing<'r> {
    rows: &'r [Row],
    /// Rows of this epoch that are still to come.
    left: Vec<&'r Row>,
    random: Pcg64,
}

impl<'r> Drawing<'r> {
    /// The groups of a step, those of similar length together, so that little is padded.
    fn batch(&mut self, given: &TrainCrossEncoder) -> Result<Vec<Drawn<'r>>, Error> {
        let (mut drawn, mut passed_over) = (Vec::new(), 0);
        while drawn.len() < given.batch {
            if self.left.is_empty() {
                self.left.extend(self.rows);
                self.left.shuffle(&mut self.random);
            }
            let group = self.left.pop().and_then(|row| row.draw(given.candidates.into(), &mut self.random));
            passed_over = if group.is_some() { 0 } else { passed_over + 1 };
            if passed_over > self.rows.len() {
                return Err(format!("{} has no question with a negative.", given.groups.display()).into());
            }
            drawn.extend(group);
        }
        drawn.sort_by_key(Drawn::length);
        Ok(drawn)
    }
}
