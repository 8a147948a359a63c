//! A batch of pairs as the training step takes it: token ids, which passage answers which question, and which are no
//! negatives. Not for choosing the pairs.

use super::{Labels, Loss};
use pincite_adapt::{Corpus, Pair};
use pincite_models::{Error, IGNORED, Side, Trainee};
use std::collections::HashSet;

/// Positives of a question, for the loss that takes several.
const MOST_POSITIVES: usize = 3;

/// A passage of the corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) document: usize,
    pub(super) passage: usize,
}

/// A batch with the teacher's word, row by row [questions, passages].
#[derive(Clone, Debug, Default)]
pub struct LabelledBatch<'t> {
    /// Token ids of each question, special tokens included.
    pub questions: Vec<&'t [u32]>,
    /// Token ids of each passage: answers and hard negatives.
    pub passages: Vec<&'t [u32]>,
    /// 1 where the passage answers the question, else 0.
    pub positives: Vec<f32>,
    /// Added to the similarities: 0, or [`IGNORED`].
    pub bias: Vec<f32>,
    /// Logits of the teacher; empty for a loss that does not read them.
    pub teacher: Vec<f32>,
}

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
        let documents = corpus.documents.iter().enumerate().map(|(at, document)| {
            let passages = document.passages.iter().map(String::as_str).filter(|_| asked.contains(&at));
            trainee.token_ids(&passages.collect::<Vec<_>>(), Side::Passage)
        });
        let passages: Result<Vec<_>, Error> = documents.collect();
        Ok(Self { questions: trainee.token_ids(&questions, Side::Question)?, passages: passages? })
    }

    /// The batch of the pairs at `chosen`.
    pub fn batch<'t>(&'t self, examples: &Examples<'_>, chosen: &[usize]) -> LabelledBatch<'t> {
        let places = examples.places(chosen);
        let passage = |place: &Place| self.passages[place.document][place.passage].as_slice();
        let cells = chosen.iter().flat_map(|at| places.iter().map(|place| examples.cell(*at, *place)));
        let cells: Vec<Cell> = cells.collect();
        let teacher = cells.iter().filter(|_| examples.loss == Loss::MarginMse).map(|cell| cell.logit);
        LabelledBatch {
            questions: chosen.iter().map(|pair| self.questions[*pair].as_slice()).collect(),
            passages: places.iter().map(passage).collect(),
            positives: cells.iter().map(|cell| if cell.kind == Kind::Answer { 1.0 } else { 0.0 }).collect(),
            bias: cells.iter().map(|cell| if cell.kind == Kind::Suspect { IGNORED } else { 0.0 }).collect(),
            teacher: teacher.collect(),
        }
    }
}

/// The pairs that batches are made of, and how.
#[derive(Clone, Copy)]
pub struct Examples<'r> {
    /// The documents.
    pub corpus: &'r Corpus,
    /// All pairs.
    pub pairs: &'r [Pair],
    /// The teacher's word on each pair; empty without a teacher.
    pub labels: &'r [Labels],
    /// What is minimised.
    pub loss: Loss,
    /// Hard negatives take turns by epoch.
    pub epoch: usize,
}

/// What a passage of the batch is to a question of it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cell {
    kind: Kind,
    /// The teacher's logit, 0 where there is none.
    logit: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Answer,
    /// Perhaps another answer, or nothing the loss could learn from: to be neither drawn nearer nor pushed away.
    Suspect,
    Negative,
}

