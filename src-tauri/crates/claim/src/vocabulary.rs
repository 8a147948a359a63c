//! The words of a memo with their weights, and which of them another text has. Numbers and words of grammar are left out.

use pincite_language::Language;
use pincite_search::{analyse, background_idf, is_stop_word};
use std::collections::HashMap;
use std::ops::Range;

/// A word of the memo, by its number.
pub(crate) type WordId = u16;

/// The words of a memo. Documents are compared with it in its own language: a claim looks for its own words.
#[derive(Default)]
pub(crate) struct Vocabulary {
    language: Language,
    ids: HashMap<String, WordId>,
    weights: Vec<f32>,
}

/// The words of a text that the memo has, in order and each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known(Vec<WordId>);

impl Vocabulary {
    pub(crate) fn of(memo: &str, language: Language) -> Self {
        let mut vocabulary = Self { language, ..Self::default() };
        for term in vocabulary.terms(memo) {
            let next = vocabulary.weights.len() as WordId;
            if next < WordId::MAX && !vocabulary.ids.contains_key(&term) {
                vocabulary.weights.push(background_idf(&term));
                vocabulary.ids.insert(term, next);
            }
        }
        vocabulary
    }

    pub(crate) fn known(&self, text: &str) -> Known {
        let mut ids: Vec<WordId> =
            self.terms(text).into_iter().filter_map(|term| self.ids.get(&term).copied()).collect();
        ids.sort_unstable();
        ids.dedup();
        Known(ids)
    }

    /// The words of a text that tell something, with repetitions.
    pub(crate) fn terms(&self, text: &str) -> Vec<String> {
        let mut terms = analyse(text, self.language);
        terms.retain(|term| !is_stop_word(term, &[self.language]) && term.contains(char::is_alphabetic));
        terms
    }

    /// The known words of a part of the memo.
    pub(crate) fn part(&self, memo: &str, part: &Range<usize>) -> Known {
        self.known(memo.get(part.clone()).unwrap_or_default())
    }

    /// The share of `wanted` that is among `there`, by weight, 0 to 1.
    pub(crate) fn coverage(&self, wanted: &Known, there: &Known) -> f32 {
        let weight = |id: &WordId| self.weights.get(usize::from(*id)).copied().unwrap_or_default();
        let all: f32 = wanted.0.iter().map(weight).sum();
        if all == 0.0 {
            return 0.0;
        }
        wanted.0.iter().filter(|id| there.has(**id)).map(weight).sum::<f32>() / all
    }
}

impl Known {
    pub(crate) fn has(&self, id: WordId) -> bool {
        self.0.binary_search(&id).is_ok()
    }

    pub(crate) fn with(&self, other: &Self) -> Self {
        let mut both = [self.0.as_slice(), other.0.as_slice()].concat();
        both.sort_unstable();
        both.dedup();
        Self(both)
    }

    pub(crate) fn without(&self, other: &Self) -> Self {
        Self(self.0.iter().copied().filter(|id| !other.has(*id)).collect())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many of them are in another text.
    pub(crate) fn common(&self, other: &Self) -> usize {
        self.0.iter().filter(|id| other.has(**id)).count()
    }
}
