//! Where the present search finds the passage that a question was written about. Not for deciding what is near enough.

use pincite_search::{DocumentIndex, Mode, Query, Weights, rank};
use rayon::prelude::*;

/// A question to be asked of the document it was written about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoundTrip<'a> {
    /// Position of the passage it was written about.
    pub passage: u32,
    /// The question.
    pub question: &'a str,
    /// Its vector, if there is an encoder.
    pub vector: Option<&'a [f32]>,
}

/// The rank of each question's passage, from 1, when the question is asked of this document alone. `None` if the search
/// does not find the passage.
pub(crate) fn ranks(
    segment: &DocumentIndex,
    questions: &[RoundTrip<'_>],
    mode: Mode,
    weights: &Weights,
) -> Vec<Option<usize>> {
    questions.par_iter().map(|asked| rank_of(segment, asked, mode, weights)).collect()
}

fn rank_of(segment: &DocumentIndex, asked: &RoundTrip<'_>, mode: Mode, weights: &Weights) -> Option<usize> {
    let RoundTrip { passage, question, vector } = *asked;
    let query = Query::in_languages(question, &[segment.language()]);
    let ranked = rank(&[segment], &query, vector, mode, weights, segment.passage_count());
    ranked.iter().position(|hit| hit.passage == passage).map(|before| before + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_language::Language;
    use pincite_search::{Vectors, terms_of};
    use proptest::prelude::*;

    const TEXTS: [&str; 3] = ["The fee is $1,577.", "Either party may give notice.", "Notice is given of the fee."];

    fn segment() -> DocumentIndex {
        let vectors = Vectors::new(2, vec![0, 1, 2], vec![1.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
        DocumentIndex::new(TEXTS.map(|text| terms_of(text, &[], Language::English)), vectors)
    }

    fn by_words(passage: u32, question: &str) -> RoundTrip<'_> {
        RoundTrip { passage, question, vector: None }
    }

    #[test]
    fn ranks_are_those_of_the_search() {
        let vector = [0.1, 1.0];
        let asked = [
            by_words(0, "What is $1,577?"),
            by_words(2, "What is the notice?"),
            by_words(1, "What fee?"),
            RoundTrip { passage: 1, question: "x", vector: Some(&vector[..]) },
        ];
        let words = ranks(&segment(), &asked, Mode::Lexical, &Weights::default());
        assert_eq!((words[0], words[2]), (Some(1), None), "first, and not found by words");
        assert_eq!(
            ranks(&segment(), &asked, Mode::Hybrid, &Weights::default())[3],
            Some(1),
            "vectors count where there are any"
        );
    }

    #[test]
    fn a_phrase_is_a_condition_as_in_the_product() {
        let asked = [1, 2].map(|passage| by_words(passage, "Who \"may give notice\"?"));
        let found = ranks(&segment(), &asked, Mode::Lexical, &Weights::default());
        assert_eq!(found, [Some(1), None], "passages without the phrase are not found");
    }

    proptest! {
        #[test]
        fn whatever_is_asked(question in "\\PC{0,60}", passage in 0u32..5) {
            let found = ranks(&segment(), &[by_words(passage, &question)], Mode::Hybrid, &Weights::default());
            prop_assert_eq!(found.len(), 1);
            prop_assert!(found[0].is_none_or(|rank| (1..=3).contains(&rank) && passage < 3));
        }
    }
}