impl<'r> Examples<'r> {
    fn labels(&self, at: usize) -> Option<&'r Labels> {
        self.labels.get(at)
    }

    /// Passages of a batch, each once: answers, then one hard negative per question where there is a teacher.
    fn places(&self, chosen: &[usize]) -> Vec<Place> {
        let place = |at: usize| move |passage| Place { document: self.pairs[at].document, passage };
        let answers = chosen.iter().flat_map(|at| self.answers(*at).map(place(*at)));
        let negatives = chosen.iter().filter_map(|at| self.hard_negative(*at).map(place(*at)));
        let mut known = HashSet::new();
        answers.chain(negatives).filter(|place| known.insert(*place)).collect()
    }

    /// Passages that a question is drawn nearer to.
    fn answers(&self, at: usize) -> impl Iterator<Item = usize> {
        let passages = &self.pairs[at].passages;
        let (most, taught) = match self.loss {
            Loss::DprPlus => (MOST_POSITIVES, self.labels(at)),
            _ => (1, None),
        };
        let taught = taught.into_iter().flat_map(Labels::answers).filter(|passage| !passages.contains(passage));
        passages.iter().copied().chain(taught).take(most)
    }

    /// The hard negative of a question in this epoch. Margins have a use for every labelled passage; the other losses take
    /// those that surely do not answer.
    fn hard_negative(&self, at: usize) -> Option<usize> {
        let labels = self.labels(at)?;
        let own = &self.pairs[at].passages;
        let near = labels.0.iter().map(|label| label.passage).filter(|passage| !own.contains(passage));
        let hard: Vec<usize> =
            near.filter(|passage| self.loss == Loss::MarginMse || !labels.suspect(*passage)).collect();
        hard.get(self.epoch % hard.len().max(1)).copied()
    }

    fn cell(&self, at: usize, place: Place) -> Cell {
        let label = self.labels(at).filter(|_| place.document == self.pairs[at].document);
        let logit = label.and_then(|labels| labels.of(place.passage)).map(|label| label.logit);
        Cell { kind: self.kind(at, place, logit.is_some()), logit: logit.unwrap_or_default() }
    }

    fn kind(&self, at: usize, Place { document, passage }: Place, labelled: bool) -> Kind {
        let pair = &self.pairs[at];
        let own = document == pair.document;
        if own && self.answers(at).any(|answer| answer == passage) {
            return Kind::Answer;
        }
        let alike = &self.corpus.documents[document].alike;
        let suspect = match self.loss {
            Loss::MarginMse => !labelled || pair.passages.contains(&passage),
            _ => own && self.labels(at).is_some_and(|labels| labels.suspect(passage)),
        };
        match suspect || own && pair.passages.iter().any(|answer| alike.are(*answer, passage)) {
            true => Kind::Suspect,
            false => Kind::Negative,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::losses::Label;
    use pincite_adapt::DocumentText;
    use pincite_language::Language;
    use pincite_search::{DocumentIndex, Vectors, terms_of};

    /// Eight passages about different things.
    fn corpus() -> Corpus {
        let text = |number: usize| (0..20).map(|word| format!("w{number}x{word} ")).collect::<String>();
        let texts: Vec<String> = (0..8).map(text).collect();
        let index =
            DocumentIndex::new(texts.iter().map(|text| terms_of(text, &[], Language::English)), Vectors::default());
        Corpus { documents: vec![DocumentText::new("", texts, index)] }
    }

    fn pair(passages: &[usize]) -> Pair {
        Pair { question: String::new(), document: 0, passages: passages.to_vec() }
    }

    fn labels(of: &[(usize, f32)]) -> Labels {
        let label = |(passage, probability): &(usize, f32)| Label {
            passage: *passage,
            logit: 10.0 * probability,
            probability: *probability,
        };
        Labels(of.iter().map(label).collect())
    }

    fn numbers(places: &[Place]) -> Vec<usize> {
        places.iter().map(|place| place.passage).collect()
    }

    /// What each passage of the batch is to the first question.
    fn kinds(examples: &Examples<'_>) -> Vec<(usize, Kind)> {
        let chosen: Vec<usize> = (0..examples.pairs.len()).collect();
        let places = examples.places(&chosen);
        places.iter().map(|place| (place.passage, examples.cell(0, *place).kind)).collect()
    }

    #[test]
    fn a_passage_is_there_once_for_all_that_ask_about_it() {
        let corpus = corpus();
        let pairs = [pair(&[3]), pair(&[1, 5]), pair(&[3])];
        let examples = Examples { corpus: &corpus, pairs: &pairs, labels: &[], loss: Loss::DlDpr, epoch: 0 };
        assert_eq!(numbers(&examples.places(&[0, 1, 2])), [3, 1], "in the order asked, one answer each");
    }

    #[test]
    fn what_the_teacher_doubts_is_no_negative() {
        let corpus = corpus();
        let pairs = [pair(&[0]), pair(&[2])];
        let taught = [labels(&[(0, 0.95), (1, 0.05), (2, 0.5), (3, 0.02)]), labels(&[(2, 0.99)])];
        let loss = Loss::Pair { passage_share: 0.1 };
        let examples = Examples { corpus: &corpus, pairs: &pairs, labels: &taught, loss, epoch: 0 };
        let expected = [(0, Kind::Answer), (2, Kind::Suspect), (1, Kind::Negative)];
        assert_eq!(kinds(&examples), expected, "the other question's answer may answer this one, too");
        let next = Examples { epoch: 1, ..examples };
        assert_eq!(numbers(&next.places(&[0, 1])), [0, 2, 3], "another epoch, another hard negative");
    }

    #[test]
    fn margins_are_learned_of_labelled_passages_alone() {
        let corpus = corpus();
        let pairs = [pair(&[0, 4]), pair(&[2]), pair(&[4])];
        let taught = [labels(&[(0, 0.95), (4, 0.9), (1, 0.5)]), labels(&[(2, 0.3)]), labels(&[(4, 0.8)])];
        let examples = Examples { corpus: &corpus, pairs: &pairs, labels: &taught, loss: Loss::MarginMse, epoch: 0 };
        let expected = [(0, Kind::Answer), (2, Kind::Suspect), (4, Kind::Suspect), (1, Kind::Negative)];
        assert_eq!(kinds(&examples), expected, "a doubtful negative teaches, one without label does not");
        let place = |passage| Place { document: 0, passage };
        assert_eq!([0, 1, 2].map(|passage| examples.cell(0, place(passage)).logit), [9.5, 5.0, 0.0]);
    }

    #[test]
    fn several_positives_are_drawn_nearer_together() {
        let corpus = corpus();
        let pairs = [pair(&[0, 1]), pair(&[7])];
        let taught = [labels(&[(0, 0.2), (1, 0.3), (2, 0.95), (3, 0.99), (5, 0.01)]), labels(&[(7, 0.9)])];
        let examples = Examples { corpus: &corpus, pairs: &pairs, labels: &taught, loss: Loss::DprPlus, epoch: 0 };
        let answer = |passage| (passage, Kind::Answer);
        let expected = [answer(0), answer(1), answer(2), (7, Kind::Negative), (5, Kind::Negative)];
        assert_eq!(kinds(&examples), expected, "those of the pair, then the teacher's, three at most");
        let place = Place { document: 0, passage: 3 };
        assert_eq!(examples.cell(0, place).kind, Kind::Suspect, "a fourth answer is no negative");
    }
}
