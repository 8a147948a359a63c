//! The encoder in training: opens it, encodes texts, saves and restores its state. Not for its steps (`step`).

use std::path::{Path, PathBuf};

use pincite_graph::training as names;
use pincite_graph::{Graph, bert};

use super::programs::{Kind, Programs, chosen};
use super::state::{Snapshot, State, Weight};
use crate::files::name_of;
use crate::session::{BUDGET, initialisers, padded, plan, shared_initialisers};
use crate::settings::Settings;
use crate::tokens::Tokens;
use crate::weights::{Tuned, WantedWeight, Weights};
use crate::{Array, Embeddings, Encode, Error, OnTexts, Result, Side, Stop};

/// First factor of the cosines: e^t = 20, as in Sentence-Transformers.
const FIRST_TEMPERATURE: f32 = 20.0;

/// Layers of a MiniLM times their width: a token takes memory in each.
const MINILM: usize = 6 * 384;

/// Memory limit of a step, in tokens of a MiniLM, padding included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Tokens of one forward and backward pass; fewer in a larger network. Larger batches run in parts, with the same result.
    pub tokens: usize,
}

impl Default for Memory {
    /// Enough for a batch of a MiniLM in a few parts, with the whole process below 3 GB.
    fn default() -> Self {
        Self { tokens: 2048 }
    }
}

impl Memory {
    /// What takes as much memory in this network as the tokens in a MiniLM.
    fn of_network(self, config: &bert::Config) -> Self {
        let size = config.num_hidden_layers.saturating_mul(usize::try_from(config.hidden_size).unwrap_or(MINILM));
        Self { tokens: self.tokens * MINILM / size.max(MINILM) }
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
    pretrained: Option<Snapshot>,
}

impl Trainee {
    /// Opens the encoder in `folder` for training.
    ///
    /// # Errors
    /// As [`crate::Encoder::open`]; [`Error::Untrainable`] if its network has no gradient.
    pub fn open(folder: &Path, gpu: bool, memory: Memory) -> Result<Self> {
        let name = name_of(folder);
        let settings = Settings::read(folder)?;
        let tokens = Tokens::read(folder, settings.max_length, settings.lower_case)?;
        let mut graph = bert::encoder(&settings.config, settings.pooling, settings.normalise)
            .map_err(|source| Error::Graph { file: folder.join("config.json"), source })?;
        let weights = Weights::read(folder)?;
        let snapshot = first_snapshot(&mut graph, &weights)?;
        let frozen = if gpu { initialisers(&graph, &weights)? } else { shared_initialisers(&graph, &weights)? };
        Ok(Self {
            folder: folder.to_owned(),
            memory: memory.of_network(&settings.config),
            programs: Programs::new(&name, settings, frozen, gpu),
            tokens,
            state: State::new(snapshot)?,
            stop: Stop::new()?,
            pretrained: None,
        })
    }

    /// Adds the pretrained checkpoint in `folder`, a tuned encoder of this one. Its weights are in
    /// [`Trainee::pretrained`]. The trainee keeps its own weights until [`Trainee::restore`].
    ///
    /// # Errors
    /// [`Error::BadFile`] if it is not a tuned encoder, or one of another base; [`Error::File`], [`Error::Session`].
    pub fn with_pretrained(mut self, folder: &Path) -> Result<Self> {
        let reason = || format!("it is no checkpoint of the encoder in {}", self.folder.display());
        let tuned = Tuned::read(folder)?.filter(|tuned| tuned.is_of(&self.folder));
        let tuned = tuned.ok_or_else(|| Error::bad(folder, reason()))?;
        let mut weights = self.snapshot()?.without_moments();
        weights.weights.iter_mut().for_each(|weight| tuned.apply(&weight.name, &mut weight.values));
        self.pretrained = Some(weights);
        Ok(self)
    }

    /// Weights of the pretrained checkpoint, if there is one.
    pub fn pretrained(&self) -> Option<&Snapshot> {
        self.pretrained.as_ref()
    }

    /// Stops a step or an encoding from another thread.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Token ids of texts, with prefix and special tokens, truncated at the encoder's limit.
    ///
    /// # Errors
    /// [`Error::BadFile`] if the tokenizer fails.
    pub fn token_ids(&self, texts: &[&str], side: Side) -> Result<Vec<Vec<u32>>> {
        self.tokens.ids(self.programs.settings.prefix(side), texts)
    }

