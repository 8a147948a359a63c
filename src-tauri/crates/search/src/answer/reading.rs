//! The cross-encoder reads the question with the first passages, and then with the sentences of the first hits. Not for
//! the model itself (the crate `models`).

use super::merge::{Candidate, Group};
use crate::Error;
use crate::score::{Weights, rerank};
use pincite_library::PassageId;
use pincite_models::{CrossEncoder, JointRanker};
use pincite_passage::Passage;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The sentences of so many first hits are read. A person quotes few others.
pub const READ_SENTENCES: usize = 10;

/// A cross-encoder that reranks, and a joint ranker that puts all answers in order.
#[derive(Clone, Copy)]
pub struct Reranker<'a> {
    /// The cross-encoder.
    pub model: &'a CrossEncoder,
    /// The joint ranker.
    pub joint: &'a JointRanker,
    /// How many of the first passages it reads.
    pub depth: usize,
}

/// Reads the first passages together with the question, and reranks them.
pub(super) fn read_passages(
    candidates: &mut [Candidate],
    reranker: Reranker<'_>,
    question: &str,
    weights: &Weights,
) -> Result<(), Error> {
    let first = &candidates[..candidates.len().min(reranker.depth)];
    let texts: Vec<String> = first.iter().map(|one| read_together(&one.stored.passage)).collect();
    let scores = score(reranker.model, question, &texts)?;
    let scores: HashMap<PassageId, f32> = first.iter().map(|one| one.stored.id).zip(scores).collect();
    let how = weights.by_cross_encoder(reranker.depth);
    rerank(candidates, how, |one| scores.get(&one.stored.id).copied());
    Ok(())
}

/// The best sentence of each of the first hits.
pub(super) fn read_sentences(
    groups: &[Group],
    model: &CrossEncoder,
    question: &str,
) -> Result<HashMap<PassageId, usize>, Error> {
    let first = &groups[..groups.len().min(READ_SENTENCES)];
    let passages: Vec<&Passage> = first.iter().map(|group| &group.best.passage).collect();
    let best = best_sentences(&passages, |texts| score(model, question, texts))?;
    Ok(first.iter().zip(best).filter_map(|(group, best)| Some((group.best.id, best?))).collect())
}

/// The number of the best sentence of each passage, by the scores that `score` gives to texts: one with the highest score.
/// `None` for a passage without a choice. Sentences are read without the headings above them (experiment 037).
///
/// # Errors
/// Those of `score`.
pub fn best_sentences<E>(
    passages: &[&Passage],
    score: impl FnOnce(&[String]) -> Result<Vec<f32>, E>,
) -> Result<Vec<Option<usize>>, E> {
    let choices: Vec<Vec<usize>> = passages.iter().map(|passage| choices(passage)).collect();
    let of = |(passage, numbers): (&&Passage, &Vec<usize>)| -> Vec<String> {
        numbers.iter().map(|number| passage.sentence(*number).to_owned()).collect()
    };
    let texts: Vec<String> = passages.iter().zip(&choices).flat_map(of).collect();
    let mut scores = score(&texts)?.into_iter();
    let best = |numbers: Vec<usize>| {
        let scored: Vec<(usize, f32)> = numbers.into_iter().zip(scores.by_ref()).collect();
        scored.into_iter().reduce(|best, one| if one.1 > best.1 { one } else { best }).map(|(number, _)| number)
    };
    Ok(choices.into_iter().map(best).collect())
}

/// Sentences that may answer: no titles. None if there is only one.
fn choices(passage: &Passage) -> Vec<usize> {
    let numbers: Vec<usize> = (0..passage.sentences.len()).filter(|number| !passage.is_title(*number)).collect();
    if numbers.len() > 1 { numbers } else { Vec::new() }
}

/// What the cross-encoder reads of a passage: its headings, outermost first, and its text.
pub fn read_together(passage: &Passage) -> String {
    match passage.headings.is_empty() {
        true => passage.text.clone(),
        false => format!("{} · {}", passage.headings.join(" > "), passage.text),
    }
}

fn score(model: &CrossEncoder, question: &str, texts: &[String]) -> Result<Vec<f32>, Error> {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    Ok(model.score(question, &texts, &mut |_| ControlFlow::Continue(()))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// A passage of these sentences, the first a title.
    fn passage(sentences: &[&str]) -> Passage {
        let mut passage = Passage { titles: vec![0; 1], ..Passage::default() };
        for sentence in sentences {
            let start = passage.text.len() as u32;
            passage.text += sentence;
            passage.sentences.push((start, passage.text.len() as u32));
            passage.text.push(' ');
        }
        passage
    }

    #[test]
    fn the_sentence_with_the_highest_score_is_best_and_a_title_never() {
        let passages = [passage(&["Term.", "One year.", "Two years."]), passage(&["Rent.", "Only this."])];
        let mut read = Vec::new();
        let by_length = |texts: &[String]| {
            read = texts.to_vec();
            Ok::<_, Infallible>(texts.iter().map(|text| text.len() as f32).collect())
        };
        let Ok(best) = best_sentences(&passages.iter().collect::<Vec<_>>(), by_length);
        assert_eq!(best, [Some(2), None], "one sentence leaves no choice");
        assert_eq!(read, ["One year.", "Two years."], "only these are read");
    }
}
