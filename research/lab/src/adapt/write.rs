//! Questions for the documents of an evaluation, generated and filtered as the product does it. Not for adapting to them.

use super::{Adapting, Stage};
use crate::Result;
use pincite_adapt::{
    Checked, DocumentFilter, Filtered, Known, PassageSubject, QuestionLine, Subject, Writer, add_tally,
};
use pincite_api::{Origin, Tally};
use pincite_eval::{Embed, Error, Source};
use pincite_models::Side;
use pincite_search::{Mode, Weights};
use serde::Serialize;
use std::ops::ControlFlow;

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
    /// Seconds the writing took, without the filtering.
    pub seconds: f64,
    /// Every question, kept or not.
    #[serde(skip)]
    pub lines: Vec<QuestionLine>,
}

impl Author<'_> {
    /// Writes questions into the sources; those that are not good are only counted.
    ///
    /// # Errors
    /// Those of the writer and of the encoder, and an `on_stage` that ends it.
    pub fn write(
        &mut self,
        sources: &mut [Source],
        adapting: &Adapting,
        encoder: &mut dyn Embed,
        on_stage: &mut dyn FnMut(Stage) -> ControlFlow<()>,
    ) -> Result<Authored> {
        let mut authored = Authored::default();
        let total = sources.len();
        for (at, source) in sources.iter_mut().enumerate() {
            let filtered = self.ask(source, adapting, encoder, &mut authored.writer)?;
            authored.take(source, filtered);
            if on_stage(Stage::Writing(at + 1, total)).is_break() {
                return Err(Error::Stopped.into());
            }
        }
        Ok(authored)
    }

    fn ask(
        &mut self,
        source: &Source,
        adapting: &Adapting,
        encoder: &mut dyn Embed,
        name: &mut String,
    ) -> Result<Filtered> {
        let segment = source.searched(Some(&mut *encoder))?.segment;
        let filter = &adapting.filter;
        let weights = Weights::default();
        let document = DocumentFilter { segment: &segment, mode: Mode::Hybrid, weights, origin: self.origin, filter };
        let both = source.passages.iter().zip(&source.headings);
        let subjects = both.map(|(text, heading)| Subject { text, heading: heading.as_deref() });
        let placed = (0..).zip(subjects).map(|(position, subject)| PassageSubject { position, subject });
        let subjects: Vec<PassageSubject<'_>> = placed.collect();
        let mut writer = (self.writer_of)(&source.passages)?;
        writer.name().clone_into(name);
        let embed = |texts: &[&str]| Ok(Some(encoder.embed(texts, Side::Question)?));
        let count = adapting.per_passage;
        let go_on = &mut |_| ControlFlow::Continue(());
        document.generate(&subjects, &mut *writer, count, &mut Known::default(), embed, go_on)
    }
}

impl Authored {
    /// Puts what is good into the source, and counts everything.
    fn take(&mut self, source: &mut Source, filtered: Filtered) {
        let Filtered { questions: checked, tally, writing } = filtered;
        self.seconds += writing.as_secs_f64();
        source.questions = vec![Vec::new(); source.passages.len()];
        let first = checked.iter().flatten().filter(|it| it.rejected.is_none() && it.rank == Some(1)).count();
        let found = self.found_first / 100.0 * self.tally.kept as f64 + first as f64;
        add_tally(&mut self.tally, &tally);
        self.found_first = 100.0 * found / self.tally.kept.max(1) as f64;
        for (at, questions) in checked.into_iter().enumerate() {
            for question in questions {
                self.lines.push(line(source, at, &question));
                if question.rejected.is_none() {
                    source.questions[at].push(question.text);
                }
            }
        }
    }
}

fn line(source: &Source, passage: usize, question: &Checked) -> QuestionLine {
    QuestionLine {
        question: question.text.clone(),
        passage: source.passages[passage].clone(),
        document: Some(source.name.clone()),
        rank: question.rank,
        rejected: question.rejected,
        ..QuestionLine::default()
    }
}
