//! What late interaction says of the passages of one document for one question, each compared once, however many weights
//! are tried. Not for ranking.

use crate::late::Late;
use crate::{Query, Segment};
use pincite_models::TokenStates;
use std::collections::HashMap;

/// Likeness of passages to a question.
#[derive(Debug, Default)]
pub struct Likeness<'e> {
    late: Late,
    /// Sketch of each passage.
    sketches: &'e [Vec<u8>],
    known: HashMap<u32, Option<f32>>,
}

impl<'e> Likeness<'e> {
    /// Prepares a question about a document.
    pub fn new(
        (text, query, tokens): (&str, &Query, &TokenStates),
        segment: &Segment,
        sketches: &'e [Vec<u8>],
    ) -> Self {
        Self { late: Late::new(text, query, &[segment], tokens), sketches, known: HashMap::new() }
    }

    /// How like a passage is; none if that cannot be told.
    pub fn of(&mut self, passage: u32) -> Option<f32> {
        let (late, sketch) = (&self.late, self.sketches.get(passage as usize));
        *self.known.entry(passage).or_insert_with(|| sketch.and_then(|sketch| late.similarity(sketch)))
    }
}
