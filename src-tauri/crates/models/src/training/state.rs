//! Weights and moments of a network in training, in the runtime and on the host. Not for their gradients.

use pincite_graph::training::{FIRST, GRADIENT, LOG_TEMPERATURE, SECOND};

use super::batch::{RATES, Rates, first_number};
use crate::{Array, Error, Program, Result, Stop};

/// The trained weights and their moments after a step, on the host: for restoring, and for files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// Number of steps.
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
    /// Its shape in the graph's type.
    pub(crate) fn lengths(&self) -> Vec<i64> {
        self.shape.iter().map(|length| i64::try_from(*length).unwrap_or(i64::MAX)).collect()
    }

    /// A weight without moments.
    pub(super) fn fresh(name: String, shape: Vec<usize>, values: Vec<f32>) -> Self {
        let zeros = vec![0.0; values.len()];
        Self { name, shape, values, first: zeros.clone(), second: zeros }
    }
}

impl Snapshot {
    /// The weights alone, a third of the memory. Training that continues from them starts without moments.
    pub fn without_moments(&self) -> Self {
        let alone = |weight: &Weight| Weight { first: Vec::new(), second: Vec::new(), ..weight.clone() };
        Self { step: self.step, weights: self.weights.iter().map(alone).collect() }
    }

    /// Interpolates to the weights of `other`, a snapshot of the same network. The result has no moments.
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

    /// The weights of the encoder, without the temperature of the loss.
    pub(crate) fn encoder_weights(&self) -> impl Iterator<Item = &Weight> + Clone {
        self.weights.iter().filter(|weight| weight.name != LOG_TEMPERATURE)
    }
}

/// The same in the runtime, as input of the next step.
pub(super) struct State {
    pub(super) step: u64,
    slots: Vec<Slot>,
}

struct Slot {
    shape: Vec<usize>,
    /// Names and arrays of the inputs: values, first and second moment.
    names: [String; 3],
    arrays: [Array; 3],
}

impl State {
    pub(super) fn new(snapshot: Snapshot) -> Result<Self> {
        let slot = |weight: Weight| {
            let Weight { name, shape, values, first, second } = weight;
            let zeros = |moment: Vec<f32>| if moment.is_empty() { vec![0.0; values.len()] } else { moment };
            let (first, second) = (zeros(first), zeros(second));
            let arrays = [values, first, second].map(|numbers| Array::floats(&shape, numbers));
            let [values, first, second] = arrays;
            let names = [name.clone(), format!("{FIRST}{name}"), format!("{SECOND}{name}")];
            Ok(Slot { arrays: [values?, first?, second?], names, shape })
        };
        let slots: Result<Vec<Slot>> = snapshot.weights.into_iter().map(slot).collect();
        Ok(Self { step: snapshot.step, slots: slots? })
    }

    /// Inputs of a program without updates: the weights, without `skipped`.
    pub(super) fn weights<'s>(&'s self, skipped: &'static str) -> impl Iterator<Item = (&'s str, &'s Array)> {
        let named = |slot: &'s Slot| (slot.names[0].as_str(), &slot.arrays[0]);
        self.slots.iter().map(named).filter(move |(name, _)| *name != skipped)
    }

    /// Inputs of an updating program: weights and moments.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &Array)> {
        self.slots.iter().flat_map(|slot| slot.names.iter().map(String::as_str).zip(&slot.arrays))
    }

    /// Zero gradients under the names of the weights, without the temperature.
    pub(super) fn no_gradients(&self) -> Result<Vec<(String, Array)>> {
        let zeros = |slot: &Slot| {
            let values = vec![0.0; slot.shape.iter().product()];
            Ok((format!("{GRADIENT}{}", slot.names[0]), Array::floats(&slot.shape, values)?))
        };
        self.slots.iter().filter(|slot| slot.names[0] != LOG_TEMPERATURE).map(zeros).collect()
    }

    /// Moves weights and moments by the gradients of a batch, with the program for that. Returns the length of the
    /// gradients before clipping.
    pub(super) fn update(
        &mut self,
        program: &Program,
        gradients: &[(String, Array)],
        rates: &Rates,
        stop: &Stop,
    ) -> Result<f32> {
        let rates = rates.given(self.step + 1)?;
        let given = gradients.iter().map(|(name, array)| (name.as_str(), array));
        let inputs: Vec<(&str, &Array)> = given.chain(RATES.into_iter().zip(&rates)).chain(self.all()).collect();
        let mut outputs = program.run(&inputs, stop)?.into_iter();
        let gradient_norm = first_number(outputs.next())?;
        self.replace(&mut outputs);
        Ok(gradient_norm)
    }

    /// A snapshot, with the program that copies weights and moments to the host.
    pub(super) fn read(&self, program: &Program, stop: &Stop) -> Result<Snapshot> {
        let inputs: Vec<(&str, &Array)> = self.all().collect();
        self.snapshot(&program.run(&inputs, stop)?)
    }

    /// Replaces weights and moments by the outputs of a program, in the order it declares them.
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

    /// A snapshot of weights and moments on the host, in the order of [`State::all`].
    fn snapshot(&self, host: &[Array]) -> Result<Snapshot> {
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
        let weights: Result<Vec<Weight>> = self.slots.iter().zip(host.chunks(3)).map(weight).collect();
        Ok(Snapshot { step: self.step, weights: weights? })
    }
}
