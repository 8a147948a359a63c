//! Losses over the similarities of a batch of questions and passages. Not for composing batches.

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::graph::{Graph, Value};
use crate::op::Op;
use crate::shape::{Dim, Element, Shape};

/// 1 where the passage answers the question, else 0: [questions, passages].
pub const POSITIVES: &str = "positives";
/// Added to the similarities, [questions, passages]. It is 0, or a large negative number for a passage that does not count
/// for the question, such as a possible other answer (a false negative).
pub const BIAS: &str = "bias";
/// Logits of the teacher, [questions, passages]; only for [`Loss::MarginMse`]. Those with a large negative bias are ignored.
pub const TEACHER: &str = "teacher";
/// Logarithm of the factor of the similarities, [1]; trained.
pub const LOG_TEMPERATURE: &str = "log_temperature";
/// The loss, [1, 1].
pub const LOSS: &str = "loss";

/// A probability of 1 leaves this much, so that the logarithm of the rest is finite.
const REST: f32 = 1e-6;

/// What is minimised. The similarities are `S = Q·Pᵀ·e^t`, t trained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
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

impl Graph {
    /// The loss of a batch from its vectors [questions, width] and [passages, width]. Returns the loss and the logarithm of
    /// the temperature.
    pub(super) fn loss(&mut self, loss: Loss, questions: Value, passages: Value) -> Result<(Value, Value), Error> {
        let pairs = Shape(vec![Dim::Named("questions"), Dim::Named("passages")]);
        let positives = self.input(POSITIVES, Element::F32, pairs.clone());
        let bias = self.input(BIAS, Element::F32, pairs.clone());
        let log_temperature = self.input(LOG_TEMPERATURE, Element::F32, Shape::fixed(&[1]));
        let temperature = self.unary(Op::Exp, log_temperature);
        let scaled = self.similarities(questions, passages, temperature)?;
        let logits = self.add(scaled, bias)?;
        let batch = Similarities { scaled, positives, bias, logits };
        let loss = match loss {
            Loss::DlDpr => self.symmetric(&batch)?,
            Loss::Pair { passage_share: 0.0 } => self.cross_entropy(logits, positives)?,
            Loss::Pair { passage_share } => {
                let among_passages = self.similarities(passages, passages, temperature)?;
                self.passage_centric(&batch, among_passages, passage_share)?
            }
            Loss::MarginMse => {
                let teacher = self.input(TEACHER, Element::F32, pairs);
                self.margins(&batch, teacher)?
            }
            Loss::DprPlus => self.binary(&batch)?,
        };
        Ok((loss, log_temperature))
    }

    fn similarities(&mut self, rows: Value, columns: Value, temperature: Value) -> Result<Value, Error> {
        let columns = self.transpose(columns, &[1, 0]);
        let products = self.matmul(rows, columns)?;
        self.mul(products, temperature)
    }

    fn symmetric(&mut self, batch: &Similarities) -> Result<Value, Error> {
        let by_question = self.cross_entropy(batch.logits, batch.positives)?;
        let [logits, positives] = [batch.logits, batch.positives].map(|value| self.transpose(value, &[1, 0]));
        let by_passage = self.cross_entropy(logits, positives)?;
        let (sum, half) = (self.add(by_question, by_passage)?, self.scalar(0.5));
        self.mul(sum, half)
    }

    /// `among_passages` [passages, passages]: S of passages. Its rows are picked by the targets; the answer's own column keeps
    /// the similarity to the question.
    fn passage_centric(&mut self, batch: &Similarities, among_passages: Value, share: f32) -> Result<Value, Error> {
        let by_question = self.cross_entropy(batch.logits, batch.positives)?;
        let of_answers = self.matmul(batch.positives, among_passages)?;
        let of_answers = self.add(of_answers, batch.bias)?;
        let change = self.sub(batch.logits, of_answers)?;
        let change = self.mul(change, batch.positives)?;
        let logits = self.add(of_answers, change)?;
        let by_passage = self.cross_entropy(logits, batch.positives)?;
        let (rest, share) = (self.scalar(1.0 - share), self.scalar(share));
        let (by_question, by_passage) = (self.mul(by_question, rest)?, self.mul(by_passage, share)?);
        self.add(by_question, by_passage)
    }

    fn margins(&mut self, batch: &Similarities, teacher: Value) -> Result<Value, Error> {
        let (ours, theirs) = (self.margin(batch.scaled, batch.positives)?, self.margin(teacher, batch.positives)?);
        let difference = self.sub(ours, theirs)?;
        let squares = self.mul(difference, difference)?;
        // e^0 is 1 and e^(−10,000) is 0. The margin of an answer to itself is 0, but is not to count in the mean.
        let counted = self.unary(Op::Exp, batch.bias);
        let answers = self.mul(counted, batch.positives)?;
        let counted = self.sub(counted, answers)?;
        let squares = self.mul(squares, counted)?;
        let (sum, count) = (self.reduce_sum(squares, &[0, 1]), self.reduce_sum(counted, &[0, 1]));
        let one = self.scalar(1.0);
        let count = self.max(count, one)?;
        self.div(sum, count)
    }

    /// The score of each row's positive minus each score.
    fn margin(&mut self, scores: Value, positives: Value) -> Result<Value, Error> {
        let hits = self.mul(scores, positives)?;
        let positive = self.reduce_sum(hits, &[1]);
        self.sub(positive, scores)
    }

    /// The sum over passages, as a mean over positives.
    fn binary(&mut self, batch: &Similarities) -> Result<Value, Error> {
        let log_shares = self.unary(Op::LogSoftmax, batch.logits);
        let shares = self.unary(Op::Exp, log_shares);
        let (one, least) = (self.scalar(1.0), self.scalar(REST));
        let rest = self.sub(one, shares)?;
        let rest = self.max(rest, least)?;
        let log_rest = self.unary(Op::Log, rest);
        // y·log p + (1 − y)·log(1 − p)
        let apart = self.sub(log_shares, log_rest)?;
        let hits = self.mul(apart, batch.positives)?;
        let terms = self.add(log_rest, hits)?;
        let (sum, count) = (self.reduce_sum(terms, &[0, 1]), self.reduce_sum(batch.positives, &[0, 1]));
        let mean = self.div(sum, count)?;
        Ok(self.unary(Op::Neg, mean))
    }

    /// `−Σ targets · log softmax(logits) / Σ targets`, softmax over the last axis → [1, 1].
    fn cross_entropy(&mut self, logits: Value, targets: Value) -> Result<Value, Error> {
        let sum = self.surprise(logits, targets)?;
        let count = self.reduce_sum(targets, &[0, 1]);
        self.div(sum, count)
    }

    /// `−Σ targets · log softmax(logits)`, softmax over the last axis → [1, 1].
    pub(super) fn surprise(&mut self, logits: Value, targets: Value) -> Result<Value, Error> {
        let log_shares = self.unary(Op::LogSoftmax, logits);
        let hits = self.mul(log_shares, targets)?;
        let sum = self.reduce_sum(hits, &[0, 1]);
        Ok(self.unary(Op::Neg, sum))
    }
}
