//! All checks together, for one document: which questions are kept, and why others are not. Not for writing or storing.

use crate::{Filter, Known, Origin, Rejection, RoundTrip, check, ranks, tidy};
use pincite_models::Embeddings;
use pincite_search::{DocumentIndex, Mode, Weights};

/// What was written about one passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written<'a> {
    /// Position of the passage in its document.
    pub passage: u32,
    /// Its text.
    pub text: &'a str,
    /// The questions, as they came.
    pub questions: Vec<String>,
}

/// A question that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Its text, tidied.
    pub text: String,
    /// Where the search finds its passage in the document, counted from 1; none if that was not tried, or in vain.
    pub rank: Option<usize>,
    /// Why it is not kept; none if it is.
    pub rejected: Option<Rejection>,
}

/// What questions of a document are checked by.
#[derive(Clone, Copy, Debug)]
pub struct DocumentFilter<'a> {
    /// The document, with its vectors if the mode needs them.
    pub segment: &'a DocumentIndex,
    /// What the search may use.
    pub mode: Mode,
    /// How words and vectors count.
    pub weights: Weights,
    /// Where the questions are from.
    pub origin: Origin,
    /// How good they have to be.
    pub filter: &'a Filter,
}

impl DocumentFilter<'_> {
    /// Checks what was written about passages of the document, and returns it in the same order. `known` holds the
    /// questions that the document has already; the new ones are added. `embed` returns a vector for each text, or `None`
    /// where there is no encoder. It is called once at most, with the questions that passed the checks by words.
    ///
    /// # Errors
    /// Those of `embed`.
    pub fn filter<E>(
        &self,
        written: &[Written<'_>],
        known: &mut Known,
        embed: impl FnOnce(&[&str]) -> Result<Option<Embeddings>, E>,
    ) -> Result<Vec<Vec<Checked>>, E> {
        let mut checked: Vec<Vec<Checked>> = written.iter().map(|passage| self.by_words(passage, known)).collect();
        if let Some(places) = self.filter.round_trip {
            let found = self.found(passing(written, &checked), embed)?;
            let open = checked.iter_mut().flatten().filter(|question| question.rejected.is_none());
            open.zip(found).for_each(|(question, rank)| question.judge(rank, places, self.origin));
        }
        Ok(checked)
    }

    fn by_words(&self, passage: &Written<'_>, known: &mut Known) -> Vec<Checked> {
        let judge = |question: &String| {
            let text = tidy(question);
            let wrong = check(&text, passage.text, self.origin, self.filter);
            let rejected = wrong.or_else(|| (!known.insert(&text)).then_some(Rejection::Duplicate));
            Checked { text, rank: None, rejected }
        };
        passage.questions.iter().map(judge).collect()
    }

    fn found<E>(
        &self,
        asked: Vec<RoundTrip<'_>>,
        embed: impl FnOnce(&[&str]) -> Result<Option<Embeddings>, E>,
    ) -> Result<Vec<Option<usize>>, E> {
        let texts: Vec<&str> = asked.iter().map(|it| it.question).collect();
        let needed = self.mode != Mode::Lexical && !texts.is_empty();
        let vectors = if needed { embed(&texts)? } else { None };
        let vector = |at: usize| {
            let rows = vectors.as_ref()?;
            rows.values.get(at * rows.width..(at + 1) * rows.width).filter(|row| !row.is_empty())
        };
        let mut asked: Vec<RoundTrip<'_>> = asked;
        asked.iter_mut().enumerate().for_each(|(at, question)| question.vector = vector(at));
        Ok(ranks(self.segment, &asked, self.mode, &self.weights))
    }
}

impl Checked {
    /// People's questions are kept wherever the search finds their passage: those it gets wrong are the most useful.
    fn judge(&mut self, rank: Option<usize>, places: usize, origin: Origin) {
        self.rank = rank;
        if !origin.is_people() && rank.is_none_or(|rank| rank > places) {
            self.rejected = Some(Rejection::NotFound { rank });
        }
    }
}

