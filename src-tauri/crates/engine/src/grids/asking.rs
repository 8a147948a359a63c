//! The question of a column, asked of several documents in all its wordings. A wording is searched and read like a question of
//! its own, and then they judge together: each finds what others miss (experiment 051). Not for storing the answers.

use super::cells::Wanted;
use crate::search::{DocumentAnswer, Prepared};
use crate::{Engine, Error};
use pincite_api::{Gather, Match, Mode, Question};
use pincite_library::{CollectionId, ContentId, DocumentId, GridQuestion, PassageId};
use pincite_search::{AnswerCandidate, PreparedQuestion, logit};
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use tokio_util::sync::CancellationToken;

/// Passages that the cross-encoder reads for a cell and a wording, if the question asks for one answer. A document alone ranks
/// its answer higher than a collection does, so fewer are read than for a question of a person.
const MOST_READ: u32 = 16;

/// A question and the cells that are to be filled with what their documents answer.
pub(super) struct AskedBatch {
    pub(super) engine: Engine,
    pub(super) collection: CollectionId,
    pub(super) question: GridQuestion,
    pub(super) cells: Vec<Wanted>,
    pub(super) token: CancellationToken,
}

impl AskedBatch {
    /// The answer of each document, in the given order.
    ///
    /// This computes: do not call it on a worker of the async runtime.
    ///
    /// # Errors
    /// [`Error::Library`], [`Error::Search`], also if it is stopped.
    pub(super) async fn answers(self) -> Result<Vec<Result<DocumentAnswer, Error>>, Error> {
        let mut readings = vec![self.read(&self.question.text).await?.into_iter()];
        for wording in &self.question.wordings {
            readings.push(self.read(wording).await?.into_iter());
        }
        let reranker = self.engine.0.rerankers.current().await.ok();
        let state = |probability| reranker.as_ref().map(|reranker| reranker.presence().state(probability));
        let mut answers = Vec::with_capacity(self.cells.len());
        for wanted in &self.cells {
            let of_document: Result<Vec<DocumentAnswer>, Error> =
                readings.iter_mut().filter_map(Iterator::next).collect();
            answers.push(match of_document {
                Ok(readings) => together(readings, wanted.basis.first_passage, state).ok_or(Error::FillingStopped),
                Err(error) => Err(error),
            });
        }
        Ok(answers)
    }

    /// What one wording finds. If the documents cannot be read together, each is read alone, so that one fails alone.
    async fn read(&self, wording: &str) -> Result<Vec<Result<DocumentAnswer, Error>>, Error> {
        let questions = self.questions(wording);
        let Some(first) = questions.first() else { return Ok(Vec::new()) };
        let contents: Vec<ContentId> = self.cells.iter().map(|wanted| wanted.basis.content).collect();
        let GridQuestion { kind, answers, .. } = &self.question;
        let analysed = PreparedQuestion::new(wording, pincite_search::Mode::Hybrid).giving(*kind).like(answers);
        let prepared = Prepared::of_analysed(&self.engine, first, analysed, &contents).await?;
        match prepared.answers(questions.clone(), MOST_READ as usize, &self.token).await {
            Err(_) if !self.token.is_cancelled() => {}
            answers => return answers,
        }
        let mut alone = Vec::with_capacity(questions.len());
        for question in questions {
            let answer = prepared.answers(vec![question], MOST_READ as usize, &self.token).await;
            alone.push(answer.and_then(|mut answers| answers.pop().unwrap_or(Err(Error::FillingStopped))));
        }
        Ok(alone)
    }

    /// The questions of the cells, which differ only in their documents.
    fn questions(&self, text: &str) -> Vec<Question> {
        self.cells.iter().map(|wanted| question_of(text, self.collection, wanted.place.document)).collect()
    }
}

