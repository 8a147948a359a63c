//! The loss of DL-DPR: symmetric cross-entropy over the similarities of a batch. Where late interaction teaches, half of
//! what is aimed at is what it makes of the same batch.

use crate::error::Error;
use crate::graph::{Graph, Value};
use crate::op::Op;
use crate::shape::{Dim, Element, Shape};

/// Which passage answers which question, [questions, passages]: each row sums to 1.
pub const POSITIVES: &str = "positives";
/// Added to the similarities, [questions, passages]: what else speaks for a passage, or a large negative number where it
/// may be an answer but is not the one taught (a false negative).
pub const BIAS: &str = "bias";
/// The logarithm of what similarities are multiplied by, [1]; learned.
pub const LOG_TEMPERATURE: &str = "log_temperature";
/// How much each token of a question counts in late interaction, [question_tokens, questions]: the tokens of all
/// questions one after the other, padding too, each with a weight in the column of its own question and 0 in the others.
pub const TOKEN_WEIGHTS: &str = "token_weights";
/// Added to the likeness of a passage's token, [passages, passage_length]: 0, or [`ABSENT`] where none is to be found.
pub const PASSAGE_TOKENS: &str = "passage_tokens";
/// Less than any likeness, which are cosines.
pub const ABSENT: f32 = -2.0;
/// The loss, [1, 1].
pub const LOSS: &str = "loss";

/// What a batch's similarities are turned into logits by, and which passages answer.
struct Targets {
    positives: Value,
    bias: Value,
    temperature: Value,
}

impl Graph {
    /// `S = Q·Pᵀ·e^t` of the vectors of questions and passages; cross-entropy of its rows and of its columns,
    /// `(L_q + L_p) / 2` (method of DL-DPR). Given the states of the tokens of both, too, late interaction teaches: half of
    /// the target is the softmax of its similarities, through which nothing is learned (Lin et al. 2021, "In-Batch
    /// Negatives for Knowledge Distillation with Tightly-Coupled Teachers", eq. 6, with γ = ½ and the encoder its own
    /// teacher). Passages that answer no question of the batch (hard negatives) are columns without a target and count in
    /// the rows only. Returns the loss and the temperature.
    pub(super) fn contrastive_loss(
        &mut self,
        [questions, passages]: [Value; 2],
        states: Option<[Value; 2]>,
    ) -> Result<(Value, Value), Error> {
        let (targets, log_temperature) = self.targets();
        let columns = self.transpose(passages, &[1, 0]);
        let similarities = self.matmul(questions, columns)?;
        let logits = self.logits(similarities, &targets)?;
        let teacher = states.map(|states| self.teacher(states, &targets)).transpose()?;
        let by_question = self.contrast(logits, targets.positives, teacher)?;
        let [logits, positives] = [logits, targets.positives].map(|value| self.transpose(value, &[1, 0]));
        let teacher = teacher.map(|teacher| self.transpose(teacher, &[1, 0]));
        let by_passage = self.contrast(logits, positives, teacher)?;
        Ok((self.half_of_sum(by_question, by_passage)?, log_temperature))
    }

    fn targets(&mut self) -> (Targets, Value) {
        let pairs = Shape(vec![Dim::Named("questions"), Dim::Named("passages")]);
        let positives = self.input(POSITIVES, Element::F32, pairs.clone());
        let bias = self.input(BIAS, Element::F32, pairs);
        let log_temperature = self.input(LOG_TEMPERATURE, Element::F32, Shape::fixed(&[1]));
        let temperature = self.unary(Op::Exp, log_temperature);
        (Targets { positives, bias, temperature }, log_temperature)
    }

    /// Logits of late interaction, taken as given.
    fn teacher(&mut self, [questions, passages]: [Value; 2], targets: &Targets) -> Result<Value, Error> {
        let similarities = self.late_interaction(questions, passages)?;
        let logits = self.logits(similarities, targets)?;
        Ok(self.unary(Op::StopGradient, logits))
    }

    /// Similarities times temperature, with what is added to them.
    fn logits(&mut self, similarities: Value, targets: &Targets) -> Result<Value, Error> {
        let similarities = self.mul(similarities, targets.temperature)?;
        self.add(similarities, targets.bias)
    }

    /// Cross-entropy of the rows → [1, 1], each as much as it has positives, by these and, where there is a teacher, half by
    /// the softmax of its logits.
    fn contrast(&mut self, logits: Value, positives: Value, teacher: Option<Value>) -> Result<Value, Error> {
        let Some(teacher) = teacher else { return self.cross_entropy(logits, positives) };
        let shares = self.unary(Op::Softmax, teacher);
        let taught = self.reduce_sum(positives, &[1]);
        let shares = self.mul(shares, taught)?;
        let targets = self.half_of_sum(positives, shares)?;
        self.cross_entropy(logits, targets)
    }

    /// The weighted sum, over a question's tokens, of the greatest cosine with a token of the passage (Khattab & Zaharia
    /// 2020, "ColBERT", eq. 3) → [questions, passages].
    fn late_interaction(&mut self, questions: Value, passages: Value) -> Result<Value, Error> {
        let weights = Shape(vec![Dim::Named("question_tokens"), Dim::Named("questions")]);
        let weights = self.input(TOKEN_WEIGHTS, Element::F32, weights);
        let lengths = Shape(vec![Dim::Named("passages"), Dim::Named("passage_length")]);
        let absent = self.input(PASSAGE_TOKENS, Element::F32, lengths);
        let absent = self.unsqueeze(absent, 2);
        let questions = self.rows(questions, "question_tokens");
        let (questions, passages) = (self.l2_normalise(questions)?, self.l2_normalise(passages)?);
        let questions = self.transpose(questions, &[1, 0]);
        let cosines = self.matmul(passages, questions)?;
        let cosines = self.add(cosines, absent)?;
        let nearest = self.reduce_max(cosines, &[1]);
        let nearest = self.squeeze(nearest, &[1]);
        let sums = self.matmul(nearest, weights)?;
        Ok(self.transpose(sums, &[1, 0]))
    }

    fn half_of_sum(&mut self, one: Value, other: Value) -> Result<Value, Error> {
        let (sum, half) = (self.add(one, other)?, self.scalar(0.5));
        self.mul(sum, half)
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
}
