//! The candidates of a joint ranking with what it sees of them, and which evidence they cover: training data and input of
//! comparisons. Not for ranking them.

use super::judge::Judge;
use super::{Document, Question};
use crate::ranking::{EncodedQuestion, HYBRID, PreparedQuestion, QuestionModels};
use crate::{Error, Models, Result};
use pincite_search::Weights;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// The first passages for a question.
#[derive(Clone, Debug, Serialize)]
pub struct Candidates<'d> {
    /// Id of the question.
    pub id: &'d str,
    /// The question.
    pub question: &'d str,
    /// Number of relevant items.
    pub total: usize,
    /// The passages, best first.
    pub passages: Vec<Candidate<'d>>,
}

/// A passage that may be selected.
#[derive(Clone, Debug, Serialize)]
pub struct Candidate<'d> {
    /// Position in the document, counted from 0.
    pub position: u32,
    /// Score of the first stage.
    pub first: f32,
    /// Logit of the cross-encoder.
    pub cross: f32,
    /// Relevant items that it covers.
    pub covers: BTreeSet<usize>,
    /// Headings above it, outermost first.
    pub headings: &'d [String],
    /// Clause number of its first sentence.
    pub clause: Option<&'d str>,
    /// Its first sentence began in the passage before.
    pub begins_mid_sentence: bool,
    /// Its text.
    pub text: &'d str,
    /// Its vector, of length one.
    pub vector: &'d [f32],
}

/// Gives `take` the first `count` passages of each question.
///
/// # Errors
/// [`Error::NoDocument`], [`Error::Embedding`], [`Error::Stopped`].
pub fn candidates(
    questions: &[Question],
    documents: &BTreeMap<String, Document>,
    mut models: Models<'_>,
    count: usize,
    take: &mut dyn FnMut(Candidates<'_>) -> ControlFlow<()>,
) -> Result<()> {
    for question in questions {
        let document = documents.get(&question.pdf).ok_or_else(|| super::run::missing(question))?;
        let encoded = models.encoder.as_mut().map(|encoder| encoder.questions(&[&question.text])).transpose()?;
        let encoded = encoded.as_ref().and_then(|encoded| EncodedQuestion::get(encoded, 0));
        let known = QuestionModels { encoded, reader: models.reader };
        let prepared = PreparedQuestion::new(&question.text, &document.searched, known);
        if take(of(question, document, prepared, count)?).is_break() {
            return Err(Error::Stopped);
        }
    }
    Ok(())
}

fn of<'d>(
    question: &'d Question,
    document: &'d Document,
    mut prepared: PreparedQuestion<'_>,
    count: usize,
) -> Result<Candidates<'d>> {
    let judge = Judge::new(question);
    let covered = judge.covered(document);
    let mut ranked = prepared.ranked(HYBRID, &Weights::default())?;
    ranked.truncate(count);
    let logits = prepared.logits(&ranked)?;
    let candidate = |(one, cross): (&pincite_search::RankedPassage, f32)| {
        let passage = document.passages.get(one.passage as usize)?;
        Some(Candidate {
            position: one.passage,
            first: one.score.total,
            cross,
            covers: covered[one.passage as usize].clone(),
            headings: &passage.headings,
            clause: passage.clause.as_deref(),
            begins_mid_sentence: passage.begins_mid_sentence,
            text: &passage.text,
            vector: document.searched.segment.vector(one.passage).unwrap_or_default(),
        })
    };
    let passages = ranked.iter().zip(logits).filter_map(candidate).collect();
    Ok(Candidates { id: &question.id, question: &question.text, total: judge.total(), passages })
}
