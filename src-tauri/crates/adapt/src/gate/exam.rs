//! Asks the questions held out of the search that is shown, with whatever encoder is on trial.
//!
//! A trial ranks with the steps of the search (`pincite_search`): the first stage, and the cross-encoder where the
//! collection is answered with it. Examinations during a training stop at the first stage. Nothing is decided by them but
//! when to stop.

use super::metrics::{metrics_of, reciprocal};
use super::paired::{by_group, deviations};
use crate::pairs::{group_count, groups};
use crate::{Corpus, Examined, Pair, Result};
use pincite_search::{
    DocumentIndex, Mode, OnPairs, PairScorer, PreparedQuestion, RERANK_DEPTH, RankedText, Reading, Vectors, Weights,
    read,
};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// How far down an answer's rank is known.
const DEPTH: usize = 100;

/// Questions whose rankings are in memory together: their passages are read in one batch.
const AT_ONCE: usize = 64;

/// The rank from 1 of the first passage that answers a question; none if it is not among the first hundred.
pub type Rank = Option<usize>;

/// Questions held out, each to be asked of its document.
pub struct Exam<'a> {
    corpus: &'a Corpus,
    pairs: &'a [Pair],
    /// The questions, not encoded.
    questions: Vec<PreparedQuestion>,
    /// Questions of each document asked.
    documents: BTreeMap<usize, Vec<usize>>,
    weights: Weights,
    /// What reads the first passages in a trial.
    reader: Option<&'a dyn PairScorer>,
    /// Which questions stand and fall together.
    groups: Vec<usize>,
}

/// What an encoder made of the corpus and of an exam's questions.
#[derive(Clone, Debug, Default)]
pub struct Encoded {
    /// Passage vectors of each document of the corpus; those not asked may be empty.
    pub passages: Vec<Vectors>,
    /// Vector of each question of the exam.
    pub questions: Vec<Vec<f32>>,
}

/// The ranking of one question.
struct Asked<'a> {
    /// Its position.
    question: usize,
    /// Passages, best first.
    ranking: Vec<RankedText<'a>>,
}

/// How an encoder did during a run.
pub(crate) struct Examination {
    pub(crate) examined: Examined,
    /// Rank of each question's answer by the encoder alone.
    pub(crate) ranks: Vec<Rank>,
}

