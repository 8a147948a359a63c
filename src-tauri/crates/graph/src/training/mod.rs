//! A training step as graphs: forward, loss, backward, clipping and AdamW, in plain ONNX operators.
//!
//! [`step`] is one graph for all. For batches larger than memory, the same parts exist separately (gradient caching,
//! Gao et al. 2021, §3). Forward passes use [`embed`], and the vectors of the whole batch go to [`loss`]. Some texts at
//! a time then go backward with [`rerun`]. The end is [`update`]. Not for choosing pairs, nor for running.
//!
//! Questions and passages share the encoder. Trained weights are inputs under their own names and outputs as `next/…`.
//! The other values of a weight have its name after a prefix (`first/…`, `second/…`, `gradient/…`).

mod adamw;
mod loss;
pub mod scorer;

use crate::bert::{self, ATTENTION_MASK, Config, EMBEDDING, INPUT_IDS, TokenInputs};
use crate::error::Error;
use crate::gradient::Seed;
use crate::graph::{Graph, Value};
use crate::op::Op;
use crate::pooling::Pooling;
use crate::shape::{Dim, Element, Shape};

pub use adamw::{
    EPSILON, FIRST, FIRST_CORRECTION, FIRST_DECAY, GRADIENT, GRADIENT_NORM, LEARNING_RATE, MAX_NORM, NEXT, SECOND,
    SECOND_CORRECTION, SECOND_DECAY, WEIGHT_DECAY,
};
pub use loss::{BIAS, LOG_TEMPERATURE, LOSS, Loss, POSITIVES, TEACHER};

/// Token ids of questions [questions, question_length]; the mask is named likewise.
pub const QUESTION_IDS: &str = "question_ids";
/// Mask of questions.
pub const QUESTION_MASK: &str = "question_mask";
/// Token ids of passages [passages, passage_length].
pub const PASSAGE_IDS: &str = "passage_ids";
/// Mask of passages.
pub const PASSAGE_MASK: &str = "passage_mask";
/// Vectors of questions [questions, width].
pub const QUESTIONS: &str = "questions";
/// Vectors of passages [passages, width].
pub const PASSAGES: &str = "passages";

/// Prefix of weights and moments that are copied to the host.
const READ: &str = "read/";

/// An encoder for training.
#[derive(Clone, Copy)]
pub struct Trained<'c> {
    /// Its sizes.
    pub config: &'c Config,
    /// The pooling method.
    pub pooling: Pooling,
    /// Whether vectors have length 1.
    pub normalise: bool,
    /// What is minimised.
    pub loss: Loss,
    /// Selects the trained weights by name. The others stay parameters.
    pub chosen: fn(&str) -> bool,
}

impl Trained<'_> {
    /// One vector per text, [texts, width].
    fn encode(&self, graph: &mut Graph, ids: &str, mask: &str, axes: [&'static str; 2]) -> Result<Value, Error> {
        let text = Shape(axes.map(Dim::Named).to_vec());
        let ids = graph.input(ids, Element::I64, text.clone());
        let mask = graph.input(mask, Element::I64, text);
        let states = bert::transformer(graph, self.config, &TokenInputs { ids, mask, types: None })?;
        bert::pooled(graph, states, mask, self.pooling, self.normalise)
    }

    /// Appends the backward pass from the gradient of the loss by the vectors.
    fn backward(&self, graph: &mut Graph, vectors: Value) -> Result<(), Error> {
        let shape = graph.shape(vectors).clone();
        let adjoint = graph.input(EMBEDDING, Element::F32, shape);
        graph.accumulated(&[Seed { value: vectors, adjoint }], self.chosen)
    }

    fn encode_questions(&self, graph: &mut Graph) -> Result<Value, Error> {
        self.encode(graph, QUESTION_IDS, QUESTION_MASK, ["questions", "question_length"])
    }

    fn encode_passages(&self, graph: &mut Graph) -> Result<Value, Error> {
        self.encode(graph, PASSAGE_IDS, PASSAGE_MASK, ["passages", "passage_length"])
    }
}

impl Graph {
    /// Appends the gradients by the weights that `chosen` selects. They are added to the inputs `gradient/…`, and the sums
    /// are the outputs `next/gradient/…`.
    fn accumulated(&mut self, seeds: &[Seed], chosen: fn(&str) -> bool) -> Result<(), Error> {
        let weights = self.free_parameters(chosen);
        let gradients = self.gradients(seeds, &weights)?;
        for (weight, gradient) in weights.into_iter().zip(gradients) {
            let so_far = self.companion(GRADIENT, weight);
            let sum = self.add(so_far, gradient)?;
            let name = format!("{NEXT}{}", self.tensor(so_far).name);
            self.output(&name, sum);
        }
        Ok(())
    }
}

/// A whole step: forward, loss, backward, clipping and AdamW. The outputs are [`LOSS`], [`GRADIENT_NORM`] and the
/// updated weights and moments.
///
/// # Errors
/// [`Error`] if the sizes contradict each other or an operator has no gradient.
pub fn step(trained: &Trained<'_>) -> Result<Graph, Error> {
    let mut graph = Graph::new();
    let questions = trained.encode_questions(&mut graph)?;
    let passages = trained.encode_passages(&mut graph)?;
    let (loss, temperature) = graph.loss(trained.loss, questions, passages)?;
    let mut weights = graph.free_parameters(trained.chosen);
    weights.push(temperature);
    let one = graph.filled(1.0, &[1, 1]);
    let gradients = graph.gradients(&[Seed { value: loss, adjoint: one }], &weights)?;
    graph.output(LOSS, loss);
    graph.adamw(&weights, &gradients)?;
    Ok(graph)
}

