//! Losses over the similarities of a batch of questions and passages, as a graph from vectors to gradients.

use pincite_graph::training::{BIAS, GRADIENT, LOG_TEMPERATURE, LOSS, PASSAGES, POSITIVES, QUESTIONS};
use pincite_graph::{Dim, Element, Error, Graph, Op, Seed, Shape, Value};
use serde::Serialize;

/// Logits of the teacher, [questions, passages]; only for [`Loss::MarginMse`]. Those with a large negative bias are ignored.
pub const TEACHER: &str = "teacher";
/// A probability of 1 leaves this much, so that the logarithm of the rest is finite.
const REST: f32 = 1e-6;

/// What is minimised. The similarities are `S = Q·Pᵀ·e^t`, t trained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    /// DL-DPR: the mean of the cross-entropies of rows (by question) and of columns (by passage). Hard negatives are
    /// columns without a target and count in the rows only.
    #[default]
    DlDpr,
    /// PAIR (Ren et al. 2021): `(1 − α)·L_Q + α·L_P`. `L_Q` is the cross-entropy of rows. In `L_P` each answer competes for
    /// its question with the other passages: their similarity to the answer takes the place of that to the question. One
    /// positive per question.
    Pair {
        /// α, 0 to 1. With 0 only `L_Q` is left.
        passage_share: f32,
    },
    /// MarginMSE (Hofstätter et al. 2020; GPL, Wang et al. 2022): the mean squared difference between the margins of answer
    /// and negative by S and by the teacher. One positive per question.
    MarginMse,
    /// DPR⁺: binary cross-entropy of every passage, where its probability is its share in the softmax of the row. Several
    /// positives per question.
    DprPlus,
}

/// The similarities of a batch and what is known about them, all [questions, passages].
struct Similarities {
    /// `S`.
    scaled: Value,
    positives: Value,
    bias: Value,
    /// `S + bias`.
    logits: Value,
}

/// The graph of a loss: from the vectors [`QUESTIONS`] and [`PASSAGES`], each [texts, width], to the loss [1, 1] and its gradients
/// by both and by the temperature. Its inputs are those of the product's loss, and [`TEACHER`] for [`Loss::MarginMse`].
///
/// # Errors
/// [`Error`] if sizes contradict each other.
pub fn loss_graph(loss: Loss, width: i64) -> Result<Graph, Error> {
    let mut losses = Losses(Graph::new());
    let pairs = Shape(vec![Dim::Named("questions"), Dim::Named("passages")]);
    let side = |name: &'static str| Shape(vec![Dim::Named(name), Dim::Fixed(width)]);
    let questions = losses.0.input(QUESTIONS, Element::F32, side("questions"));
    let passages = losses.0.input(PASSAGES, Element::F32, side("passages"));
    let positives = losses.0.input(POSITIVES, Element::F32, pairs.clone());
    let bias = losses.0.input(BIAS, Element::F32, pairs.clone());
    let log_temperature = losses.0.input(LOG_TEMPERATURE, Element::F32, Shape::fixed(&[1]));
    let temperature = losses.0.unary(Op::Exp, log_temperature);
    let scaled = losses.similarities(questions, passages, temperature)?;
    let logits = losses.0.add(scaled, bias)?;
    let batch = Similarities { scaled, positives, bias, logits };
    let loss = match loss {
        Loss::DlDpr => losses.symmetric(&batch)?,
        Loss::Pair { passage_share: 0.0 } => losses.cross_entropy(logits, positives)?,
        Loss::Pair { passage_share } => {
            let among_passages = losses.similarities(passages, passages, temperature)?;
            losses.passage_centric(&batch, among_passages, passage_share)?
        }
        Loss::MarginMse => {
            let teacher = losses.0.input(TEACHER, Element::F32, pairs);
            losses.margins(&batch, teacher)?
        }
        Loss::DprPlus => losses.binary(&batch)?,
    };
    let Losses(mut graph) = losses;
    let adjoint = graph.filled(1.0, &[1, 1]);
    let wanted = [questions, passages, log_temperature];
    let gradients = graph.gradients(&[Seed { value: loss, adjoint }], &wanted)?;
    graph.output(LOSS, loss);
    for (value, gradient) in wanted.into_iter().zip(gradients) {
        let name = format!("{GRADIENT}{}", graph.tensor(value).name);
        graph.output(&name, gradient);
    }
    Ok(graph)
}

/// A graph that losses are added to.
struct Losses(Graph);

