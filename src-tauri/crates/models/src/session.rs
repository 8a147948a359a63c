//! One network opened in ONNX Runtime: from token ids to vectors or scores, in batches of texts of similar length, until it is
//! stopped. Not for text.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use ort::ep::WebGPU;
use ort::session::builder::{GraphOptimizationLevel, SessionBuilder};
use ort::session::{RunOptions, Session as OrtSession, SessionInputValue};
use ort::value::{DynValue, Tensor};
use pincite_graph::{Graph, bert};

use crate::tokens::PairTokens;
use crate::weights::{WantedWeight, Weights, bytes};
use crate::{Error, Processor, Result, runtime};

/// Tokens of a batch, padding included. Larger batches are no faster (measured: 1,024 to 8,192 on two cores). They need
/// more memory, and delay questions asked meanwhile.
pub(crate) const BUDGET: usize = 2048;

/// What a cross-encoder says of a question and a passage.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairScore {
    /// How well the passage answers, beside others: a logit.
    pub rank: f32,
    /// Whether it answers: a logit. A model without an output for it says the same as for `rank`.
    pub presence: f32,
}

/// A model with one output.
impl From<f32> for PairScore {
    fn from(score: f32) -> Self {
        Self { rank: score, presence: score }
    }
}

/// Weights by name.
#[derive(Clone, Default)]
pub struct Initialisers(Vec<(String, Initialiser)>);

/// A weight as sessions get it.
#[derive(Clone)]
enum Initialiser {
    /// Bytes of 32-bit floats. A session copies them, so they are needed only until the last is open.
    Copied(Arc<[u8]>),
    /// Sessions on the CPU read this one.
    Shared(Arc<DynValue>),
}

/// What happens to the memory of intermediate results when a run ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AfterRun {
    /// It stays for the next run, which then is about a tenth faster.
    Keep,
    /// It goes back to the system.
    Free,
}

impl AfterRun {
    /// After the last of several runs memory is freed.
    pub(crate) fn of(run: usize, runs: usize) -> Self {
        if run + 1 == runs { Self::Free } else { Self::Keep }
    }
}

/// An opened network.
pub(crate) struct Session {
    model: String,
    inner: Mutex<OrtSession>,
}

/// The weights of a graph's parameters. Each session copies them.
pub(crate) fn initialisers(graph: &Graph, weights: &Weights) -> Result<Initialisers> {
    each_initialiser(graph, weights, |_, values| Ok(Initialiser::Copied(bytes(&values).into())))
}

/// The same for several sessions on the CPU. They read the same memory: a table of words may have hundreds of megabytes.
pub(crate) fn shared_initialisers(graph: &Graph, weights: &Weights) -> Result<Initialisers> {
    each_initialiser(graph, weights, |WantedWeight { name, shape }, values| {
        let tensor = Tensor::from_array((shape, values)).map_err(|error| failed(name, "loading", error))?;
        Ok(Initialiser::Shared(Arc::new(tensor.into_dyn())))
    })
}