    /// Runs an encoding program on some texts. Returns its outputs by name, the vectors first.
    pub(super) fn run(&self, kind: Kind, texts: &[&[u32]], part: &[usize]) -> Result<Vec<(String, Array)>> {
        let chosen: Vec<&[u32]> = part.iter().map(|index| texts[*index]).collect();
        let [ids, mask] = ids_and_mask(&chosen)?;
        let inputs = [(bert::INPUT_IDS, &ids), (bert::ATTENTION_MASK, &mask)].into_iter();
        let inputs: Vec<(&str, &Array)> = inputs.chain(self.state.weights(names::LOG_TEMPERATURE)).collect();
        let program = self.programs.get(kind)?;
        Ok(program.outputs().iter().cloned().zip(program.run(&inputs, &self.stop)?).collect())
    }

    /// Texts, by their position, cut into parts of like length that fit into memory.
    pub(super) fn parts(&self, texts: &[&[u32]]) -> Vec<Vec<usize>> {
        let lengths: Vec<usize> = texts.iter().map(|ids| ids.len()).collect();
        plan(&lengths, self.memory.tokens.min(BUDGET))
    }

    /// Length of a vector.
    pub fn width(&self) -> usize {
        usize::try_from(self.programs.settings.config.hidden_size).unwrap_or(0)
    }

    /// The current weights and moments.
    ///
    /// # Errors
    /// [`Error::Session`].
    pub fn snapshot(&self) -> Result<Snapshot> {
        self.state.read(self.programs.get(Kind::Read)?, &self.stop)
    }

    /// Sets other weights and moments.
    ///
    /// # Errors
    /// [`Error::Session`] if they are not those of this network.
    pub fn restore(&mut self, snapshot: Snapshot) -> Result<()> {
        self.state = State::new(snapshot)?;
        Ok(())
    }
}

impl Encode for Trainee {
    fn width(&self) -> usize {
        self.width()
    }

    fn embed(&self, texts: &[&str], side: Side, on_texts: OnTexts<'_>) -> Result<Embeddings> {
        let mut embeddings = Embeddings::zeros(texts.len(), self.width());
        let ids = self.token_ids(texts, side)?;
        let texts: Vec<&[u32]> = ids.iter().map(Vec::as_slice).collect();
        let mut done = 0;
        for part in self.parts(&texts) {
            let mut outputs = self.run(Kind::Embed, &texts, &part)?.into_iter();
            let vectors = outputs.next().ok_or_else(Error::short)?.1.to_floats()?;
            let rows = vectors.chunks_exact(self.width().max(1));
            part.iter().zip(rows).for_each(|(index, row)| embeddings.set(*index, row));
            done += part.len();
            if on_texts(done).is_break() {
                return Err(Error::Cancelled);
            }
        }
        Ok(embeddings)
    }
}

/// The trained weights of the base, and the temperature. They become inputs of `graph`.
fn first_snapshot(graph: &mut Graph, weights: &Weights) -> Result<Snapshot> {
    let mut trained = first_weights(graph, weights)?;
    let temperature = vec![FIRST_TEMPERATURE.ln()];
    trained.push(Weight::fresh(names::LOG_TEMPERATURE.to_owned(), vec![1], temperature));
    Ok(Snapshot { step: 0, weights: trained })
}

/// The trained weights as they are in the file. They become inputs of `graph`.
pub(super) fn first_weights(graph: &mut Graph, weights: &Weights) -> Result<Vec<Weight>> {
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
    Ok(trained)
}

/// Length of the longest text, in tokens.
pub(super) fn longest(texts: &[&[u32]]) -> usize {
    texts.iter().map(|ids| ids.len()).max().unwrap_or(0)
}

/// Padded token ids and their mask.
pub(super) fn ids_and_mask(texts: &[&[u32]]) -> Result<[Array; 2]> {
    let length = longest(texts);
    let shape = [texts.len(), length];
    Ok([
        Array::integers(&shape, padded(texts, length, i64::from))?,
        Array::integers(&shape, padded(texts, length, |_| 1))?,
    ])
}
