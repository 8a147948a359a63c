//! Questions for the documents of an evaluation, written and sifted as the product does it. Not for learning from them.

use super::{Adapting, Stage};
use crate::source::Source;
use crate::{Embed, Error, Result};
use pincite_models::Embeddings;
use pincite_question::{Known, Origin, QuestionLine, Sieve, Sifted, Subject, Tally, Writer, Written, skip};
use pincite_search::{Mode, Weights};
use serde::Serialize;
use std::ops::ControlFlow;
use std::time::Instant;

/// A writer for the passages of one document, given their texts.
pub type WriterOf<'w> = dyn FnMut(&[String]) -> Result<Box<dyn Writer + Send>> + 'w;

/// What writes.
pub struct Author<'w> {
    /// Where its questions come from: what is good depends on it.
    pub origin: Origin,
    /// Its writers.
    pub writer_of: &'w mut WriterOf<'w>,
}

/// What was written.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Authored {
    /// Who wrote.
    pub writer: String,
    /// What became of it.
    pub tally: Tally,
    /// Kept questions whose passage the search puts first in its document, in percent of those kept.
    pub found_first: f64,
    /// Seconds the writing took, without the sifting.
    pub seconds: f64,
    /// Every question, kept or not.
    #[serde(skip)]
    pub lines: Vec<QuestionLine>,
}

impl Author<'_> {
    /// Writes questions into the sources; those that are not good are only told.
    pub(super) fn write(
        &mut self,
        sources: &mut [Source],
        adapting: &Adapting,
        encoder: &mut dyn Embed,
        hear: &mut dyn FnMut(Stage) -> ControlFlow<()>,
    ) -> Result<Authored> {
        let (mut authored, total) = (Authored::default(), sources.len());
        for (at, source) in sources.iter_mut().enumerate() {
            let asked = worth_asking(source, &mut authored.tally);
            let began = Instant::now();
            let questions = self.ask(source, &asked, adapting, &mut authored.writer)?;
            authored.seconds += began.elapsed().as_secs_f64();
            let sifted = self.sift(source, &asked, questions, adapting, encoder)?;
            authored.take(source, &asked, sifted);
            if hear(Stage::Writing(at + 1, total)).is_break() {
                return Err(Error::Stopped);
            }
        }
        Ok(authored)
    }

    fn ask(
        &mut self,
        source: &Source,
        asked: &[usize],
        adapting: &Adapting,
        name: &mut String,
    ) -> Result<Vec<Vec<String>>> {
        let subject = |at: &usize| Subject { text: &source.passages[*at], heading: source.headings[*at].as_deref() };
        let subjects: Vec<Subject<'_>> = asked.iter().map(subject).collect();
        let mut writer = (self.writer_of)(&source.passages)?;
        writer.name().clone_into(name);
        Ok(writer.write(&subjects, adapting.per_passage, &mut |_| ControlFlow::Continue(()))?)
    }

    fn sift(
        &self,
        source: &Source,
        asked: &[usize],
        questions: Vec<Vec<String>>,
        adapting: &Adapting,
        encoder: &mut dyn Embed,
    ) -> Result<Vec<Vec<Sifted>>> {
        let segment = source.segment(Some(&mut *encoder), crate::Expansion::None)?;
        let (weights, filter) = (Weights::default(), &adapting.filter);
        let sieve = Sieve { segment: &segment, mode: Mode::Hybrid, weights: &weights, origin: self.origin, filter };
        let written = asked.iter().zip(questions);
        let written: Vec<Written<'_>> = written
            .map(|(at, questions)| Written { passage: *at as u32, text: &source.passages[*at], questions })
            .collect();
        sieve.sift(&written, &mut Known::default(), |texts| {
            let (width, values) = (encoder.width(), encoder.questions(texts)?);
            Ok(Some(Embeddings { width, values }))
        })
    }
}

/// Passages worth a question; the others are counted.
fn worth_asking(source: &Source, tally: &mut Tally) -> Vec<usize> {
    let worth = |at: &usize| match skip(&source.passages[*at]) {
        Some(reason) => {
            tally.skip(reason);
            false
        }
        None => true,
    };
    (0..source.passages.len()).filter(worth).collect()
}

impl Authored {
    /// Puts what is good into the source, and counts everything.
    fn take(&mut self, source: &mut Source, asked: &[usize], sifted: Vec<Vec<Sifted>>) {
        source.questions = vec![Vec::new(); source.passages.len()];
        let first = sifted.iter().flatten().filter(|it| it.rejected.is_none() && it.rank == Some(1)).count();
        let found = self.found_first / 100.0 * self.tally.kept as f64 + first as f64;
        self.tally.add(&Tally::of(sifted.iter().flatten()));
        self.found_first = 100.0 * found / self.tally.kept.max(1) as f64;
        for (at, questions) in asked.iter().zip(sifted) {
            for question in questions {
                self.lines.push(line(source, *at, &question));
                if question.rejected.is_none() {
                    source.questions[*at].push(question.text);
                }
            }
        }
    }
}

fn line(source: &Source, passage: usize, question: &Sifted) -> QuestionLine {
    QuestionLine {
        question: question.text.clone(),
        passage: source.passages[passage].clone(),
        document: Some(source.name.clone()),
        rank: question.rank,
        rejected: question.rejected,
        ..QuestionLine::default()
    }
}
