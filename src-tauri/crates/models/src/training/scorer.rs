//! A network that scores candidates in training: its weights, and the programs that move them. Not for what its inputs mean.

use pincite_graph::Error as GraphError;
use pincite_graph::Graph;
use pincite_graph::training::scorer::{self, TrainedScorer};

use super::batch::{Rates, Stepped};
use super::state::{KEPT, Snapshot, State, Weight};
use super::step::first_number;
use crate::error::Error;
use crate::program::{Array, Processor, Program};
use crate::session::Initialisers;
use crate::stop::Stop;

/// Weights with their programs.
pub(super) struct Scorer {
    state: State,
    gradients: Program,
    update: Program,
    read: Program,
    stop: Stop,
}

/// What the candidates so far add up to.
pub(super) struct Sums {
    loss: f32,
    /// Gradients under the names of the weights.
    gradients: Vec<(String, Array)>,
}

impl Scorer {
    /// Opens the programs. `frozen` are the weights that are not trained.
    pub(super) fn open(
        name: &str,
        trained: &TrainedScorer<'_>,
        frozen: &Initialisers,
        gpu: bool,
        weights: Vec<Weight>,
    ) -> Result<Self, Error> {
        let processor = Processor::of(gpu);
        let open = |graph: Result<Graph, GraphError>| {
            let graph = graph.map_err(|source| Error::Untrainable { model: name.to_owned(), source })?;
            Program::open(name, &graph, &frozen.needed_by(&graph), processor, KEPT)
        };
        Ok(Self {
            state: State::new(Snapshot { step: 0, weights })?,
            gradients: open(scorer::gradients(trained))?,
            update: open(scorer::update(trained))?,
            read: open(scorer::read(trained))?,
            stop: Stop::new()?,
        })
    }

    /// No candidates yet.
    pub(super) fn nothing(&self) -> Result<Sums, Error> {
        Ok(Sums { loss: 0.0, gradients: self.state.no_gradients()? })
    }

    /// Runs some candidates forward and backward, and adds their loss and gradients to the sums.
    pub(super) fn add(&self, candidates: &[(&'static str, Array)], sums: Sums) -> Result<Sums, Error> {
        let given = candidates.iter().map(|(name, array)| (*name, array));
        let so_far = sums.gradients.iter().map(|(name, array)| (name.as_str(), array));
        let inputs: Vec<(&str, &Array)> = given.chain(so_far).chain(self.state.weights("")).collect();
        let mut outputs = self.gradients.run(&inputs, &self.stop)?.into_iter();
        let loss = sums.loss + first_number(outputs.next())?;
        let gradients = sums.gradients.into_iter().map(|(name, _)| name).zip(outputs).collect();
        Ok(Sums { loss, gradients })
    }

    /// One step of AdamW by the sums.
    pub(super) fn step(&mut self, sums: &Sums, rates: &Rates) -> Result<Stepped, Error> {
        let gradient_norm = self.state.update(&self.update, &sums.gradients, rates, &self.stop)?;
        Ok(Stepped { loss: sums.loss, gradient_norm })
    }

    /// Stops a step from another thread.
    pub(super) fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// The current weights and moments.
    pub(super) fn snapshot(&self) -> Result<Snapshot, Error> {
        self.state.read(&self.read, &self.stop)
    }

    /// Sets other weights and moments.
    pub(super) fn restore(&mut self, snapshot: Snapshot) -> Result<(), Error> {
        self.state = State::new(snapshot)?;
        Ok(())
    }
}
