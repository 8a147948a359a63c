//! The compared systems, and how each ranks a question. Not for metrics.

use crate::metrics::{Metrics, mean};
use crate::{Read, Result, Searched};
use pincite_models::{EncodedQuestions, TokenStates};
use pincite_passage::Passage;
use pincite_search::{
    CitedPassage, Mode, Query, QuestionTokens, READ_SENTENCES, RERANK_DEPTH, RankedPassage, SimilarityCache, Weights,
    best_sentences, cited_pages, rank, rerank,
};
use std::collections::{BTreeMap, HashMap};

/// A compared system.
#[derive(Clone, Copy, Debug)]
pub(crate) struct System {
    /// Its name in reports.
    pub(crate) name: &'static str,
    mode: Mode,
    /// Whether the cross-encoder reranks.
    reranked: bool,
}

const LEXICAL: System = System { name: "lexical", mode: Mode::Lexical, reranked: false };
const DENSE: System = System { name: "dense", mode: Mode::Dense, reranked: false };
/// The first stage.
pub(crate) const HYBRID: System = System { name: "hybrid", mode: Mode::Hybrid, reranked: false };
/// What the product answers by default.
const RERANKED: System = System { name: "reranked", mode: Mode::Hybrid, reranked: true };

/// Vector and token states of a question.
#[derive(Clone, Copy)]
pub(crate) struct EncodedQuestion<'a> {
    vector: &'a [f32],
    states: &'a TokenStates,
}

impl<'a> EncodedQuestion<'a> {
    /// Question number `index` of those encoded together. `None` without token states.
    pub(crate) fn get(encoded: &'a EncodedQuestions, index: usize) -> Option<Self> {
        Some(Self { vector: encoded.embeddings.row(index), states: encoded.tokens.get(index)? })
    }
}

/// A question about a document, prepared for all systems.
pub(crate) struct PreparedQuestion<'a> {
    text: &'a str,
    document: &'a Searched,
    query: Query,
    /// Its vector and token states, if there is an encoder.
    encoded: Option<EncodedQuestion<'a>>,
    reader: Option<&'a dyn Read>,
    /// Cached similarities of late interaction.
    similarities: Option<SimilarityCache<'a>>,
}

impl<'a> PreparedQuestion<'a> {
    /// Prepares a question. Quotation marks have no meaning in it.
    pub(crate) fn new(text: &'a str, document: &'a Searched, models: QuestionModels<'a>) -> Self {
        let QuestionModels { encoded, reader } = models;
        Self { text, document, query: Query::without_phrases(text), encoded, reader, similarities: None }
    }

    /// The systems that can rank it: without an encoder only the lexical one, without a cross-encoder no reranking.
    pub(crate) fn systems(&self) -> Vec<System> {
        let possible = |system: &System| {
            (system.mode == Mode::Lexical || self.encoded.is_some()) && (!system.reranked || self.reader.is_some())
        };
        [LEXICAL, DENSE, HYBRID, RERANKED].into_iter().filter(possible).collect()
    }

    /// The page that the product cites for each ranked passage, counted from 0.
    ///
    /// # Errors
    /// [`crate::Error::Embedding`] if the cross-encoder fails.
    pub(crate) fn cited(&self, system: System, passages: &[Passage], ranked: &[RankedPassage]) -> Result<Vec<u32>> {
        let ranked: Vec<&Passage> = ranked.iter().filter_map(|one| passages.get(one.passage as usize)).collect();
        let best = if system.reranked { self.best_sentences(&ranked)? } else { BTreeMap::new() };
        let cited = (0..).zip(ranked).map(|(at, passage)| CitedPassage { passage, best: best.get(&at).copied() });
        Ok(cited_pages(&self.query, &[&self.document.segment], cited))
    }

    /// The best sentences of the first hits by the cross-encoder, as far as they decide which page is cited.
    fn best_sentences(&self, ranked: &[&Passage]) -> Result<BTreeMap<usize, usize>> {
        let Some(reader) = self.reader else { return Ok(BTreeMap::new()) };
        let over_two_pages =
            |at: &usize| ranked[*at].spans.first().map(|it| it.page) != ranked[*at].spans.last().map(|it| it.page);
        let first: Vec<usize> = (0..ranked.len().min(READ_SENTENCES)).filter(over_two_pages).collect();
        let passages: Vec<&Passage> = first.iter().map(|at| ranked[*at]).collect();
        let score = |texts: &[String]| reader.score(self.text, &texts.iter().map(String::as_str).collect::<Vec<_>>());
        let best = best_sentences(&passages, score)?;
        Ok(first.into_iter().zip(best).filter_map(|(at, best)| Some((at, best?))).collect())
    }

