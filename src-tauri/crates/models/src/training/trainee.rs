//! The encoder in training: opened from a folder, stepped, asked for vectors, written down.

use std::ops::ControlFlow;
use std::path::Path;

use pincite_graph::training as names;
use pincite_graph::{Graph, bert};

use super::batch::{Batch, Rates, Stepped};
use super::programs::{Kind, Programs, RATES, chosen};
use super::state::{Snapshot, State, Weight};
use crate::batch;
use crate::device::Side;
use crate::embeddings::Embeddings;
use crate::error::Error;
use crate::program::Array;
use crate::session::{initialisers, padded};
use crate::settings::Settings;
use crate::stop::Stop;
use crate::tokens::Tokens;
use crate::weights::Weights;

/// Added to the similarity of a pair that is no negative; e^(−10,000) is 0.
const IGNORED: f32 = -10_000.0;
/// What cosines are multiplied by at the start: e^t = 20, as Sentence-Transformers.
const FIRST_TEMPERATURE: f32 = 20.0;

/// How much a step may keep in memory: tokens run forward and backward at a time, padding included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Tokens; batches with more are run in parts by gradient caching, with the same result.
    pub tokens: usize,
}

impl Default for Memory {
    /// Enough for 32 questions of 16 and 32 passages of 160 tokens.
    fn default() -> Self {
        Self { tokens: 6144 }
    }
}

/// An encoder in training.
pub struct Trainee {
    programs: Programs,
    tokens: Tokens,
    state: State,
    memory: Memory,
    stop: Stop,
}

impl Trainee {
    /// Takes the encoder in `folder` as the one to start from.
    ///
    /// # Errors
    /// As [`crate::Encoder::open`]; [`Error::Untrainable`] if its network has no gradient.
    pub fn open(folder: &Path, gpu: bool, memory: Memory) -> Result<Self, Error> {
        let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let settings = Settings::read(folder)?;
        let tokens = Tokens::read(folder, &settings)?;
        let mut graph = bert::encoder(&settings.config, settings.pooling, settings.normalise)
            .map_err(|source| Error::Graph { file: folder.join("config.json"), source })?;
        let weights = Weights::read(folder)?;
        let snapshot = first_snapshot(&mut graph, &weights)?;
        let frozen = initialisers(&name, &graph, &weights)?;
        Ok(Self {
            programs: Programs::new(&name, settings, frozen, gpu),
            tokens,
            state: State::new(snapshot)?,
            memory,
            stop: Stop::new()?,
        })
    }

    /// What ends a step, or an embedding, from another thread.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Token ids of texts, with prefix and special tokens, cut at the encoder's limit.
    ///
    /// # Errors
    /// [`Error::BadFile`] if the tokenizer fails.
    pub fn token_ids(&self, texts: &[&str], side: Side) -> Result<Vec<Vec<u32>>, Error> {
        self.tokens.ids(self.programs.settings.prefix(side), texts)
    }

