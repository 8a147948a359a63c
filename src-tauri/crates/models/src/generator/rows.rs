//! The decoder's state of each unfinished text: the encoded input, and the cached keys and values. Between steps only
//! moving rows are copied. Not for choosing tokens.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::PoisonError;

use ort::session::{SessionInputValue, SessionOutputs};
use ort::value::{DynValue, PrimitiveTensorElementType, Tensor, TensorRef};
use rayon::prelude::*;

use super::networks::{
    ATTENTION_MASK, ENCODER_HIDDEN, ENCODER_MASK, HIDDEN, INPUT_IDS, LOGITS, Networks, Slot, USE_CACHE,
};
use super::searches::{Next, Searching};
use crate::session::{BUDGET, failed, ids_and_mask, padded};
use crate::{Error, Result, Stop};

/// The rows of a batch.
pub(super) struct Rows<'n> {
    networks: &'n Networks,
    /// The input of each row.
    inputs: Vec<usize>,
    mask: CachedTensor<i64>,
    hidden: CachedTensor<f32>,
    /// Keys and values of the input. They have length zero before the first step.
    cross: Vec<CachedTensor<f32>>,
    /// Keys and values of the text. Every step extends them.
    own: Vec<CachedTensor<f32>>,
    begun: bool,
}

/// The output of a step: a logit for each possible next token of each row.
pub(super) struct Logits(DynValue);

impl<'n> Rows<'n> {
    /// Runs the encoder on the inputs. Each input is one row.
    pub(super) fn encode(networks: &'n Networks, inputs: &[&[u32]], stop: &Stop) -> Result<Self> {
        let failing = |error: ort::Error| running(networks, stop, error);
        let length = inputs.iter().map(|ids| ids.len()).max().unwrap_or(0);
        let mask = Tensor::from_array(([inputs.len(), length], padded(inputs, length, |_| 1))).map_err(failing)?;
        let hidden = states(networks, inputs, length, stop).map_err(failing)?;
        let nothing =
            |slots: &[Slot]| slots.iter().map(|slot| empty(slot, inputs.len())).collect::<Result<Vec<_>, _>>();
        let cross = nothing(&networks.cross).map_err(failing)?;
        let own = nothing(&networks.own).map_err(failing)?;
        let (mask, hidden) = (CachedTensor::new(mask.into_dyn()), CachedTensor::new(hidden.into_dyn()));
        Ok(Self { networks, inputs: (0..inputs.len()).collect(), mask, hidden, cross, own, begun: false })
    }

    /// Runs the decoder on one more token of each row.
    pub(super) fn step(&mut self, tokens: &[u32], stop: &Stop) -> Result<Logits> {
        let networks = self.networks;
        self.try_step(tokens, stop).map_err(|error| running(networks, stop, error))
    }

