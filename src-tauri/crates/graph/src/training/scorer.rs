//! Training graphs of a network that scores candidates: the loss of some groups of candidates with its gradients, and the
//! update. Not for encoders (`training`), nor for choosing candidates.
//!
//! A group is a question with candidates. The loss is the cross-entropy over the candidates and "none of these", whose
//! score is 0. It is a sum over groups, so the gradients of a large batch are added up over parts of it.

use crate::error::Error;
use crate::gradient::Seed;
use crate::graph::{Graph, Value};
use crate::shape::{Dim, Element, Shape};

use super::{BIAS, LOSS, POSITIVES};

/// The column of each candidate, [batch, columns]: one 1 in each row. The last column is "none of these" and has no 1.
pub const PLACES: &str = "places";

/// A network that scores candidates, for training.
#[derive(Clone, Copy)]
pub struct TrainedScorer<'n> {
    /// Adds its inputs and the network to a graph. Returns the scores, [batch, 1].
    pub network: &'n dyn Fn(&mut Graph) -> Result<Value, Error>,
    /// Selects the trained weights by name. The others stay parameters.
    pub chosen: fn(&str) -> bool,
}

/// Runs the candidates of some groups forward and backward. The outputs are [`LOSS`] and, as `next/gradient/…`, the sums
/// of the gradients and the inputs `gradient/…`. Its inputs are those of the network, [`PLACES`], and two of the shape
/// [groups, columns]. The first, [`POSITIVES`], is the share of each target in the loss. The second, [`BIAS`], is 0 for a
/// group's own candidates and for "none of these", else a large negative number.
///
/// # Errors
/// [`Error`] if the sizes contradict each other or an operator has no gradient.
pub fn gradients(trained: &TrainedScorer<'_>) -> Result<Graph, Error> {
    let mut graph = Graph::new();
    let scores = (trained.network)(&mut graph)?;
    let loss = graph.group_loss(scores)?;
    let one = graph.filled(1.0, &[1, 1]);
    graph.output(LOSS, loss);
    graph.accumulated(&[Seed { value: loss, adjoint: one }], trained.chosen)?;
    Ok(graph)
}

/// As [`super::update`].
///
/// # Errors
/// As [`gradients`].
pub fn update(trained: &TrainedScorer<'_>) -> Result<Graph, Error> {
    let (graph, weights) = weights_alone(trained)?;
    super::updating(graph, &weights)
}

/// As [`super::read`].
///
/// # Errors
/// As [`gradients`].
pub fn read(trained: &TrainedScorer<'_>) -> Result<Graph, Error> {
    let (graph, weights) = weights_alone(trained)?;
    Ok(super::reading(graph, weights))
}

fn weights_alone(trained: &TrainedScorer<'_>) -> Result<(Graph, Vec<Value>), Error> {
    let mut network = Graph::new();
    (trained.network)(&mut network)?;
    Ok(super::weights_of(network, trained.chosen))
}

impl Graph {
    /// The loss [1, 1] from the scores of candidates [batch, 1].
    fn group_loss(&mut self, scores: Value) -> Result<Value, Error> {
        let [batch, groups, columns] = ["batch", "groups", "columns"].map(Dim::Named);
        let places = self.input(PLACES, Element::F32, Shape(vec![batch, columns]));
        let group = Shape(vec![groups, columns]);
        let positives = self.input(POSITIVES, Element::F32, group.clone());
        let bias = self.input(BIAS, Element::F32, group);
        let row = self.transpose(scores, &[1, 0]);
        let row = self.matmul(row, places)?;
        let logits = self.add(bias, row)?;
        self.surprise(logits, positives)
    }
}
