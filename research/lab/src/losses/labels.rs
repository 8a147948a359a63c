//! What a cross-encoder, the teacher, says of each question's answer and of the passages near it.

use super::assemble::Place;
use crate::Result;
use crate::adapt::Stage;
use pincite_adapt::{Corpus, Pair};
use pincite_models::{CrossEncoder, Encode, PairScore, Side};
use pincite_search::{DocumentIndex, Mode, Query, Vectors, Weights, rank};
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;

/// Passages that are labelled for each question, beside its answers.
const NEAR: usize = 8;
/// Passages above this probability answer (PAIR, Ren et al. 2021, §3.2).
const SURE: f32 = 0.9;
/// Passages below this probability do not answer. What lies between is in doubt and is discarded.
const DOUBTFUL: f32 = 0.1;

/// The teacher's word on a passage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label {
    /// Its position in its document.
    pub passage: usize,
    /// The score without bounds.
    pub logit: f32,
    /// The probability that it answers.
    pub probability: f32,
}

/// Labels of a question: its answers, then other passages of its document, the first hit first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Labels(pub Vec<Label>);

impl Labels {
    /// The label of a passage, if it has one.
    pub fn of(&self, passage: usize) -> Option<&Label> {
        self.0.iter().find(|label| label.passage == passage)
    }

    /// Whether the teacher agrees that a passage answers.
    pub(super) fn confirm(&self, passage: usize) -> bool {
        self.of(passage).is_some_and(|label| label.probability > SURE)
    }

    /// Passages that answer by the teacher's word.
    pub(super) fn answers(&self) -> impl Iterator<Item = usize> {
        self.0.iter().filter(|label| label.probability > SURE).map(|label| label.passage)
    }

    /// Whether a passage may answer.
    pub(super) fn suspect(&self, passage: usize) -> bool {
        self.of(passage).is_some_and(|label| label.probability >= DOUBTFUL)
    }
}

/// What is labelled, and by whom.
pub(super) struct Labelling<'l> {
    pub(super) teacher: &'l CrossEncoder,
    pub(super) corpus: &'l Corpus,
    pub(super) pairs: &'l [Pair],
    /// Their passages are never labelled: the encoder is examined on them.
    pub(super) held_out: &'l [Pair],
}

impl Labelling<'_> {
    /// Labels for each pair. Passages near the question are found by the first stage of the search with this encoder.
    pub(super) fn labels(
        &self,
        encoder: &dyn Encode,
        on_stage: &mut dyn FnMut(Stage) -> ControlFlow<()>,
    ) -> Result<Vec<Labels>> {
        let indexes = self.indexes(encoder)?;
        let texts: Vec<&str> = self.pairs.iter().map(|pair| pair.question.as_str()).collect();
        let questions = encoder.embed(&texts, Side::Question, &mut |_| ControlFlow::Continue(()))?;
        let kept_away = self.kept_away();
        let total = self.pairs.len();
        let mut labels = Vec::with_capacity(total);
        for (pair, vector) in self.pairs.iter().zip(questions.iter()) {
            let index = &indexes[&pair.document];
            let query = Query::new(&pair.question).without_phrases();
            let ranked = rank(&[index], &query, Some(vector), Mode::Hybrid, &Weights::default(), index.passage_count());
            let alike = &self.corpus.documents[pair.document].alike;
            let answers = |passage: &usize| pair.passages.iter().any(|answer| alike.are(*answer, *passage));
            let near = ranked.into_iter().map(|hit| hit.passage as usize);
            let near = near.filter(|passage| {
                !answers(passage) && !kept_away.contains(&Place { document: pair.document, passage: *passage })
            });
            labels.push(self.labelled(pair, near.take(NEAR))?);
            if on_stage(Stage::Labelling(labels.len(), total)).is_break() {
                return Err(pincite_eval::Error::Stopped.into());
            }
        }
        Ok(labels)
    }

    /// The documents that are asked about, by position, with vectors.
    fn indexes(&self, encoder: &dyn Encode) -> Result<BTreeMap<usize, DocumentIndex>> {
        let asked: HashSet<usize> = self.pairs.iter().map(|pair| pair.document).collect();
        let index = |at: usize| {
            let document = &self.corpus.documents[at];
            let texts: Vec<&str> = document.passages.iter().map(String::as_str).collect();
            let rows = encoder.embed(&texts, Side::Passage, &mut |_| ControlFlow::Continue(()))?;
            let vectors = Vectors::new(rows.width, (0..texts.len() as u32).collect(), rows.values);
            Ok((at, document.segment.clone().with_vectors(vectors)))
        };
        asked.into_iter().map(index).collect()
    }

    /// The labels of a pair's answers and of these passages.
    fn labelled(&self, pair: &Pair, near: impl Iterator<Item = usize>) -> Result<Labels> {
        let passages: Vec<usize> = pair.passages.iter().copied().chain(near).collect();
        let texts = &self.corpus.documents[pair.document].passages;
        let read: Vec<&str> = passages.iter().map(|passage| texts[*passage].as_str()).collect();
        let logits = self.teacher.score(&pair.question, &read, &mut |_| ControlFlow::Continue(()))?;
        let label = |(passage, score): (usize, PairScore)| Label {
            passage,
            logit: score.rank,
            probability: self.teacher.probability(score),
        };
        Ok(Labels(passages.into_iter().zip(logits).map(label).collect()))
    }

    /// Passages held out, and those that say the same.
    fn kept_away(&self) -> HashSet<Place> {
        let passages = |pair: &Pair| {
            let alike = &self.corpus.documents[pair.document].alike;
            pair.passages.iter().flat_map(|passage| alike.to(*passage).chain([*passage])).collect::<Vec<_>>()
        };
        let places = |pair: &Pair| {
            let document = pair.document;
            passages(pair).into_iter().map(move |passage| Place { document, passage })
        };
        self.held_out.iter().flat_map(places).collect()
    }
}
