//! Which of the ranked passages become hits: the best ones, or all answers. And their best sentences. Not for selecting
//! among passages (`joint`).

use super::merge::{Candidate, Group, merge};
use super::reading::{AskedPassage, READ_SENTENCES, Reranker, best_sentences, read_together};
use super::value::has_choice;
use crate::index::{DocumentIndex, Vectors};
use crate::joint::{Gather, JointCandidate, JointFeatures, TreeDecoding, UntilComplete};
use crate::presence::Presence;
use crate::score::{OnPairs, PairScorer, PreparedQuestion};
use pincite_library::PassageId;
use pincite_models::{AnswerSpan, TextPair};
use std::collections::HashMap;

/// The passages to show.
pub(super) struct Gathering {
    /// Best first, each with its near-duplicates.
    pub(super) groups: Vec<Group>,
    /// How many of them are answers, where all answers were asked for.
    pub(super) found: Option<u32>,
    /// Whether what was read answers the question, if something was.
    pub(super) presence: Option<Presence>,
}

/// Gathers all answers to a question.
pub(super) struct AllAnswers<'a> {
    /// Its models.
    pub(super) reranker: Reranker<'a>,
    /// The documents that are searched, by the numbers of the ranking.
    pub(super) documents: &'a [&'a DocumentIndex],
    /// Passage vectors of documents that are indexed without them, by the same numbers.
    pub(super) vectors: &'a HashMap<usize, Vectors>,
    /// All passages contain the phrases that the question quotes.
    pub(super) quoted: bool,
}

impl AllAnswers<'_> {
    /// All answers, each selected after those before, until nothing is missing. At most as many as [`Gather::All`] shows.
    pub(super) fn gather(&self, candidates: Vec<Candidate>, k: usize) -> Vec<Group> {
        let mut groups = merge(candidates, Gather::All.most(k));
        // What was not read has no logit to judge by, but a quoted phrase is an answer anyhow.
        groups.retain(|group| self.quoted || group.ranked.score.cross.is_some());
        let order = self.order(&groups);
        let mut groups: Vec<Option<Group>> = groups.into_iter().map(Some).collect();
        order.into_iter().filter_map(|at| groups[at].take()).collect()
    }

    /// The answers in the order in which the joint ranker selects them. Whoever quotes a phrase is answered by each passage
    /// that contains it.
    fn order(&self, groups: &[Group]) -> Vec<usize> {
        let features = JointFeatures::of(&groups.iter().map(|group| self.seen(group)).collect::<Vec<_>>());
        let score = &mut features.scored_by(self.reranker.joint);
        let count = groups.len();
        match self.quoted {
            true => TreeDecoding::default().select(count, count, score),
            false => UntilComplete::default().select(count, score),
        }
    }

    /// What the joint ranker sees of an answer.
    fn seen<'g>(&'g self, group: &'g Group) -> JointCandidate<'g> {
        let ranked = group.ranked;
        let indexed = self.documents.get(ranked.document).and_then(|index| index.vector(ranked.passage));
        let loaded = || self.vectors.get(&ranked.document).and_then(|vectors| vectors.of(ranked.passage));
        JointCandidate {
            cross: ranked.score.cross.unwrap_or_default().rank,
            total: ranked.score.total,
            document: ranked.document,
            passage: &group.best.stored.passage,
            vector: indexed.or_else(loaded).unwrap_or_default(),
        }
    }
}

/// A question with its hits.
pub(super) struct ReadGroups<'g> {
    pub(super) question: &'g PreparedQuestion,
    pub(super) groups: &'g [Group],
}

/// What reading says of a passage that is shown.
#[derive(Default)]
pub(super) struct ReadHit {
    /// The number of its best sentence, where there is a choice.
    pub(super) sentence: Option<usize>,
    /// Where the value stands that the question asks for, where there is a choice.
    pub(super) span: Option<AnswerSpan>,
}

/// Reads the sentences of each of the first hits, and chooses among their values, for each question. Those in a language that the
/// model does not know are not read.
pub(super) fn read_hits(
    asked: &[ReadGroups<'_>],
    model: &dyn PairScorer,
    on_pairs: OnPairs<'_>,
) -> Result<Vec<HashMap<PassageId, ReadHit>>, pincite_models::Error> {
    let mut passages = Vec::new();
    for ReadGroups { question, groups } in asked {
        let first = first_readable(groups, model);
        passages
            .extend(first.map(|group| AskedPassage { question: &question.text, passage: &group.best.stored.passage }));
    }
    let mut best = best_sentences(&passages, model, on_pairs)?.into_iter();
    let mut found = Vec::with_capacity(asked.len());
    for ReadGroups { question, groups } in asked {
        let mut hits = HashMap::new();
        for (group, sentence) in first_readable(groups, model).zip(best.by_ref()) {
            let stored = &group.best.stored;
            let mut span = None;
            if question.kind.is_some_and(|kind| has_choice(&stored.passage, kind, group.best.language)) {
                span = model.span(&TextPair { question: &question.text, passage: &read_together(&stored.passage) })?;
            }
            hits.insert(stored.id, ReadHit { sentence, span });
        }
        found.push(hits);
    }
    Ok(found)
}

fn first_readable<'g>(groups: &'g [Group], model: &dyn PairScorer) -> impl Iterator<Item = &'g Group> {
    groups.iter().take(READ_SENTENCES).filter(|group| model.knows(group.best.language))
}
