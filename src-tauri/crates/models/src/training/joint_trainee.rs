//! A joint ranker in training. Not for choosing what was selected before a step (the oracle), rates or the end of training.

use std::path::Path;

use pincite_graph::Graph;
use pincite_graph::joint_ranker::{FEATURES, Sizes, joint_ranker, scored};
use pincite_graph::training::scorer::TrainedScorer;
use rand::SeedableRng;
use rand::distr::{Distribution, Uniform};
use rand_pcg::Pcg64;
use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensorError, serialize_to_file};

use super::batch::{Rates, Stepped};
use super::scorer::Scorer;
use super::state::Weight;
use super::targets::Targets;
use crate::error::Error;
use crate::joint_ranker::{JointRanker, length};
use crate::program::Array;
use crate::session::Initialisers;
use crate::weights::bytes;

/// A step of a selection: the candidates left, and those that would be right. If none would, the selection is complete, and
/// all scores should be below 0.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Features of each candidate that is left, one row after another.
    pub rows: Vec<f32>,
    /// Rows of the right ones; may be empty.
    pub targets: Vec<usize>,
}

/// A joint ranker in training.
pub struct JointTrainee {
    sizes: Sizes,
    scorer: Scorer,
}

impl JointTrainee {
    /// A new one with weights drawn by chance, for candidates that so many numbers describe, with so many hidden units.
    ///
    /// # Errors
    /// [`Error::Session`], [`Error::NotStarted`].
    pub fn new(features: usize, hidden: usize, seed: u64) -> Result<Self, Error> {
        let sizes = Sizes { features: length(features), hidden: length(hidden) };
        let network = |graph: &mut Graph| scored(graph, sizes);
        let trained = TrainedScorer { network: &network, chosen: |_| true };
        let first = first_weights(&graph(sizes)?, seed);
        let scorer = Scorer::open(NAME, &trained, &Initialisers::default(), false, first)?;
        Ok(Self { sizes, scorer })
    }

    /// One step of AdamW down the gradient of the mean loss of some selections. It is the cross-entropy over the candidates
    /// that are left (Min et al. 2021, equation 2). "None of these" is one more candidate, whose score is 0.
    ///
    /// # Errors
    /// [`Error::Session`] when the runtime fails.
    pub fn step(&mut self, selections: &[Selection], rates: &Rates) -> Result<Stepped, Error> {
        let features = self.features();
        let rows: Vec<f32> = selections.iter().flat_map(|selection| selection.rows.iter().copied()).collect();
        let target = |one: &Selection| Targets { candidates: one.rows.len() / features, answers: one.targets.clone() };
        let targets: Vec<Targets> = selections.iter().map(target).collect();
        let share = 1.0 / selections.len().max(1) as f32;
        let given = (FEATURES, Array::floats(&[rows.len() / features, features], rows)?);
        let inputs: Vec<(&str, Array)> = std::iter::once(given).chain(Targets::inputs(&targets, share)?).collect();
        let sums = self.scorer.add(&inputs, self.scorer.nothing()?)?;
        self.scorer.step(&sums, rates)
    }

    /// The joint ranker as it is now.
    ///
    /// # Errors
    /// [`Error::Session`].
    pub fn ranker(&self) -> Result<JointRanker, Error> {
        let array = |weight: Weight| Ok((weight.name, Array::floats(&weight.shape, weight.values)?));
        let weights = self.weights()?.into_iter().map(array).collect::<Result<_, Error>>()?;
        JointRanker::new(graph(self.sizes)?, self.features(), weights)
    }

    /// Writes the weights for [`JointRanker::open`].
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, file: &Path) -> Result<(), Error> {
        let weights = self.weights()?;
        let stored: Vec<(&Weight, Vec<u8>)> = weights.iter().map(|weight| (weight, bytes(&weight.values))).collect();
        let views = stored.iter().map(|(weight, bytes)| {
            Ok((weight.name.as_str(), TensorView::new(Dtype::F32, weight.shape.clone(), bytes)?))
        });
        let views = views.collect::<Result<Vec<_>, SafeTensorError>>().map_err(|error| Error::bad(file, error))?;
        serialize_to_file(views, None, file).map_err(|error| Error::bad(file, error))
    }

    fn features(&self) -> usize {
        usize::try_from(self.sizes.features).unwrap_or(1).max(1)
    }

    fn weights(&self) -> Result<Vec<Weight>, Error> {
        Ok(self.scorer.snapshot()?.weights)
    }
}

const NAME: &str = "joint ranker";

fn graph(sizes: Sizes) -> Result<Graph, Error> {
    joint_ranker(sizes).map_err(|source| Error::Untrainable { model: NAME.to_owned(), source })
}

/// Uniform weights within ±1/√inputs, biases of zero.
fn first_weights(graph: &Graph, seed: u64) -> Vec<Weight> {
    let mut random = Pcg64::seed_from_u64(seed);
    let weight = |tensor: &pincite_graph::Tensor| {
        let shape: Vec<usize> = tensor
            .shape
            .known()
            .unwrap_or_default()
            .iter()
            .map(|length| usize::try_from(*length).unwrap_or(0))
            .collect();
        let bound = if let [_, inputs] = shape[..] { 1.0 / (inputs as f32).sqrt() } else { 0.0 };
        let count = shape.iter().product();
        let values = match Uniform::new_inclusive(-bound, bound) {
            Ok(spread) => spread.sample_iter(&mut random).take(count).collect(),
            Err(_) => vec![0.0; count],
        };
        Weight::fresh(tensor.name.clone(), shape, values)
    };
    graph.parameters().map(weight).collect()
}
