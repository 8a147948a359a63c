//! The held-out questions in the styles in which people ask: as they were written, as keywords, and in other words than
//! the passage's. A search that got better at written questions alone is no better for people. Not for asking them (`Exam`).

mod kept;
mod reworded;
mod vocabulary;

use crate::questions::folded;
use crate::seed::random_for;
use crate::{Corpus, FEWEST, Frequencies, Pair, Result, Style, groups, has_letters, keywords};
use pincite_models::Encode;
use reworded::Rewording;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Words that people type into a search box.
const TYPED: RangeInclusive<usize> = 3..=5;

/// Questions in several styles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Styled {
    /// The questions of all styles, those of a style in a row.
    pub(crate) pairs: Vec<Pair>,
    /// The style of each.
    pub(crate) styles: Vec<Style>,
}

impl Styled {
    /// Pairs as they are.
    pub fn written(pairs: &[Pair]) -> Self {
        Self { pairs: pairs.to_vec(), styles: vec![Style::Written; pairs.len()] }
    }

    /// Pairs in all styles. Questions that a style does not change, or of which it leaves too little, are not in it. A
    /// style with fewer groups than the gate needs ([`FEWEST`]) is left out, because it could never pass. `encoder` knows
    /// which words are near in meaning. The same seed gives the same questions.
    ///
    /// # Errors
    /// [`crate::Error::Models`] if the encoder fails.
    pub fn all(pairs: &[Pair], corpus: &Corpus, encoder: &dyn Encode, seed: u64) -> Result<Self> {
        let passages = corpus.documents.iter().flat_map(|document| &document.passages);
        let frequencies = Frequencies::of(passages);
        let mut styled = Self::written(pairs);
        styled.add(Style::Short, short(pairs, &frequencies, seed), corpus);
        styled.add(Style::Reworded, Rewording::new(corpus, &frequencies).reworded(pairs, encoder)?, corpus);
        Ok(styled)
    }

    fn add(&mut self, style: Style, pairs: Vec<Pair>, corpus: &Corpus) {
        if groups(&pairs, corpus).into_iter().max().map_or(0, |last| last + 1) < FEWEST {
            return;
        }
        self.styles.extend(vec![style; pairs.len()]);
        self.pairs.extend(pairs);
    }
}

/// The questions as keywords.
fn short(pairs: &[Pair], frequencies: &Frequencies, seed: u64) -> Vec<Pair> {
    let shortened = |pair: &Pair| {
        let words = keywords(&pair.question, TYPED, frequencies, &mut random_for(seed, &pair.question));
        let (question, says_something) = (words.join(" "), words.iter().any(|word| has_letters(word)));
        (says_something && differs(&pair.question, &question)).then(|| Pair { question, ..pair.clone() })
    };
    pairs.iter().filter_map(shortened).collect()
}

/// Whether two questions have different words.
fn differs(one: &str, other: &str) -> bool {
    folded(one) != folded(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(question: &str) -> Pair {
        Pair { question: question.to_owned(), document: 0, passages: vec![0] }
    }

    #[test]
    fn keywords_stand_for_a_question() {
        let frequencies = Frequencies::of(["The lessee pays the rent in May.", "The rent is due."]);
        let pairs = ["When does the lessee pay the yearly rent to the bank?", "rent lessee", "Who is it?", "1 2 3?"];
        let found = short(&pairs.map(pair), &frequencies, 1);
        let [only] = found.as_slice() else { panic!("one of four: {found:?}") };
        let words: Vec<&str> = only.question.split(' ').collect();
        assert!(TYPED.contains(&words.len()), "{words:?}");
        let mut all = ["lessee", "pay", "yearly", "rent", "bank"].into_iter();
        assert!(words.iter().all(|word| all.any(|it| it == *word)), "in their order: {words:?}");
    }
}
