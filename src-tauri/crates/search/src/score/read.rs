//! The second stage: a cross-encoder reads the question with the first passages of a ranking. The window, the command line,
//! review tables, the gate and evaluations read with this code, whatever their passages come from.

use super::mode::{RankedPassage, Score};
use super::rerank::{Reranking, Scored, rerank};
use pincite_language::Language;
use pincite_models::{AnswerSpan, CrossEncoder, Error, Languages, PairScore, TextPair};
use std::borrow::Cow;
use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Called with the number of pairs read; may end the reading.
pub type OnPairs<'p> = &'p mut dyn FnMut(usize) -> ControlFlow<()>;

/// Scores pairs of question and passage: a cross-encoder, or what stands in for one.
pub trait PairScorer: Send + Sync {
    /// One score per pair, in the given order.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when stopped; [`Error::Session`] when the runtime fails.
    fn score(&self, pairs: &[TextPair<'_>], on_pairs: OnPairs<'_>) -> Result<Vec<PairScore>, Error>;

    /// The probability that a passage with this score answers the question, 0 to 1.
    fn probability(&self, score: PairScore) -> f32;

    /// Whether it can read a language.
    fn knows(&self, _language: Language) -> bool {
        true
    }

    /// Where in the passage the answer stands. `None` if this scorer cannot say.
    ///
    /// # Errors
    /// [`Error::Session`] when the runtime fails.
    fn span(&self, _pair: &TextPair<'_>) -> Result<Option<AnswerSpan>, Error> {
        Ok(None)
    }
}

impl PairScorer for CrossEncoder {
    fn score(&self, pairs: &[TextPair<'_>], on_pairs: OnPairs<'_>) -> Result<Vec<PairScore>, Error> {
        self.score_pairs(pairs, on_pairs)
    }

    fn probability(&self, score: PairScore) -> f32 {
        Self::probability(self, score)
    }

    fn knows(&self, language: Language) -> bool {
        Languages::of_model(self.name()).include(language)
    }

    fn span(&self, pair: &TextPair<'_>) -> Result<Option<AnswerSpan>, Error> {
        Self::span(self, pair)
    }
}

/// A ranked passage that can be read.
pub trait Readable: Scored {
    /// What the cross-encoder reads of it.
    fn read(&self) -> Cow<'_, str>;

    /// The language of its document.
    fn language(&self) -> Language;
}

/// A ranked passage with its text, as it is read.
#[derive(Clone, Copy, Debug)]
pub struct RankedText<'t> {
    /// The passage.
    pub ranked: RankedPassage,
    /// What the cross-encoder reads of it.
    pub text: &'t str,
    /// The language of its document.
    pub language: Language,
}

impl Scored for RankedText<'_> {
    fn score(&self) -> &Score {
        &self.ranked.score
    }

    fn score_mut(&mut self) -> &mut Score {
        &mut self.ranked.score
    }
}

impl Readable for RankedText<'_> {
    fn read(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.text)
    }

    fn language(&self) -> Language {
        self.language
    }
}

/// A question with its ranking, to be read.
#[derive(Debug)]
pub struct Reading<'r, T> {
    /// The question.
    pub question: &'r str,
    /// Best first. The first ones are read and put in their new order.
    pub ranked: &'r mut [T],
    /// How many are read, and how their scores count ([`super::Weights::by_cross_encoder`]).
    pub how: Reranking,
}

/// Reads the first passages of all these rankings in one batch, and reranks each. Passages in a language that the scorer does not
/// know are not read.
///
/// # Errors
/// Those of [`PairScorer::score`]. Then no ranking has changed.
pub fn read<T: Readable>(
    readings: &mut [Reading<'_, T>],
    scorer: &dyn PairScorer,
    on_pairs: OnPairs<'_>,
) -> Result<(), Error> {
    let mut pairs = Vec::new();
    for reading in readings.iter() {
        let first = &reading.ranked[..reading.ranked.len().min(reading.how.depth)];
        let known = first.iter().filter(|passage| scorer.knows(passage.language()));
        pairs.extend(known.map(|passage| (reading.question, passage.read())));
    }
    let pairs: Vec<TextPair<'_>> = pairs.iter().map(|(question, passage)| TextPair { question, passage }).collect();
    let mut scores = scorer.score(&pairs, on_pairs)?.into_iter();
    drop(pairs);
    for Reading { ranked, how, .. } in readings {
        let mut read = Vec::with_capacity(how.depth);
        for passage in ranked.iter().take(how.depth) {
            read.push(if scorer.knows(passage.language()) { scores.next() } else { None });
        }
        rerank(ranked, how.weight, &read);
    }
    Ok(())
}

/// A scorer that reads each pair once, however many rankings have it. It holds 16 bytes for each pair.
pub struct CachedScorer<'m> {
    model: &'m dyn PairScorer,
    /// Scores by the hash of a pair.
    known: Mutex<HashMap<u64, PairScore>>,
}

