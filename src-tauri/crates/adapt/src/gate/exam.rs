//! Asks the questions held out, of the product's own search, with whatever encoder is on trial. Not for judging the
//! outcome.

use crate::gate::fusion;
use crate::gate::paired::{by_group, deviations};
use crate::gate::strata::Strata;
use crate::pairs::groups;
use crate::{Corpus, Examined, Metrics, Pair, Style, Styled};
use pincite_api::reciprocal;
use pincite_models::TokenStates;
use pincite_search::{
    DocumentIndex, Mode, Query, QuestionTokens, RankedPassage, ScopeScores, SimilarityCache, Vectors, Weights, rerank,
};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How far down an answer's rank is known.
const DEPTH: usize = 100;

/// Questions held out, each to be asked of its document.
#[derive(Debug)]
pub struct Exam<'a> {
    corpus: &'a Corpus,
    pairs: &'a [Pair],
    queries: Vec<Query>,
    /// Questions of each document asked.
    documents: BTreeMap<usize, Vec<usize>>,
    /// Weights of the ranking as they are now.
    weights: Weights,
    /// Weights that are tried, the present ones among them.
    tried: Vec<Weights>,
    /// Which questions stand and fall together.
    groups: Vec<usize>,
    /// The style of each question.
    styles: Vec<Style>,
    strata: Strata,
}

/// What an encoder made of the corpus and of an exam's questions.
#[derive(Clone, Debug, Default)]
pub struct Encoded {
    /// Passage vectors of each document of the corpus; those not asked may be empty.
    pub passages: Vec<Vectors>,
    /// Vector of each question of the exam.
    pub questions: Vec<Vec<f32>>,
    /// Quantized token embeddings of each passage by document of the corpus; those not asked may be empty.
    pub token_embeddings: Vec<Vec<Vec<u8>>>,
    /// Tokens of each question of the exam. Where there are none, late interaction has no say.
    pub tokens: Vec<TokenStates>,
}

/// How an encoder did in an exam: ranks from 1 of the first passage that answers, none if not among the first hundred.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    /// What the encoder is called in the verdict.
    pub name: String,
    /// For each of the weights tried, the rank for each question.
    pub(crate) ranks: Vec<Vec<Option<usize>>>,
}

/// A document of the exam with its vectors.
struct ExamDocument {
    /// Position in the corpus.
    document: usize,
    segment: DocumentIndex,
}

/// How an encoder did during a run.
pub(crate) struct Examination {
    pub(crate) examined: Examined,
    /// Rank of each question's answer by the encoder alone.
    pub(crate) ranks: Vec<Option<usize>>,
}

impl<'a> Exam<'a> {
    /// Prepares to ask the pairs' questions as the search does now, with these weights.
    pub fn new(corpus: &'a Corpus, pairs: &'a [Pair], weights: Weights) -> Self {
        Self::of(corpus, pairs, vec![Style::Written; pairs.len()], weights)
    }

    /// The same with questions in several styles.
    pub fn in_styles(corpus: &'a Corpus, styled: &'a Styled, weights: Weights) -> Self {
        Self::of(corpus, &styled.pairs, styled.styles.clone(), weights)
    }

    fn of(corpus: &'a Corpus, pairs: &'a [Pair], styles: Vec<Style>, weights: Weights) -> Self {
        let mut documents: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        pairs.iter().enumerate().for_each(|(at, pair)| documents.entry(pair.document).or_default().push(at));
        let queries = pairs.par_iter().map(|pair| Query::new(&pair.question)).collect();
        let (tried, groups) = (fusion::candidates(weights), groups(pairs, corpus));
        let strata = Strata::new(pairs, corpus);
        Self { corpus, pairs, queries, documents, weights, tried, groups, styles, strata }
    }

