//! What the loss is given so that late interaction can teach: weights of the questions' tokens, and which tokens of
//! passages can be found. Not for the loss itself (the room `graph`).

use pincite_graph::training as names;

use super::batch::Batch;
use super::trainee::longest;
use crate::error::Error;
use crate::program::Array;

/// What stands where there is no token. Never looked at, but it must have a length to be divided by.
const FILLER: f32 = 1.0;

/// Inputs of a program that computes the loss; none where late interaction does not teach.
pub(super) fn inputs(batch: &Batch<'_>) -> Result<Vec<(&'static str, Array)>, Error> {
    if !batch.taught() {
        return Ok(Vec::new());
    }
    Ok(vec![(names::TOKEN_WEIGHTS, token_weights(batch)?), (names::PASSAGE_TOKENS, passage_tokens(&batch.passages)?)])
}

/// Weights of all tokens, each in the column of its question.
fn token_weights(batch: &Batch<'_>) -> Result<Array, Error> {
    let (questions, length) = (batch.questions.len(), longest(&batch.questions));
    let mut weights = vec![0.0; questions * length * questions];
    for (question, own) in batch.token_weights.iter().enumerate() {
        for (token, weight) in own.iter().take(length).enumerate() {
            weights[(question * length + token) * questions + question] = *weight;
        }
    }
    Array::floats(&[questions * length, questions], weights)
}

/// A passage's tokens can be found, but not its first and last one, which only mark where it begins and ends.
fn passage_tokens(passages: &[&[u32]]) -> Result<Array, Error> {
    let length = longest(passages);
    let absent = |ids: &[u32], at: usize| at == 0 || at + 1 >= ids.len();
    let token = |ids: &[u32], at: usize| if absent(ids, at) { names::ABSENT } else { 0.0 };
    let tokens = passages.iter().flat_map(|ids| (0..length).map(move |at| token(ids, at)));
    Array::floats(&[passages.len(), length], tokens.collect())
}

/// States of texts' tokens, without the first and last one of each, as one array.
pub(super) fn padded(texts: &[&[u32]], states: &[Vec<f32>], width: usize) -> Result<Array, Error> {
    let length = longest(texts);
    let mut values = vec![FILLER; texts.len() * length * width];
    for (text, states) in states.iter().enumerate() {
        let from = (text * length + 1) * width;
        if let Some(place) = values.get_mut(from..from + states.len()) {
            place.copy_from_slice(states);
        }
    }
    Array::floats(&[texts.len(), length, width], values)
}