    /// One step of AdamW down the gradient of the batch's loss.
    ///
    /// # Errors
    /// [`Error::Session`] when the runtime fails; weights and moments are then as they were.
    pub fn step(&mut self, batch: &Batch<'_>, rates: &Rates) -> Result<Stepped, Error> {
        let padded = |texts: &[&[u32]]| texts.len() * texts.iter().map(|ids| ids.len()).max().unwrap_or(0);
        match padded(&batch.questions) + padded(&batch.passages) <= self.memory.tokens {
            true => self.step_at_once(batch, rates),
            false => self.step_in_parts(batch, rates),
        }
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
        inputs.extend([names::POSITIVES, names::EXCLUDED].into_iter().zip(&targets));
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
            .chain([names::POSITIVES, names::EXCLUDED].into_iter().zip(&targets))
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
        let lengths: Vec<usize> = texts.iter().map(|ids| ids.len()).collect();
        for part in batch::plan(&lengths, self.memory.tokens) {
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

    /// Vectors by the weights of this moment, one row per text. `on_progress` hears how many are done and may stop.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when stopped; [`Error::Session`].
    pub fn embed(
        &self,
        texts: &[&str],
        side: Side,
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Embeddings, Error> {
        let ids = self.token_ids(texts, side)?;
        let ids: Vec<&[u32]> = ids.iter().map(Vec::as_slice).collect();
        self.embed_ids(&ids, on_progress)
    }

    fn embed_ids(
        &self,
        texts: &[&[u32]],
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Embeddings, Error> {
        let width = self.width();
        let mut values = vec![0.0; texts.len() * width];
        let lengths: Vec<usize> = texts.iter().map(|ids| ids.len()).collect();
        let mut done = 0;
        for part in batch::plan(&lengths, self.memory.tokens.min(batch::BUDGET)) {
            let chosen: Vec<&[u32]> = part.iter().map(|index| texts[*index]).collect();
            let [ids, mask] = ids_and_mask(&chosen)?;
            let inputs: Vec<(&str, &Array)> = [(bert::INPUT_IDS, &ids), (bert::ATTENTION_MASK, &mask)]
                .into_iter()
                .chain(self.state.weights(names::LOG_TEMPERATURE))
                .collect();
            let output = self
                .programs
                .get(Kind::Embed)?
                .run(&inputs, &self.stop)?
                .into_iter()
                .next()
                .ok_or_else(Error::short)?;
            for (index, row) in part.iter().zip(output.to_floats()?.chunks_exact(width)) {
                values[index * width..(index + 1) * width].copy_from_slice(row);
            }
            done += part.len();
            if on_progress(done).is_break() {
                return Err(Error::Cancelled);
            }
        }
        Ok(Embeddings { width, values })
    }

    /// Length of a vector.
    pub fn width(&self) -> usize {
        usize::try_from(self.programs.settings.config.hidden_size).unwrap_or(0)
    }

    /// Weights and moments of this moment.
    ///
    /// # Errors
    /// [`Error::Session`].
    pub fn snapshot(&self) -> Result<Snapshot, Error> {
        let inputs: Vec<(&str, &Array)> = self.state.all().collect();
        self.state.snapshot(&self.programs.get(Kind::Read)?.run(&inputs, &self.stop)?)
    }

    /// Goes back, or on, to other weights and moments.
    ///
    /// # Errors
    /// [`Error::Session`] if they are not those of this network.
    pub fn restore(&mut self, snapshot: Snapshot) -> Result<(), Error> {
        self.state = State::new(snapshot)?;
        Ok(())
    }
}

/// The base's weights, those that are trained, with the temperature behind them; they become inputs of `graph`.
fn first_snapshot(graph: &mut Graph, weights: &Weights) -> Result<Snapshot, Error> {
    let freed = graph.free_parameters(chosen);
    let wanted: Vec<(String, Vec<i64>)> = freed
        .into_iter()
        .map(|value| (graph.tensor(value).name.clone(), graph.shape(value).known().unwrap_or_default()))
        .collect();
    let mut trained = Vec::new();
    weights.each(wanted.iter().map(|(name, shape)| (name.as_str(), shape.clone())), |name, shape, values| {
        let shape = shape.iter().map(|length| usize::try_from(*length).unwrap_or(0)).collect();
        trained.push(Weight::fresh(name.to_owned(), shape, values));
        Ok(())
    })?;
    let temperature = vec![FIRST_TEMPERATURE.ln()];
    trained.push(Weight::fresh(names::LOG_TEMPERATURE.to_owned(), vec![1], temperature));
    Ok(Snapshot { step: 0, weights: trained })
}

fn ids_and_mask(texts: &[&[u32]]) -> Result<[Array; 2], Error> {
    let length = texts.iter().map(|ids| ids.len()).max().unwrap_or(0);
    let shape = [texts.len(), length];
    Ok([
        Array::integers(&shape, padded(texts, length, i64::from))?,
        Array::integers(&shape, padded(texts, length, |_| 1))?,
    ])
}

/// Which passages answer, and which are no negatives, as the loss wants them.
fn targets(batch: &Batch<'_>) -> Result<[Array; 2], Error> {
    let shape = [batch.questions.len(), batch.passages.len()];
    let ignored = batch.ignored.iter().map(|ignored| if *ignored { IGNORED } else { 0.0 }).collect();
    Ok([Array::floats(&shape, batch.positives.clone())?, Array::floats(&shape, ignored)?])
}

fn rates_given(rates: &Rates, step: u64) -> Result<Vec<Array>, Error> {
    rates.numbers(step).into_iter().map(|number| Array::floats(&[1], vec![number])).collect()
}

fn first_number(array: Option<Array>) -> Result<f32, Error> {
    array.ok_or_else(Error::short)?.to_floats()?.first().copied().ok_or_else(Error::short)
}
