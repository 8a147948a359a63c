//! Steps in parts, for batches larger than memory: gradient caching (Gao et al. 2021). What becomes of all texts comes
//! first, then the loss and its gradients by that, then each part forward and backward. The gradients are the same; each
//! text is run forward twice.

use std::ops::ControlFlow;

use pincite_graph::bert;
use pincite_graph::training as names;

use super::batch::{Batch, Rates, Stepped};
use super::late;
use super::programs::{Kind, RATES};
use super::step::{first_number, rates_given, targets};
use super::trainee::{Trainee, ids_and_mask};
use crate::embeddings::Embeddings;
use crate::error::Error;
use crate::program::Array;
use crate::states::Text;

/// The loss of a batch and its gradients by the vectors of its texts, row by row, and by the temperature.
struct Loss {
    loss: f32,
    by_questions: Vec<f32>,
    by_passages: Vec<f32>,
    by_temperature: Array,
}

impl Trainee {
    pub(super) fn step_in_parts(&mut self, batch: &Batch<'_>, rates: &Rates) -> Result<Stepped, Error> {
        let Loss { loss, by_questions, by_passages, by_temperature } = self.loss(batch)?;
        let gradients = self.backward(&batch.questions, &by_questions, self.no_gradients()?)?;
        let mut gradients = self.backward(&batch.passages, &by_passages, gradients)?;
        gradients.push((format!("{}{}", names::GRADIENT, names::LOG_TEMPERATURE), by_temperature));
        let rates = rates_given(rates, self.state.step + 1)?;
        let given = gradients.iter().map(|(name, array)| (name.as_str(), array));
        let inputs: Vec<(&str, &Array)> = given.chain(RATES.into_iter().zip(&rates)).chain(self.state.all()).collect();
        let mut outputs = self.programs.get(Kind::Update)?.run(&inputs, &self.stop)?.into_iter();
        let gradient_norm = first_number(outputs.next())?;
        self.state.replace(&mut outputs);
        Ok(Stepped { loss, gradient_norm })
    }

    fn loss(&self, batch: &Batch<'_>) -> Result<Loss, Error> {
        let mut given = targets(batch)?;
        given.extend(self.encoded(&batch.questions, [names::QUESTIONS, names::QUESTION_STATES], batch.taught())?);
        given.extend(self.encoded(&batch.passages, [names::PASSAGES, names::PASSAGE_STATES], batch.taught())?);
        let temperature = self.state.all().filter(|(name, _)| *name == names::LOG_TEMPERATURE);
        let inputs: Vec<(&str, &Array)> = given.iter().map(|(name, array)| (*name, array)).chain(temperature).collect();
        let program = self.programs.get_with(Kind::Loss, batch.taught())?;
        let mut outputs = program.run(&inputs, &self.stop)?.into_iter();
        Ok(Loss {
            loss: first_number(outputs.next())?,
            by_questions: outputs.next().ok_or_else(Error::short)?.to_floats()?,
            by_passages: outputs.next().ok_or_else(Error::short)?.to_floats()?,
            by_temperature: outputs.next().ok_or_else(Error::short)?,
        })
    }

    /// Vectors of texts and, where late interaction teaches, the states of their tokens, under these names.
    fn encoded(
        &self,
        texts: &[&[u32]],
        [vectors, states]: [&'static str; 2],
        taught: bool,
    ) -> Result<Vec<(&'static str, Array)>, Error> {
        let (mut rows, mut kept) = (Embeddings::zeros(texts.len(), self.width()), vec![Vec::new(); texts.len()]);
        let mut take = |at: usize, text: Text<'_>| {
            rows.set(at, text.vector);
            if taught {
                kept[at] = text.states.to_vec();
            }
        };
        self.each(texts, &mut take, &mut |_| ControlFlow::Continue(()))?;
        let mut encoded = vec![(vectors, Array::floats(&[texts.len(), rows.width], rows.values)?)];
        if taught {
            encoded.push((states, late::padded(texts, &kept, self.width())?));
        }
        Ok(encoded)
    }

    /// Gradients that are zero, under the names of the weights.
    fn no_gradients(&self) -> Result<Vec<(String, Array)>, Error> {
        let zeros = |(name, shape): (&str, &[usize])| {
            let values = vec![0.0; shape.iter().product()];
            Ok((format!("{}{name}", names::GRADIENT), Array::floats(shape, values)?))
        };
        self.state.shapes().filter(|(name, _)| *name != names::LOG_TEMPERATURE).map(zeros).collect()
    }

    /// Adds to `gradients` what the loss's gradient by the vectors of the texts means for the weights.
    fn backward(
        &self,
        texts: &[&[u32]],
        adjoints: &[f32],
        mut gradients: Vec<(String, Array)>,
    ) -> Result<Vec<(String, Array)>, Error> {
        let (program, width) = (self.programs.get(Kind::Backward)?, self.width());
        for part in self.parts(texts) {
            let chosen: Vec<&[u32]> = part.iter().map(|index| texts[*index]).collect();
            let [ids, mask] = ids_and_mask(&chosen)?;
            let rows = part.iter().flat_map(|index| &adjoints[index * width..][..width]).copied();
            let seeds = Array::floats(&[part.len(), width], rows.collect())?;
            let given = [(bert::INPUT_IDS, &ids), (bert::ATTENTION_MASK, &mask), (bert::EMBEDDING, &seeds)];
            let so_far = gradients.iter().map(|(name, array)| (name.as_str(), array));
            let inputs: Vec<(&str, &Array)> =
                given.into_iter().chain(so_far).chain(self.state.weights(names::LOG_TEMPERATURE)).collect();
            let sums = program.run(&inputs, &self.stop)?;
            gradients = gradients.into_iter().map(|(name, _)| name).zip(sums).collect();
        }
        Ok(gradients)
    }
}
