//! The joint ranker: scores candidates given the passages already selected. Not for their features, nor for selecting (the
//! crate `search`).

use std::path::Path;
use std::thread::available_parallelism;

use pincite_graph::joint_ranker::{self, FEATURES, Sizes};
use safetensors::{Dtype, SafeTensors};

use crate::error::Error;
use crate::program::{Array, Processor, Program};
use crate::session::Initialisers;
use crate::stop::Stop;

/// The weights that come with Pincite, 32-bit floats by the names of the graph's parameters.
const SHIPPED: &[u8] = include_bytes!("../../../../models/pincite-joint/model.safetensors");
/// Their file, for messages.
const SHIPPED_FILE: &str = "models/pincite-joint/model.safetensors";
/// The weight whose shape tells the sizes.
const HIDDEN: &str = "hidden.weight";

/// A joint ranker, opened and ready.
pub struct JointRanker {
    features: usize,
    weights: Vec<(String, Array)>,
    program: Program,
    stop: Stop,
}

impl JointRanker {
    /// Opens the one that comes with Pincite.
    ///
    /// # Errors
    /// [`Error::Session`], [`Error::NotStarted`].
    pub fn shipped() -> Result<Self, Error> {
        Self::of_bytes(Path::new(SHIPPED_FILE), SHIPPED)
    }

    /// Opens weights in a file in the format safetensors.
    ///
    /// # Errors
    /// [`Error::BadFile`] if it holds no joint ranker; as [`Self::shipped`].
    pub fn open(file: &Path) -> Result<Self, Error> {
        let bytes = std::fs::read(file).map_err(Error::reading(file))?;
        Self::of_bytes(file, &bytes)
    }

    fn of_bytes(file: &Path, bytes: &[u8]) -> Result<Self, Error> {
        let bad = |reason: &dyn ToString| Error::bad(file, reason.to_string());
        let tensors = SafeTensors::deserialize(bytes).map_err(|error| bad(&error))?;
        let hidden = tensors.tensor(HIDDEN).map_err(|error| bad(&error))?;
        let &[hidden, features] = hidden.shape() else { return Err(bad(&"its hidden layer is no matrix")) };
        let mut weights = Vec::new();
        for (name, tensor) in tensors.tensors() {
            if tensor.dtype() != Dtype::F32 {
                return Err(bad(&"its weights are no 32-bit floats"));
            }
            let values = tensor.data().as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect();
            weights.push((name, Array::floats(tensor.shape(), values)?));
        }
        Self::new(Sizes { features: length(features), hidden: length(hidden) }, weights).map_err(|error| bad(&error))
    }

    /// A joint ranker with these weights.
    pub(crate) fn new(sizes: Sizes, weights: Vec<(String, Array)>) -> Result<Self, Error> {
        let file = Path::new(SHIPPED_FILE);
        let graph = joint_ranker::joint_ranker(sizes);
        let mut graph = graph.map_err(|source| Error::Graph { file: file.to_owned(), source })?;
        graph.free_parameters(|_| true);
        let threads = available_parallelism().map_or(1, usize::from).min(2);
        let program = Program::open("joint ranker", &graph, &Initialisers::default(), Processor::Cpu(threads), "")?;
        Ok(Self { features: usize::try_from(sizes.features).unwrap_or(0), weights, program, stop: Stop::new()? })
    }

    /// Numbers that describe a candidate.
    pub fn features(&self) -> usize {
        self.features
    }

    /// One score for each candidate, whose features are in `rows` one after another. The softmax of the scores is the
    /// probability to be selected next.
    ///
    /// # Errors
    /// [`Error::Session`] if the rows are not of [`Self::features`] numbers each.
    pub fn scores(&self, rows: Vec<f32>) -> Result<Vec<f32>, Error> {
        let count = rows.len() / self.features.max(1);
        let given = Array::floats(&[count, self.features], rows)?;
        let weights = self.weights.iter().map(|(name, weight)| (name.as_str(), weight));
        let inputs: Vec<(&str, &Array)> = std::iter::once((FEATURES, &given)).chain(weights).collect();
        self.program.run(&inputs, &self.stop)?.first().ok_or_else(Error::short)?.to_floats()
    }
}

pub(crate) fn length(of: usize) -> i64 {
    i64::try_from(of).unwrap_or(0)
}