    fn try_step(&mut self, tokens: &[u32], stop: &Stop) -> Result<Logits, ort::Error> {
        let networks = self.networks;
        let ids = Tensor::from_array(([tokens.len(), 1], tokens.iter().copied().map(i64::from).collect::<Vec<_>>()))?;
        let cached = Tensor::from_array(([1usize], vec![self.begun]))?;
        let rows = tokens.len();
        let mut given: Vec<(&str, SessionInputValue<'_>)> =
            vec![(INPUT_IDS, (&ids).into()), (USE_CACHE, (&cached).into()), (ENCODER_MASK, self.mask.first(rows)?)];
        if networks.wants_hidden {
            given.push((ENCODER_HIDDEN, self.hidden.first(rows)?));
        }
        for (slot, kept) in networks.own.iter().zip(&self.own).chain(networks.cross.iter().zip(&self.cross)) {
            given.push((&slot.past, kept.first(rows)?));
        }
        let mut session = networks.decoder.lock().unwrap_or_else(PoisonError::into_inner);
        let mut outputs = session.run_with_options(given, stop.options())?;
        let mut take = |slots: &[Slot]| {
            slots
                .iter()
                .map(|slot| taken(&mut outputs, &slot.present).map(CachedTensor::new))
                .collect::<Result<Vec<_>, _>>()
        };
        self.own = take(&networks.own)?;
        if !self.begun {
            // Later steps return nothing useful here: the first values stay valid.
            self.cross = take(&networks.cross)?;
        }
        self.begun = true;
        taken(&mut outputs, LOGITS).map(Logits)
    }

    /// Replaces the rows: for each new row, the index of its parent. Rows of one input are adjacent, in the order of
    /// the inputs.
    pub(super) fn replace(&mut self, parents: &[usize]) -> Result<()> {
        self.try_replace(parents).map_err(|error| failed(&self.networks.name, "running", error))
    }

    fn try_replace(&mut self, parents: &[usize]) -> Result<(), ort::Error> {
        let inputs: Vec<usize> = parents.iter().map(|row| self.inputs[*row]).collect();
        if parents.len() > self.inputs.len() {
            self.own.par_iter_mut().chain(&mut self.cross).try_for_each(|kept| kept.spread(parents))?;
            self.hidden.spread(parents)?;
            self.mask.spread(parents)?;
        } else {
            self.own.par_iter_mut().try_for_each(|kept| kept.reorder(parents))?;
            let sources = self.sources(&inputs);
            self.cross.par_iter_mut().try_for_each(|kept| kept.close_up(&sources))?;
            self.hidden.close_up(&sources)?;
            self.mask.close_up(&sources)?;
        }
        self.inputs = inputs;
        Ok(())
    }

    /// For each new row, a row with the same input: itself if it has this input, else the next one after it.
    fn sources(&self, inputs: &[usize]) -> Vec<usize> {
        let mut from = 0;
        let mut source = |(to, input): (usize, &usize)| {
            from = from.max(to);
            from += self.inputs[from..].iter().take_while(|read| *read != input).count();
            from
        };
        inputs.iter().enumerate().map(&mut source).collect()
    }
}

impl Logits {
    /// Advances each search with the logits of its rows.
    pub(super) fn advance(&mut self, searches: &mut [Box<dyn Searching>], counts: &[usize]) -> Result<Vec<Vec<Next>>> {
        let (shape, values) =
            self.0.try_extract_tensor_mut::<f32>().map_err(|error| failed("logits", "running", error))?;
        let words = shape.last().and_then(|words| usize::try_from(*words).ok()).unwrap_or(0);
        let mut rest = values;
        let mut parts = Vec::with_capacity(counts.len());
        for count in counts {
            let (part, others) = rest.split_at_mut(count * words);
            parts.push(part);
            rest = others;
        }
        let advance = |(search, part): (&mut Box<dyn Searching>, &mut [f32])| match part.is_empty() {
            true => Vec::new(),
            false => search.advance(part, words),
        };
        Ok(searches.par_iter_mut().zip(parts).map(advance).collect())
    }
}

fn running(networks: &Networks, stop: &Stop, error: ort::Error) -> Error {
    if stop.is_stopped() { Error::Cancelled } else { failed(&networks.name, "running", error) }
}

fn taken(outputs: &mut SessionOutputs<'_>, name: &str) -> Result<DynValue, ort::Error> {
    outputs.remove(name).ok_or_else(|| ort::Error::new(format!("no output {name}")))
}

/// The encoder states of each token [input, length, width]. The encoder runs on [`BUDGET`] tokens at a time, because a
/// whole batch would need several times the memory.
fn states(networks: &Networks, inputs: &[&[u32]], length: usize, stop: &Stop) -> Result<Tensor<f32>, ort::Error> {
    let mut session = networks.encoder.lock().unwrap_or_else(PoisonError::into_inner);
    let mut states = Vec::new();
    for part in inputs.chunks((BUDGET / length.max(1)).max(1)) {
        let [ids, mask] = ids_and_mask(part, length)?;
        let given = ort::inputs![INPUT_IDS => ids, ATTENTION_MASK => mask];
        let outputs = session.run_with_options(given, stop.options())?;
        states.extend_from_slice(outputs[HIDDEN].try_extract_tensor::<f32>()?.1);
    }
    let width = states.len() / (inputs.len() * length).max(1);
    Tensor::from_array(([inputs.len(), length, width], states))
}

/// Keys or values of length zero.
fn empty(slot: &Slot, rows: usize) -> Result<CachedTensor<f32>, ort::Error> {
    let nothing = Tensor::from_array(([rows, slot.heads, 0, slot.width], Vec::<f32>::new()))?;
    Ok(CachedTensor::new(nothing.into_dyn()))
}

/// A cached tensor with a row for each unfinished text. Only its first rows are in use; the owner knows how many. Rows
/// move when texts end, within the same memory: a copy of all keys and values would cost more than it saves.
struct CachedTensor<T> {
    value: DynValue,
    element: PhantomData<T>,
}

impl<T: PrimitiveTensorElementType + Debug + Copy + 'static> CachedTensor<T> {
    fn new(value: DynValue) -> Self {
        Self { value, element: PhantomData }
    }

