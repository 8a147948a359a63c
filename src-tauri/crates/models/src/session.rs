//! One network opened in ONNX Runtime: from token ids to vectors or scores. Not for text.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use ort::ep::ExecutionProviderDispatch;
use ort::session::builder::{GraphOptimizationLevel, SessionBuilder};
use ort::session::{RunOptions, Session as OrtSession, SessionInputValue};
use ort::value::Tensor;
use pincite_graph::{Graph, bert, cross_encoder};

use crate::error::Error;
use crate::runtime;
use crate::states::BatchOutput;
use crate::tokens::PairTokens;
use crate::weights::{WantedWeight, Weights, bytes};

/// Weights by name, as bytes of 32-bit floats. A session copies them, so they are needed only until the last is open.
#[derive(Clone, Default)]
pub struct Initialisers(Vec<(String, Arc<[u8]>)>);

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

/// The weights of a graph's parameters.
pub(crate) fn initialisers(graph: &Graph, weights: &Weights) -> Result<Initialisers, Error> {
    let wanted = graph.parameters().map(|p| WantedWeight { name: &p.name, shape: p.shape.known().unwrap_or_default() });
    let mut given = Vec::new();
    weights.each(wanted, |WantedWeight { name, .. }, values| {
        given.push((name.to_owned(), bytes(&values).into()));
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
        self.0.iter().try_fold(builder, |builder, (name, bytes)| {
            Ok(builder.with_external_initializer_file_in_memory(name, Arc::clone(bytes))?)
        })
    }
}

impl Session {
    /// Opens a graph on `provider`, or on the CPU with `threads` threads.
    pub(crate) fn open(
        model: &str,
        graph: &Graph,
        weights: &Initialisers,
        provider: Option<ExecutionProviderDispatch>,
        threads: usize,
    ) -> Result<Self, Error> {
        let opened = options(provider, threads)
            .and_then(|builder| weights.add_to(builder))
            .and_then(|mut builder| builder.commit_from_memory(&graph.to_onnx()));
        let session = opened.map_err(|error| failed(model, "loading", error))?;
        Ok(Self { model: model.to_owned(), inner: Mutex::new(session) })
    }

    /// Runs one batch of token ids, padded to the longest. The output has one vector per text, and one state per token,
    /// padding included.
    pub(crate) fn run(&self, texts: &[&[u32]], after: AfterRun) -> Result<BatchOutput, Error> {
        let length = longest(texts);
        let [ids, mask] = ids_and_mask(texts, length).map_err(|error| failed(&self.model, "running", error))?;
        let inputs = ort::inputs![bert::INPUT_IDS => ids, bert::ATTENTION_MASK => mask];
        let [vectors, states] = self.floats(inputs, [bert::EMBEDDING, bert::STATES], after)?;
        Ok(BatchOutput { vectors, states })
    }

    /// Runs one batch of pairs, padded to the longest. Returns one score per pair.
    pub(crate) fn score(&self, pairs: &[&PairTokens], after: AfterRun) -> Result<Vec<f32>, Error> {
        let texts: Vec<&[u32]> = pairs.iter().map(|pair| pair.ids.as_slice()).collect();
        let types: Vec<&[u32]> = pairs.iter().map(|pair| pair.types.as_slice()).collect();
        let length = longest(&texts);
        let tensors = ids_and_mask(&texts, length).and_then(|[ids, mask]| {
            let types = Tensor::from_array(([types.len(), length], padded(&types, length, i64::from)))?;
            Ok([ids, mask, types])
        });
        let [ids, mask, types] = tensors.map_err(|error| failed(&self.model, "running", error))?;
        let inputs = ort::inputs![bert::INPUT_IDS => ids, bert::TOKEN_TYPE_IDS => types, bert::ATTENTION_MASK => mask];
        let [scores] = self.floats(inputs, [cross_encoder::SCORE], after)?;
        Ok(scores)
    }

    /// Runs the network and copies the named outputs.
    fn floats<const N: usize>(
        &self,
        inputs: Vec<(Cow<'_, str>, SessionInputValue<'_>)>,
        names: [&str; N],
        after: AfterRun,
    ) -> Result<[Vec<f32>; N], Error> {
        let failed = |error: ort::Error| failed(&self.model, "running", error);
        let mut session = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let options = run_options(after).map_err(failed)?;
        let outputs = session.run_with_options(inputs, &options).map_err(failed)?;
        let mut all = [const { Vec::new() }; N];
        for (values, name) in all.iter_mut().zip(names) {
            *values = outputs[name].try_extract_tensor::<f32>().map_err(failed)?.1.to_vec();
        }
        Ok(all)
    }
}

fn longest(texts: &[&[u32]]) -> usize {
    texts.iter().map(|ids| ids.len()).max().unwrap_or(0)
}

/// Session options. Waiting threads sleep instead of spinning, because other programs need the CPU.
pub(crate) fn options(
    provider: Option<ExecutionProviderDispatch>,
    threads: usize,
) -> Result<SessionBuilder, ort::Error> {
    let builder = OrtSession::builder(runtime::environment().map_err(|error| ort::Error::new(error.to_string()))?)?
        .with_optimization_level(GraphOptimizationLevel::All)?
        .with_intra_threads(threads)?
        .with_intra_op_spinning(false)?;
    Ok(match provider {
        Some(provider) => builder.with_execution_providers([provider.error_on_failure()])?,
        None => builder,
    })
}

/// Options of one run.
pub(crate) fn run_options(after: AfterRun) -> Result<RunOptions, ort::Error> {
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
