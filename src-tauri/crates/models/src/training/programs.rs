//! The graphs of training, opened when first needed.

use std::sync::OnceLock;
use std::thread::available_parallelism;

use pincite_graph::training::{
    self, EPSILON, FIRST_CORRECTION, LEARNING_RATE, MAX_NORM, SECOND_CORRECTION, Trained, WEIGHT_DECAY,
};
use pincite_graph::{Error as GraphError, Graph};

use super::state::KEPT;
use crate::error::Error;
use crate::program::{Processor, Program};
use crate::session::Initialisers;
use crate::settings::Settings;

/// Inputs that a step is given besides weights and texts, in the order of `Rates::numbers`.
pub(super) const RATES: [&str; 6] =
    [LEARNING_RATE, WEIGHT_DECAY, EPSILON, MAX_NORM, FIRST_CORRECTION, SECOND_CORRECTION];

/// Which graph.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Step,
    Embed,
    Forward,
    Loss,
    Backward,
    Rerun,
    Update,
    Read,
}

/// The programs of one encoder in training.
pub(super) struct Programs {
    pub(super) settings: Settings,
    name: String,
    /// Weights that are not trained.
    frozen: Initialisers,
    place: Processor,
    /// By kind, without and with late interaction as a teacher.
    opened: [[OnceLock<Program>; 2]; 8],
}

/// Weights that are trained: all but the table of words, which is half of a small encoder. Without it a checkpoint and a
/// tuned encoder take half the space, a step is faster, and the encoder alone still gained seven points on articles it had
/// not seen (docs/experiments); whether training it gains more has not been measured.
pub(super) fn chosen(name: &str) -> bool {
    name != "embeddings.word_embeddings.weight"
}

impl Programs {
    pub(super) fn new(name: &str, settings: Settings, frozen: Initialisers, gpu: bool) -> Self {
        let threads = available_parallelism().map_or(1, usize::from);
        let place = if gpu { Processor::Gpu } else { Processor::Cpu(threads) };
        Self { settings, name: name.to_owned(), frozen, place, opened: Default::default() }
    }

    fn trained(&self, taught: bool) -> Trained<'_> {
        let Settings { config, pooling, normalise, .. } = &self.settings;
        Trained { config, pooling: *pooling, normalise: *normalise, chosen, taught }
    }

    pub(super) fn get(&self, kind: Kind) -> Result<&Program, Error> {
        self.get_with(kind, false)
    }

    /// One of those that differ where late interaction teaches.
    pub(super) fn get_with(&self, kind: Kind, taught: bool) -> Result<&Program, Error> {
        let slot = &self.opened[kind as usize][usize::from(taught)];
        if let Some(program) = slot.get() {
            return Ok(program);
        }
        let graph =
            self.graph(kind, taught).map_err(|source| Error::Untrainable { model: self.name.clone(), source })?;
        let name = format!("{}-{kind:?}", self.name).to_lowercase();
        let program = Program::open(&name, &graph, &self.frozen.needed_by(&graph), self.place, KEPT)?;
        Ok(slot.get_or_init(|| program))
    }

    fn graph(&self, kind: Kind, taught: bool) -> Result<Graph, GraphError> {
        let trained = self.trained(taught);
        match kind {
            Kind::Step => training::step(&trained),
            Kind::Embed => training::embed(&trained),
            Kind::Loss => training::loss(&trained),
            Kind::Forward => training::halves(&trained).map(|[forward, _]| forward),
            Kind::Backward => training::halves(&trained).map(|[_, backward]| backward),
            Kind::Rerun => training::rerun(&trained),
            Kind::Update => training::update(&trained),
            Kind::Read => training::read(&trained),
        }
    }
}