    /// Its first `rows` rows, as input of a session.
    fn first(&self, rows: usize) -> Result<SessionInputValue<'_>, ort::Error> {
        let (shape, values) = self.value.try_extract_tensor::<T>()?;
        if shape.first().copied() == i64::try_from(rows).ok() {
            return Ok((&self.value).into());
        }
        let first = &values[..rows * row_length(shape)];
        Ok(TensorRef::from_array_view((with_rows(shape, rows), first))?.into())
    }

    /// Copies row `parents[i]` to each new row `i`. There may be more rows than before.
    fn spread(&mut self, parents: &[usize]) -> Result<(), ort::Error> {
        let (shape, values) = self.value.try_extract_tensor::<T>()?;
        let length = row_length(shape);
        let mut spread = Vec::with_capacity(parents.len() * length);
        parents.iter().for_each(|row| spread.extend_from_slice(&values[row * length..][..length]));
        self.value = Tensor::from_array((with_rows(shape, parents.len()), spread))?.into_dyn();
        Ok(())
    }

    /// The same for at most as many rows as before. Only moving rows are copied.
    fn reorder(&mut self, parents: &[usize]) -> Result<(), ort::Error> {
        let moving = || parents.iter().copied().enumerate().filter(|(to, from)| to != from);
        let (shape, values) = self.value.try_extract_tensor_mut::<T>()?;
        let length = row_length(shape);
        let mut sources = Vec::with_capacity(moving().count() * length);
        moving().for_each(|(_, from)| sources.extend_from_slice(&values[from * length..][..length]));
        for ((to, _), source) in moving().zip(sources.chunks_exact(length.max(1))) {
            values[to * length..][..length].copy_from_slice(source);
        }
        Ok(())
    }

    /// The same if no row moves to a higher index: each is copied once, in place.
    fn close_up(&mut self, parents: &[usize]) -> Result<(), ort::Error> {
        let (shape, values) = self.value.try_extract_tensor_mut::<T>()?;
        let length = row_length(shape);
        for (to, from) in parents.iter().copied().enumerate().filter(|(to, from)| to != from) {
            values.copy_within(from * length..(from + 1) * length, to * length);
        }
        Ok(())
    }
}

/// Numbers of one row.
fn row_length(shape: &[i64]) -> usize {
    shape.iter().skip(1).map(|length| usize::try_from(*length).unwrap_or(0)).product()
}

fn with_rows(shape: &[i64], rows: usize) -> Vec<i64> {
    let rows = i64::try_from(rows).unwrap_or(i64::MAX);
    [rows].into_iter().chain(shape.iter().skip(1).copied()).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::runtime;

    /// Rows of two numbers: their number, and its negative.
    fn kept(rows: usize) -> CachedTensor<f32> {
        let home = std::env::var_os("PINCITE_HOME").map(std::path::PathBuf::from).unwrap_or_default();
        runtime::start(&runtime::candidates(&home)).unwrap();
        let values = (0..rows).flat_map(|row| [row as f32, -(row as f32)]).collect::<Vec<_>>();
        CachedTensor::new(Tensor::from_array(([rows, 1, 2], values)).unwrap().into_dyn())
    }

    fn rows(kept: &CachedTensor<f32>, count: usize) -> Vec<usize> {
        let given = kept.first(count).unwrap();
        let (shape, values) = given.try_extract_tensor::<f32>().unwrap();
        assert_eq!(shape.to_vec(), [count as i64, 1, 2], "a session is given as many rows as it asks for");
        values
            .as_chunks::<2>()
            .0
            .iter()
            .map(|[number, negative]| if *number == -negative { *number as usize } else { 99 })
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_row_is_that_of_its_parent(parents in proptest::collection::vec(0usize..6, 1..12)) {
            let mut spread = kept(6);
            spread.spread(&parents).unwrap();
            prop_assert_eq!(rows(&spread, parents.len()), parents.clone(), "more rows or fewer, in any order");
            let fewer = &parents[..parents.len().min(6)];
            let mut reordered = kept(6);
            reordered.reorder(fewer).unwrap();
            prop_assert_eq!(rows(&reordered, fewer.len()), fewer, "in place, in any order");
            let never_up: Vec<usize> = fewer.iter().enumerate().map(|(to, from)| to.max(*from)).collect();
            let mut closed = kept(6);
            closed.close_up(&never_up).unwrap();
            prop_assert_eq!(rows(&closed, fewer.len()), never_up, "in place, closing gaps");
        }
    }
}
