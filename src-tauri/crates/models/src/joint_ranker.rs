//! The joint ranker: scores candidates given the passages already selected. Not for their features, nor for selecting (the
//! crate `search`).

use std::path::Path;

use pincite_graph::joint_ranker::{FEATURES, Sizes, joint_ranker};
use pincite_graph::{Graph, Tensor as GraphTensor};
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
        let tensors = SafeTensors::deserialize(bytes).map_err(|error| Error::bad(file, error))?;
        let hidden = tensors.tensor(HIDDEN).map_err(|error| Error::bad(file, error))?;
        let &[hidden, features] = hidden.shape() else {
            return Err(Error::bad(file, "its hidden layer is no matrix"));
        };
        let graph = joint_ranker(Sizes { features: length(features), hidden: length(hidden) });
        let graph = graph.map_err(|source| Error::Graph { file: file.to_owned(), source })?;
        let weight = |parameter: &GraphTensor| Ok((parameter.name.clone(), weight(file, &tensors, parameter)?));
        let weights = graph.parameters().map(weight).collect::<Result<_, Error>>()?;
        Self::new(graph, features, weights)
    }

    /// A joint ranker with these weights.
    pub(crate) fn new(mut graph: Graph, features: usize, weights: Vec<(String, Array)>) -> Result<Self, Error> {
        graph.free_parameters(|_| true);
        // One thread: its products are smaller than the time to wake another.
        let program = Program::open("joint ranker", &graph, &Initialisers::default(), Processor::Cpu(1), "")?;
        Ok(Self { features, weights, program, stop: Stop::new()? })
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

/// A weight of the shape that the graph gives it.
fn weight(file: &Path, tensors: &SafeTensors<'_>, parameter: &GraphTensor) -> Result<Array, Error> {
    let tensor = tensors.tensor(&parameter.name).map_err(|error| Error::bad(file, error))?;
    let shape: Vec<i64> = tensor.shape().iter().copied().map(length).collect();
    if tensor.dtype() != Dtype::F32 || parameter.shape.known() != Some(shape) {
        return Err(Error::bad(file, format!("{} has another shape or type than it should", parameter.name)));
    }
    let values = tensor.data().as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect();
    Array::floats(tensor.shape(), values)
}

pub(crate) fn length(of: usize) -> i64 {
    i64::try_from(of).unwrap_or(0)
}
