//! The graphs of training, opened on first use. Not for their inputs.

use std::sync::OnceLock;

use pincite_graph::training::{self, NEXT, Trained};
use pincite_graph::{Error as GraphError, Graph};

use crate::settings::Settings;
use crate::{Error, Initialisers, Processor, Program, Result};

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
    processor: Processor,
    /// By kind.
    opened: [OnceLock<Program>; 8],
}

/// Whether a weight is trained: all but the word embeddings, which are half of a small encoder. Without them a
/// checkpoint takes half the space and a step is faster. The encoder alone still gained seven points on unseen articles
/// (docs/experiments). Whether training them gains more was not measured.
pub(super) fn chosen(name: &str) -> bool {
    name != "embeddings.word_embeddings.weight"
}

impl Programs {
    pub(super) fn new(name: &str, settings: Settings, frozen: Initialisers, gpu: bool) -> Self {
        let processor = Processor::of(gpu);
        Self { settings, name: name.to_owned(), frozen, processor, opened: Default::default() }
    }

    fn trained(&self) -> Trained<'_> {
        let Settings { config, pooling, normalise, .. } = &self.settings;
        Trained { config, pooling: *pooling, normalise: *normalise, chosen }
    }

    pub(super) fn get(&self, kind: Kind) -> Result<&Program> {
        let slot = &self.opened[kind as usize];
        if let Some(program) = slot.get() {
            return Ok(program);
        }
        let graph = self.graph(kind).map_err(|source| Error::Untrainable { model: self.name.clone(), source })?;
        let name = format!("{}-{kind:?}", self.name).to_lowercase();
        let program = Program::open(&name, &graph, &self.frozen.needed_by(&graph), self.processor, NEXT)?;
        Ok(slot.get_or_init(|| program))
    }

    fn graph(&self, kind: Kind) -> Result<Graph, GraphError> {
        let trained = self.trained();
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