fn each_initialiser(
    graph: &Graph,
    weights: &Weights,
    initialiser: impl Fn(WantedWeight<'_>, Vec<f32>) -> Result<Initialiser>,
) -> Result<Initialisers> {
    let wanted = graph.parameters().map(|p| WantedWeight { name: &p.name, shape: p.shape.known().unwrap_or_default() });
    let mut given = Vec::new();
    weights.each(wanted, |wanted, values| {
        let name = wanted.name.to_owned();
        given.push((name, initialiser(wanted, values)?));
        Ok(())
    })?;
    Ok(Initialisers(given))
}

impl Initialisers {
    /// The subset that a graph names.
    pub(crate) fn needed_by(&self, graph: &Graph) -> Self {
        let named = |name: &str| graph.parameters().any(|parameter| parameter.name == name);
        Self(self.0.iter().filter(|(name, _)| named(name)).cloned().collect())
    }

    /// Adds them to a session that is being built.
    pub(crate) fn add_to(&self, builder: SessionBuilder) -> Result<SessionBuilder, ort::Error> {
        self.0.iter().try_fold(builder, |builder, (name, initialiser)| {
            Ok(match initialiser {
                Initialiser::Copied(bytes) => {
                    builder.with_external_initializer_file_in_memory(name, Arc::clone(bytes))?
                }
                Initialiser::Shared(value) => builder.with_external_initializer(name, Arc::clone(value))?,
            })
        })
    }
}

impl Session {
    /// Opens a graph.
    pub(crate) fn open(model: &str, graph: &Graph, weights: &Initialisers, processor: Processor) -> Result<Self> {
        let opened = options(processor)
            .and_then(|builder| weights.add_to(builder))
            .and_then(|mut builder| builder.commit_from_memory(&graph.to_onnx()));
        let session = opened.map_err(|error| failed(model, "loading", error))?;
        Ok(Self { model: model.to_owned(), inner: Mutex::new(session) })
    }

    /// Runs one batch of token ids, padded to the longest. Returns one vector per text, row by row.
    pub(crate) fn run(&self, texts: &[&[u32]], after: AfterRun) -> Result<Vec<f32>> {
        let length = longest(texts);
        let [ids, mask] = ids_and_mask(texts, length).map_err(|error| failed(&self.model, "running", error))?;
        let inputs = ort::inputs![bert::INPUT_IDS => ids, bert::ATTENTION_MASK => mask];
        Ok(self.floats(inputs, &[bert::EMBEDDING], after)?.pop().unwrap_or_default())
    }

    /// Runs one batch of pairs, padded to the longest. Returns one score per pair.
    pub(crate) fn score(&self, pairs: &[&PairTokens], after: AfterRun) -> Result<Vec<PairScore>> {
        let mut outputs = self.read(pairs, &[bert::SCORE, bert::PRESENCE], after)?.into_iter();
        let rank = outputs.next().unwrap_or_default();
        let presence = outputs.next().unwrap_or_else(|| rank.clone());
        Ok(rank.into_iter().zip(presence).map(|(rank, presence)| PairScore { rank, presence }).collect())
    }

    /// Runs one pair. Returns the logits of start and end, two for each token; none if the network has no such output.
    pub(crate) fn spans(&self, pair: &PairTokens) -> Result<Vec<f32>> {
        Ok(self.read(&[pair], &[bert::SPAN], AfterRun::Free)?.pop().unwrap_or_default())
    }

    fn read(&self, pairs: &[&PairTokens], names: &[&str], after: AfterRun) -> Result<Vec<Vec<f32>>> {
        let texts: Vec<&[u32]> = pairs.iter().map(|pair| pair.ids.as_slice()).collect();
        let types: Vec<&[u32]> = pairs.iter().map(|pair| pair.types.as_slice()).collect();
        let length = longest(&texts);
        let tensors = ids_and_mask(&texts, length).and_then(|[ids, mask]| {
            let types = Tensor::from_array(([types.len(), length], padded(&types, length, i64::from)))?;
            Ok([ids, mask, types])
        });
        let [ids, mask, types] = tensors.map_err(|error| failed(&self.model, "running", error))?;
        let inputs = ort::inputs![bert::INPUT_IDS => ids, bert::TOKEN_TYPE_IDS => types, bert::ATTENTION_MASK => mask];
        self.floats(inputs, names, after)
    }

    /// Runs the network and copies those of the named outputs that it has.
    fn floats(
        &self,
        inputs: Vec<(Cow<'_, str>, SessionInputValue<'_>)>,
        names: &[&str],
        after: AfterRun,
    ) -> Result<Vec<Vec<f32>>> {
        let failed = |error: ort::Error| failed(&self.model, "running", error);
        let mut session = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let options = run_options(after).map_err(failed)?;
        let outputs = session.run_with_options(inputs, &options).map_err(failed)?;
        let mut copied = Vec::with_capacity(names.len());
        for output in names.iter().filter_map(|name| outputs.get(name)) {
            copied.push(output.try_extract_tensor::<f32>().map_err(failed)?.1.to_vec());
        }
        Ok(copied)
    }
}

fn longest(texts: &[&[u32]]) -> usize {
    texts.iter().map(|ids| ids.len()).max().unwrap_or(0)
}

/// Session options. Waiting threads sleep instead of spinning, because other programs need the CPU.
pub(crate) fn options(processor: Processor) -> Result<SessionBuilder, ort::Error> {
    let threads = match processor {
        Processor::Cpu(threads) => threads,
        Processor::Gpu => 1,
    };
    let builder = OrtSession::builder(runtime::environment().map_err(|error| ort::Error::new(error.to_string()))?)?
        .with_optimization_level(GraphOptimizationLevel::All)?
        .with_intra_threads(threads)?
        .with_intra_op_spinning(false)?;
    Ok(match processor {
        Processor::Cpu(_) => builder,
        Processor::Gpu => builder.with_execution_providers([WebGPU::default().build().error_on_failure()])?,
    })
}

/// Options of one run.
fn run_options(after: AfterRun) -> Result<RunOptions, ort::Error> {
    let mut options = RunOptions::new()?;
    if after == AfterRun::Free {
        options.set("memory.enable_memory_arena_shrinkage", "cpu:0")?;
    }
    Ok(options)
}

pub(crate) fn failed<R>(model: &str, doing: &'static str, error: ort::Error<R>) -> Error {
    Error::Session { model: model.to_owned(), doing, reason: error.to_string() }
}

/// Tensors of token ids [text, length] and of their mask.
pub(crate) fn ids_and_mask(texts: &[&[u32]], length: usize) -> Result<[Tensor<i64>; 2], ort::Error> {
    let shape = [texts.len(), length];
    let ids = Tensor::from_array((shape, padded(texts, length, i64::from)))?;
    Ok([ids, Tensor::from_array((shape, padded(texts, length, |_| 1)))?])
}

/// Rows padded with 0 to equal length.
pub(crate) fn padded(texts: &[&[u32]], length: usize, number: impl Fn(u32) -> i64) -> Vec<i64> {
    let mut values = vec![0; texts.len() * length];
    for (row, ids) in values.chunks_exact_mut(length.max(1)).zip(texts) {
        for (value, id) in row.iter_mut().zip(*ids) {
            *value = number(*id);
        }
    }
    values
}

/// Splits texts of the given lengths into batches of indices. A batch has at most `budget` tokens when padded to its
/// longest text. A text longer than the budget has its own batch.
///
/// The longest texts come first. So memory is allocated at the start, and the remaining time is not underestimated.
pub(crate) fn plan(lengths: &[usize], budget: usize) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..lengths.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(lengths[*index]));
    let mut batches = Vec::new();
    while let Some(longest) = order.first().map(|index| lengths[*index].max(1)) {
        let size = (budget / longest).clamp(1, order.len());
        batches.push(order.drain(..size).collect());
    }
    batches
}

