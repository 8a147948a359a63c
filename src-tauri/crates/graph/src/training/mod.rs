//! A training step as graphs: forward, loss, backward, clipping and AdamW, in plain ONNX operators.
//!
//! [`step`] is one graph for all. For batches larger than memory, the same parts exist separately (gradient caching,
//! Gao et al. 2021, §3). Forward passes use [`embed`], and the vectors of the whole batch go to [`loss`]. Some texts at
//! a time then go backward with [`rerun`]. The end is [`update`]. Not for choosing pairs, nor for running.
//!
//! Questions and passages share the encoder. Trained weights are inputs under their own names and outputs as `next/…`.
//! The other values of a weight have its name after a prefix (`first/…`, `second/…`, `gradient/…`).

mod adamw;

use crate::bert::{self, ATTENTION_MASK, Config, EMBEDDING, INPUT_IDS, TokenInputs};
use crate::{Dim, Element, Error, Graph, Op, Pooling, Seed, Shape, Value};

pub use adamw::{
    EPSILON, FIRST, FIRST_CORRECTION, FIRST_DECAY, GRADIENT, GRADIENT_NORM, LEARNING_RATE, MAX_NORM, NEXT, SECOND,
    SECOND_CORRECTION, SECOND_DECAY, WEIGHT_DECAY,
};

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

/// 1 where the passage answers the question, else 0: [questions, passages].
pub const POSITIVES: &str = "positives";
/// Added to the similarities, [questions, passages]. It is 0, or a large negative number for a passage that does not count
/// for the question, such as a possible other answer (a false negative).
pub const BIAS: &str = "bias";
/// Logarithm of the factor of the similarities, [1]; trained.
pub const LOG_TEMPERATURE: &str = "log_temperature";
/// The loss, [1, 1].
pub const LOSS: &str = "loss";

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
}

impl Graph {
    /// The loss of a batch from its vectors [questions, width] and [passages, width]: the mean of the cross-entropies of
    /// rows (by question) and of columns (by passage) of `Q·Pᵀ·e^t + bias`. Returns the loss and `t`, the logarithm of the
    /// temperature.
    fn loss(&mut self, questions: Value, passages: Value) -> Result<(Value, Value), Error> {
        let pairs = Shape(vec![Dim::Named("questions"), Dim::Named("passages")]);
        let positives = self.input(POSITIVES, Element::F32, pairs.clone());
        let bias = self.input(BIAS, Element::F32, pairs);
        let log_temperature = self.input(LOG_TEMPERATURE, Element::F32, Shape::fixed(&[1]));
        let temperature = self.unary(Op::Exp, log_temperature);
        let passages = self.transpose(passages, &[1, 0]);
        let similarities = self.matmul(questions, passages)?;
        let similarities = self.mul(similarities, temperature)?;
        let logits = self.add(similarities, bias)?;
        let by_question = self.cross_entropy(logits, positives)?;
        let [logits, positives] = [logits, positives].map(|value| self.transpose(value, &[1, 0]));
        let by_passage = self.cross_entropy(logits, positives)?;
        let sum = self.add(by_question, by_passage)?;
        let half = self.scalar(0.5);
        Ok((self.mul(sum, half)?, log_temperature))
    }

    /// `−Σ targets · log softmax(logits) / Σ targets`, softmax over the last axis → [1, 1].
    fn cross_entropy(&mut self, logits: Value, targets: Value) -> Result<Value, Error> {
        let log_shares = self.unary(Op::LogSoftmax, logits);
        let hits = self.mul(log_shares, targets)?;
        let sum = self.reduce_sum(hits, &[0, 1]);
        let count = self.reduce_sum(targets, &[0, 1]);
        let mean = self.div(sum, count)?;
        Ok(self.unary(Op::Neg, mean))
    }

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
    let questions = trained.encode(&mut graph, QUESTION_IDS, QUESTION_MASK, ["questions", "question_length"])?;
    let passages = trained.encode(&mut graph, PASSAGE_IDS, PASSAGE_MASK, ["passages", "passage_length"])?;
    let (loss, temperature) = graph.loss(questions, passages)?;
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
    let mut graph = Graph::new();
    let width = Dim::Fixed(trained.config.hidden_size);
    let mut side = |name, axis: &'static str| graph.input(name, Element::F32, Shape(vec![Dim::Named(axis), width]));
    let questions = side(QUESTIONS, "questions");
    let passages = side(PASSAGES, "passages");
    let (loss, temperature) = graph.loss(questions, passages)?;
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
    let (mut graph, weights) = weights_alone(trained)?;
    let gradients: Vec<Value> = weights.iter().map(|weight| graph.companion(GRADIENT, *weight)).collect();
    graph.adamw(&weights, &gradients)?;
    Ok(graph)
}

/// Copies weights and moments from the device to the host, under names that begin with `read/`.
///
/// # Errors
/// As [`step`].
pub fn read(trained: &Trained<'_>) -> Result<Graph, Error> {
    let (mut graph, weights) = weights_alone(trained)?;
    for weight in weights {
        let companions = [weight, graph.companion(FIRST, weight), graph.companion(SECOND, weight)];
        for value in companions {
            let same = graph.unary(Op::Identity, value);
            let name = format!("{READ}{}", graph.tensor(value).name);
            graph.output(&name, same);
        }
    }
    Ok(graph)
}

/// A graph with only the trained weights and the temperature as inputs.
fn weights_alone(trained: &Trained<'_>) -> Result<(Graph, Vec<Value>), Error> {
    let mut network = bert::encoder(trained.config, trained.pooling, trained.normalise)?;
    let mut graph = Graph::new();
    let mut weights = Vec::new();
    for weight in network.free_parameters(trained.chosen) {
        let tensor = network.tensor(weight);
        weights.push(graph.input(&tensor.name, tensor.element, tensor.shape.clone()));
    }
    weights.push(graph.input(LOG_TEMPERATURE, Element::F32, Shape::fixed(&[1])));
    Ok((graph, weights))
}
