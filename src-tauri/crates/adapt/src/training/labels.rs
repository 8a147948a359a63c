//! What a cross-encoder, the teacher, says of each question's answer and of the passages near it. Not for training on that.

use crate::pairs::Place;
use crate::training::encode::{self, OnProgress};
use crate::training::trainer::unless_cancelled;
use crate::{Corpus, Encoded, Pair, Progress, Result};
use pincite_models::{CrossEncoder, Encode};
use pincite_search::{Mode, Query, Weights, rank};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Passages that are labelled for each question, beside its answers.
const NEAR: usize = 8;
/// Passages above this probability answer (PAIR, Ren et al. 2021, §3.2).
const SURE: f32 = 0.9;
/// Passages below this probability do not answer. What lies between is in doubt and is discarded.
const DOUBTFUL: f32 = 0.1;

/// The teacher's word on a passage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Label {
    pub(crate) passage: usize,
    /// The score without bounds.
    pub(crate) logit: f32,
    /// The probability that it answers.
    pub(crate) probability: f32,
}

/// Labels of a question: its answers, then other passages of its document, the first hit first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Labels(pub(crate) Vec<Label>);

impl Labels {
    /// The label of a passage, if it has one.
    pub(crate) fn of(&self, passage: usize) -> Option<&Label> {
        self.0.iter().find(|label| label.passage == passage)
    }

    /// Whether the teacher agrees that a passage answers.
    pub(crate) fn confirm(&self, passage: usize) -> bool {
        self.of(passage).is_some_and(|label| label.probability > SURE)
    }

    /// Passages that answer by the teacher's word.
    pub(crate) fn answers(&self) -> impl Iterator<Item = usize> {
        self.0.iter().filter(|label| label.probability > SURE).map(|label| label.passage)
    }

    /// Whether a passage may answer.
    pub(crate) fn suspect(&self, passage: usize) -> bool {
        self.of(passage).is_some_and(|label| label.probability >= DOUBTFUL)
    }
}

/// What is labelled, and by whom.
pub(crate) struct Labelling<'l> {
    pub(crate) teacher: &'l CrossEncoder,
    pub(crate) corpus: &'l Corpus,
    pub(crate) pairs: &'l [Pair],
    /// Their passages are never labelled: the encoder is examined on them.
    pub(crate) held_out: &'l [Pair],
}

impl Labelling<'_> {
    /// Labels for each pair. Passages near the question are found by the first stage of the search with this encoder.
    pub(crate) fn labels(&self, encoder: &dyn Encode, on_progress: OnProgress<'_>) -> Result<Vec<Labels>> {
        let Encoded { passages, questions, .. } = encode::for_pairs(encoder, self.corpus, self.pairs, on_progress)?;
        let documents = self.corpus.documents.iter().zip(passages);
        let indexes: Vec<_> =
            documents.map(|(document, vectors)| document.segment.clone().with_vectors(vectors)).collect();
        let (kept_away, total) = (self.kept_away(), self.pairs.len());
        let mut labels = Vec::with_capacity(total);
        for (pair, vector) in self.pairs.iter().zip(&questions) {
            let (index, query) = (&indexes[pair.document], Query::without_phrases(&pair.question));
            let ranked = rank(&[index], &query, Some(vector), Mode::Hybrid, &Weights::default(), index.passage_count());
            let alike = &self.corpus.documents[pair.document].alike;
            let answers = |passage: &usize| pair.passages.iter().any(|answer| alike.are(*answer, *passage));
            let near = ranked.into_iter().map(|hit| hit.passage as usize);
            let near = near.filter(|passage| {
                !answers(passage) && !kept_away.contains(&Place { document: pair.document, passage: *passage })
            });
            labels.push(self.labelled(pair, near.take(NEAR))?);
            unless_cancelled(on_progress(Progress::Labelling { done: labels.len(), total }))?;
        }
        Ok(labels)
    }

    /// The labels of a pair's answers and of these passages.
    fn labelled(&self, pair: &Pair, near: impl Iterator<Item = usize>) -> Result<Labels> {
        let passages: Vec<usize> = pair.passages.iter().copied().chain(near).collect();
        let texts = &self.corpus.documents[pair.document].passages;
        let read: Vec<&str> = passages.iter().map(|passage| texts[*passage].as_str()).collect();
        let logits = self.teacher.score(&pair.question, &read, &mut |_| ControlFlow::Continue(()))?;
        let label = |(passage, logit)| Label { passage, logit, probability: self.teacher.probability(logit) };
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
