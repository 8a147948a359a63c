//! Steps of an encoder in training: all at once, or in parts where a batch is larger than memory.

use std::ops::ControlFlow;

use pincite_graph::bert;
use pincite_graph::training as names;

use super::batch::{Batch, Rates, Stepped};
use super::late;
use super::programs::{Kind, RATES};
use super::trainee::{Trainee, ids_and_mask};
use crate::error::Error;
use crate::program::Array;
use crate::states::Text;

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
        inputs.extend(targets.iter().map(|(name, array)| (*name, array)));
        inputs.extend(RATES.into_iter().zip(&rates).chain(self.state.all()));
        let program = self.programs.get_with(Kind::Step, batch.late())?;
        let mut outputs = program.run(&inputs, &self.stop)?.into_iter();
        let loss = first_number(outputs.next())?;
        let gradient_norm = first_number(outputs.next())?;
        self.state.replace(&mut outputs);
        Ok(Stepped { loss, gradient_norm })
    }

    /// Gradient caching (Gao et al. 2021): vectors of the whole batch first, then the loss and its gradients by the
    /// vectors, then each part forward and backward. The gradients are the same; each text is run forward twice.
    fn step_in_parts(&mut self, batch: &Batch<'_>, rates: &Rates) -> Result<Stepped, Error> {
        let (loss, adjoints, by_temperature) = self.loss(batch)?;
        let mut gradients = self.no_gradients()?;
        for (texts, adjoints) in [&batch.questions, &batch.passages].into_iter().zip(adjoints) {
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

    /// The loss, and its gradients: by what becomes of questions and of passages, and by the temperature.
    fn loss(&self, batch: &Batch<'_>) -> Result<(f32, [Adjoints; 2], Array), Error> {
        let mut given = targets(batch)?;
        given.extend(self.encoded(&batch.questions, [names::QUESTIONS, names::QUESTION_STATES], batch.late())?);
        given.extend(self.encoded(&batch.passages, [names::PASSAGES, names::PASSAGE_STATES], batch.late())?);
        let temperature = self.state.all().filter(|(name, _)| *name == names::LOG_TEMPERATURE);
        let inputs: Vec<(&str, &Array)> = given.iter().map(|(name, array)| (*name, array)).chain(temperature).collect();
        let program = self.programs.get_with(Kind::Loss, batch.late())?;
        let mut outputs = program.run(&inputs, &self.stop)?.into_iter();
        let loss = first_number(outputs.next())?;
        let temperature = outputs.next_back().ok_or_else(Error::short)?;
        let gradients: Vec<Vec<f32>> = outputs.map(|array| array.to_floats()).collect::<Result<_, _>>()?;
        let mut gradients = gradients.into_iter();
        let [questions, passages] = [gradients.next(), gradients.next()].map(|it| it.ok_or_else(Error::short));
        let (questions, passages) = (questions?, passages?);
        let [of_questions, of_passages] = [gradients.next(), gradients.next()];
        let questions = Adjoints { vectors: questions, states: of_questions };
        Ok((loss, [questions, Adjoints { vectors: passages, states: of_passages }], temperature))
    }

    /// Vectors of texts and, where late interaction is learned, the states of their tokens, under these names.
    fn encoded(
        &self,
        texts: &[&[u32]],
        [vectors, states]: [&'static str; 2],
        late: bool,
    ) -> Result<Vec<(&'static str, Array)>, Error> {
        let (width, mut embeddings, mut kept) = (self.width(), Vec::new(), vec![Vec::new(); texts.len()]);
        embeddings.resize(texts.len() * width, 0.0);
        let mut take = |at: usize, text: Text<'_>| {
            embeddings[at * width..][..width].copy_from_slice(text.vector);
            if late {
                kept[at] = text.states.to_vec();
            }
        };
        self.each(texts, &mut take, &mut |_| ControlFlow::Continue(()))?;
        let mut encoded = vec![(vectors, Array::floats(&[texts.len(), width], embeddings)?)];
        if late {
            encoded.push((states, late::padded(texts, &kept, width)?));
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

    /// Adds to `gradients` what the loss's gradient by what becomes of the texts means for the weights.
    fn backward(
        &self,
        texts: &[&[u32]],
        adjoints: &Adjoints,
        mut gradients: Vec<(String, Array)>,
    ) -> Result<Vec<(String, Array)>, Error> {
        let program = self.programs.get_with(Kind::Backward, adjoints.states.is_some())?;
        for part in self.parts(texts) {
            let chosen: Vec<&[u32]> = part.iter().map(|index| texts[*index]).collect();
            let [ids, mask] = ids_and_mask(&chosen)?;
            let seeds = adjoints.of(texts, &part, self.width())?;
            let given = [(bert::INPUT_IDS, &ids), (bert::ATTENTION_MASK, &mask)].into_iter();
            let given = given.chain(seeds.iter().map(|(name, array)| (*name, array)));
            let so_far = gradients.iter().map(|(name, array)| (name.as_str(), array));
            let inputs: Vec<(&str, &Array)> =
                given.chain(so_far).chain(self.state.weights(names::LOG_TEMPERATURE)).collect();
            let sums = program.run(&inputs, &self.stop)?;
            gradients = gradients.into_iter().map(|(name, _)| name).zip(sums).collect();
        }
        Ok(gradients)
    }
}

/// Gradients of the loss by what becomes of texts.
struct Adjoints {
    /// By their vectors.
    vectors: Vec<f32>,
    /// By the states of their tokens, filled up to the longest text, if these have a part in the loss.
    states: Option<Vec<f32>>,
}

impl Adjoints {
    /// Those of some of the texts, as a program is given them.
    fn of(&self, texts: &[&[u32]], part: &[usize], width: usize) -> Result<Vec<(&'static str, Array)>, Error> {
        let rows = part.iter().flat_map(|index| &self.vectors[index * width..][..width]).copied();
        let mut arrays = vec![(bert::EMBEDDING, Array::floats(&[part.len(), width], rows.collect())?)];
        if let Some(states) = &self.states {
            let length = part.iter().map(|index| texts[*index].len()).max().unwrap_or(0);
            let (row, wanted) = (late::longest(texts) * width, length * width);
            let rows = part.iter().flat_map(|index| &states[index * row..][..wanted]).copied();
            arrays.push((bert::STATES, Array::floats(&[part.len(), length, width], rows.collect())?));
        }
        Ok(arrays)
    }
}

/// Which passages answer, what is added to similarities, and what late interaction needs, as the loss wants them.
fn targets(batch: &Batch<'_>) -> Result<Vec<(&'static str, Array)>, Error> {
    let shape = [batch.questions.len(), batch.passages.len()];
    let mut targets = late::inputs(batch)?;
    targets.push((names::POSITIVES, Array::floats(&shape, batch.positives.clone())?));
    targets.push((names::BIAS, Array::floats(&shape, batch.bias.clone())?));
    Ok(targets)
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