impl Losses {
    fn similarities(&mut self, rows: Value, columns: Value, temperature: Value) -> Result<Value, Error> {
        let columns = self.0.transpose(columns, &[1, 0]);
        let products = self.0.matmul(rows, columns)?;
        self.0.mul(products, temperature)
    }

    fn symmetric(&mut self, batch: &Similarities) -> Result<Value, Error> {
        let by_question = self.cross_entropy(batch.logits, batch.positives)?;
        let [logits, positives] = [batch.logits, batch.positives].map(|value| self.0.transpose(value, &[1, 0]));
        let by_passage = self.cross_entropy(logits, positives)?;
        let sum = self.0.add(by_question, by_passage)?;
        let half = self.0.scalar(0.5);
        self.0.mul(sum, half)
    }

    /// `among_passages` [passages, passages]: S of passages. Its rows are picked by the targets; the answer's own column keeps
    /// the similarity to the question.
    fn passage_centric(&mut self, batch: &Similarities, among_passages: Value, share: f32) -> Result<Value, Error> {
        let by_question = self.cross_entropy(batch.logits, batch.positives)?;
        let of_answers = self.0.matmul(batch.positives, among_passages)?;
        let of_answers = self.0.add(of_answers, batch.bias)?;
        let change = self.0.sub(batch.logits, of_answers)?;
        let change = self.0.mul(change, batch.positives)?;
        let logits = self.0.add(of_answers, change)?;
        let by_passage = self.cross_entropy(logits, batch.positives)?;
        let rest = self.0.scalar(1.0 - share);
        let share = self.0.scalar(share);
        let by_question = self.0.mul(by_question, rest)?;
        let by_passage = self.0.mul(by_passage, share)?;
        self.0.add(by_question, by_passage)
    }

    fn margins(&mut self, batch: &Similarities, teacher: Value) -> Result<Value, Error> {
        let ours = self.margin(batch.scaled, batch.positives)?;
        let theirs = self.margin(teacher, batch.positives)?;
        let difference = self.0.sub(ours, theirs)?;
        let squares = self.0.mul(difference, difference)?;
        // e^0 is 1 and e^(−10,000) is 0. The margin of an answer to itself is 0, but is not to count in the mean.
        let counted = self.0.unary(Op::Exp, batch.bias);
        let answers = self.0.mul(counted, batch.positives)?;
        let counted = self.0.sub(counted, answers)?;
        let squares = self.0.mul(squares, counted)?;
        let sum = self.0.reduce_sum(squares, &[0, 1]);
        let count = self.0.reduce_sum(counted, &[0, 1]);
        let one = self.0.scalar(1.0);
        let count = self.0.max(count, one)?;
        self.0.div(sum, count)
    }

    /// The score of each row's positive minus each score.
    fn margin(&mut self, scores: Value, positives: Value) -> Result<Value, Error> {
        let hits = self.0.mul(scores, positives)?;
        let positive = self.0.reduce_sum(hits, &[1]);
        self.0.sub(positive, scores)
    }

    /// The sum over passages, as a mean over positives.
    fn binary(&mut self, batch: &Similarities) -> Result<Value, Error> {
        let log_shares = self.0.unary(Op::LogSoftmax, batch.logits);
        let shares = self.0.unary(Op::Exp, log_shares);
        let one = self.0.scalar(1.0);
        let least = self.0.scalar(REST);
        let rest = self.0.sub(one, shares)?;
        let rest = self.0.max(rest, least)?;
        let log_rest = self.0.unary(Op::Log, rest);
        // y·log p + (1 − y)·log(1 − p)
        let apart = self.0.sub(log_shares, log_rest)?;
        let hits = self.0.mul(apart, batch.positives)?;
        let terms = self.0.add(log_rest, hits)?;
        let sum = self.0.reduce_sum(terms, &[0, 1]);
        let count = self.0.reduce_sum(batch.positives, &[0, 1]);
        let mean = self.0.div(sum, count)?;
        Ok(self.0.unary(Op::Neg, mean))
    }

    /// `−Σ targets · log softmax(logits) / Σ targets`, softmax over the last axis → [1, 1].
    fn cross_entropy(&mut self, logits: Value, targets: Value) -> Result<Value, Error> {
        let log_shares = self.0.unary(Op::LogSoftmax, logits);
        let hits = self.0.mul(log_shares, targets)?;
        let sum = self.0.reduce_sum(hits, &[0, 1]);
        let count = self.0.reduce_sum(targets, &[0, 1]);
        let mean = self.0.div(sum, count)?;
        Ok(self.0.unary(Op::Neg, mean))
    }
}