/// Stops the runs that use it. Clones stop the same runs.
#[derive(Clone)]
pub struct Stop {
    options: Arc<RunOptions>,
    stopped: Arc<AtomicBool>,
}

impl Stop {
    /// A stop that has not been used.
    ///
    /// # Errors
    /// [`Error::Session`] if the runtime cannot make one.
    pub fn new() -> Result<Self> {
        let options = run_options(AfterRun::Free).map_err(|error| failed("stop", "loading", error))?;
        Ok(Self { options: Arc::new(options), stopped: Arc::default() })
    }

    /// Stops the current run, and every later one at its start.
    pub fn now(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        // A run that cannot be stopped ends with its last operator.
        let _ = self.options.terminate();
    }

    /// Whether it was used.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    pub(crate) fn options(&self) -> &RunOptions {
        &self.options
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_text_is_run_once_and_within_the_budget(lengths in proptest::collection::vec(0usize..300, 0..80), budget in 1usize..2000) {
            let batches = plan(&lengths, budget);
            let mut seen: Vec<usize> = batches.iter().flatten().copied().collect();
            seen.sort_unstable();
            prop_assert_eq!(seen, (0..lengths.len()).collect::<Vec<_>>(), "no text may be lost or run twice");
            for batch in batches {
                let longest = batch.iter().map(|index| lengths[*index]).max().unwrap_or(0);
                prop_assert!(batch.len() == 1 || batch.len() * longest <= budget, "memory is bounded by the budget");
            }
        }
    }
}