/// The question that a cell asks its document.
pub(super) fn question_of(text: &str, collection: CollectionId, document: DocumentId) -> Question {
    Question {
        text: text.to_owned(),
        collection,
        documents: vec![document],
        k: 1,
        mode: Mode::Hybrid,
        gather: Gather::Auto,
        rerank: true,
        depth: Some(MOST_READ),
        remember: false,
    }
}

/// What the wordings say of one document together. The mean of their logits says whether it answers. The answers are those of the
/// wording whose first passage has the highest mean score. `None` without any.
fn together(
    mut readings: Vec<DocumentAnswer>,
    first_passage: PassageId,
    state: impl Fn(f32) -> Option<Match>,
) -> Option<DocumentAnswer> {
    if readings.len() < 2 {
        return readings.pop();
    }
    let presence: Option<Vec<f32>> = readings.iter().map(|reading| reading.answer.presence).collect();
    let presence = presence.map(|each| of_mean_logit(&each));
    let candidates: Vec<&[AnswerCandidate]> = readings.iter().map(|reading| reading.candidates.as_slice()).collect();
    let scores = mean_scores(&candidates);
    let score = |reading: &DocumentAnswer| {
        let hit = reading.answer.hits.first()?;
        scores.get(&u32::try_from(hit.id.0 - first_passage.0).ok()?).copied()
    };
    // Of equal ones the last is taken, and it shall be the question itself.
    let best = readings
        .into_iter()
        .rev()
        .max_by(|one, other| score(one).partial_cmp(&score(other)).unwrap_or(Ordering::Equal))?;
    let mut candidates: Vec<AnswerCandidate> = Vec::with_capacity(scores.len());
    for (passage, score) in scores {
        candidates.push(AnswerCandidate { passage, score });
    }
    candidates.sort_by(|one, other| other.score.total_cmp(&one.score));
    let mut answer = best.answer;
    answer.state = presence.and_then(state).or(answer.state);
    answer.presence = presence;
    Some(DocumentAnswer { answer, candidates })
}

/// The probability of the mean logit of probabilities, all 0 to 1.
fn of_mean_logit(probabilities: &[f32]) -> f32 {
    let sum: f32 = probabilities.iter().map(|probability| logit(*probability)).sum();
    1.0 / (1.0 + (-sum / probabilities.len() as f32).exp())
}

/// The mean score of each passage. One that a wording did not read has its lowest score there.
fn mean_scores(readings: &[&[AnswerCandidate]]) -> BTreeMap<u32, f32> {
    let mut scores: BTreeMap<u32, f32> = readings.iter().copied().flatten().map(|one| (one.passage, 0.0)).collect();
    for candidates in readings {
        let Some(lowest) = candidates.iter().map(|one| one.score).reduce(f32::min) else { continue };
        let own: HashMap<u32, f32> = candidates.iter().map(|one| (one.passage, one.score)).collect();
        for (passage, score) in &mut scores {
            *score += own.get(passage).unwrap_or(&lowest) / readings.len() as f32;
        }
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(scores: &[(u32, f32)]) -> Vec<AnswerCandidate> {
        scores.iter().map(|(passage, score)| AnswerCandidate { passage: *passage, score: *score }).collect()
    }

    #[test]
    fn a_passage_that_one_wording_did_not_read_has_its_lowest_score_there() {
        let one = candidates(&[(7, 2.0), (3, 1.0)]);
        let other = candidates(&[(3, 4.0), (9, 0.0)]);
        let scores = mean_scores(&[&one, &other]);
        assert_eq!(scores.into_iter().collect::<Vec<_>>(), [(3, 2.5), (7, 1.0), (9, 0.5)]);
        assert!(mean_scores(&[&[], &[]]).is_empty());
    }

    #[test]
    fn probabilities_are_joined_by_their_logits() {
        assert!((of_mean_logit(&[0.8, 0.2]) - 0.5).abs() < 1e-6);
        assert!((of_mean_logit(&[0.9]) - 0.9).abs() < 1e-6);
        assert!(of_mean_logit(&[1.0, 0.5]) < 1.0, "certainty leaves others a say");
    }
}
