//! A cross-encoder: a BERT that reads a question and a passage together and scores the pair (Nogueira & Cho 2019, §3).
//!
//! Not for encoding single texts (`bert`).

use crate::bert::{self, ATTENTION_MASK, Config, INPUT_IDS, TOKEN_TYPE_IDS, TokenInputs};
use crate::error::Error;
use crate::graph::{Graph, Value};
use crate::op::Op;
use crate::pooling::Pooling;
use crate::shape::{Dim, Element, Shape};

/// Name of the output: one score per pair, 32-bit floats [batch, 1]. It is a logit without bounds.
pub const SCORE: &str = "score";
/// The weight whose first axis is the number of labels.
pub const CLASSIFIER: &str = "classifier.weight";

/// The meaning of the classifier's outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// One output, the score itself.
    One,
    /// Two outputs, "no" and "yes". The score is their difference, the log odds of "yes".
    NoAndYes,
}

/// The graph of a cross-encoder. Its inputs are [`INPUT_IDS`], [`TOKEN_TYPE_IDS`] and [`ATTENTION_MASK`]; batch and
/// length are free. Its output is [`SCORE`]. Parameters have the names of `BertForSequenceClassification`'s weights,
/// without the prefix "bert.".
///
/// # Errors
/// [`Error`] if the sizes contradict each other.
pub fn cross_encoder(config: &Config, labels: Labels) -> Result<Graph, Error> {
    let mut graph = Graph::new();
    let score = scored(&mut graph, config, labels)?;
    graph.output(SCORE, score);
    Ok(graph)
}

/// Adds the inputs and the network to a graph. Returns the score [batch, 1].
///
/// # Errors
/// As [`cross_encoder`].
pub fn scored(graph: &mut Graph, config: &Config, labels: Labels) -> Result<Value, Error> {
    let pair = Shape(vec![Dim::Named("batch"), Dim::Named("length")]);
    let mut input = |name| graph.input(name, Element::I64, pair.clone());
    let (ids, types, mask) = (input(INPUT_IDS), input(TOKEN_TYPE_IDS), input(ATTENTION_MASK));
    let states = bert::transformer(graph, config, &TokenInputs { ids, mask, types: Some(types) })?;
    let first = graph.pool(states, mask, Pooling::Cls)?;
    let pooled = graph.linear(first, "pooler.dense", config.hidden_size, config.hidden_size)?;
    let pooled = graph.unary(Op::Tanh, pooled);
    match labels {
        Labels::One => graph.linear(pooled, "classifier", config.hidden_size, 1),
        Labels::NoAndYes => log_odds(graph, pooled, config.hidden_size),
    }
}

/// The second output minus the first.
fn log_odds(graph: &mut Graph, pooled: Value, width: i64) -> Result<Value, Error> {
    let outputs = graph.linear(pooled, "classifier", width, 2)?;
    let (yes, no) = (graph.pick(outputs, 1, 1), graph.pick(outputs, 1, 0));
    graph.sub(yes, no)
}
