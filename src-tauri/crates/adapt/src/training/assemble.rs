//! A batch of pairs as the training step takes it: token ids, which passage answers which question, and which are no
//! negatives. Not for choosing the pairs.

use crate::pairs::Place;
use crate::{Corpus, Pair};
use pincite_models::{Batch, Error, IGNORED, Side, Trainee};
use std::collections::HashSet;

/// Token ids of everything that is trained on.
#[derive(Debug)]
pub struct Tokenised {
    questions: Vec<Vec<u32>>,
    /// By document and passage; none of documents that no pair is about.
    passages: Vec<Vec<Vec<u32>>>,
}

impl Tokenised {
    /// Of these pairs.
    ///
    /// # Errors
    /// [`Error::BadFile`] if the tokenizer fails.
    pub fn new(trainee: &Trainee, corpus: &Corpus, pairs: &[Pair]) -> Result<Self, Error> {
        let questions: Vec<&str> = pairs.iter().map(|pair| pair.question.as_str()).collect();
        let asked: HashSet<usize> = pairs.iter().map(|pair| pair.document).collect();
        let document = |(at, document): (usize, &crate::DocumentText)| {
            let passages = document.passages.iter().map(String::as_str).filter(|_| asked.contains(&at));
            trainee.token_ids(&passages.collect::<Vec<_>>(), Side::Passage)
        };
        let passages: Result<Vec<_>, Error> = corpus.documents.iter().enumerate().map(document).collect();
        Ok(Self { questions: trainee.token_ids(&questions, Side::Question)?, passages: passages? })
    }

    /// The batch of the pairs at `chosen`.
    pub fn batch<'t>(&'t self, corpus: &Corpus, pairs: &[Pair], chosen: &[usize]) -> Batch<'t> {
        let places = places(pairs, chosen);
        let passage = |place: &Place| self.passages[place.document][place.passage].as_slice();
        let cells = chosen.iter().flat_map(|pair| places.iter().map(|place| Cell::of(&pairs[*pair], *place, corpus)));
        let cells: Vec<Cell> = cells.collect();
        Batch {
            questions: chosen.iter().map(|pair| self.questions[*pair].as_slice()).collect(),
            passages: places.iter().map(passage).collect(),
            positives: cells.iter().map(|cell| if *cell == Cell::Answer { 1.0 } else { 0.0 }).collect(),
            bias: cells.iter().map(|cell| if *cell == Cell::Suspect { IGNORED } else { 0.0 }).collect(),
        }
    }
}

/// Passages of a batch, each once.
fn places(pairs: &[Pair], chosen: &[usize]) -> Vec<Place> {
    let answer = |pair: &Pair| Some(Place { document: pair.document, passage: *pair.passages.first()? });
    let answers = chosen.iter().filter_map(|at| answer(&pairs[*at]));
    let mut known = HashSet::new();
    answers.filter(|place| known.insert(*place)).collect()
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
    fn of(pair: &Pair, place: Place, corpus: &Corpus) -> Self {
        let Place { document, passage } = place;
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

    #[test]
    fn a_passage_is_there_once_for_all_that_ask_about_it() {
        let pair = |passage| Pair { question: String::new(), document: 0, passages: vec![passage] };
        let pairs = [pair(3), pair(1), pair(3)];
        let place = |passage| Place { document: 0, passage };
        assert_eq!(places(&pairs, &[0, 1, 2]), [place(3), place(1)], "in the order asked");
    }
}
