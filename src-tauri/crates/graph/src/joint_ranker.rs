//! A joint ranker: scores each candidate given the passages already selected (Min et al. 2021, §3). It reads features of
//! both, where the paper's model reads the texts.
//!
//! Not for computing features or selecting (the crate `search`).

use crate::error::Error;
use crate::graph::{Graph, Value};
use crate::op::Op;
use crate::shape::{Dim, Element, Shape};

/// Name of the input: a row of numbers for each candidate, [batch, features].
pub const FEATURES: &str = "features";
/// Name of the output: one score per candidate, [batch, 1]. Their softmax is the probability to be selected next.
pub const SCORE: &str = "score";

/// The sizes of a joint ranker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Numbers that describe a candidate.
    pub features: i64,
    /// Width of the hidden layer.
    pub hidden: i64,
}

/// The graph of a joint ranker: a linear layer, and beside it one hidden layer.
///
/// # Errors
/// [`Error`] if the sizes contradict each other.
pub fn joint_ranker(sizes: Sizes) -> Result<Graph, Error> {
    let mut graph = Graph::new();
    let score = scored(&mut graph, sizes)?;
    graph.output(SCORE, score);
    Ok(graph)
}

/// Adds the input and the network to a graph. Returns the score [batch, 1].
///
/// # Errors
/// As [`joint_ranker`].
pub fn scored(graph: &mut Graph, Sizes { features, hidden }: Sizes) -> Result<Value, Error> {
    let shape = Shape(vec![Dim::Named("batch"), Dim::Fixed(features)]);
    let given = graph.input(FEATURES, Element::F32, shape);
    let direct = graph.linear(given, "direct", features, 1)?;
    let inner = graph.linear(given, "hidden", features, hidden)?;
    let inner = graph.unary(Op::Tanh, inner);
    let curved = graph.linear(inner, "output", hidden, 1)?;
    graph.add(direct, curved)
}
