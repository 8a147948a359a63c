//! A cross-encoder in training. Weights, moments and their update are those of any network that scores candidates (`scorer`). Not for
//! choosing candidates, rates or the end of training.

use std::ops::Range;
use std::path::{Path, PathBuf};

use pincite_graph::Graph;
use pincite_graph::bert::{ATTENTION_MASK, INPUT_IDS, TOKEN_TYPE_IDS};
use pincite_graph::cross_encoder::{CLASSIFIER, Labels, cross_encoder, scored};
use pincite_graph::training::scorer::TrainedScorer;

use super::batch::{Rates, Stepped};
use super::programs::chosen;
use super::scorer::Scorer;
use super::state::Snapshot;
use super::targets::Targets;
use super::trainee::{Memory, first_weights, ids_and_mask, longest};
use crate::cross_encoder::labels;
use crate::error::Error;
use crate::file_names::CONFIG;
use crate::model_folder::ModelFolder;
use crate::program::Array;
use crate::session::{initialisers, padded};
use crate::stop::Stop;
use crate::tokens::{PairTokens, Tokens};
use crate::tuned_writer::write_tuned;

/// A question with candidates.
#[derive(Clone, Debug)]
pub struct Group<'t> {
    /// The question.
    pub question: &'t str,
    /// What the cross-encoder reads of each candidate.
    pub passages: Vec<&'t str>,
    /// Position of the candidate that answers; nothing if none of these does.
    pub answer: Option<usize>,
}

/// A cross-encoder in training.
pub struct CrossTrainee {
    base: PathBuf,
    tokens: Tokens,
    memory: Memory,
    scorer: Scorer,
}

impl CrossTrainee {
    /// Opens the model in `folder` for training: a cross-encoder as [`crate::CrossEncoder::open`] takes it, or an encoder
    /// with a pooler, which gets a classifier of zeros. `memory` limits the tokens of one forward and backward pass; a
    /// single group is never split.
    ///
    /// # Errors
    /// As [`crate::CrossEncoder::open`]; [`Error::Untrainable`] if its network has no gradient.
    pub fn open(folder: &Path, gpu: bool, memory: Memory) -> Result<Self, Error> {
        let mut model = ModelFolder::read(folder)?;
        let weights = model.weights()?;
        let ModelFolder { name, base, settings, tokens, .. } = model;
        let labels = match weights.has(CLASSIFIER)? {
            true => labels(&base, &weights, settings.config.hidden_size)?,
            false => Labels::One,
        };
        let mut network = cross_encoder(&settings.config, labels)
            .map_err(|source| Error::Graph { file: base.join(CONFIG), source })?;
        let first = first_weights(&mut network, &weights)?;
        let frozen = initialisers(&network, &weights)?;
        let scored = |graph: &mut Graph| scored(graph, &settings.config, labels);
        let trained = TrainedScorer { network: &scored, chosen };
        let scorer = Scorer::open(&name, &trained, &frozen, gpu, first)?;
        Ok(Self { base, tokens, memory, scorer })
    }

    /// One step of AdamW down the gradient of the mean loss of the groups: the cross-entropy over the candidates and "none
    /// of these", whose score is 0.
    ///
    /// # Errors
    /// [`Error::Session`] when the runtime fails; weights and moments are then as they were. [`Error::BadFile`] if the
    /// tokenizer fails.
    pub fn step(&mut self, groups: &[Group<'_>], rates: &Rates) -> Result<Stepped, Error> {
        let pairs = groups.iter().map(|group| self.tokens.pairs(group.question, &group.passages));
        let pairs: Vec<Vec<PairTokens>> = pairs.collect::<Result<_, _>>()?;
        let share = 1.0 / groups.len().max(1) as f32;
        let mut sums = self.scorer.nothing()?;
        for part in parts(&pairs, self.memory.tokens) {
            sums = self.scorer.add(&inputs(&groups[part.clone()], &pairs[part], share)?, sums)?;
        }
        self.scorer.step(&sums, rates)
    }

    /// Stops a step from another thread.
    pub fn stop(&self) -> Stop {
        self.scorer.stop()
    }

    /// The current weights and moments.
    ///
    /// # Errors
    /// [`Error::Session`].
    pub fn snapshot(&self) -> Result<Snapshot, Error> {
        self.scorer.snapshot()
    }

    /// Sets other weights and moments.
    ///
    /// # Errors
    /// [`Error::Session`] if they are not those of this network.
    pub fn restore(&mut self, snapshot: Snapshot) -> Result<(), Error> {
        self.scorer.restore(snapshot)
    }

    /// Writes the model to the folder `to`, for [`crate::CrossEncoder::open`]: the differences from the weights it started
    /// from. They have no calibration: that of other weights does not fit. Returns the bytes written.
    ///
    /// # Errors
    /// As [`write_tuned`].
    pub fn write(&self, to: &Path) -> Result<u64, Error> {
        write_tuned(to, &self.base, &self.snapshot()?, 1.0)
    }
}

/// Consecutive groups whose candidates have at most `budget` tokens together, padded to the longest.
fn parts(pairs: &[Vec<PairTokens>], budget: usize) -> Vec<Range<usize>> {
    let padded = |groups: &[Vec<PairTokens>]| {
        let lengths = groups.iter().flatten().map(|pair| pair.ids.len());
        lengths.clone().count() * lengths.max().unwrap_or(0)
    };
    let (mut parts, mut start) = (Vec::new(), 0);
    for end in 1..=pairs.len() {
        if end == pairs.len() || padded(&pairs[start..=end]) > budget {
            parts.push(start..end);
            start = end;
        }
    }
    parts
}

/// The inputs of some groups, each with this share in the loss.
fn inputs(groups: &[Group<'_>], pairs: &[Vec<PairTokens>], share: f32) -> Result<Vec<(&'static str, Array)>, Error> {
    let candidates: Vec<&PairTokens> = pairs.iter().flatten().collect();
    let mut inputs = Vec::from(tokens_given(&candidates)?);
    let target =
        |group: &Group<'_>| Targets { candidates: group.passages.len(), answers: group.answer.into_iter().collect() };
    inputs.extend(Targets::inputs(&groups.iter().map(target).collect::<Vec<_>>(), share)?);
    Ok(inputs)
}

/// What the network reads.
fn tokens_given(candidates: &[&PairTokens]) -> Result<[(&'static str, Array); 3], Error> {
    let texts: Vec<&[u32]> = candidates.iter().map(|pair| pair.ids.as_slice()).collect();
    let types: Vec<&[u32]> = candidates.iter().map(|pair| pair.types.as_slice()).collect();
    let length = longest(&texts);
    let [ids, mask] = ids_and_mask(&texts)?;
    let types = Array::integers(&[types.len(), length], padded(&types, length, i64::from))?;
    Ok([(INPUT_IDS, ids), (TOKEN_TYPE_IDS, types), (ATTENTION_MASK, mask)])
}
