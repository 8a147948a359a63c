//! What the decoder knows of each text that is being written: the input it has read, and keys and values of what it has
//! written. Between steps nothing of it is copied but rows that change their place.

use std::sync::PoisonError;

use ort::session::{SessionInputValue, SessionOutputs};
use ort::value::{DynValue, Tensor};
use rayon::prelude::*;

use super::kept::Kept;
use super::networks::{
    ATTENTION_MASK, ENCODER_HIDDEN, ENCODER_MASK, HIDDEN, INPUT_IDS, LOGITS, Networks, Slot, USE_CACHE,
};
use super::search::{self, Next, Searching};
use crate::batch::BUDGET;
use crate::error::Error;
use crate::session::{failed, ids_and_mask, padded};
use crate::stop::Stop;

/// The rows of a round.
pub(super) struct Rows<'n> {
    networks: &'n Networks,
    /// Which input each row belongs to.
    inputs: Vec<usize>,
    mask: Kept<i64>,
    hidden: Kept<f32>,
    /// Keys and values of the input, made by the first step; of no length before it.
    cross: Vec<Kept<f32>>,
    /// Keys and values of the text, made longer by every step.
    own: Vec<Kept<f32>>,
    begun: bool,
}

/// What a step gives: a number for each token that may follow each row.
pub(super) struct Logits(DynValue);

impl<'n> Rows<'n> {
    /// Lets the encoder read the inputs; each is one row.
    pub(super) fn read(networks: &'n Networks, inputs: &[&[u32]], stop: &Stop) -> Result<Self, Error> {
        let failing = |error: ort::Error| running(networks, stop, error);
        let length = inputs.iter().map(|ids| ids.len()).max().unwrap_or(0);
        let mask = Tensor::from_array(([inputs.len(), length], padded(inputs, length, |_| 1))).map_err(failing)?;
        let hidden = states(networks, inputs, length, stop).map_err(failing)?;
        let nothing =
            |slots: &[Slot]| slots.iter().map(|slot| empty(slot, inputs.len())).collect::<Result<Vec<_>, _>>();
        let (cross, own) = (nothing(&networks.cross).map_err(failing)?, nothing(&networks.own).map_err(failing)?);
        let (mask, hidden) = (Kept::new(mask.into_dyn()), Kept::new(hidden.into_dyn()));
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
            slots.iter().map(|slot| taken(&mut outputs, &slot.present).map(Kept::new)).collect::<Result<Vec<_>, _>>()
        };
        self.own = take(&networks.own)?;
        if !self.begun {
            // Later steps give nothing of use here: what they were given stays right.
            self.cross = take(&networks.cross)?;
        }
        self.begun = true;
        taken(&mut outputs, LOGITS).map(Logits)
    }

    /// Goes on with other rows: for each, the one it continues. Rows of one input stand together, in the order of the
    /// inputs.
    pub(super) fn follow(&mut self, parents: &[usize]) -> Result<(), Error> {
        self.followed(parents).map_err(|error| failed(&self.networks.name, "running", error))
    }

    fn followed(&mut self, parents: &[usize]) -> Result<(), ort::Error> {
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

    /// For each new row one that has read the same input: itself if it has, else the next one behind.
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

/// What the encoder makes of each token [input, length, width]. It reads [`BUDGET`] tokens at a time, for what it needs
/// while it reads a whole batch would be several times all that is kept.
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

/// Keys or values of nothing.
fn empty(slot: &Slot, rows: usize) -> Result<Kept<f32>, ort::Error> {
    let nothing = Tensor::from_array(([rows, slot.heads, 0, slot.width], Vec::<f32>::new()))?;
    Ok(Kept::new(nothing.into_dyn()))
}
