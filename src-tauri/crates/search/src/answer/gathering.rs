//! Which of the ranked passages become hits: the best ones, or all answers. Not for the rule of what an answer is (`joint`).

use super::merge::{Candidate, Group, merge};
use super::reading::Reranker;
use crate::Error;
use crate::index::DocumentIndex;
use crate::joint::{Decoding, Gather, JointCandidate, JointFeatures, PossibleAnswer, select};

/// The passages to show.
pub(super) struct Gathering {
    /// Best first, each with its near-duplicates.
    pub(super) groups: Vec<Group>,
    /// How many of them are answers, where all answers were asked for.
    pub(super) found: Option<u32>,
}

/// The best `k` passages.
pub(super) fn best(candidates: Vec<Candidate>, k: usize) -> Gathering {
    Gathering { groups: merge(candidates, k), found: None }
}

/// Gathers all answers to a question.
pub(super) struct AllAnswers<'a> {
    /// Its models.
    pub(super) reranker: Reranker<'a>,
    /// The documents that are searched, by the numbers of the ranking.
    pub(super) documents: &'a [&'a DocumentIndex],
    /// All passages contain the phrases that the question quotes.
    pub(super) quoted: bool,
}

impl AllAnswers<'_> {
    /// All answers, at most as many as [`Gather::All`] shows, each chosen after those before. If none is found: the best `k`
    /// passages, because they are the nearest ones.
    pub(super) fn gather(&self, candidates: Vec<Candidate>, k: usize) -> Result<Gathering, Error> {
        let most = Gather::All.most(k);
        let mut groups = merge(candidates, most);
        let possible: Vec<PossibleAnswer> = groups.iter().enumerate().map(|one| self.possible(one)).collect();
        let answers = select(&possible, most);
        let found = Some(answers.len() as u32);
        if answers.is_empty() {
            groups.truncate(k);
            return Ok(Gathering { groups, found });
        }
        let mut groups: Vec<Option<Group>> = groups.into_iter().map(Some).collect();
        let answers: Vec<Group> = answers.iter().filter_map(|one| groups.get_mut(one.position)?.take()).collect();
        Ok(Gathering { groups: self.in_turn(answers)?, found })
    }

    fn possible(&self, (position, group): (usize, &Group)) -> PossibleAnswer {
        let score = group.ranked.score;
        PossibleAnswer {
            probability: score.cross.map(|score| self.reranker.model.probability(score)),
            score: score.total,
            position,
            quoted: self.quoted,
        }
    }

    /// The answers in the order in which the joint ranker selects them.
    fn in_turn(&self, answers: Vec<Group>) -> Result<Vec<Group>, Error> {
        let features = JointFeatures::of(&answers.iter().map(|group| self.seen(group)).collect::<Vec<_>>());
        let joint = self.reranker.joint;
        let score = &mut |selected: &[usize], left: &[usize]| joint.scores(features.rows(selected, left));
        let order = Decoding::default().select(features.len(), features.len(), score)?;
        let mut answers: Vec<Option<Group>> = answers.into_iter().map(Some).collect();
        Ok(order.into_iter().filter_map(|at| answers[at].take()).collect())
    }

    /// What the joint ranker sees of an answer.
    fn seen<'g>(&'g self, group: &'g Group) -> JointCandidate<'g> {
        let ranked = group.ranked;
        let document = self.documents.get(ranked.document);
        JointCandidate {
            cross: ranked.score.cross.unwrap_or_default(),
            total: ranked.score.total,
            document: ranked.document,
            passage: &group.best.passage,
            vector: document.and_then(|index| index.vector(ranked.passage)).unwrap_or_default(),
        }
    }
}
