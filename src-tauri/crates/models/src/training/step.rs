//! Steps of an encoder in training: all at once, or in parts where a batch is larger than memory.

use std::ops::ControlFlow;

use pincite_graph::bert;
use pincite_graph::training as names;

use super::batch::{Batch, Rates, Stepped};
use super::programs::{Kind, RATES};
use super::trainee::{Trainee, ids_and_mask};
use crate::embeddings::Embeddings;
use crate::error::Error;
use crate::program::Array;

impl Trainee {
    /// One step of AdamW down the gradient of the batch's loss.
    ///
    /// # Errors
    /// [`Error::Session`] when the runtime fails; weights and moments are then as they were.
    pub fn step(&mut self, batch: &Batch<'_>, rates: &Rates) -> Result<Stepped, Error> {
        let sides = [&batch.questions, &batch.passages];
        let padded: usize = sides.into_iter().map(|texts| padded_tokens(texts.iter())).sum();
        let in_parts: usize = sides.into_iter().map(|texts| self.tokens_in_parts(texts)).sum();
        match padded <= self.memory.tokens && 3 * padded <= 4 * in_parts {
            true => self.step_at_once(batch, rates),
            false => self.step_in_parts(batch, rates),
        }
    }

    /// Tokens run if texts are cut into parts of like length. Parts are run forward twice and backward once, which is a
    /// third more work a token than all at once; where lengths differ much they have less to pad.
    fn tokens_in_parts(&self, texts: &[&[u32]]) -> usize {
        self.parts(texts).iter().map(|part| padded_tokens(part.iter().map(|index| &texts[*index]))).sum()
    }

    fn step_at_once(&mut self, batch: &Batch<'_>, rates: &Rates) -> Result<Stepped, Error> {
        let [question_ids, question_mask] = ids_and_mask(&batch.questions)?;
        let [passage_ids, passage_mask] = ids_and_mask(&batch.passages)?;
        let targets = targets(batch)?;
        let rates = rates_given(rates, self.state.step + 1)?;
        let mut inputs = vec![
            (names::QUESTION_IDS, &question_ids),
            (names::QUESTION_MASK, &question_mask),
            (names::PASSAGE_IDS, &passage_ids),
            (names::PASSAGE_MASK, &passage_mask),
        ];
        inputs.extend([names::POSITIVES, names::BIAS].into_iter().zip(&targets));
        inputs.extend(RATES.into_iter().zip(&rates).chain(self.state.all()));
        let mut outputs = self.programs.get(Kind::Step)?.run(&inputs, &self.stop)?.into_iter();
        let loss = first_number(outputs.next())?;
        let gradient_norm = first_number(outputs.next())?;
        self.state.replace(&mut outputs);
        Ok(Stepped { loss, gradient_norm })
    }

    /// Gradient caching (Gao et al. 2021): vectors of the whole batch first, then the loss and its gradients by the
    /// vectors, then each part forward and backward. The gradients are the same; each text is run forward twice.
    fn step_in_parts(&mut self, batch: &Batch<'_>, rates: &Rates) -> Result<Stepped, Error> {
        let sides = [&batch.questions, &batch.passages];
        let [questions, passages] = sides.map(|texts| self.embed_ids(texts, &mut |_| ControlFlow::Continue(())));
        let (loss, [by_questions, by_passages, by_temperature]) = self.loss(batch, questions?, passages?)?;
        let mut gradients = self.no_gradients()?;
        for (texts, adjoints) in sides.into_iter().zip([by_questions.to_floats()?, by_passages.to_floats()?]) {
            gradients = self.backward(texts, &adjoints, gradients)?;
        }
        gradients.push((format!("{}{}", names::GRADIENT, names::LOG_TEMPERATURE), by_temperature));
        let rates = rates_given(rates, self.state.step + 1)?;
        let given = gradients.iter().map(|(name, array)| (name.as_str(), array));
        let inputs: Vec<(&str, &Array)> = given.chain(RATES.into_iter().zip(&rates)).chain(self.state.all()).collect();
        let mut outputs = self.programs.get(Kind::Update)?.run(&inputs, &self.stop)?.into_iter();
        let gradient_norm = first_number(outputs.next())?;
        self.state.replace(&mut outputs);
        Ok(Stepped { loss, gradient_norm })
    }

