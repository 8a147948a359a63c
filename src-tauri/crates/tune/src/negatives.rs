//! Hard negatives: passages of a question's own document that are easily mistaken for its answer. Not for the other
//! passages of a batch, which are negatives by themselves.
//!
//! Karpukhin et al. 2020 ("Dense passage retrieval") for negatives by BM25; the limit relative to the answer's score is
//! that of de Souza Moreira et al. 2024 ("NV-Retriever").

use crate::{Alike, Pair};
use pincite_search::{DocumentIndex, Mode, Query, RankedPassage, Weights, rank};
use std::collections::{BTreeSet, HashMap};

/// Passages as near to the question as this share of the answer's cosine probably answer too.
const TOO_NEAR: f32 = 0.95;

/// At most `count` hard negatives of a question: what words and what the encoder rank highest, in turn. Never what
/// answers, what is alike to it, what is nearly as near to the question as the passage trained on, or what is `held_out`:
/// an encoder that was taught that a passage is wrong cannot be examined on it. `segment` is the question's document with
/// the vectors of the encoder that made `vector`; without vectors words decide alone.
pub fn hard_negatives(
    pair: &Pair,
    vector: Option<&[f32]>,
    segment: &DocumentIndex,
    (alike, held_out): (&Alike, &BTreeSet<usize>),
    count: usize,
) -> Vec<usize> {
    let query = Query::without_phrases(&pair.question);
    let ranked = |mode| rank(&[segment], &query, vector, mode, &Weights::default(), usize::MAX);
    let (words, meaning) = (ranked(Mode::Lexical), ranked(Mode::Dense));
    let cosines: HashMap<u32, f32> = meaning.iter().filter_map(|it| Some((it.passage, it.score.dense?))).collect();
    let limit = pair.passages.first().and_then(|answer| cosines.get(&(*answer as u32))).map(|cosine| below(*cosine));
    let too_near = |passage: u32| limit.zip(cosines.get(&passage)).is_some_and(|(limit, cosine)| *cosine >= limit);
    let answers = |passage: u32| pair.passages.iter().any(|answer| alike.are(*answer, passage as usize));
    let unfit = |passage: u32| answers(passage) || too_near(passage) || held_out.contains(&(passage as usize));
    let fit = |ranked: Vec<RankedPassage>| {
        let passages = ranked.into_iter().map(|it| it.passage).filter(|it| !unfit(*it));
        passages.take(count).map(|passage| passage as usize).collect::<Vec<_>>()
    };
    in_turn(&fit(words), &fit(meaning), count)
}

/// Below this a passage is no suspect. For a negative cosine, as far below it as for a positive one.
fn below(cosine: f32) -> f32 {
    cosine - (1.0 - TOO_NEAR) * cosine.abs()
}

/// The first of one, the first of the other, the second of one, and so on; each once, `count` at most.
fn in_turn(one: &[usize], other: &[usize], count: usize) -> Vec<usize> {
    let mut chosen = Vec::new();
    for passage in (0..count).flat_map(|at| [one.get(at), other.get(at)]).flatten() {
        if chosen.len() < count && !chosen.contains(passage) {
            chosen.push(*passage);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DocumentText;
    use pincite_search::Vectors;

    /// Passages with cosines to the question's vector [1, 0].
    fn document(passages: &[(&str, f32)]) -> (DocumentText, DocumentIndex) {
        let texts: Vec<String> = passages.iter().map(|(text, _)| (*text).to_owned()).collect();
        let values = passages.iter().flat_map(|(_, cosine)| [*cosine, (1.0 - cosine * cosine).sqrt()]).collect();
        let document = DocumentText::plain("", &texts);
        let owners = (0..passages.len() as u32).collect();
        let segment = document.segment.clone().with_vectors(Vectors::new(2, owners, values));
        (document, segment)
    }

    fn mine(passages: &[(&str, f32)], answers: &[usize], count: usize) -> Vec<usize> {
        mine_but(passages, answers, count, &BTreeSet::new())
    }

    fn mine_but(passages: &[(&str, f32)], answers: &[usize], count: usize, held_out: &BTreeSet<usize>) -> Vec<usize> {
        let (document, segment) = document(passages);
        let pair = Pair { question: "Who pays the rent?".into(), document: 0, passages: answers.to_vec() };
        hard_negatives(&pair, Some(&[1.0, 0.0]), &segment, (&document.alike, held_out), count)
    }

    const LEASE: [(&str, f32); 6] = [
        ("The tenant pays the rent.", 0.8),
        ("Rent is not paid by pets: it pays to ask for the rent.", 0.1),
        ("Boats are free.", 0.7),
        ("The tenant pays the rent!", 0.3),
        ("Whoever lives there owes the money.", 0.77),
        ("Gardens are watered.", 0.2),
    ];

    #[test]
    fn words_and_meaning_in_turn() {
        assert_eq!(mine(&LEASE, &[0], 3), [1, 2, 5], "not the answer, its copy, or what is 95 % as near");
        assert_eq!(mine(&LEASE, &[0], 1), [1], "as many as asked");
        assert_eq!(mine(&LEASE, &[0, 2], 9), [1, 5], "none of several answers");
    }

    #[test]
    fn nothing_is_learned_of_what_is_held_out() {
        assert_eq!(mine_but(&LEASE, &[0], 3, &BTreeSet::from([1, 5])), [2], "not even that it is wrong");
    }

    #[test]
    fn an_encoder_that_is_lost_suspects_the_more() {
        let lost = [("The tenant pays.", -0.2), ("Rent is due.", -0.195), ("Pay the rent.", -0.5)];
        assert_eq!(mine(&lost, &[0], 9), [2], "nearer than the answer is suspect, whatever the sign");
    }

    #[test]
    fn without_vectors_words_decide() {
        let (document, _) = document(&LEASE);
        let pair = Pair { question: "Who pays the rent?".into(), document: 0, passages: vec![0] };
        assert_eq!(
            hard_negatives(&pair, None, &document.segment, (&document.alike, &BTreeSet::new()), 9),
            [1],
            "only one shares words"
        );
    }
}