/// The questions that nothing speaks against so far, each with its passage and no vector yet.
fn passing<'a>(written: &[Written<'_>], checked: &'a [Vec<Checked>]) -> Vec<RoundTrip<'a>> {
    let both = written.iter().zip(checked);
    let all = both.flat_map(|(passage, questions)| questions.iter().map(|question| (passage.passage, question)));
    let open = all.filter(|(_, question)| question.rejected.is_none());
    open.map(|(passage, question)| RoundTrip { passage, question: &question.text, vector: None }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally_of;
    use pincite_language::Language;
    use pincite_search::{Vectors, terms_of};
    use proptest::prelude::*;
    use std::convert::Infallible;

    const TEXTS: [&str; 3] =
        ["The fee is $1,577 a month.", "Either party may give notice.", "A fee. A fee. A fee. The fee."];

    fn segment() -> DocumentIndex {
        let vectors = Vectors::new(2, vec![0, 1, 2], vec![1.0, 0.0, 0.0, 1.0, 0.0, -1.0]);
        DocumentIndex::new(TEXTS.map(|text| terms_of(text, &[], Language::English)), vectors)
    }

    fn written(questions: [&[&str]; 3]) -> Vec<Written<'static>> {
        let one = |at: usize, questions: &[&str]| {
            let questions = questions.iter().map(|it| (*it).to_owned()).collect();
            Written { passage: at as u32, text: TEXTS[at], questions }
        };
        questions.into_iter().enumerate().map(|(at, questions)| one(at, questions)).collect()
    }

    fn run(written: &[Written<'_>], origin: Origin, mode: Mode, filter: &Filter) -> Vec<Vec<Checked>> {
        let document = DocumentFilter { segment: &segment(), mode, weights: Weights::default(), origin, filter };
        let embed = |texts: &[&str]| {
            let values = texts.iter().flat_map(|_| [0.0, 1.0]).collect();
            Ok::<_, Infallible>(Some(Embeddings { width: 2, values }))
        };
        let Ok(checked) = document.filter(written, &mut Known::default(), embed);
        checked
    }

    #[test]
    fn each_question_is_kept_or_rejected_with_its_reason() {
        let all = written([
            &[" What  fee is due?", "What is it?", "Who pays the fee?"],
            &["What fee is due"],
            &["Is a fee due? "],
        ]);
        let filter = Filter { round_trip: Some(1), ..Filter::default() };
        let checked = run(&all, Origin::Generator, Mode::Lexical, &filter);
        let fates: Vec<Vec<Option<Rejection>>> =
            checked.iter().map(|it| it.iter().map(|question| question.rejected).collect()).collect();
        let far = Some(Rejection::NotFound { rank: Some(2) });
        assert_eq!(fates, [vec![far, Some(Rejection::Vague), far], vec![Some(Rejection::Duplicate)], vec![None]]);
        assert_eq!(checked[0][0].text, "What fee is due?", "tidied");
        assert_eq!((checked[2][0].rank, checked[0][1].rank), (Some(1), None), "ranks where they were looked for");
        let tally = tally_of(checked.iter().flatten().map(|it| it.rejected));
        assert_eq!((tally.asked, tally.kept, tally.rejected["not_found"]), (5, 1, 2), "all are told");
    }

    #[test]
    fn the_encoder_is_asked_when_it_counts() {
        let all = written([&["Who gives notice soon?"], &[], &[]]);
        let rank = |mode, filter: &Filter| run(&all, Origin::Generator, mode, filter)[0][0].rank;
        assert_eq!(rank(Mode::Dense, &Filter::default()), Some(2), "its vector is that of the second passage");
        assert_eq!(rank(Mode::Lexical, &Filter::default()), None, "no word of it stands in the first");
        assert_eq!(rank(Mode::Dense, &Filter::default().without_round_trip()), None, "not tried, no rank");
        let people = run(&all, Origin::Person, Mode::Lexical, &Filter::default());
        assert_eq!(people[0][0].rejected, None, "what people ask is kept though the search does not find it yet");
    }

    proptest! {
        #[test]
        fn nothing_is_lost(questions in proptest::collection::vec("\\PC{0,30}", 0..6), round_trip in proptest::option::of(1usize..4)) {
            let all = vec![Written { passage: 2, text: TEXTS[2], questions: questions.clone() }];
            let filter = Filter { round_trip, ..Filter::default() };
            let checked = run(&all, Origin::Generator, Mode::Hybrid, &filter);
            prop_assert_eq!(checked[0].len(), questions.len(), "each question is answered");
            let tally = tally_of(checked.iter().flatten().map(|it| it.rejected));
            prop_assert_eq!(tally.kept + tally.rejected.values().sum::<usize>(), tally.asked, "it adds up");
        }
    }
}
