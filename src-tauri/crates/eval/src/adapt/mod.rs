//! The product's own way, without a question given: questions are written for the documents, the encoder is tuned on them,
//! and what that brings is measured on questions that neither has seen. Not for the measuring itself: each data set does
//! that.

mod report;
mod write;

pub use report::{Adapted, Course, Measured, Rows};
pub use write::{Author, Authored, WriterOf};

use crate::embed::Remembered;
use crate::source::{Expansion, Searched, Source};
use crate::{Embed, Error, Result};
use pincite_models::{Snapshot, Trainee};
use pincite_question::Filter;
use pincite_search::{Segment, Weights};
use pincite_tune::{Corpus, DocumentText, Pair, Present, Progress, Settings, Tuned, tune};
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

/// Takes figures of the documents in the order of the sources, with an encoder, and weights of the search.
pub type Measure<'m, F> = &'m mut dyn FnMut(&[Searched], &mut dyn Embed, &Weights) -> Result<F>;

/// Encoders whose figures are taken.
pub(crate) const ENCODERS: [&str; 3] = ["base", "tuned", "gated"];

/// What helps to find a passage.
const EXPANSIONS: [Expansion; 3] = [Expansion::None, Expansion::Words, Expansion::WordsAndVectors];

impl Adapting {
    /// Adapts an encoder, which must be as opened and is so again afterwards, to the documents, and measures before and
    /// after. `hear` may end it.
    ///
    /// # Errors
    /// [`Error::Question`], [`Error::Tune`], [`Error::Embedding`], [`Error::Stopped`].
    pub fn run<F>(
        &self,
        mut sources: Vec<Source>,
        trainee: &mut Trainee,
        author: &mut Author<'_>,
        measure: Measure<'_, F>,
        hear: &mut dyn FnMut(Stage) -> ControlFlow<()>,
    ) -> Result<Adapted<F>> {
        let authored = author.write(&mut sources, self, &mut &*trainee, hear)?;
        let (corpus, pairs) = corpus(&sources);
        let base = trainee.snapshot()?.without_moments();
        let weights = Weights::default();
        let mut learning = |news| hear(Stage::Tuning(news));
        let tuned = tune(trainee, &corpus, &pairs, (&self.settings, Present::default()), None, &mut learning)?;
        let mut measured = Vec::new();
        for (at, encoder) in ENCODERS.into_iter().enumerate() {
            let Some((snapshot, weights)) = with(encoder, &base, &tuned, &weights) else { continue };
            trainee.restore(snapshot)?;
            if hear(Stage::Measuring(at, ENCODERS.len())).is_break() {
                return Err(Error::Stopped);
            }
            measured.extend(figures(encoder, &sources, trainee, &weights, measure)?);
        }
        trainee.restore(base)?;
        Ok(Adapted { how: *self, authored, tuning: tuned.into(), measured })
    }
}

/// An encoder's weights and the search's with it; none for one that would be the base again.
pub(crate) fn with(encoder: &str, base: &Snapshot, tuned: &Tuned, weights: &Weights) -> Option<(Snapshot, Weights)> {
    match (encoder, &tuned.verdict.decision, tuned.share) {
        ("base", ..) => Some((base.clone(), *weights)),
        ("tuned", ..) => Some((tuned.best.clone(), *weights)),
        ("gated", decision, Some(share)) => Some((base.towards(&tuned.best, share), decision.weights(*weights)?)),
        _ => None,
    }
}

fn figures<F>(
    encoder: &str,
    sources: &[Source],
    trainee: &Trainee,
    weights: &Weights,
    measure: Measure<'_, F>,
) -> Result<Vec<Measured<F>>> {
    let mut trainee = trainee;
    let mut remembered = Remembered::new(&mut trainee);
    let mut measured = Vec::new();
    for expansion in EXPANSIONS {
        let searched = sources.iter().map(|source| source.searched(Some(&mut remembered), expansion));
        let figures = measure(&searched.collect::<Result<Vec<_>>>()?, &mut remembered, weights)?;
        let Weights { dense: dense_weight, late: late_weight, .. } = *weights;
        measured.push(Measured { encoder: encoder.to_owned(), expansion, dense_weight, late_weight, figures });
    }
    Ok(measured)
}

/// The documents and the questions kept, as they are tuned on.
pub(crate) fn corpus(sources: &[Source]) -> (Corpus, Vec<Pair>) {
    let document = |source: &Source| {
        let words = Segment::new(&source.lines, pincite_search::Vectors::default());
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
