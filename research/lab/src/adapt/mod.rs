//! The product's own way, without a question given: questions are written for the documents, the encoder is tuned on them,
//! and what that brings is measured on questions that neither has seen. Not for the measuring itself: each data set does
//! that.

mod report;
mod write;

pub use report::{Adapted, Course, Measured, Rows, Trained};
pub use write::{Author, Authored, WriterOf};

use crate::Result;
use crate::cached_encoder::CachedEncoder;
use crate::losses::{self, Loss};
use pincite_adapt::{Corpus, DocumentText, Pair, Progress, Settings, Tuning};
use pincite_api::Filter;
use pincite_eval::{Embed, Searched, Source};
use pincite_models::{CrossEncoder, Trainee};
use pincite_search::{DocumentIndex, Weights};
use serde::Serialize;
use std::ops::ControlFlow;
use std::path::Path;

/// How is adapted.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Adapting {
    /// Questions written for each passage.
    pub per_passage: usize,
    /// Which of them are good.
    pub filter: Filter,
    /// How is trained.
    pub recipe: Recipe,
}

/// How an encoder is trained. The default is the product's way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Recipe {
    /// What is minimised.
    pub loss: Loss,
    /// Batches from all documents: all are one document to the training.
    pub mixed: bool,
    /// All else.
    pub settings: Settings,
}

/// The encoder that learns.
pub struct Student<'s> {
    /// The encoder.
    pub trainee: &'s mut Trainee,
    /// Its folder.
    pub folder: &'s Path,
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
    /// The cross-encoder labels passages near each question: questions done, and all.
    Labelling(usize, usize),
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
            Self::Labelling(done, total) => ("questions labelled", done, total),
            Self::Tuning(_) => return None,
            Self::Measuring(done, total) => ("encoders measured", done, total),
        };
        Some(StageStep { units, done, total })
    }
}

/// Takes figures of the documents in the order of the sources, with an encoder.
pub type Measure<'m, F> = &'m mut dyn FnMut(&[Searched], &mut dyn Embed) -> Result<F>;

impl Adapting {
    /// Adapts an encoder, which must be as opened and is so again afterwards, to the documents, and measures before and
    /// after. `on_stage` may end it.
    ///
    /// # Errors
    /// [`pincite_eval::Error::Stopped`], and whatever fails.
    pub fn run<F>(
        &self,
        mut sources: Vec<Source>,
        student: Student<'_>,
        author: &mut Author<'_>,
        measure: Measure<'_, F>,
        on_stage: &mut dyn FnMut(Stage) -> ControlFlow<()>,
    ) -> Result<Adapted<F>> {
        let Student { trainee, folder, teacher } = student;
        let authored = author.write(&mut sources, self, &mut &*trainee, on_stage)?;
        let (corpus, pairs) = match self.recipe.mixed {
            true => corpus(&[joined(&sources)]),
            false => corpus(&sources),
        };
        let base = trainee.snapshot()?.without_moments();
        let trained =
            self.recipe.train(&corpus, &pairs, Student { trainee: &mut *trainee, folder, teacher }, on_stage)?;
        let mut measured = Vec::new();
        for (at, (encoder, share)) in ENCODERS.iter().enumerate() {
            if on_stage(Stage::Measuring(at, ENCODERS.len())).is_break() {
                return Err(pincite_eval::Error::Stopped.into());
            }
            trainee.restore(base.towards(&trained.best, *share))?;
            let figures = figures(&sources, trainee, measure)?;
            measured.push(Measured { encoder: (*encoder).to_owned(), figures });
        }
        trainee.restore(base)?;
        Ok(Adapted { how: *self, authored, tuning: trained.course, measured })
    }
}

impl Recipe {
    /// Trains an encoder that is as opened, and is so again afterwards.
    ///
    /// # Errors
    /// Whatever fails, also an `on_stage` that ends it.
    pub fn train(
        &self,
        corpus: &Corpus,
        pairs: &[Pair],
        student: Student<'_>,
        on_stage: &mut dyn FnMut(Stage) -> ControlFlow<()>,
    ) -> Result<Trained> {
        if self.loss != Loss::DlDpr {
            return losses::train(self, corpus, pairs, student, on_stage);
        }
        let tuning = Tuning { corpus, pairs, settings: &self.settings, weights: Weights::default(), reader: None };
        Ok(tuning.train(student.trainee, None, &mut |progress| on_stage(Stage::Tuning(progress)))?.into())
    }
}

/// The encoders to measure, by interpolation coefficient between the base and the trained weights.
pub(crate) const ENCODERS: [(&str, f32); 2] = [("base", 0.0), ("tuned", 1.0)];

fn figures<F>(sources: &[Source], trainee: &Trainee, measure: Measure<'_, F>) -> Result<F> {
    let mut trainee = trainee;
    let mut remembered = CachedEncoder::new(&mut trainee);
    let searched = sources.iter().map(|source| source.searched(Some(&mut remembered)));
    let searched = searched.collect::<pincite_eval::Result<Vec<_>>>()?;
    measure(&searched, &mut remembered)
}

/// All documents as one.
fn joined(sources: &[Source]) -> Source {
    let mut all = Source::default();
    for source in sources {
        all.passages.extend_from_slice(&source.passages);
        all.headings.extend_from_slice(&source.headings);
        all.lines.extend_from_slice(&source.lines);
        all.questions.extend_from_slice(&source.questions);
    }
    all
}

/// The documents and the questions kept, as they are tuned on.
pub fn corpus(sources: &[Source]) -> (Corpus, Vec<Pair>) {
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