    /// The questions, in the order in which their vectors are expected.
    pub fn questions(&self) -> impl Iterator<Item = &'a str> {
        self.pairs.iter().map(|pair| pair.question.as_str())
    }

    /// Documents that are asked, ascending: no other needs vectors.
    pub fn documents(&self) -> impl Iterator<Item = usize> {
        self.documents.keys().copied()
    }

    /// Tries an encoder in the whole search, with all weights that are tried.
    pub fn trial(&self, name: impl Into<String>, encoded: &Encoded) -> Trial {
        Trial { name: name.into(), ranks: self.ranks(encoded, Mode::Hybrid, &self.tried) }
    }

    /// Metrics of an encoder by itself, as early stopping watches them.
    pub fn dense(&self, encoded: &Encoded) -> Metrics {
        Metrics::of(self.now(encoded, Mode::Dense))
    }

    /// Metrics of an encoder in the whole search, as it is weighted now.
    pub fn hybrid(&self, encoded: &Encoded) -> Metrics {
        Metrics::of(self.now(encoded, Mode::Hybrid))
    }

    /// Both, after some steps of a run.
    pub(crate) fn examined(&self, step: usize, encoded: &Encoded) -> Examination {
        let ranks = self.now(encoded, Mode::Dense);
        let dense = Metrics::of(ranks.iter().copied());
        Examination { examined: Examined { step, dense, hybrid: self.hybrid(encoded) }, ranks }
    }

    /// By how many standard errors of the difference some ranks are behind others (in MRR@10); infinitely many if the
    /// others are not known.
    pub(crate) fn behind(&self, ranks: &[Option<usize>], others: &[Option<usize>]) -> f64 {
        if ranks.len() != others.len() {
            return f64::INFINITY;
        }
        let differences: Vec<f64> =
            ranks.iter().zip(others).map(|(one, other)| reciprocal(*other) - reciprocal(*one)).collect();
        deviations(&by_group(&differences, &self.groups, &vec![1.0; ranks.len()]))
    }

    /// Whether late interaction counts in the search as it is weighted now.
    pub(crate) fn reads_tokens(&self) -> bool {
        self.weights.fusion.late > 0.0
    }

    /// Ranks with the present weights, for each question.
    fn now(&self, encoded: &Encoded, mode: Mode) -> Vec<Option<usize>> {
        self.ranks(encoded, mode, &[self.weights]).into_iter().flatten().collect()
    }

    /// Ranks for each of the weights and each question. One document at a time gets its vectors, so that a trial needs
    /// little more memory than the vectors themselves.
    fn ranks(&self, encoded: &Encoded, mode: Mode, weights: &[Weights]) -> Vec<Vec<Option<usize>>> {
        let documents: Vec<(&usize, &Vec<usize>)> = self.documents.iter().collect();
        let found: Vec<(usize, Vec<Option<usize>>)> = documents
            .into_par_iter()
            .flat_map_iter(|(document, questions)| {
                let scope = ExamDocument { document: *document, segment: self.segment(*document, encoded) };
                questions.iter().map(move |at| (*at, self.ask(&scope, *at, encoded, mode, weights)))
            })
            .collect();
        let mut ranks = vec![vec![None; self.pairs.len()]; weights.len()];
        for (question, by_weight) in found {
            by_weight.into_iter().zip(&mut ranks).for_each(|(rank, ranks)| ranks[question] = rank);
        }
        ranks
    }

    fn segment(&self, document: usize, encoded: &Encoded) -> DocumentIndex {
        let vectors = encoded.passages.get(document).cloned().unwrap_or_default();
        self.corpus.documents[document].segment.clone().with_vectors(vectors)
    }

    /// Rank of the answer to a question, for each of the weights; those with the same weight on the dense half in a row.
    fn ask(
        &self,
        scope: &ExamDocument,
        at: usize,
        encoded: &Encoded,
        mode: Mode,
        all: &[Weights],
    ) -> Vec<Option<usize>> {
        let vector = encoded.questions.get(at).map(Vec::as_slice);
        let mut likeness = match all.iter().any(|weights| weights.uses_late_interaction(mode, &self.queries[at])) {
            true => self.likeness(scope, at, encoded),
            false => SimilarityCache::default(),
        };
        let mut ranks = Vec::with_capacity(all.len());
        let segments = [&scope.segment];
        let scores = ScopeScores::new(&segments, &self.queries[at], vector, mode, &self.weights);
        for same_ranking in all.chunk_by(|one, other| one.fusion.dense == other.fusion.dense) {
            let ranked = scores.ranked(same_ranking[0].fusion.dense, DEPTH);
            for weights in same_ranking {
                let mut ranked = ranked.clone();
                rerank(&mut ranked, weights.by_late_interaction(), |one| likeness.similarity(one.passage));
                ranks.push(self.first(at, &ranked));
            }
        }
        ranks
    }

    fn likeness<'e>(&self, scope: &ExamDocument, at: usize, encoded: &'e Encoded) -> SimilarityCache<'e> {
        let known = encoded.tokens.get(at).zip(encoded.token_embeddings.get(scope.document));
        let Some((states, tokens)) = known else { return SimilarityCache::default() };
        let (text, query) = (self.pairs[at].question.as_str(), &self.queries[at]);
        SimilarityCache::new(&QuestionTokens { text, query, states }, &scope.segment, tokens)
    }

    /// Rank of the first passage that answers a question.
    fn first(&self, at: usize, ranked: &[RankedPassage]) -> Option<usize> {
        let answers = &self.pairs[at].passages;
        ranked.iter().position(|hit| answers.contains(&(hit.passage as usize))).map(|before| before + 1)
    }

    /// Number of questions as they were written.
    pub(crate) fn written(&self) -> usize {
        self.styles.iter().filter(|style| **style == Style::Written).count()
    }

    /// Number of questions.
    pub(crate) fn len(&self) -> usize {
        self.pairs.len()
    }

    pub(crate) fn groups(&self) -> &[usize] {
        &self.groups
    }

    /// The styles there are, as they were written first.
    pub(crate) fn styles(&self) -> Vec<Style> {
        let mut styles = self.styles.clone();
        styles.dedup();
        styles
    }

    pub(crate) fn strata(&self) -> &Strata {
        &self.strata
    }

    /// How much each question counts: those used, in proportion to the strata of the corpus, and no others.
    pub(crate) fn counts(&self, used: &[bool]) -> Vec<f64> {
        self.strata.weights(|at| used[at])
    }

    /// The same for the questions of one style.
    pub(crate) fn counts_in(&self, style: Style, used: &[bool]) -> Vec<f64> {
        self.strata.weights(|at| used[at] && self.styles[at] == style)
    }

    pub(crate) fn question(&self, at: usize) -> &'a str {
        &self.pairs[at].question
    }

    /// Weights that are tried.
    pub(crate) fn tried(&self) -> &[Weights] {
        &self.tried
    }

    /// Position of the present ones among those tried.
    pub(crate) fn present(&self) -> usize {
        self.position(self.weights)
    }

    /// Position of some of those tried.
    pub(crate) fn position(&self, weights: Weights) -> usize {
        self.tried.iter().position(|tried| *tried == weights).unwrap_or(0)
    }
}

