//! A batch of pairs as the encoder is given it: token ids, which passage answers which question, which are no negatives,
//! and how much each word of a question counts in late interaction. Not for choosing the pairs.

use crate::{Corpus, Pair};
use pincite_models::{Batch, Error, IGNORED, Side, Trainee};
use pincite_search::{Query, token_weights};
use rayon::prelude::*;
use std::collections::HashSet;

/// Token ids of everything that is trained on.
#[derive(Debug)]
pub struct Tokenised {
    questions: Vec<Vec<u32>>,
    /// Of each question's tokens, if late interaction teaches.
    weights: Vec<Vec<f32>>,
    /// By document and passage; none of documents that no pair is about.
    passages: Vec<Vec<Vec<u32>>>,
}

impl Tokenised {
    /// Of these pairs; `taught`: with what late interaction needs to teach.
    ///
    /// # Errors
    /// [`Error::BadFile`] if the tokenizer fails.
    pub fn new(trainee: &Trainee, corpus: &Corpus, pairs: &[Pair], taught: bool) -> Result<Self, Error> {
        let questions: Vec<&str> = pairs.iter().map(|pair| pair.question.as_str()).collect();
        let asked: HashSet<usize> = pairs.iter().map(|pair| pair.document).collect();
        let document = |(at, document): (usize, &crate::DocumentText)| {
            let passages = document.passages.iter().map(String::as_str).filter(|_| asked.contains(&at));
            trainee.token_ids(&passages.collect::<Vec<_>>(), Side::Passage)
        };
        let passages: Result<Vec<_>, Error> = corpus.documents.iter().enumerate().map(document).collect();
        let weights = if taught { weights(&trainee.question_spans(&questions)?, corpus, pairs) } else { Vec::new() };
        Ok(Self { questions: trainee.token_ids(&questions, Side::Question)?, weights, passages: passages? })
    }

    /// The batch of the pairs at `chosen`, with the hard negatives of each (`negatives`, by pair).
    pub fn batch<'t>(
        &'t self,
        corpus: &Corpus,
        pairs: &[Pair],
        negatives: &[Vec<usize>],
        chosen: &[usize],
    ) -> Batch<'t> {
        let places = places(pairs, negatives, chosen);
        let passage = |(document, passage): &(usize, usize)| self.passages[*document][*passage].as_slice();
        let cells = chosen.iter().flat_map(|pair| places.iter().map(|place| Cell::of(&pairs[*pair], *place, corpus)));
        let cells: Vec<Cell> = cells.collect();
        Batch {
            questions: chosen.iter().map(|pair| self.questions[*pair].as_slice()).collect(),
            passages: places.iter().map(passage).collect(),
            positives: cells.iter().map(|cell| if *cell == Cell::Answer { 1.0 } else { 0.0 }).collect(),
            bias: cells.iter().map(|cell| if *cell == Cell::Suspect { IGNORED } else { 0.0 }).collect(),
            token_weights: chosen.iter().filter_map(|pair| self.weights.get(*pair)).map(Vec::as_slice).collect(),
        }
    }
}

/// Weights of each question's tokens as the search gives them; the first and last token only mark beginning and end.
fn weights(spans: &[Vec<std::ops::Range<usize>>], corpus: &Corpus, pairs: &[Pair]) -> Vec<Vec<f32>> {
    let weighed = pairs.par_iter().zip(spans).map(|(pair, spans)| {
        let (query, scope) = (Query::new(&pair.question), [&corpus.documents[pair.document].segment]);
        let inner = token_weights(&pair.question, &query, &scope, spans);
        [0.0].into_iter().chain(inner).chain([0.0]).collect()
    });
    weighed.collect()
}

/// Passages of a batch (document and passage): first those trained on, then hard negatives, each once.
fn places(pairs: &[Pair], negatives: &[Vec<usize>], chosen: &[usize]) -> Vec<(usize, usize)> {
    let answers = chosen.iter().filter_map(|pair| Some((pairs[*pair].document, *pairs[*pair].passages.first()?)));
    let mistaken = |pair: &usize| {
        negatives.get(*pair).into_iter().flatten().map(|passage| (pairs[*pair].document, *passage)).collect::<Vec<_>>()
    };
    let mut known = HashSet::new();
    answers.chain(chosen.iter().flat_map(mistaken)).filter(|place| known.insert(*place)).collect()
}

/// What a passage of the batch is to a question of it.
#[derive(PartialEq)]
enum Cell {
    Answer,
    /// Answers too, or says the same as what answers: to be neither drawn nearer nor pushed away.
    Suspect,
    Negative,
}

impl Cell {
    fn of(pair: &Pair, (document, passage): (usize, usize), corpus: &Corpus) -> Self {
        if document != pair.document {
            return Self::Negative;
        }
        if pair.passages.first() == Some(&passage) {
            return Self::Answer;
        }
        let alike = &corpus.documents[document].alike;
        match pair.passages.iter().any(|answer| alike.are(*answer, passage)) {
            true => Self::Suspect,
            false => Self::Negative,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DocumentText;

    #[test]
    fn a_passage_is_there_once_for_all_that_ask_about_it() {
        let pair = |passage| Pair { question: String::new(), document: 0, passages: vec![passage] };
        let pairs = [pair(3), pair(1), pair(3)];
        let negatives = [vec![5, 1], vec![3], vec![5]];
        assert_eq!(places(&pairs, &[], &[0, 1, 2]), [(0, 3), (0, 1)], "in the order asked");
        assert_eq!(places(&pairs, &negatives, &[0, 1, 2]), [(0, 3), (0, 1), (0, 5)], "then what is mistaken for them");
    }

    #[test]
    fn words_count_as_in_the_search() {
        let passages = ["rent is due".to_owned(), "rent is paid".to_owned()];
        let corpus = Corpus { documents: vec![DocumentText::plain("lease", &passages)] };
        let pairs = [Pair { question: "The rent due".into(), document: 0, passages: vec![0] }];
        let weights = &weights(&[vec![0..3, 4..8, 9..12]], &corpus, &pairs)[0];
        assert_eq!(
            (weights.len(), weights[0], weights[1], weights[4]),
            (5, 0.0, 0.0, 0.0),
            "neither marks nor \"the\""
        );
        assert!(weights[3] > weights[2] && weights[2] > 0.0, "the rarer word counts more: {weights:?}");
        assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-6, "together they are 1");
    }
}
