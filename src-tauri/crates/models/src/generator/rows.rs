//! What the decoder knows of each text that is being written: the input it has read, and keys and values of what it has
//! written. Nothing of it is copied between steps unless rows change their order or number.

use std::sync::PoisonError;

use ort::session::{SessionInputValue, SessionOutputs};
use ort::value::{DynValue, PrimitiveTensorElementType, Tensor};
use rayon::prelude::*;

use super::networks::{
    ATTENTION_MASK, ENCODER_HIDDEN, ENCODER_MASK, HIDDEN, INPUT_IDS, LOGITS, Networks, Slot, USE_CACHE,
};
use super::search::{self, Next, Searching};
use crate::error::Error;
use crate::session::{failed, padded};
use crate::stop::Stop;

/// The rows of a round.
pub(super) struct Rows<'n> {
    networks: &'n Networks,
    /// Which input each row belongs to.
    inputs: Vec<usize>,
    mask: DynValue,
    hidden: DynValue,
    /// Keys and values of the input, made by the first step; of no length before it.
    cross: Vec<DynValue>,
    /// Keys and values of the text, made longer by every step.
    own: Vec<DynValue>,
    begun: bool,
}

/// What a step gives: a number for each token that may follow each row.
pub(super) struct Logits(DynValue);

impl<'n> Rows<'n> {
    /// Lets the encoder read the inputs; each is one row.
    pub(super) fn read(networks: &'n Networks, inputs: &[&[u32]], stop: &Stop) -> Result<Self, Error> {
        let failing = |error: ort::Error| running(networks, stop, error);
        let length = inputs.iter().map(|ids| ids.len()).max().unwrap_or(0);
        let shape = [inputs.len(), length];
        let ids = Tensor::from_array((shape, padded(inputs, length, i64::from))).map_err(failing)?;
        let mask = Tensor::from_array((shape, padded(inputs, length, |_| 1))).map_err(failing)?.into_dyn();
        let mut session = networks.encoder.lock().unwrap_or_else(PoisonError::into_inner);
        let given: Vec<(&str, SessionInputValue<'_>)> =
            vec![(INPUT_IDS, (&ids).into()), (ATTENTION_MASK, (&mask).into())];
        let mut outputs = session.run_with_options(given, stop.options()).map_err(failing)?;
        let hidden = taken(&mut outputs, HIDDEN).map_err(failing)?;
        let nothing =
            |slots: &[Slot]| slots.iter().map(|slot| empty(slot, inputs.len())).collect::<Result<Vec<_>, _>>();
        let (cross, own) = (nothing(&networks.cross).map_err(failing)?, nothing(&networks.own).map_err(failing)?);
        Ok(Self { networks, inputs: (0..inputs.len()).collect(), mask, hidden, cross, own, begun: false })
    }

    /// Lets the decoder read one more token of each row.
    pub(super) fn step(&mut self, tokens: &[u32], stop: &Stop) -> Result<Logits, Error> {
        let networks = self.networks;
        self.stepped(tokens, stop).map_err(|error| running(networks, stop, error))
    }

    fn stepped(&mut self, tokens: &[u32], stop: &Stop) -> Result<Logits, ort::Error> {
        let networks = self.networks;
        let ids = Tensor::from_array(([tokens.len(), 1], tokens.iter().copied().map(i64::from).collect::<Vec<_>>()))?;
        let cached = Tensor::from_array(([1usize], vec![self.begun]))?;
        let slots = networks.own.iter().zip(&self.own).chain(networks.cross.iter().zip(&self.cross));
        let mut given: Vec<(&str, SessionInputValue<'_>)> =
            slots.map(|(slot, value)| (slot.past.as_str(), value.into())).collect();
        given.extend([(INPUT_IDS, (&ids).into()), (USE_CACHE, (&cached).into()), (ENCODER_MASK, (&self.mask).into())]);
        if networks.wants_hidden {
            given.push((ENCODER_HIDDEN, (&self.hidden).into()));
        }
        let mut session = networks.decoder.lock().unwrap_or_else(PoisonError::into_inner);
        let mut outputs = session.run_with_options(given, stop.options())?;
        let mut take =
            |slots: &[Slot]| slots.iter().map(|slot| taken(&mut outputs, &slot.present)).collect::<Result<Vec<_>, _>>();
        self.own = take(&networks.own)?;
        if !self.begun {
            // Later steps give nothing of use here: what they were given stays right.
            self.cross = take(&networks.cross)?;
        }
        self.begun = true;
        taken(&mut outputs, LOGITS).map(Logits)
    }

    /// Goes on with other rows: for each, the one it continues.
    pub(super) fn follow(&mut self, parents: &[usize]) -> Result<(), Error> {
        let failing = |error: ort::Error| failed(&self.networks.name, "running", error);
        let inputs: Vec<usize> = parents.iter().map(|row| self.inputs[*row]).collect();
        let in_place = parents.len() == self.inputs.len();
        let kept = |value: &mut DynValue| match in_place {
            true => reorder(value, parents),
            false => gather::<f32>(value, parents),
        };
        self.own.par_iter_mut().try_for_each(kept).map_err(failing)?;
        if inputs != self.inputs {
            self.cross.par_iter_mut().try_for_each(|value| gather::<f32>(value, parents)).map_err(failing)?;
            gather::<f32>(&mut self.hidden, parents).map_err(failing)?;
            gather::<i64>(&mut self.mask, parents).map_err(failing)?;
            self.inputs = inputs;
        }
        Ok(())
    }
}

impl Logits {
    /// Lets each search take the logits of its rows.
    pub(super) fn advance(
        &mut self,
        searches: &mut [Box<dyn Searching>],
        counts: &[usize],
    ) -> Result<Vec<Vec<Next>>, Error> {
        let (shape, values) =
            self.0.try_extract_tensor_mut::<f32>().map_err(|error| failed("logits", "running", error))?;
        let words = shape.last().and_then(|words| usize::try_from(*words).ok()).unwrap_or(0);
        Ok(search::advance(searches, counts, values, words))
    }
}

fn running(networks: &Networks, stop: &Stop, error: ort::Error) -> Error {
    if stop.is_stopped() { Error::Cancelled } else { failed(&networks.name, "running", error) }
}

fn taken(outputs: &mut SessionOutputs<'_>, name: &str) -> Result<DynValue, ort::Error> {
    outputs.remove(name).ok_or_else(|| ort::Error::new(format!("no output {name}")))
}

/// Keys or values of nothing.
fn empty(slot: &Slot, rows: usize) -> Result<DynValue, ort::Error> {
    Ok(Tensor::from_array(([rows, slot.heads, 0, slot.width], Vec::<f32>::new()))?.into_dyn())
}

/// Numbers of one row.
fn stride(shape: &[i64]) -> usize {
    shape.iter().skip(1).map(|length| usize::try_from(*length).unwrap_or(0)).product()
}

/// As many rows as before, in another order: only those that move are copied.
fn reorder(value: &mut DynValue, parents: &[usize]) -> Result<(), ort::Error> {
    let moved: Vec<(usize, usize)> = parents.iter().copied().enumerate().filter(|(to, from)| to != from).collect();
    if moved.is_empty() {
        return Ok(());
    }
    let (shape, values) = value.try_extract_tensor_mut::<f32>()?;
    let stride = stride(shape);
    let sources: Vec<f32> = moved.iter().flat_map(|(_, from)| &values[from * stride..][..stride]).copied().collect();
    for ((to, _), row) in moved.iter().zip(sources.chunks_exact(stride.max(1))) {
        values[to * stride..][..stride].copy_from_slice(row);
    }
    Ok(())
}

/// Other rows, more or fewer.
fn gather<T>(value: &mut DynValue, parents: &[usize]) -> Result<(), ort::Error>
where
    T: PrimitiveTensorElementType + std::fmt::Debug + Clone + 'static,
{
    let (shape, values) = value.try_extract_tensor::<T>()?;
    let (stride, mut shape) = (stride(shape), shape.to_vec());
    let mut rows = Vec::with_capacity(parents.len() * stride);
    parents.iter().for_each(|row| rows.extend_from_slice(&values[row * stride..][..stride]));
    shape[0] = i64::try_from(parents.len()).unwrap_or(i64::MAX);
    *value = Tensor::from_array((shape, rows))?.into_dyn();
    Ok(())
}