impl Trial {
    /// Gain of each question with some weights: its reciprocal rank.
    pub(crate) fn gains(&self, weight: usize) -> impl Iterator<Item = f64> {
        self.ranks[weight].iter().map(|rank| reciprocal(*rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DocumentText;

    /// Two passages that share the question's word; only vectors tell them apart.
    fn corpus() -> Corpus {
        let passages = ["rent is due again in May".to_owned(), "rent is paid by the tenant".to_owned()];
        Corpus { documents: vec![DocumentText::plain("empty", &[]), DocumentText::plain("lease", &passages)] }
    }

    fn encoded(question: [f32; 2]) -> Encoded {
        let passages = vec![Vectors::default(), Vectors::new(2, vec![0, 1], vec![1.0, 0.0, 0.0, 1.0])];
        Encoded { passages, questions: vec![question.to_vec()], ..Encoded::default() }
    }

    #[test]
    fn what_is_measured_is_the_search() {
        let corpus = corpus();
        let pairs = [Pair { question: "Who pays rent?".into(), document: 1, passages: vec![1] }];
        let exam = Exam::new(&corpus, &pairs, Weights::default());
        assert_eq!(exam.documents().collect::<Vec<_>>(), [1], "only what is asked needs vectors");
        assert_eq!(exam.dense(&encoded([0.1, 1.0])).top1, 100.0, "the encoder finds it");
        assert_eq!(exam.dense(&encoded([1.0, 0.1])).mrr10, 50.0, "or puts it second");
        let trial = exam.trial("good", &encoded([0.1, 1.0]));
        assert_eq!(trial.ranks.len(), exam.tried().len(), "one ranking for each of the weights");
        assert_eq!(trial.ranks[exam.present()], [Some(1)], "with the present ones");
        let words = exam.trial("none", &Encoded::default());
        assert!(words.ranks.iter().flatten().all(Option::is_some), "without vectors words decide");
    }

    #[test]
    fn how_far_ranks_are_behind_others_counts_by_passage() {
        let corpus = corpus();
        let pair = |passage| Pair { question: "rent".into(), document: 1, passages: vec![passage] };
        let pairs = [pair(0), pair(0), pair(1)];
        let exam = Exam::new(&corpus, &pairs, Weights::default());
        let behind = |ranks: [Option<usize>; 3]| exam.behind(&ranks, &[Some(1), Some(1), Some(2)]);
        assert_eq!(behind([Some(1), Some(1), Some(2)]), 0.0, "the same");
        assert_eq!(behind([Some(2), Some(2), Some(2)]), 1.0, "two questions of one passage are one difference");
        assert_eq!(
            behind([Some(2), Some(2), Some(1)]),
            0.5 / 1.25f64.sqrt(),
            "what is gained makes up for what is lost"
        );
        assert_eq!(exam.behind(&[Some(1)], &[]), f64::INFINITY, "unknown");
    }

    #[test]
    fn any_of_several_answers_counts() {
        let corpus = corpus();
        let pairs = [Pair { question: "rent".into(), document: 1, passages: vec![1, 0] }];
        let exam = Exam::new(&corpus, &pairs, Weights::default());
        assert_eq!(exam.hybrid(&encoded([1.0, 0.0])).top1, 100.0, "whichever comes first");
    }

    #[test]
    fn questions_count_by_style_and_stratum() {
        let passages = ["Net sales 1,577 1,601", "rent is due", "rent is paid", "notice is given"].map(str::to_owned);
        let corpus = Corpus { documents: vec![DocumentText::plain("report", &passages)] };
        let pair = |passage| Pair { question: "rent".into(), document: 0, passages: vec![passage] };
        let styles = vec![Style::Written, Style::Written, Style::Short, Style::Short];
        let styled = Styled { pairs: [0, 1, 1, 0].map(pair).into(), styles };
        let exam = Exam::in_styles(&corpus, &styled, Weights::default());
        assert_eq!((exam.styles(), exam.written()), (vec![Style::Written, Style::Short], 2));
        assert_eq!(exam.counts(&[true; 4]), [0.5, 1.5, 1.5, 0.5], "a quarter of the passages is a table");
        assert_eq!(exam.counts_in(Style::Written, &[true; 4]), [0.5, 1.5, 0.0, 0.0], "and so in each style");
        let used = [true, true, true, false];
        assert_eq!(exam.counts_in(Style::Short, &used), [0.0, 0.0, 0.75, 0.0], "what is not used does not count");
    }
}