    /// All passages of the document that a system ranks, best first.
    ///
    /// # Errors
    /// [`crate::Error::Embedding`] if the cross-encoder fails.
    pub(crate) fn ranked(&mut self, system: System, weights: &Weights) -> Result<Vec<RankedPassage>> {
        let (mode, vector) = (system.mode, self.encoded.map(|it| it.vector));
        let mut ranked = rank(&[&self.document.segment], &self.query, vector, mode, weights, usize::MAX);
        if weights.uses_late_interaction(mode, &self.query) {
            self.compare_tokens(&mut ranked, weights);
        }
        if system.reranked {
            self.read(&mut ranked, weights)?;
        }
        Ok(ranked)
    }

    /// Reranks by late interaction.
    fn compare_tokens(&mut self, ranked: &mut [RankedPassage], weights: &Weights) {
        let Some(EncodedQuestion { states, .. }) = self.encoded else { return };
        let Searched { segment, token_embeddings, .. } = self.document;
        let tokens = QuestionTokens { text: self.text, query: &self.query, states };
        let new = || SimilarityCache::new(&tokens, segment, token_embeddings);
        let similarities = self.similarities.get_or_insert_with(new);
        rerank(ranked, weights.by_late_interaction(), |one| similarities.similarity(one.passage));
    }

    /// The cross-encoder's logit of each ranked passage; none without a cross-encoder.
    pub(crate) fn logits(&self, ranked: &[RankedPassage]) -> Result<Vec<f32>> {
        let texts: Vec<&str> = ranked.iter().map(|one| self.document.read[one.passage as usize].as_str()).collect();
        self.reader.map_or_else(|| Ok(Vec::new()), |reader| reader.score(self.text, &texts))
    }

    /// The probability that a passage with this logit answers; 0 without a cross-encoder.
    pub(crate) fn probability(&self, logit: f32) -> f32 {
        self.reader.map_or(0.0, |reader| reader.probability(logit))
    }

    /// Reranks by the cross-encoder.
    fn read(&self, ranked: &mut [RankedPassage], weights: &Weights) -> Result<()> {
        let first = &ranked[..ranked.len().min(RERANK_DEPTH)];
        let scores: HashMap<u32, f32> = first.iter().map(|one| one.passage).zip(self.logits(first)?).collect();
        rerank(ranked, weights.by_cross_encoder(RERANK_DEPTH), |one| scores.get(&one.passage).copied());
        Ok(())
    }
}

/// What the models know of a question.
#[derive(Clone, Copy, Default)]
pub(crate) struct QuestionModels<'a> {
    /// Its vector and token states.
    pub(crate) encoded: Option<EncodedQuestion<'a>>,
    /// The cross-encoder.
    pub(crate) reader: Option<&'a dyn Read>,
}

/// One value per question and system.
#[derive(Debug)]
pub(crate) struct Outcomes<T>(BTreeMap<&'static str, Vec<T>>);

impl<T> Outcomes<T> {
    pub(crate) fn new() -> Self {
        Self(BTreeMap::new())
    }

    pub(crate) fn push(&mut self, system: &'static str, outcome: T) {
        self.0.entry(system).or_default().push(outcome);
    }

    /// Reduces each system's outcomes.
    pub(crate) fn reduce<R>(&self, reduce: impl Fn(&[T]) -> R) -> BTreeMap<String, R> {
        self.0.iter().map(|(system, outcomes)| ((*system).to_owned(), reduce(outcomes))).collect()
    }
}

/// Metrics of the questions for which `rank` returns a rank.
pub(crate) fn metrics_of<T>(outcomes: &[T], rank: impl Fn(&T) -> Option<Option<usize>>) -> Metrics {
    Metrics::from_ranks(&outcomes.iter().filter_map(rank).collect::<Vec<_>>())
}

/// Mean of a function of each outcome, in percent.
pub(crate) fn mean_of<T>(outcomes: &[T], value: impl Fn(&T) -> f64) -> f64 {
    mean(outcomes.iter().map(value))
}