    /// The loss, and its gradients by the vectors of questions, of passages, and by the temperature.
    fn loss(&self, batch: &Batch<'_>, questions: Embeddings, passages: Embeddings) -> Result<(f32, [Array; 3]), Error> {
        let vectors = |rows: Embeddings| Array::floats(&[rows.rows(), rows.width], rows.values);
        let (questions, passages) = (vectors(questions)?, vectors(passages)?);
        let targets = targets(batch)?;
        let temperature = self.state.all().filter(|(name, _)| *name == names::LOG_TEMPERATURE);
        let inputs: Vec<(&str, &Array)> = [(names::QUESTIONS, &questions), (names::PASSAGES, &passages)]
            .into_iter()
            .chain([names::POSITIVES, names::BIAS].into_iter().zip(&targets))
            .chain(temperature)
            .collect();
        let mut outputs = self.programs.get(Kind::Loss)?.run(&inputs, &self.stop)?.into_iter();
        let loss = first_number(outputs.next())?;
        match [outputs.next(), outputs.next(), outputs.next()] {
            [Some(questions), Some(passages), Some(temperature)] => Ok((loss, [questions, passages, temperature])),
            _ => Err(Error::short()),
        }
    }

    /// Gradients that are zero, under the names of the weights.
    fn no_gradients(&self) -> Result<Vec<(String, Array)>, Error> {
        let zeros = |(name, shape): (&str, &[usize])| {
            let values = vec![0.0; shape.iter().product()];
            Ok((format!("{}{name}", names::GRADIENT), Array::floats(shape, values)?))
        };
        self.state.shapes().filter(|(name, _)| *name != names::LOG_TEMPERATURE).map(zeros).collect()
    }

    /// Adds to `gradients` what the loss's gradient by the texts' vectors means for the weights.
    fn backward(
        &self,
        texts: &[&[u32]],
        adjoints: &[f32],
        mut gradients: Vec<(String, Array)>,
    ) -> Result<Vec<(String, Array)>, Error> {
        let width = self.width();
        for part in self.parts(texts) {
            let chosen: Vec<&[u32]> = part.iter().map(|index| texts[*index]).collect();
            let rows = part.iter().flat_map(|index| &adjoints[index * width..(index + 1) * width]).copied().collect();
            let (adjoints, [ids, mask]) = (Array::floats(&[part.len(), width], rows)?, ids_and_mask(&chosen)?);
            let given =
                [(bert::INPUT_IDS, &ids), (bert::ATTENTION_MASK, &mask), (bert::EMBEDDING, &adjoints)].into_iter();
            let so_far = gradients.iter().map(|(name, array)| (name.as_str(), array));
            let inputs: Vec<(&str, &Array)> =
                given.chain(so_far).chain(self.state.weights(names::LOG_TEMPERATURE)).collect();
            let sums = self.programs.get(Kind::Backward)?.run(&inputs, &self.stop)?;
            gradients = gradients.into_iter().map(|(name, _)| name).zip(sums).collect();
        }
        Ok(gradients)
    }
}

/// Which passages answer, and what is added to similarities, as the loss wants them.
fn targets(batch: &Batch<'_>) -> Result<[Array; 2], Error> {
    let shape = [batch.questions.len(), batch.passages.len()];
    Ok([Array::floats(&shape, batch.positives.clone())?, Array::floats(&shape, batch.bias.clone())?])
}

fn rates_given(rates: &Rates, step: u64) -> Result<Vec<Array>, Error> {
    rates.numbers(step).into_iter().map(|number| Array::floats(&[1], vec![number])).collect()
}

fn first_number(array: Option<Array>) -> Result<f32, Error> {
    array.ok_or_else(Error::short)?.to_floats()?.first().copied().ok_or_else(Error::short)
}

/// Tokens of texts padded to the longest.
fn padded_tokens<'t>(texts: impl ExactSizeIterator<Item = &'t &'t [u32]>) -> usize {
    let count = texts.len();
    count * texts.map(|ids| ids.len()).max().unwrap_or(0)
}
