//! The candidates of a joint ranking, and which evidence they cover: its training data, and what it is compared on. Not for
//! selecting among them (`joint`).

use crate::Result;
use pincite_eval::pdf::{Document, Judge, Question};
use pincite_eval::{Embed, Error, Models};
use pincite_language::Language;
use pincite_models::Side;
use pincite_passage::Passage;
use pincite_search::{
    JointCandidate, JointFeatures, Mode, PairScorer, PreparedQuestion, RankedText, Reading, Weights, distinct, read,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

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
/// [`Error::NoDocument`], [`Error::Embedding`], and those of `take`.
pub fn candidates(
    questions: &[Question],
    documents: &BTreeMap<String, Document>,
    mut models: Models<'_>,
    count: usize,
    take: &mut dyn FnMut(Candidates) -> Result<()>,
) -> Result<()> {
    for question in questions {
        let missing = || Error::NoDocument { question: question.id.clone(), document: question.pdf.clone() };
        let document = documents.get(&question.pdf).ok_or_else(missing)?;
        let encode = |encoder: &mut &mut dyn Embed| encoder.embed(&[&question.text], Side::Question);
        let vector = models.encoder.as_mut().map(encode).transpose()?.map(|encoded| encoded.values);
        let prepared = PreparedQuestion { vector, ..PreparedQuestion::without_phrases(&question.text, Mode::Hybrid) };
        take(of(question, document, &prepared, models.reader, count)?)?;
    }
    Ok(())
}

/// The first passages of the first stage, read by the cross-encoder if there is one.
fn of(
    question: &Question,
    document: &Document,
    prepared: &PreparedQuestion,
    reader: Option<&dyn PairScorer>,
    count: usize,
) -> Result<Candidates> {
    let judge = Judge::new(question);
    let covered = judge.covered(document);
    let weights = Weights::default();
    let first = prepared.first_stage(&[&document.searched.segment], &weights, count);
    let with_text = |ranked| RankedText {
        ranked,
        text: &document.searched.read[ranked.passage as usize],
        language: Language::English,
    };
    let mut ranked: Vec<RankedText<'_>> = first.into_iter().map(with_text).collect();
    if let Some(reader) = reader {
        let how = weights.by_cross_encoder(count);
        let mut readings = [Reading { question: &question.text, ranked: &mut ranked, how }];
        read(&mut readings, reader, &mut |_| ControlFlow::Continue(()))?;
    }
    let passages: Vec<&Passage> = ranked.iter().map(|one| &document.passages[one.ranked.passage as usize]).collect();
    let distinct = distinct(&passages, Language::English);
    let candidate = |(RankedText { ranked, .. }, passage): (&RankedText<'_>, &&Passage)| Candidate {
        cross: ranked.score.cross.unwrap_or_default().rank,
        probability: ranked.score.cross.zip(reader).map_or(0.0, |(logit, reader)| reader.probability(logit)),
        total: ranked.score.total,
        covers: covered[ranked.passage as usize].clone(),
        passage: Passage { spans: Vec::new(), ..(*passage).clone() },
        vector: document.searched.segment.vector(ranked.passage).unwrap_or_default().to_vec(),
    };
    let passages = ranked.iter().zip(&passages).map(candidate).collect();
    Ok(Candidates { id: question.id.clone(), total: judge.total(), passages, distinct })
}
