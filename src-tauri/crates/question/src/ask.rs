//! Asking about passages of one document from end to end: what is worth it is asked about, what is written is sifted. Not
//! for laying a document out, nor for keeping what comes of it.

use crate::{Error, Known, Sieve, Sifted, Subject, Tally, Writer, Written, skip};
use pincite_models::Embeddings;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// What came of asking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answered {
    /// The questions about each passage, in the order given; none about one that was not worth asking about.
    pub sifted: Vec<Vec<Sifted>>,
    /// How many there were, and what became of them.
    pub tally: Tally,
    /// Time the writing took, without the sifting.
    pub writing: Duration,
}

impl Sieve<'_> {
    /// Has up to `count` questions written about passages of the document, each given with its position, and sifts them.
    /// `known`, `embed`: as for [`Sieve::sift`]; `hear`: as for [`Writer::write`].
    ///
    /// # Errors
    /// Those of the writer and of `embed`.
    pub fn ask<E: From<Error>>(
        &self,
        passages: &[(u32, Subject<'_>)],
        (writer, count): (&mut dyn Writer, usize),
        known: &mut Known,
        embed: impl FnOnce(&[&str]) -> Result<Option<Embeddings>, E>,
        hear: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Answered, E> {
        let mut answered = Answered { sifted: vec![Vec::new(); passages.len()], ..Answered::default() };
        let worth = worth_asking(passages, &mut answered.tally);
        let subjects: Vec<Subject<'_>> = worth.iter().map(|at| passages[*at].1).collect();
        let began = Instant::now();
        let questions = writer.write(&subjects, count, hear)?;
        answered.writing = began.elapsed();
        let both = worth.iter().zip(questions);
        let written: Vec<Written<'_>> = both
            .map(|(at, questions)| Written { passage: passages[*at].0, text: passages[*at].1.text, questions })
            .collect();
        for (at, sifted) in worth.into_iter().zip(self.sift(&written, known, embed)?) {
            answered.tally.add(&Tally::of(&sifted));
            answered.sifted[at] = sifted;
        }
        Ok(answered)
    }
}

/// Which of the passages are worth a question; the others are counted.
fn worth_asking(passages: &[(u32, Subject<'_>)], tally: &mut Tally) -> Vec<usize> {
    let worth = |at: &usize| match skip(passages[*at].1.text) {
        Some(reason) => {
            tally.skip(reason);
            false
        }
        None => true,
    };
    (0..passages.len()).filter(worth).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Filter, Frequencies, KeywordWriter, Keywords, Origin};
    use pincite_search::{DocumentIndex, Mode, Vectors, Weights, terms_of};

    const TEXTS: [&str; 3] = [
        "The tenant pays the monthly rent of $1,577 in Vienna.",
        "It is.",
        "Either party may give written notice of termination.",
    ];

    fn sieve<'s>(segment: &'s DocumentIndex, (weights, filter): &'s (Weights, Filter)) -> Sieve<'s> {
        Sieve { segment, mode: Mode::Lexical, weights, origin: Origin::Keywords, filter }
    }

    #[test]
    fn passages_keep_their_places_and_everything_is_counted() {
        let segment = DocumentIndex::new(TEXTS.map(|text| terms_of(text, &[])), Vectors::default());
        let usual = Default::default();
        let sieve = sieve(&segment, &usual);
        let mut writer = KeywordWriter::new(Keywords::new(Frequencies::of(TEXTS)), 1);
        let asked: Vec<(u32, Subject<'_>)> =
            [2usize, 1, 0].map(|at| (at as u32, Subject { text: TEXTS[at], heading: None })).into();
        let answered = sieve.ask::<Error>(&asked, (&mut writer, 2), &mut Known::default(), |_| Ok(None), &mut |_| {
            ControlFlow::Continue(())
        });
        let Answered { sifted, tally, .. } = answered.unwrap();
        assert_eq!(sifted.iter().map(Vec::len).collect::<Vec<_>>(), [2, 0, 2], "in the order asked");
        assert!(sifted.iter().flatten().all(|it| it.rank == Some(1)), "each is judged by its own passage: {sifted:?}");
        assert_eq!((tally.asked, tally.kept, tally.skipped.values().sum::<usize>()), (4, 4, 1), "{tally:?}");
    }

    #[test]
    fn a_writer_that_is_stopped_ends_it() {
        let (segment, usual) = Default::default();
        let sieve = sieve(&segment, &usual);
        let mut writer = KeywordWriter::new(Keywords::new(Frequencies::of(TEXTS)), 1);
        let asked = [(0, Subject { text: TEXTS[0], heading: None })];
        let stop = &mut |_| ControlFlow::Break(());
        let stopped = sieve.ask::<Error>(&asked, (&mut writer, 2), &mut Known::default(), |_| Ok(None), stop);
        assert_eq!(stopped.unwrap_err().code(), "question.cancelled");
    }
}
