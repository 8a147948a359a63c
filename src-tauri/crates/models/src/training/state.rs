//! Weights and moments of an encoder in training, in the runtime and outside it.

use pincite_graph::training::{FIRST, LOG_TEMPERATURE, NEXT, SECOND};

use crate::error::Error;
use crate::program::Array;

/// The trained weights and their moments at a step, as plain numbers: to come back to, and to write to a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// Steps made.
    pub step: u64,
    /// Each trained weight: name, shape, values, and both moments.
    pub weights: Vec<Weight>,
}

/// A trained weight and its moments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weight {
    /// Name in the graph, and key in the weights file without its prefix.
    pub name: String,
    /// Lengths of the axes.
    pub shape: Vec<usize>,
    /// Its values.
    pub values: Vec<f32>,
    /// Running mean of its gradient.
    pub first: Vec<f32>,
    /// Running mean of the gradient's square.
    pub second: Vec<f32>,
}

impl Weight {
    /// Its shape as the graph writes it.
    pub(crate) fn lengths(&self) -> Vec<i64> {
        self.shape.iter().map(|length| i64::try_from(*length).unwrap_or(i64::MAX)).collect()
    }

    /// A weight that has not been moved yet.
    pub(super) fn fresh(name: String, shape: Vec<usize>, values: Vec<f32>) -> Self {
        let zeros = vec![0.0; values.len()];
        Self { name, shape, values, first: zeros.clone(), second: zeros }
    }
}

impl Snapshot {
    /// The weights alone: enough to use them, and a third of the memory. Going on from them starts with no moments.
    pub fn without_moments(&self) -> Self {
        let alone = |weight: &Weight| Weight { first: Vec::new(), second: Vec::new(), ..weight.clone() };
        Self { step: self.step, weights: self.weights.iter().map(alone).collect() }
    }

    /// The weights that lie the `share` of the way to those of `other`, a snapshot of the same network, without moments.
    pub fn towards(&self, other: &Self, share: f32) -> Self {
        let mut mixed = self.without_moments();
        for (weight, target) in mixed.weights.iter_mut().zip(&other.weights) {
            weight
                .values
                .iter_mut()
                .zip(&target.values)
                .for_each(|(value, target)| *value += share * (target - *value));
        }
        mixed
    }

    /// The weights of the encoder: all but the temperature, which only the loss knows.
    pub(crate) fn encoder_weights(&self) -> impl Iterator<Item = &Weight> + Clone {
        self.weights.iter().filter(|weight| weight.name != LOG_TEMPERATURE)
    }
}

/// The same in the runtime: what the next step is given.
pub(super) struct State {
    pub(super) step: u64,
    slots: Vec<Slot>,
}

struct Slot {
    shape: Vec<usize>,
    /// Names of the inputs, and the arrays: values, first and second moment.
    names: [String; 3],
    arrays: [Array; 3],
}

impl State {
    pub(super) fn new(snapshot: Snapshot) -> Result<Self, Error> {
        let slot = |weight: Weight| {
            let Weight { name, shape, values, first, second } = weight;
            let zeros = |moment: Vec<f32>| if moment.is_empty() { vec![0.0; values.len()] } else { moment };
            let (first, second) = (zeros(first), zeros(second));
            let arrays = [values, first, second].map(|numbers| Array::floats(&shape, numbers));
            let [values, first, second] = arrays;
            let names = [name.clone(), format!("{FIRST}{name}"), format!("{SECOND}{name}")];
            Ok(Slot { arrays: [values?, first?, second?], names, shape })
        };
        let slots: Result<Vec<Slot>, Error> = snapshot.weights.into_iter().map(slot).collect();
        Ok(Self { step: snapshot.step, slots: slots? })
    }

    /// Inputs of a program that only computes: the weights, without `skipped`.
    pub(super) fn weights<'s>(&'s self, skipped: &'static str) -> impl Iterator<Item = (&'s str, &'s Array)> {
        let named = |slot: &'s Slot| (slot.names[0].as_str(), &slot.arrays[0]);
        self.slots.iter().map(named).filter(move |(name, _)| *name != skipped)
    }

    /// Inputs of a program that moves: weights and moments.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &Array)> {
        self.slots.iter().flat_map(|slot| slot.names.iter().map(String::as_str).zip(&slot.arrays))
    }

    /// Names and shapes of the weights.
    pub(super) fn shapes(&self) -> impl Iterator<Item = (&str, &[usize])> {
        self.slots.iter().map(|slot| (slot.names[0].as_str(), slot.shape.as_slice()))
    }

    /// Takes what a program made of weights and moments, in the order it declares them.
    pub(super) fn replace(&mut self, outputs: &mut impl Iterator<Item = Array>) {
        for slot in &mut self.slots {
            for array in &mut slot.arrays {
                if let Some(next) = outputs.next() {
                    *array = next;
                }
            }
        }
        self.step += 1;
    }

    /// The numbers, from weights and moments on the host, in the order of [`State::all`].
    pub(super) fn snapshot(&self, host: &[Array]) -> Result<Snapshot, Error> {
        let weight = |(slot, host): (&Slot, &[Array])| {
            let [values, first, second] = host else { return Err(Error::short()) };
            Ok(Weight {
                name: slot.names[0].clone(),
                shape: slot.shape.clone(),
                values: values.to_floats()?,
                first: first.to_floats()?,
                second: second.to_floats()?,
            })
        };
        let weights: Result<Vec<Weight>, Error> = self.slots.iter().zip(host.chunks(3)).map(weight).collect();
        Ok(Snapshot { step: self.step, weights: weights? })
    }
}

/// What outputs that stay on the device begin with.
pub(super) const KEPT: &str = NEXT;
