//! Training steps of a whole batch at once. Not for batches larger than memory (`parts`).

use pincite_graph::training as names;

use super::batch::{Batch, RATES, Rates, Stepped, first_number};
use super::programs::Kind;
use super::trainee::{Trainee, ids_and_mask};
use crate::{Array, Result};

impl Trainee {
    /// One step of AdamW down the gradient of the batch's loss.
    ///
    /// # Errors
    /// [`crate::Error::Session`] when the runtime fails; weights and moments are then as they were.
    pub fn step(&mut self, batch: &Batch<'_>, rates: &Rates) -> Result<Stepped> {
        let sides = [&batch.questions, &batch.passages];
        let padded: usize = sides.into_iter().map(|texts| padded_tokens(texts.iter())).sum();
        let in_parts: usize = sides.into_iter().map(|texts| self.tokens_in_parts(texts)).sum();
        match padded <= self.memory.tokens && 9 * padded <= 10 * in_parts {
            true => self.step_at_once(batch, rates),
            false => self.step_in_parts(batch, rates),
        }
    }

    /// Tokens of a step in parts of similar length. If lengths differ, parts need less padding; otherwise one batch is
    /// a little faster.
    fn tokens_in_parts(&self, texts: &[&[u32]]) -> usize {
        self.parts(texts).iter().map(|part| padded_tokens(part.iter().map(|index| &texts[*index]))).sum()
    }

    fn step_at_once(&mut self, batch: &Batch<'_>, rates: &Rates) -> Result<Stepped> {
        let [question_ids, question_mask] = ids_and_mask(&batch.questions)?;
        let [passage_ids, passage_mask] = ids_and_mask(&batch.passages)?;
        let targets = targets(batch)?;
        let rates = rates.given(self.state.step + 1)?;
        let mut inputs = vec![
            (names::QUESTION_IDS, &question_ids),
            (names::QUESTION_MASK, &question_mask),
            (names::PASSAGE_IDS, &passage_ids),
            (names::PASSAGE_MASK, &passage_mask),
        ];
        inputs.extend(targets.iter().map(|(name, array)| (*name, array)));
        inputs.extend(RATES.into_iter().zip(&rates).chain(self.state.all()));
        let mut outputs = self.programs.get(Kind::Step)?.run(&inputs, &self.stop)?.into_iter();
        let loss = first_number(outputs.next())?;
        let gradient_norm = first_number(outputs.next())?;
        self.state.replace(&mut outputs);
        Ok(Stepped { loss, gradient_norm })
    }
}

/// The targets and the bias, as inputs of the loss.
pub(super) fn targets(batch: &Batch<'_>) -> Result<Vec<(&'static str, Array)>> {
    let shape = [batch.questions.len(), batch.passages.len()];
    let given = [(names::POSITIVES, &batch.positives), (names::BIAS, &batch.bias)];
    given.into_iter().map(|(name, values)| Ok((name, Array::floats(&shape, values.clone())?))).collect()
}

/// Tokens of texts padded to the longest.
pub(super) fn padded_tokens<'t>(texts: impl ExactSizeIterator<Item = &'t &'t [u32]>) -> usize {
    let count = texts.len();
    count * texts.map(|ids| ids.len()).max().unwrap_or(0)
}
