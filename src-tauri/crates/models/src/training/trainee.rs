//! The encoder in training: opened from a folder, asked for vectors, taken down and restored. Its steps are in `step`.

use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use pincite_graph::training as names;
use pincite_graph::{Graph, bert};

use super::programs::{Kind, Programs, chosen};
use super::state::{Snapshot, State, Weight};
use crate::batch;
use crate::device::Side;
use crate::embeddings::Embeddings;
use crate::error::Error;
use crate::program::Array;
use crate::session::{initialisers, padded};
use crate::settings::Settings;
use crate::states::{BatchOutput, EncodedPassages, EncodedQuestions, OnText};
use crate::stop::Stop;
use crate::tokens::Tokens;
use crate::tuned::Tuned;
use crate::weights::{WantedWeight, Weights};

/// What cosines are multiplied by at the start: e^t = 20, as Sentence-Transformers.
const FIRST_TEMPERATURE: f32 = 20.0;

/// How much a step may keep in memory, as tokens, padding included. 6,144 tokens of a MiniLM take about 3 GB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Tokens run forward and backward at once; batches with more are run in parts, with the same result.
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
    folder: PathBuf,
    pub(super) programs: Programs,
    tokens: Tokens,
    pub(super) state: State,
    pub(super) memory: Memory,
    pub(super) stop: Stop,
    start: Option<Snapshot>,
}

impl Trainee {
    /// Takes the encoder in `folder` as the one to be trained.
    ///
    /// # Errors
    /// As [`crate::Encoder::open`]; [`Error::Untrainable`] if its network has no gradient.
    pub fn open(folder: &Path, gpu: bool, memory: Memory) -> Result<Self, Error> {
        let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let settings = Settings::read(folder)?;
        let tokens = Tokens::read(folder, settings.max_length, settings.lower_case)?;
        let mut graph = bert::encoder(&settings.config, settings.pooling, settings.normalise)
            .map_err(|source| Error::Graph { file: folder.join("config.json"), source })?;
        let weights = Weights::read(folder)?;
        let snapshot = first_snapshot(&mut graph, &weights)?;
        let frozen = initialisers(&name, &graph, &weights)?;
        Ok(Self {
            folder: folder.to_owned(),
            programs: Programs::new(&name, settings, frozen, gpu),
            tokens,
            state: State::new(snapshot)?,
            memory,
            stop: Stop::releasing_memory()?,
            start: None,
        })
    }

    /// The same, to begin at the weights of the tuned encoder in `folder`, which must have been made from this one. Until it
    /// is told to [`Trainee::restore`] them it is what it was.
    ///
    /// # Errors
    /// [`Error::BadFile`] if it is not a tuned encoder, or one of another base; [`Error::File`], [`Error::Session`].
    pub fn starting_at(mut self, folder: &Path) -> Result<Self, Error> {
        let reason = || format!("it is no start for the encoder in {}", self.folder.display());
        let tuned = Tuned::read(folder)?.filter(|tuned| tuned.is_of(&self.folder));
        let tuned = tuned.ok_or_else(|| Error::bad(folder, reason()))?;
        let mut start = self.snapshot()?.without_moments();
        start.weights.iter_mut().for_each(|weight| tuned.apply(&weight.name, &mut weight.values));
        self.start = Some(start);
        Ok(self)
    }