impl<'a> Exam<'a> {
    /// Prepares to ask the pairs' questions. `weights`: how words and the encoder's vectors count. In a trial the
    /// cross-encoder reads the first passages, if there is one.
    pub fn new(corpus: &'a Corpus, pairs: &'a [Pair], weights: Weights, reader: Option<&'a dyn PairScorer>) -> Self {
        let mut documents: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, pair) in pairs.iter().enumerate() {
            documents.entry(pair.document).or_default().push(at);
        }
        let language = |pair: &Pair| corpus.documents[pair.document].segment.language();
        let prepared =
            |pair: &Pair| PreparedQuestion::new(&pair.question, Mode::Hybrid).in_languages(&[language(pair)]);
        let questions = pairs.par_iter().map(prepared).collect();
        let groups = groups(pairs, corpus);
        Self { corpus, pairs, questions, documents, weights, reader, groups }
    }

    /// The questions, in the order in which their vectors are expected.
    pub fn questions(&self) -> impl Iterator<Item = &'a str> {
        self.pairs.iter().map(|pair| pair.question.as_str())
    }

    /// Documents that are asked, ascending: no other needs vectors.
    pub fn documents(&self) -> impl Iterator<Item = usize> {
        self.documents.keys().copied()
    }

    /// Ranks in the search that is shown, for each question.
    ///
    /// # Errors
    /// [`crate::Error::Models`] if the cross-encoder fails; [`crate::Error::Cancelled`] if `on_pairs` breaks off.
    pub fn trial(&self, encoded: &Encoded, on_pairs: OnPairs<'_>) -> Result<Vec<Rank>> {
        let mut ranks = vec![None; self.pairs.len()];
        for some in self.by_document().chunks(AT_ONCE) {
            let mut asked = self.ask(some, encoded, Mode::Hybrid);
            self.read(&mut asked, on_pairs)?;
            self.note_ranks(&asked, &mut ranks);
        }
        Ok(ranks)
    }

    /// Ranks in the first stage, for each question.
    pub(super) fn first_stage(&self, encoded: &Encoded, mode: Mode) -> Vec<Rank> {
        let mut ranks = vec![None; self.pairs.len()];
        for some in self.by_document().chunks(AT_ONCE) {
            self.note_ranks(&self.ask(some, encoded, mode), &mut ranks);
        }
        ranks
    }

    /// How an encoder does after some steps of a run, alone and in the first stage.
    pub(crate) fn examined(&self, step: usize, encoded: &Encoded) -> Examination {
        let ranks = self.first_stage(encoded, Mode::Dense);
        let dense = metrics_of(&ranks);
        let hybrid = metrics_of(&self.first_stage(encoded, Mode::Hybrid));
        Examination { examined: Examined { step, dense, hybrid }, ranks }
    }

    /// By how many standard errors of the difference some ranks are behind others (in MRR@10); infinitely many if the
    /// others are not known.
    pub(crate) fn behind(&self, ranks: &[Rank], others: &[Rank]) -> f64 {
        if ranks.len() != others.len() {
            return f64::INFINITY;
        }
        deviations(&self.gains(ranks, others))
    }

    /// What each group of questions gains from some ranks to others, in reciprocal ranks.
    pub(super) fn gains(&self, before: &[Rank], after: &[Rank]) -> Vec<f64> {
        let gains: Vec<f64> =
            before.iter().zip(after).map(|(before, after)| reciprocal(*after) - reciprocal(*before)).collect();
        by_group(&gains, &self.groups)
    }

    /// Number of groups.
    pub(super) fn group_count(&self) -> usize {
        group_count(&self.groups)
    }

    pub(super) fn question(&self, at: usize) -> &'a str {
        &self.pairs[at].question
    }

    /// The questions, document by document.
    fn by_document(&self) -> Vec<usize> {
        self.documents.values().flatten().copied().collect()
    }

    /// The first stage of some questions, in the order of their documents. Each document gets its vectors for a while, so
    /// that a trial needs little more memory than the vectors themselves.
    fn ask(&self, some: &[usize], encoded: &Encoded, mode: Mode) -> Vec<Asked<'a>> {
        let documents: Vec<&[usize]> =
            some.chunk_by(|one, other| self.pairs[*one].document == self.pairs[*other].document).collect();
        documents.into_par_iter().flat_map_iter(|questions| self.ask_document(questions, encoded, mode)).collect()
    }

    /// The first stage of questions about one document.
    fn ask_document(&self, questions: &[usize], encoded: &Encoded, mode: Mode) -> Vec<Asked<'a>> {
        let document = self.pairs[questions[0]].document;
        let text = &self.corpus.documents[document];
        let vectors = encoded.passages.get(document).cloned().unwrap_or_default();
        let index: DocumentIndex = text.segment.clone().with_vectors(vectors);
        let mut asked = Vec::with_capacity(questions.len());
        for &question in questions {
            let vector = encoded.questions.get(question).cloned();
            let prepared = PreparedQuestion { mode, vector, ..self.questions[question].clone() };
            let ranked = prepared.first_stage(&[&index], &self.weights, DEPTH).into_iter();
            let ranking = ranked.map(|ranked| RankedText {
                ranked,
                text: text.read(ranked.passage as usize),
                language: text.segment.language(),
            });
            asked.push(Asked { question, ranking: ranking.collect() });
        }
        asked
    }

    /// Reads the first passages of the rankings and puts them in their final order, if the search does so.
    fn read(&self, asked: &mut [Asked<'_>], on_pairs: OnPairs<'_>) -> Result<()> {
        let Some(reader) = self.reader else { return Ok(()) };
        let how = self.weights.by_cross_encoder(RERANK_DEPTH);
        let mut readings = Vec::with_capacity(asked.len());
        for Asked { question, ranking } in asked {
            readings.push(Reading { question: self.question(*question), ranked: ranking, how });
        }
        Ok(read(&mut readings, reader, on_pairs)?)
    }

    /// Notes the rank of the first passage that answers each question.
    fn note_ranks(&self, asked: &[Asked<'_>], ranks: &mut [Rank]) {
        for Asked { question, ranking } in asked {
            let answers = &self.pairs[*question].passages;
            let place = ranking.iter().position(|one| answers.contains(&(one.ranked.passage as usize)));
            ranks[*question] = place.map(|before| before + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DocumentText;
    use std::ops::ControlFlow;

    /// Two passages that share the question's word; only vectors tell them apart.
    fn corpus() -> Corpus {
        let passages = ["rent is due again in May".to_owned(), "rent is paid by the tenant".to_owned()];
        Corpus { documents: vec![DocumentText::plain("empty", &[]), DocumentText::plain("lease", &passages)] }
    }

    fn encoded(question: [f32; 2]) -> Encoded {
        let passages = vec![Vectors::default(), Vectors::new(2, vec![0, 1], vec![1.0, 0.0, 0.0, 1.0])];
        Encoded { passages, questions: vec![question.to_vec()] }
    }

    #[test]
    fn what_is_measured_is_the_search() {
        let corpus = corpus();
        let pairs = [Pair { question: "Who pays rent?".into(), document: 1, passages: vec![1] }];
        let exam = Exam::new(&corpus, &pairs, Weights::default(), None);
        assert_eq!(exam.documents().collect::<Vec<_>>(), [1], "only what is asked needs vectors");
        assert_eq!(exam.first_stage(&encoded([0.1, 1.0]), Mode::Dense), [Some(1)], "the encoder finds it");
        assert_eq!(exam.first_stage(&encoded([1.0, 0.1]), Mode::Dense), [Some(2)], "or puts it second");
        let trial = exam.trial(&encoded([0.1, 1.0]), &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(trial, [Some(1)], "and so does the search");
        let words = exam.trial(&Encoded::default(), &mut |_| ControlFlow::Continue(())).unwrap();
        assert!(words[0].is_some(), "without vectors words decide");
    }

    #[test]
    fn how_far_ranks_are_behind_others_counts_by_passage() {
        let corpus = corpus();
        let pair = |passage| Pair { question: "rent".into(), document: 1, passages: vec![passage] };
        let pairs = [pair(0), pair(0), pair(1)];
        let exam = Exam::new(&corpus, &pairs, Weights::default(), None);
        let behind = |ranks: [Rank; 3]| exam.behind(&ranks, &[Some(1), Some(1), Some(2)]);
        assert_eq!(behind([Some(1), Some(1), Some(2)]), 0.0, "the same");
        assert_eq!(behind([Some(2), Some(2), Some(2)]), 1.0, "two questions of one passage are one difference");
        let mixed = behind([Some(2), Some(2), Some(1)]);
        assert_eq!(mixed, 0.5 / 1.25f64.sqrt(), "what is gained makes up for what is lost");
        assert_eq!(exam.behind(&[Some(1)], &[]), f64::INFINITY, "unknown");
    }

    #[test]
    fn any_of_several_answers_counts() {
        let corpus = corpus();
        let pairs = [Pair { question: "rent".into(), document: 1, passages: vec![1, 0] }];
        let exam = Exam::new(&corpus, &pairs, Weights::default(), None);
        assert_eq!(exam.first_stage(&encoded([1.0, 0.0]), Mode::Hybrid), [Some(1)], "whichever comes first");
    }
}
