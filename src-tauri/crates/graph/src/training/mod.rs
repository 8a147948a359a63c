//! A step of training as graphs: forward, loss, backward, clipping and AdamW in plain ONNX operators.
//!
//! [`step`] is all of it in one graph. For batches larger than memory the same pieces come one by one (gradient caching,
//! Gao et al. 2021, §3): [`embed`] without keeping anything, [`loss`] over the vectors of the whole batch, [`backward`]
//! for a part of the texts at a time, [`update`] at the end. Nothing here chooses pairs or runs anything (the crate
//! `tune` does).
//!
//! The encoder is shared by questions and passages. Weights that are trained are inputs under their own names, and come
//! back as `next/…`; what accompanies a weight has its name behind a prefix (`first/…`, `second/…`, `gradient/…`).

mod adamw;
mod loss;

use crate::bert::{self, ATTENTION_MASK, Config, EMBEDDING, INPUT_IDS};
use crate::error::Error;
use crate::graph::{Graph, Value};
use crate::op::Op;
use crate::pooling::Pooling;
use crate::shape::{Dim, Element, Shape};

pub use adamw::{
    EPSILON, FIRST, FIRST_CORRECTION, FIRST_DECAY, GRADIENT, GRADIENT_NORM, LEARNING_RATE, MAX_NORM, NEXT, SECOND,
    SECOND_CORRECTION, SECOND_DECAY, WEIGHT_DECAY,
};
pub use loss::{BIAS, LOG_TEMPERATURE, LOSS, POSITIVES};

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

/// Prefix of weights and moments brought to the host.
const READ: &str = "read/";

/// An encoder to be trained.
#[derive(Clone, Copy)]
pub struct Trained<'c> {
    /// Its sizes.
    pub config: &'c Config,
    /// How tokens become one vector.
    pub pooling: Pooling,
    /// Whether vectors have length 1.
    pub normalise: bool,
    /// Which weights, by name, are trained; the others stay parameters.
    pub chosen: fn(&str) -> bool,
}

impl Trained<'_> {
    /// One vector per text, [texts, width].
    fn encode(&self, graph: &mut Graph, ids: &str, mask: &str, axes: [&'static str; 2]) -> Result<Value, Error> {
        let text = Shape(axes.map(Dim::Named).to_vec());
        let ids = graph.input(ids, Element::I64, text.clone());
        let mask = graph.input(mask, Element::I64, text);
        let states = bert::transformer(graph, self.config, ids, mask)?;
        bert::pooled(graph, states, mask, self.pooling, self.normalise)
    }

    /// Appends the way back from the gradient of the loss by vectors.
    fn backward(&self, graph: &mut Graph, vectors: Value) -> Result<(), Error> {
        let shape = graph.shape(vectors).clone();
        let adjoint = graph.input(EMBEDDING, Element::F32, shape);
        let weights = graph.free_parameters(self.chosen);
        let gradients = graph.gradients(&[(vectors, adjoint)], &weights)?;
        for (weight, gradient) in weights.into_iter().zip(gradients) {
            let so_far = graph.companion(GRADIENT, weight);
            let sum = graph.add(so_far, gradient)?;
            let name = format!("{NEXT}{}", graph.tensor(so_far).name);
            graph.output(&name, sum);
        }
        Ok(())
    }

    fn encode_questions(&self, graph: &mut Graph) -> Result<Value, Error> {
        self.encode(graph, QUESTION_IDS, QUESTION_MASK, ["questions", "question_length"])
    }

    fn encode_passages(&self, graph: &mut Graph) -> Result<Value, Error> {
        self.encode(graph, PASSAGE_IDS, PASSAGE_MASK, ["passages", "passage_length"])
    }
}