impl<'m> CachedScorer<'m> {
    /// Nothing is read yet.
    pub fn new(model: &'m dyn PairScorer) -> Self {
        Self { model, known: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<u64, PairScore>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PairScorer for CachedScorer<'_> {
    fn score(&self, pairs: &[TextPair<'_>], on_pairs: OnPairs<'_>) -> Result<Vec<PairScore>, Error> {
        let keys: Vec<u64> = pairs.iter().map(key).collect();
        let mut missing = Vec::new();
        let mut seen = HashSet::new();
        for (key, pair) in keys.iter().zip(pairs) {
            if !self.known().contains_key(key) && seen.insert(*key) {
                missing.push((*key, *pair));
            }
        }
        let new: Vec<TextPair<'_>> = missing.iter().map(|(_, pair)| *pair).collect();
        let scores = self.model.score(&new, on_pairs)?;
        let mut known = self.known();
        known.extend(missing.iter().map(|(key, _)| *key).zip(scores));
        Ok(keys.iter().map(|key| known.get(key).copied().unwrap_or_default()).collect())
    }

    fn probability(&self, score: PairScore) -> f32 {
        self.model.probability(score)
    }

    fn knows(&self, language: Language) -> bool {
        self.model.knows(language)
    }

    fn span(&self, pair: &TextPair<'_>) -> Result<Option<AnswerSpan>, Error> {
        self.model.span(pair)
    }
}

fn key(pair: &TextPair<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    (pair.question, pair.passage).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Weights;

    /// Prefers long passages, and counts what it reads.
    #[derive(Default)]
    struct Length(Mutex<usize>);

    impl PairScorer for Length {
        fn score(&self, pairs: &[TextPair<'_>], on_pairs: OnPairs<'_>) -> Result<Vec<PairScore>, Error> {
            *self.0.lock().unwrap() += pairs.len();
            if on_pairs(pairs.len()).is_break() {
                return Err(Error::Cancelled);
            }
            Ok(pairs.iter().map(|pair| PairScore::from(pair.passage.len() as f32)).collect())
        }

        fn probability(&self, score: PairScore) -> f32 {
            score.presence
        }
    }

    fn ranked(texts: &[&'static str]) -> Vec<RankedText<'static>> {
        let one = |(at, text): (usize, &&'static str)| {
            let score = Score { total: -(at as f32), ..Score::default() };
            RankedText {
                ranked: RankedPassage { document: 0, passage: at as u32, score },
                text,
                language: Language::English,
            }
        };
        texts.iter().enumerate().map(one).collect()
    }

    fn order(ranked: &[RankedText<'_>]) -> Vec<u32> {
        ranked.iter().map(|one| one.ranked.passage).collect()
    }

    #[test]
    fn several_rankings_are_read_in_one_batch_and_each_to_its_own_depth() {
        let (mut one, mut other) = (ranked(&["a", "bb", "cccc"]), ranked(&["a", "bb", "cccc"]));
        let how = |depth| Weights { cross: 1.0, ..Weights::default() }.by_cross_encoder(depth);
        let mut readings = [
            Reading { question: "q", ranked: &mut one, how: how(50) },
            Reading { question: "q", ranked: &mut other, how: how(2) },
        ];
        let model = Length::default();
        let cached = CachedScorer::new(&model);
        read(&mut readings, &cached, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!((order(&one), order(&other)), (vec![2, 1, 0], vec![1, 0, 2]));
        assert_eq!(*model.0.lock().unwrap(), 3, "each pair is read once");
    }

    #[test]
    fn what_is_cancelled_changes_nothing() {
        let mut some = ranked(&["a", "bb"]);
        let how = Weights::default().by_cross_encoder(50);
        let mut readings = [Reading { question: "q", ranked: &mut some, how }];
        let cancelled = read(&mut readings, &Length::default(), &mut |_| ControlFlow::Break(()));
        assert!(matches!(cancelled, Err(Error::Cancelled)));
        assert_eq!(order(&some), [0, 1], "the first order is still there");
    }
}
