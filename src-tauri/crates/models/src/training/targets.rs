//! What the loss of scored candidates compares. Not for the candidates themselves.

use pincite_graph::training::scorer::PLACES;
use pincite_graph::training::{BIAS, POSITIVES};

use super::batch::IGNORED;
use crate::error::Error;
use crate::program::Array;

/// The targets among the candidates of one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Targets {
    /// Number of candidates.
    pub(super) candidates: usize,
    /// Positions of the right ones, which share the target. Without one the target is "none of these".
    pub(super) answers: Vec<usize>,
}

impl Targets {
    /// The inputs of the loss of some groups, each with this share. Each candidate has a column; the last column is "none
    /// of these".
    pub(super) fn inputs(groups: &[Self], share: f32) -> Result<[(&'static str, Array); 3], Error> {
        let candidates: usize = groups.iter().map(|group| group.candidates).sum();
        let (none, columns) = (candidates, candidates + 1);
        let places = (0..candidates * columns).map(|at| if at / columns == at % columns { 1.0 } else { 0.0 }).collect();
        let (mut positives, mut bias, mut first) = (Vec::new(), Vec::new(), 0);
        for Self { candidates, answers } in groups {
            let own = first..first + candidates;
            let answers: Vec<usize> = match answers.is_empty() {
                true => vec![none],
                false => answers.iter().map(|answer| first + answer).collect(),
            };
            let each = share / answers.len() as f32;
            positives.extend((0..columns).map(|column| if answers.contains(&column) { each } else { 0.0 }));
            let counts = |column| own.contains(&column) || column == none;
            bias.extend((0..columns).map(|column| if counts(column) { 0.0 } else { IGNORED }));
            first = own.end;
        }
        let shape = [groups.len(), columns];
        Ok([
            (PLACES, Array::floats(&[candidates, columns], places)?),
            (POSITIVES, Array::floats(&shape, positives)?),
            (BIAS, Array::floats(&shape, bias)?),
        ])
    }
}