/// Forward, loss, backward, clipping and AdamW in one: [`LOSS`], [`GRADIENT_NORM`] and the next weights and moments come
/// out.
///
/// # Errors
/// [`Error`] if the sizes contradict each other or an operator has no gradient.
pub fn step(trained: &Trained<'_>) -> Result<Graph, Error> {
    let mut graph = Graph::new();
    let questions = trained.encode_questions(&mut graph)?;
    let passages = trained.encode_passages(&mut graph)?;
    let (loss, temperature) = graph.contrastive_loss(questions, passages)?;
    let mut weights = graph.free_parameters(trained.chosen);
    weights.push(temperature);
    let one = graph.filled(1.0, &[1, 1]);
    let gradients = graph.gradients(&[(loss, one)], &weights)?;
    graph.output(LOSS, loss);
    graph.adamw(&weights, &gradients)?;
    Ok(graph)
}

/// Texts to vectors, as [`bert::encoder`], with the trained weights as inputs.
///
/// # Errors
/// As [`step`].
pub fn embed(trained: &Trained<'_>) -> Result<Graph, Error> {
    let mut graph = bert::encoder(trained.config, trained.pooling, trained.normalise)?;
    graph.free_parameters(trained.chosen);
    Ok(graph)
}

/// The loss of a whole batch from its vectors, [`QUESTIONS`] and [`PASSAGES`]; and its gradients (`gradient/…`) by the
/// vectors of the questions, by those of the passages, and by the temperature.
///
/// # Errors
/// As [`step`].
pub fn loss(trained: &Trained<'_>) -> Result<Graph, Error> {
    let (mut graph, width) = (Graph::new(), Dim::Fixed(trained.config.hidden_size));
    let mut side = |name, axis: &'static str| graph.input(name, Element::F32, Shape(vec![Dim::Named(axis), width]));
    let (questions, passages) = (side(QUESTIONS, "questions"), side(PASSAGES, "passages"));
    let (loss, temperature) = graph.contrastive_loss(questions, passages)?;
    let one = graph.filled(1.0, &[1, 1]);
    let wanted = [questions, passages, temperature];
    let gradients = graph.gradients(&[(loss, one)], &wanted)?;
    graph.output(LOSS, loss);
    for (value, gradient) in wanted.into_iter().zip(gradients) {
        let name = format!("{GRADIENT}{}", graph.tensor(value).name);
        graph.output(&name, gradient);
    }
    Ok(graph)
}

/// Runs some texts forward and backward: from the gradient of the loss by their vectors ([`EMBEDDING`], an input here) to
/// gradients by the weights, added to those given as `gradient/…` and returned as `next/gradient/…`.
///
/// # Errors
/// As [`step`].
pub fn rerun(trained: &Trained<'_>) -> Result<Graph, Error> {
    let mut graph = Graph::new();
    let vectors = trained.encode(&mut graph, INPUT_IDS, ATTENTION_MASK, ["batch", "length"])?;
    trained.backward(&mut graph, vectors)?;
    Ok(graph)
}

/// The same in two: texts to vectors, as [`embed`], and behind these all that the second graph, which runs them backward,
/// takes from the first; floats among that under names that begin with `next/`.
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

/// Clipping and AdamW from the gradients of a whole batch (`gradient/…`, that of the temperature among them).
///
/// # Errors
/// As [`step`].
pub fn update(trained: &Trained<'_>) -> Result<Graph, Error> {
    let (mut graph, weights) = weights_alone(trained)?;
    let gradients: Vec<Value> = weights.iter().map(|weight| graph.companion(GRADIENT, *weight)).collect();
    graph.adamw(&weights, &gradients)?;
    Ok(graph)
}

/// Weights and moments in, the same out under names that begin with `read/`: brings to the host what is on a device.
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

/// A graph whose only inputs so far are the trained weights and the temperature.
fn weights_alone(trained: &Trained<'_>) -> Result<(Graph, Vec<Value>), Error> {
    let mut all = bert::encoder(trained.config, trained.pooling, trained.normalise)?;
    let mut graph = Graph::new();
    let mut weights = Vec::new();
    for weight in all.free_parameters(trained.chosen) {
        let tensor = all.tensor(weight);
        weights.push(graph.input(&tensor.name, tensor.element, tensor.shape.clone()));
    }
    weights.push(graph.input(LOG_TEMPERATURE, Element::F32, Shape::fixed(&[1])));
    Ok((graph, weights))
}
