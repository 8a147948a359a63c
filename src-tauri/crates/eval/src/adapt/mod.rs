//! The product's own way, without a question given: questions are written for the documents, the encoder is tuned on them,
//! and what that brings is measured on questions that neither has seen. Not for the measuring itself: each data set does
//! that.

mod report;
mod write;

pub use report::{Adapted, Course, Measured, Rows};
pub use write::{Author, Authored, WriterOf};

use crate::embed::CachedEncoder;
use crate::source::{Searched, Source};
use crate::{Embed, Error, Result};
use pincite_adapt::{Corpus, DocumentText, Pair, Present, Progress, Settings, Tuned, Tuning, weights_of};
use pincite_api::Filter;
use pincite_models::{CrossEncoder, Trainee};
use pincite_search::{DocumentIndex, FusionWeights, Weights};
use serde::Serialize;
use std::ops::ControlFlow;

/// How is adapted.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Adapting {
    /// Questions written for each passage.
    pub per_passage: usize,
    /// Which of them are good.
    pub filter: Filter,
    /// How is tuned.
    pub settings: Settings,
}

/// The encoder that learns.
pub struct Student<'s> {
    /// The encoder.
    pub trainee: &'s mut Trainee,
    /// The cross-encoder that it learns from, if its loss needs one.
    pub teacher: Option<&'s CrossEncoder>,
}

/// What is going on.
#[derive(Clone, Debug)]
pub enum Stage {
    /// Questions are written: documents done, and all.
    Writing(usize, usize),
    /// The encoder is tuned.
    Tuning(Progress),
    /// Figures are taken: of so many, the next is.
    Measuring(usize, usize),
}

/// Units of a stage that are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageStep {
    /// The units, for people.
    pub units: &'static str,
    /// Units done.
    pub done: usize,
    /// Units in all.
    pub total: usize,
}

impl Stage {
    /// The units done of this stage; none where nothing is counted.
    pub fn step(&self) -> Option<StageStep> {
        let (units, done, total) = match *self {
            Self::Writing(done, total) => ("documents asked about", done, total),
            Self::Tuning(Progress::Step(step)) => ("steps", step.step, step.steps),
            Self::Tuning(Progress::Labelling { done, total }) => ("questions labelled", done, total),
            Self::Tuning(_) => return None,
            Self::Measuring(done, total) => ("encoders measured", done, total),
        };
        Some(StageStep { units, done, total })
    }
}

/// Takes figures of the documents in the order of the sources, with an encoder, by each of some weights of the search.
pub type Measure<'m, F> = &'m mut dyn FnMut(&[Searched], &mut dyn Embed, &[Weights]) -> Result<Vec<F>>;

impl Adapting {
    /// Adapts an encoder, which must be as opened and is so again afterwards, to the documents, and measures before and
    /// after. `on_stage` may end it.
    ///
    /// # Errors
    /// [`Error::Adapt`], [`Error::Embedding`], [`Error::Stopped`].
    pub fn run<F>(
        &self,
        mut sources: Vec<Source>,
        student: Student<'_>,
        author: &mut Author<'_>,
        measure: Measure<'_, F>,
        on_stage: &mut dyn FnMut(Stage) -> ControlFlow<()>,
    ) -> Result<Adapted<F>> {
        let Student { trainee, teacher } = student;
        let authored = author.write(&mut sources, self, &mut &*trainee, on_stage)?;
        let (corpus, pairs) = corpus(&sources);
        let base = trainee.snapshot()?.without_moments();
        let mut training = |progress| on_stage(Stage::Tuning(progress));
        let tuning =
            Tuning { corpus: &corpus, pairs: &pairs, settings: &self.settings, teacher, present: Present::default() };
        let tuned = tuning.train(trainee, None, &mut training)?;
        let mut measured = Vec::new();
        let encoders = encoders(&tuned);
        for (at, (share, searches)) in encoders.iter().enumerate() {
            if on_stage(Stage::Measuring(at, encoders.len())).is_break() {
                return Err(Error::Stopped);
            }
            trainee.restore(base.towards(&tuned.best, *share))?;
            measured.extend(figures(searches, &sources, trainee, measure)?);
        }
        trainee.restore(base)?;
        Ok(Adapted { how: *self, authored, tuning: tuned.into(), measured })
    }
}

/// A search whose figures are taken: what its encoder is called, and its weights.
pub(crate) type Search = (&'static str, Weights);

/// The encoders to measure, by interpolation coefficient between the base and the trained weights, each with its search
/// settings: the default, the fusion weights fitted for the base, and the choice of the gate.
pub(crate) fn encoders(tuned: &Tuned) -> Vec<(f32, Vec<Search>)> {
    let usual = Weights::default();
    let refitted = tuned.refitted.map(|weights| ("tuned, refitted", weights));
    let mut encoders =
        vec![(0.0, vec![("base", usual)]), (1.0, [("tuned", usual)].into_iter().chain(refitted).collect())];
    if let Some((share, weights)) = tuned.coefficient.zip(weights_of(&tuned.verdict.decision, usual)) {
        match encoders.iter_mut().find(|(other, _)| *other == share) {
            Some((_, searches)) => searches.push(("gated", weights)),
            None => encoders.push((share, vec![("gated", weights)])),
        }
    }
    encoders
}

fn figures<F>(
    searches: &[Search],
    sources: &[Source],
    trainee: &Trainee,
    measure: Measure<'_, F>,
) -> Result<Vec<Measured<F>>> {
    let mut trainee = trainee;
    let mut remembered = CachedEncoder::new(&mut trainee);
    let weights: Vec<Weights> = searches.iter().map(|(_, weights)| *weights).collect();
    let searched = sources.iter().map(|source| source.searched(Some(&mut remembered)));
    let searched = searched.collect::<Result<Vec<_>>>()?;
    let figures = measure(&searched, &mut remembered, &weights)?;
    let measured = searches.iter().zip(figures).map(|((encoder, weights), figures)| {
        let FusionWeights { dense: dense_weight, late: late_weight } = weights.fusion;
        Measured { encoder: (*encoder).to_owned(), dense_weight, late_weight, figures }
    });
    Ok(measured.collect())
}

/// The documents and the questions kept, as they are tuned on.
pub(crate) fn corpus(sources: &[Source]) -> (Corpus, Vec<Pair>) {
    let document = |source: &Source| {
        let words = DocumentIndex::new(&source.lines, pincite_search::Vectors::default());
        DocumentText::new(source.name.clone(), source.passages.clone(), words)
    };
    let mut pairs = Vec::new();
    for (document, source) in sources.iter().enumerate() {
        for (passage, questions) in source.questions.iter().enumerate() {
            let pair = |question: &String| Pair { question: question.clone(), document, passages: vec![passage] };
            pairs.extend(questions.iter().map(pair));
        }
    }
    (Corpus { documents: sources.iter().map(document).collect() }, pairs)
}