    /// The weights to begin at, if they are not the encoder's own.
    pub fn start(&self) -> Option<&Snapshot> {
        self.start.as_ref()
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

    /// Where the tokens of questions stand in them, without those that mark beginning and end, as in
    /// [`crate::TokenStates::spans`].
    ///
    /// # Errors
    /// As [`Trainee::token_ids`].
    pub fn question_spans(&self, texts: &[&str]) -> Result<Vec<Vec<Range<usize>>>, Error> {
        self.tokens.spans(self.programs.settings.prefix(Side::Question), texts)
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
        let mut embeddings = Embeddings::zeros(texts.len(), self.width());
        self.each_text(texts, side, &mut |at, text| embeddings.set(at, text.vector), on_progress)?;
        Ok(embeddings)
    }

    /// The same of questions, with the states of their tokens.
    ///
    /// # Errors
    /// As [`Trainee::embed`].
    pub fn encode_questions(
        &self,
        texts: &[&str],
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<EncodedQuestions, Error> {
        let spans = self.question_spans(texts)?;
        EncodedQuestions::collect(spans, self.width(), |take| self.each_text(texts, Side::Question, take, on_progress))
    }

    /// The same for passages, with their quantized token embeddings.
    ///
    /// # Errors
    /// As [`Trainee::embed`].
    pub fn encode_passages(
        &self,
        texts: &[&str],
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<EncodedPassages, Error> {
        EncodedPassages::collect(texts.len(), self.width(), |take| {
            self.each_text(texts, Side::Passage, take, on_progress)
        })
    }

    fn each_text(
        &self,
        texts: &[&str],
        side: Side,
        take: OnText<'_>,
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let ids = self.token_ids(texts, side)?;
        self.each(&ids.iter().map(Vec::as_slice).collect::<Vec<_>>(), take, on_progress)
    }

    /// Hands over what becomes of each text, in any order.
    pub(super) fn each(
        &self,
        texts: &[&[u32]],
        take: OnText<'_>,
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let mut done = 0;
        for part in self.parts(texts) {
            self.run(Kind::Embed, texts, &part, take)?;
            done += part.len();
            if on_progress(done).is_break() {
                return Err(Error::Cancelled);
            }
        }
        Ok(())
    }

    /// Hands over what becomes of a part of the texts, by a program that encodes. What else comes out is returned.
    pub(super) fn run(
        &self,
        kind: Kind,
        texts: &[&[u32]],
        part: &[usize],
        take: OnText<'_>,
    ) -> Result<Vec<(String, Array)>, Error> {
        let chosen: Vec<&[u32]> = part.iter().map(|index| texts[*index]).collect();
        let [ids, mask] = ids_and_mask(&chosen)?;
        let inputs = [(bert::INPUT_IDS, &ids), (bert::ATTENTION_MASK, &mask)].into_iter();
        let inputs: Vec<(&str, &Array)> = inputs.chain(self.state.weights(names::LOG_TEMPERATURE)).collect();
        let program = self.programs.get(kind)?;
        let mut named = program.outputs().iter().cloned().zip(program.run(&inputs, &self.stop)?);
        let mut floats = || named.next().ok_or_else(Error::short)?.1.to_floats();
        let output = BatchOutput { vectors: floats()?, states: floats()? };
        part.iter().zip(output.texts(&chosen, self.width())).for_each(|(index, text)| take(*index, text));
        Ok(named.collect())
    }

    /// Texts, by their position, cut into parts of like length that fit into memory.
    pub(super) fn parts(&self, texts: &[&[u32]]) -> Vec<Vec<usize>> {
        let lengths: Vec<usize> = texts.iter().map(|ids| ids.len()).collect();
        batch::plan(&lengths, self.memory.tokens.min(batch::BUDGET))
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
    let wanted = wanted.iter().map(|(name, shape)| WantedWeight { name, shape: shape.clone() });
    weights.each(wanted, |WantedWeight { name, shape }, values| {
        let shape = shape.iter().map(|length| usize::try_from(*length).unwrap_or(0)).collect();
        trained.push(Weight::fresh(name.to_owned(), shape, values));
        Ok(())
    })?;
    let temperature = vec![FIRST_TEMPERATURE.ln()];
    trained.push(Weight::fresh(names::LOG_TEMPERATURE.to_owned(), vec![1], temperature));
    Ok(Snapshot { step: 0, weights: trained })
}

/// Length of the longest text, in tokens.
pub(super) fn longest(texts: &[&[u32]]) -> usize {
    texts.iter().map(|ids| ids.len()).max().unwrap_or(0)
}

/// Padded token ids and their mask.
pub(super) fn ids_and_mask(texts: &[&[u32]]) -> Result<[Array; 2], Error> {
    let length = longest(texts);
    let shape = [texts.len(), length];
    Ok([
        Array::integers(&shape, padded(texts, length, i64::from))?,
        Array::integers(&shape, padded(texts, length, |_| 1))?,
    ])
}
