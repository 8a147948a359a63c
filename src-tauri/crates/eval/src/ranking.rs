//! The compared systems, and how each ranks a question. Not for metrics.

use crate::metrics::{Metrics, mean};
use crate::{Error, Result, Searched};
use pincite_models::Error as ModelError;
use pincite_passage::Passage;
use pincite_search::{
    AskedPassage, BestRow, CitedPassage, Mode, PairScorer, PreparedQuestion, READ_SENTENCES, RERANK_DEPTH,
    RankedPassage, RankedText, Reading, Weights, best_sentences, cited_pages, read, with_bonus,
};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

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
const HYBRID: System = System { name: "hybrid", mode: Mode::Hybrid, reranked: false };
/// What the product answers by default.
const RERANKED: System = System { name: "reranked", mode: Mode::Hybrid, reranked: true };

/// A question about a document, prepared for all systems.
pub(crate) struct DocumentQuestion<'a> {
    prepared: PreparedQuestion,
    document: &'a Searched,
    reader: Option<&'a dyn PairScorer>,
    /// The best row of each passage.
    rows: BTreeMap<u32, BestRow>,
}

impl<'a> DocumentQuestion<'a> {
    /// Prepares a question. Quotation marks have no meaning in it.
    pub(crate) fn new(text: &str, document: &'a Searched, models: QuestionModels<'a>) -> Self {
        let QuestionModels { vector, reader } = models;
        let analysed = PreparedQuestion::without_phrases(text, Mode::Hybrid);
        let prepared = PreparedQuestion { vector, ..analysed.in_languages(&[document.segment.language()]) };
        let rows = prepared.rows(&document.tables).into_iter().map(|row| (row.passage, row)).collect();
        Self { prepared, document, reader, rows }
    }

    /// The systems that can rank it: without an encoder only the lexical one, without a cross-encoder no reranking.
    pub(crate) fn systems(&self) -> Vec<System> {
        let encoded = self.prepared.vector.is_some();
        let possible =
            |system: &System| (system.mode == Mode::Lexical || encoded) && (!system.reranked || self.reader.is_some());
        [LEXICAL, DENSE, HYBRID, RERANKED].into_iter().filter(possible).collect()
    }

    /// The page that the product cites for each ranked passage, counted from 0.
    ///
    /// # Errors
    /// [`Error::Embedding`] if the cross-encoder fails.
    pub(crate) fn cited(&self, system: System, passages: &[Passage], ranked: &[RankedPassage]) -> Result<Vec<u32>> {
        let ranked: Vec<&Passage> = ranked.iter().filter_map(|one| passages.get(one.passage as usize)).collect();
        let mut best = if system.reranked { self.best_sentences(&ranked)? } else { BTreeMap::new() };
        if system.mode == Mode::Hybrid {
            best.extend(self.shown_rows(&ranked));
        }
        let cited = (0..).zip(ranked).map(|(at, passage)| CitedPassage { passage, best: best.get(&at).copied() });
        Ok(cited_pages(&self.prepared.query, &[&self.document.segment], cited))
    }

    /// The sentences of the rows that are shown with their passages.
    fn shown_rows(&self, ranked: &[&Passage]) -> BTreeMap<usize, usize> {
        let sentence = |passage: &&Passage| {
            let row = self.rows.get(&passage.ordinal).filter(|row| row.is_shown())?;
            Some(row.sentence as usize)
        };
        ranked.iter().enumerate().filter_map(|(at, passage)| Some((at, sentence(passage)?))).collect()
    }

    /// The best sentences of the first hits by the cross-encoder, as far as they decide which page is cited.
    fn best_sentences(&self, ranked: &[&Passage]) -> Result<BTreeMap<usize, usize>> {
        let Some(reader) = self.reader else { return Ok(BTreeMap::new()) };
        let over_two_pages =
            |at: &usize| ranked[*at].spans.first().map(|it| it.page) != ranked[*at].spans.last().map(|it| it.page);
        let first: Vec<usize> = (0..ranked.len().min(READ_SENTENCES)).filter(over_two_pages).collect();
        let question = self.prepared.text.as_str();
        let asked: Vec<AskedPassage<'_>> =
            first.iter().map(|at| AskedPassage { question, passage: ranked[*at] }).collect();
        let best = best_sentences(&asked, reader, &mut |_| ControlFlow::Continue(())).map_err(failed)?;
        Ok(first.into_iter().zip(best).filter_map(|(at, best)| Some((at, best?))).collect())
    }

    /// All passages of the document that a system ranks, best first.
    ///
    /// # Errors
    /// [`Error::Embedding`] if the cross-encoder fails.
    pub(crate) fn ranked(&self, system: System, weights: &Weights) -> Result<Vec<RankedPassage>> {
        let question = self.prepared.in_mode(system.mode);
        let scope = [&self.document.segment];
        let ranked = question.first_stage(&scope, weights, usize::MAX);
        let bonus = |one: &RankedPassage| self.rows.get(&one.passage).filter(|_| system.mode == Mode::Hybrid);
        let ranked = with_bonus(ranked, |one| one.score.rows = bonus(one).map(|row| row.score), usize::MAX);
        let Some(reader) = self.reader.filter(|_| system.reranked) else { return Ok(ranked) };
        let language = self.document.segment.language();
        let with_text = |ranked| RankedText { ranked, text: &self.document.read[ranked.passage as usize], language };
        let mut texts: Vec<RankedText<'_>> = ranked.into_iter().map(with_text).collect();
        let question = question.text.as_str();
        let how = weights.by_cross_encoder(RERANK_DEPTH);
        let mut readings = [Reading { question, ranked: &mut texts, how }];
        read(&mut readings, reader, &mut |_| ControlFlow::Continue(())).map_err(failed)?;
        Ok(texts.into_iter().map(|one| one.ranked).collect())
    }
}

fn failed(error: ModelError) -> Error {
    Error::Embedding(error.to_string())
}

/// What the models know of a question.
#[derive(Clone, Default)]
pub(crate) struct QuestionModels<'a> {
    /// Its vector.
    pub(crate) vector: Option<Vec<f32>>,
    /// The cross-encoder.
    pub(crate) reader: Option<&'a dyn PairScorer>,
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
