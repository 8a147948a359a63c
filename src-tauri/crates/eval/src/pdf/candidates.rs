//! The candidates of a joint ranking, and which evidence they cover: its training data, and what it is compared on. Not for
//! selecting among them (`joint`).

use super::judge::Judge;
use super::{Document, Question};
use crate::ranking::{EncodedQuestion, HYBRID, PreparedQuestion, QuestionModels};
use crate::{Models, Result};
use pincite_passage::Passage;
use pincite_search::{JointCandidate, JointFeatures, RankedPassage, Weights, distinct, rerank};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The first passages for a question, those that say the same only once.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Candidates {
    /// Id of the question.
    pub id: String,
    /// Number of relevant items.
    pub total: usize,
    /// The passages, in the order of the whole search.
    pub passages: Vec<Candidate>,
    /// Positions of those that are different.
    pub distinct: Vec<usize>,
}

/// A passage that may be selected.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Candidate {
    /// Logit of the cross-encoder.
    pub cross: f32,
    /// The probability that it answers, 0 to 1; 0 without a cross-encoder.
    pub probability: f32,
    /// Score of the whole search.
    pub total: f32,
    /// Relevant items that it covers.
    pub covers: BTreeSet<usize>,
    /// The passage without the places of its words.
    pub passage: Passage,
    /// Its vector, of length one.
    pub vector: Vec<f32>,
}

impl Candidates {
    /// What a joint ranking sees of some of the passages.
    pub fn features(&self, some: &[usize]) -> JointFeatures {
        JointFeatures::of(&some.iter().map(|at| self.passages[*at].seen()).collect::<Vec<_>>())
    }
}

impl Candidate {
    fn seen(&self) -> JointCandidate<'_> {
        JointCandidate {
            cross: self.cross,
            total: self.total,
            document: 0,
            passage: &self.passage,
            vector: &self.vector,
        }
    }
}

/// Gives `take` the first `count` passages of each question.
///
/// # Errors
/// [`crate::Error::NoDocument`], [`crate::Error::Embedding`], and those of `take`.
pub fn candidates(
    questions: &[Question],
    documents: &BTreeMap<String, Document>,
    mut models: Models<'_>,
    count: usize,
    take: &mut dyn FnMut(Candidates) -> Result<()>,
) -> Result<()> {
    for question in questions {
        let document = documents.get(&question.pdf).ok_or_else(|| super::run::missing(question))?;
        let encoded = models.encoder.as_mut().map(|encoder| encoder.questions(&[&question.text])).transpose()?;
        let encoded = encoded.as_ref().and_then(|encoded| EncodedQuestion::get(encoded, 0));
        let known = QuestionModels { encoded, reader: models.reader };
        let prepared = PreparedQuestion::new(&question.text, &document.searched, known);
        take(of(question, document, prepared, count)?)?;
    }
    Ok(())
}

fn of(
    question: &Question,
    document: &Document,
    mut prepared: PreparedQuestion<'_>,
    count: usize,
) -> Result<Candidates> {
    let (judge, weights) = (Judge::new(question), Weights::default());
    let covered = judge.covered(document);
    let mut ranked = prepared.ranked(HYBRID, &weights)?;
    ranked.truncate(count);
    let logits = prepared.logits(&ranked)?;
    let logits: BTreeMap<u32, f32> = ranked.iter().map(|one| one.passage).zip(logits).collect();
    rerank(&mut ranked, weights.by_cross_encoder(count), |one| logits.get(&one.passage).copied());
    let passages: Vec<&Passage> = ranked.iter().map(|one| &document.passages[one.passage as usize]).collect();
    let logit = |one: &RankedPassage| logits.get(&one.passage).copied();
    let candidate = |(one, passage): (&RankedPassage, &&Passage)| Candidate {
        cross: logit(one).unwrap_or_default(),
        probability: logit(one).map_or(0.0, |logit| prepared.probability(logit)),
        total: one.score.total,
        covers: covered[one.passage as usize].clone(),
        passage: Passage { spans: Vec::new(), ..(*passage).clone() },
        vector: document.searched.segment.vector(one.passage).unwrap_or_default().to_vec(),
    };
    let distinct = distinct(&passages);
    let passages = ranked.iter().zip(&passages).map(candidate).collect();
    Ok(Candidates { id: question.id.clone(), total: judge.total(), passages, distinct })
}
