//! Asking about passages of one document from end to end: what is worth it is asked about, what is written is checked. Not
//! for laying a document out, nor for keeping what comes of it.

use crate::{
    Checked, DocumentFilter, Error, Known, Subject, Tally, Writer, Written, add_tally, count_skipped, skip, tally_of,
};
use pincite_models::Embeddings;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// A passage to write questions about, in its document.
#[derive(Clone, Copy, Debug)]
pub struct PassageSubject<'a> {
    /// Position of the passage in its document.
    pub position: u32,
    /// What the writer reads.
    pub subject: Subject<'a>,
}

/// Questions that were written and filtered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filtered {
    /// The questions about each passage, in the order given; none about one that was not worth asking about.
    pub questions: Vec<Vec<Checked>>,
    /// How many there were, and what became of them.
    pub tally: Tally,
    /// Time the writing took, without the filtering.
    pub writing: Duration,
}

impl DocumentFilter<'_> {
    /// Has up to `count` questions written about passages of the document, and filters them.
    /// `known`, `embed`: as for [`DocumentFilter::filter`]; `on_progress`: as for [`Writer::write`].
    ///
    /// # Errors
    /// Those of the writer and of `embed`.
    pub fn generate<E: From<Error>>(
        &self,
        passages: &[PassageSubject<'_>],
        writer: &mut dyn Writer,
        count: usize,
        known: &mut Known,
        embed: impl FnOnce(&[&str]) -> Result<Option<Embeddings>, E>,
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Filtered, E> {
        let mut filtered = Filtered { questions: vec![Vec::new(); passages.len()], ..Filtered::default() };
        let worth = worth_asking(passages, &mut filtered.tally);
        let subjects: Vec<Subject<'_>> = worth.iter().map(|at| passages[*at].subject).collect();
        let began = Instant::now();
        let questions = writer.write(&subjects, count, on_progress)?;
        filtered.writing = began.elapsed();
        let asked = worth.iter().map(|at| passages[*at]).zip(questions);
        let written: Vec<Written<'_>> = asked
            .map(|(asked, questions)| Written { passage: asked.position, text: asked.subject.text, questions })
            .collect();
        for (at, checked) in worth.into_iter().zip(self.filter(&written, known, embed)?) {
            let checked = distinct(checked);
            add_tally(&mut filtered.tally, &tally_of(checked.iter().map(|it| it.rejected)));
            filtered.questions[at] = checked;
        }
        Ok(filtered)
    }
}

/// Each text once: a generator that repeats itself about a passage wrote one question, and the library keeps one.
fn distinct(checked: Vec<Checked>) -> Vec<Checked> {
    let mut texts = HashSet::new();
    checked.into_iter().filter(|question| texts.insert(question.text.clone())).collect()
}

/// Which of the passages are worth a question; the others are counted.
fn worth_asking(passages: &[PassageSubject<'_>], tally: &mut Tally) -> Vec<usize> {
    let worth = |at: &usize| match skip(passages[*at].subject.text) {
        Some(reason) => {
            count_skipped(tally, reason);
            false
        }
        None => true,
    };
    (0..passages.len()).filter(worth).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::writer::WordWriter;
    use crate::{Filter, Origin};
    use pincite_language::Language;
    use pincite_search::{DocumentIndex, Mode, Vectors, Weights, terms_of};

    const TEXTS: [&str; 3] = [
        "The tenant pays the monthly rent of $1,577 in Vienna.",
        "It is.",
        "Either party may give written notice of termination.",
    ];

    #[derive(Default)]
    struct Usual {
        segment: DocumentIndex,
        filter: Filter,
    }

    impl Usual {
        fn of(segment: DocumentIndex) -> Self {
            Self { segment, ..Self::default() }
        }

        fn document(&self) -> DocumentFilter<'_> {
            let Self { segment, filter } = self;
            let weights = Weights::default();
            DocumentFilter { segment, mode: Mode::Lexical, weights, origin: Origin::Generator, filter }
        }
    }

    fn subject(position: u32) -> PassageSubject<'static> {
        PassageSubject { position, subject: Subject { text: TEXTS[position as usize], heading: None } }
    }

    #[test]
    fn passages_keep_their_places_and_everything_is_counted() {
        let segment = DocumentIndex::new(TEXTS.map(|text| terms_of(text, &[], Language::English)), Vectors::default());
        let usual = Usual::of(segment);
        let document = usual.document();
        let asked = [2, 1, 0].map(subject);
        let go_on = &mut |_| ControlFlow::Continue(());
        let filtered =
            document.generate::<Error>(&asked, &mut WordWriter, 2, &mut Known::default(), |_| Ok(None), go_on);
        let Filtered { questions, tally, .. } = filtered.unwrap();
        assert_eq!(questions.iter().map(Vec::len).collect::<Vec<_>>(), [2, 0, 2], "in the order asked");
        assert!(
            questions.iter().flatten().all(|it| it.rank == Some(1)),
            "each is judged by its own passage: {questions:?}"
        );
        assert_eq!((tally.asked, tally.kept, tally.skipped.values().sum::<usize>()), (4, 4, 1), "{tally:?}");
    }

    /// Writes each question twice.
    struct Repeating;

    impl Writer for Repeating {
        fn name(&self) -> &str {
            "repeating"
        }

        fn recipe(&self) -> String {
            "repeating".to_owned()
        }

        fn write(
            &mut self,
            passages: &[Subject<'_>],
            count: usize,
            on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
        ) -> crate::Result<Vec<Vec<String>>> {
            Ok(WordWriter
                .write(passages, count, on_progress)?
                .into_iter()
                .map(|questions| [questions.clone(), questions].concat())
                .collect())
        }
    }

    #[test]
    fn a_text_written_twice_about_a_passage_is_one_question() {
        let segment = DocumentIndex::new(TEXTS.map(|text| terms_of(text, &[], Language::English)), Vectors::default());
        let go_on = &mut |_| ControlFlow::Continue(());
        let filtered = Usual::of(segment)
            .document()
            .generate::<Error>(&[subject(0)], &mut Repeating, 2, &mut Known::default(), |_| Ok(None), go_on)
            .unwrap();
        assert_eq!(filtered.questions[0].len(), 2, "{filtered:?}");
        assert_eq!((filtered.tally.asked, filtered.tally.kept), (2, 2), "the count is that of the list");
    }

    #[test]
    fn a_writer_that_is_stopped_ends_it() {
        let stop = &mut |_| ControlFlow::Break(());
        let usual = Usual::default();
        let document = usual.document();
        let stopped =
            document.generate::<Error>(&[subject(0)], &mut WordWriter, 2, &mut Known::default(), |_| Ok(None), stop);
        assert_eq!(stopped.unwrap_err().code(), "adapt.cancelled");
    }
}
