//! A batch of pairs as the training step takes it: token ids, which passage answers which question, and which are no
//! negatives. Not for choosing the pairs.

use crate::pairs::Place;
use crate::{Corpus, Pair};
use pincite_models::{Batch, Error, IGNORED, Side, Trainee};
use std::collections::HashSet;

/// Token ids of everything that is trained on.
#[derive(Debug)]
pub(crate) struct Tokenised {
    questions: Vec<Vec<u32>>,
    /// By document and passage; none of documents that no pair is about.
    passages: Vec<Vec<Vec<u32>>>,
}

impl Tokenised {
    /// Of these pairs.
    ///
    /// # Errors
    /// [`Error::BadFile`] if the tokenizer fails.
    pub(crate) fn new(trainee: &Trainee, corpus: &Corpus, pairs: &[Pair]) -> Result<Self, Error> {
        let questions: Vec<&str> = pairs.iter().map(|pair| pair.question.as_str()).collect();
        let asked: HashSet<usize> = pairs.iter().map(|pair| pair.document).collect();
        let documents = corpus.documents.iter().enumerate().map(|(at, document)| {
            let passages = document.passages.iter().map(String::as_str).filter(|_| asked.contains(&at));
            trainee.token_ids(&passages.collect::<Vec<_>>(), Side::Passage)
        });
        let passages: Result<Vec<_>, Error> = documents.collect();
        Ok(Self { questions: trainee.token_ids(&questions, Side::Question)?, passages: passages? })
    }

    /// The batch of the pairs at `chosen`.
    pub(crate) fn batch<'t>(&'t self, examples: &Examples<'_>, chosen: &[usize]) -> Batch<'t> {
        let places = examples.places(chosen);
        let passage = |place: &Place| self.passages[place.document][place.passage].as_slice();
        let kinds: Vec<Kind> =
            chosen.iter().flat_map(|at| places.iter().map(|place| examples.kind(*at, *place))).collect();
        Batch {
            questions: chosen.iter().map(|pair| self.questions[*pair].as_slice()).collect(),
            passages: places.iter().map(passage).collect(),
            positives: kinds.iter().map(|kind| if *kind == Kind::Answer { 1.0 } else { 0.0 }).collect(),
            bias: kinds.iter().map(|kind| if *kind == Kind::Alike { IGNORED } else { 0.0 }).collect(),
        }
    }
}

/// The pairs that batches are made of.
#[derive(Clone, Copy)]
pub(crate) struct Examples<'r> {
    pub(crate) corpus: &'r Corpus,
    pub(crate) pairs: &'r [Pair],
}

/// What a passage of the batch is to a question of it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Answer,
    /// It says the same as an answer: to be neither drawn nearer nor pushed away.
    Alike,
    Negative,
}

impl Examples<'_> {
    /// Passages of a batch, each once: the first answer of each question.
    fn places(&self, chosen: &[usize]) -> Vec<Place> {
        let mut known = HashSet::new();
        chosen.iter().filter_map(|at| self.answer(*at)).filter(|place| known.insert(*place)).collect()
    }

    /// The passage that a question is drawn nearer to.
    fn answer(&self, at: usize) -> Option<Place> {
        let Pair { document, passages, .. } = &self.pairs[at];
        Some(Place { document: *document, passage: *passages.first()? })
    }

    fn kind(&self, at: usize, place: Place) -> Kind {
        if self.answer(at) == Some(place) {
            return Kind::Answer;
        }
        let pair = &self.pairs[at];
        let alike = &self.corpus.documents[place.document].alike;
        let own = place.document == pair.document;
        match own && pair.passages.iter().any(|answer| alike.are(*answer, place.passage)) {
            true => Kind::Alike,
            false => Kind::Negative,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DocumentText;

    fn pair(passages: &[usize]) -> Pair {
        Pair { question: String::new(), document: 0, passages: passages.to_vec() }
    }

    /// Passages about different things, but the last one repeats the first.
    fn corpus() -> Corpus {
        let text = |number: usize| (0..20).map(|word| format!("w{number}x{word} ")).collect::<String>();
        let texts: Vec<String> = (0..8).chain([0]).map(text).collect();
        Corpus { documents: vec![DocumentText::plain("", &texts)] }
    }

    #[test]
    fn a_passage_is_there_once_for_all_that_ask_about_it() {
        let corpus = corpus();
        let pairs = [pair(&[3]), pair(&[1, 5]), pair(&[3])];
        let places = Examples { corpus: &corpus, pairs: &pairs }.places(&[0, 1, 2]);
        let passages: Vec<usize> = places.iter().map(|place| place.passage).collect();
        assert_eq!(passages, [3, 1], "in the order asked, one answer each");
    }

    #[test]
    fn what_says_the_same_as_an_answer_is_no_negative() {
        let corpus = corpus();
        let pairs = [pair(&[0, 5]), pair(&[8]), pair(&[5]), pair(&[2])];
        let examples = Examples { corpus: &corpus, pairs: &pairs };
        let kinds: Vec<Kind> =
            examples.places(&[0, 1, 2, 3]).into_iter().map(|place| examples.kind(0, place)).collect();
        assert_eq!(kinds, [Kind::Answer, Kind::Alike, Kind::Alike, Kind::Negative], "its copy, and its second answer");
    }
}