/// Encodes texts as [`bert::encoder`] does, with the trained weights as inputs.
///
/// # Errors
/// As [`step`].
pub fn embed(trained: &Trained<'_>) -> Result<Graph, Error> {
    let mut graph = bert::encoder(trained.config, trained.pooling, trained.normalise)?;
    graph.free_parameters(trained.chosen);
    Ok(graph)
}

/// The loss of a whole batch from its vectors, [`QUESTIONS`] and [`PASSAGES`]. The outputs are the loss and its
/// gradients (`gradient/…`) by both kinds of vectors and by the temperature.
///
/// # Errors
/// As [`step`].
pub fn loss(trained: &Trained<'_>) -> Result<Graph, Error> {
    let (mut graph, width) = (Graph::new(), Dim::Fixed(trained.config.hidden_size));
    let mut side = |name, axis: &'static str| graph.input(name, Element::F32, Shape(vec![Dim::Named(axis), width]));
    let (questions, passages) = (side(QUESTIONS, "questions"), side(PASSAGES, "passages"));
    let (loss, temperature) = graph.loss(trained.loss, questions, passages)?;
    let one = graph.filled(1.0, &[1, 1]);
    let wanted = [questions, passages, temperature];
    let gradients = graph.gradients(&[Seed { value: loss, adjoint: one }], &wanted)?;
    graph.output(LOSS, loss);
    for (value, gradient) in wanted.into_iter().zip(gradients) {
        let name = format!("{GRADIENT}{}", graph.tensor(value).name);
        graph.output(&name, gradient);
    }
    Ok(graph)
}

/// Runs some texts forward and backward. The input [`EMBEDDING`] is the gradient of the loss by their vectors. The
/// gradients by the weights are added to the inputs `gradient/…`, and the sums are the outputs `next/gradient/…`.
///
/// # Errors
/// As [`step`].
pub fn rerun(trained: &Trained<'_>) -> Result<Graph, Error> {
    let mut graph = Graph::new();
    let vectors = trained.encode(&mut graph, INPUT_IDS, ATTENTION_MASK, ["batch", "length"])?;
    trained.backward(&mut graph, vectors)?;
    Ok(graph)
}

/// The same as [`rerun`] in two graphs. The first encodes texts as [`embed`] does, and also outputs the values that the
/// second needs for the backward pass. The names of the floats among these begin with `next/`.
///
/// # Errors
/// As [`step`].
pub fn halves(trained: &Trained<'_>) -> Result<[Graph; 2], Error> {
    let mut graph = Graph::new();
    let vectors = trained.encode(&mut graph, INPUT_IDS, ATTENTION_MASK, ["batch", "length"])?;
    let same = graph.unary(Op::Identity, vectors);
    graph.output(EMBEDDING, same);
    let forward = graph.nodes().len();
    trained.backward(&mut graph, vectors)?;
    Ok(graph.cut(forward, NEXT))
}

/// Clipping and AdamW from the gradients of a whole batch (`gradient/…`, that of the temperature included).
///
/// # Errors
/// As [`step`].
pub fn update(trained: &Trained<'_>) -> Result<Graph, Error> {
    let (graph, weights) = weights_alone(trained)?;
    updating(graph, &weights)
}

fn updating(mut graph: Graph, weights: &[Value]) -> Result<Graph, Error> {
    let gradients: Vec<Value> = weights.iter().map(|weight| graph.companion(GRADIENT, *weight)).collect();
    graph.adamw(weights, &gradients)?;
    Ok(graph)
}

/// Copies weights and moments from the device to the host, under names that begin with `read/`.
///
/// # Errors
/// As [`step`].
pub fn read(trained: &Trained<'_>) -> Result<Graph, Error> {
    let (graph, weights) = weights_alone(trained)?;
    Ok(reading(graph, weights))
}

fn reading(mut graph: Graph, weights: Vec<Value>) -> Graph {
    for weight in weights {
        let companions = [weight, graph.companion(FIRST, weight), graph.companion(SECOND, weight)];
        for value in companions {
            let same = graph.unary(Op::Identity, value);
            let name = format!("{READ}{}", graph.tensor(value).name);
            graph.output(&name, same);
        }
    }
    graph
}

/// A graph with only the trained weights and the temperature as inputs.
fn weights_alone(trained: &Trained<'_>) -> Result<(Graph, Vec<Value>), Error> {
    let all = bert::encoder(trained.config, trained.pooling, trained.normalise)?;
    let (mut graph, mut weights) = weights_of(all, trained.chosen);
    weights.push(graph.input(LOG_TEMPERATURE, Element::F32, Shape::fixed(&[1])));
    Ok((graph, weights))
}

/// A graph with only the weights of a network that `chosen` selects as inputs.
fn weights_of(mut network: Graph, chosen: fn(&str) -> bool) -> (Graph, Vec<Value>) {
    let mut graph = Graph::new();
    let mut weights = Vec::new();
    for weight in network.free_parameters(chosen) {
        let tensor = network.tensor(weight);
        weights.push(graph.input(&tensor.name, tensor.element, tensor.shape.clone()));
    }
    (graph, weights)
}
