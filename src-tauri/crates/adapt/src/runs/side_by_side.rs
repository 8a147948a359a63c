//! Asks people's questions of the search that is shown, with the generation in use and with the new one. Not for what
//! follows from that (`gate`).
//!
//! Both lists are read by the cross-encoder, as those that people see. A question whose answer people marked or wrote has the
//! rank of that answer. For other questions nobody knows the answer, and the cross-encoder cannot judge the order that it
//! makes itself. But it reads only the first passages of a large scope. So such a question tells whether a passage that the
//! cross-encoder is sure of is among those that it gets to read.

use super::people::PeoplesQuestion;
use super::progress::{Count, RunProgress};
use crate::adapt::blocking;
use crate::gate::metrics_of;
use crate::{Adapt, Error, OnPeoples, Result};
use pincite_api::TuningPhase;
use pincite_library::Generation;
use pincite_search::{
    CachedScorer, CollectionIndex, Gather, Hit, Mode, RERANK_DEPTH, Reranker, SearchModels, SearchRequest, search,
};
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

/// Hits of a question that are looked at: as many as are read.
const HITS: usize = RERANK_DEPTH;

/// From this probability on, the cross-encoder is sure that a passage answers.
const SURE: f32 = 0.9;

/// People's questions, asked of two generations.
#[derive(Clone)]
pub(super) struct SideBySide {
    pub(super) adapt: Adapt,
    pub(super) questions: Arc<Vec<PeoplesQuestion>>,
    pub(super) progress: Arc<Mutex<RunProgress>>,
    pub(super) token: CancellationToken,
}

impl SideBySide {
    /// How the questions came out with the generation in use and with another one.
    pub(super) async fn run(&self, candidate: Generation) -> Result<OnPeoples> {
        let present = self.adapt.library.active_generation(candidate.collection).await?;
        let Some(present) = present.filter(|_| !self.questions.is_empty()) else { return Ok(OnPeoples::default()) };
        let test = self.clone();
        let asking = async move {
            // Where it cannot be opened, people are shown what it has not read.
            let opened = test.adapt.rerankers.current().await.ok();
            let Some(opened) = &opened else { return test.compare(present, candidate, None).await };
            let scores = CachedScorer::new(&**opened.model());
            let reranker = Reranker { model: &scores, ..opened.to_depth(RERANK_DEPTH) };
            test.compare(present, candidate, Some(reranker)).await
        };
        // Searching computes, so it has a thread of its own.
        blocking("Asking people's questions", move || Handle::current().block_on(asking)).await
    }

    async fn compare(
        &self,
        present: Generation,
        candidate: Generation,
        reranker: Option<Reranker<'_>>,
    ) -> Result<OnPeoples> {
        let mut before = Vec::new();
        let mut after = Vec::new();
        let former = self.ranks(present, reranker, 0).await?;
        let latter = self.ranks(candidate, reranker, 1).await?;
        for (former, latter) in former.into_iter().zip(latter) {
            // What is known to have an answer counts, and what one of both finds an answer to.
            if former.counts || latter.counts {
                before.push(former.rank);
                after.push(latter.rank);
            }
        }
        Ok(OnPeoples { before: metrics_of(&before), after: metrics_of(&after) })
    }

    /// How each question comes out.
    async fn ranks(&self, generation: Generation, reranker: Option<Reranker<'_>>, turn: usize) -> Result<Vec<Outcome>> {
        let library = &self.adapt.library;
        let encoder = self.adapt.encoders.of(Some(&generation)).await?;
        let index = CollectionIndex::load_with(library, generation.collection, Some(generation)).await?;
        let models = SearchModels { encoder: Some(&encoder), reranker };
        let mut outcomes = Vec::new();
        let all = self.questions.len();
        for question in &*self.questions {
            self.went_on(Count { done: (turn * all + outcomes.len()) as u32, total: 2 * all as u32 }).await?;
            let text = question.text.as_str();
            let contents = question.content.as_slice();
            let request = SearchRequest { text, contents, k: HITS, mode: Mode::Hybrid, gather: Gather::Best };
            outcomes.push(match search(&index, library, models, &request).await {
                Ok(found) if question.answers.is_empty() => {
                    let reads_some = index.passages_in(contents) > RERANK_DEPTH;
                    let found = reads_some && found.hits.iter().any(|hit| hit.probability > Some(SURE));
                    Outcome { rank: found.then_some(1), counts: found }
                }
                Ok(found) => {
                    let place = found.hits.iter().position(|hit| answers(question, hit));
                    Outcome { rank: place.map(|before| before + 1), counts: true }
                }
                Err(pincite_search::Error::NoContent(_)) => {
                    Outcome { rank: None, counts: !question.answers.is_empty() }
                }
                Err(error) => return Err(error.into()),
            });
        }
        Ok(outcomes)
    }

    async fn went_on(&self, count: Count) -> Result<()> {
        self.progress.lock().await.emit(TuningPhase::Judging, count);
        if self.token.is_cancelled() { Err(Error::Cancelled) } else { Ok(()) }
    }
}

/// How a question comes out with one generation.
struct Outcome {
    /// Rank of the first hit that answers, from 1; none if no hit does.
    rank: Option<usize>,
    /// Whether it has an answer, as far as this generation tells.
    counts: bool,
}

/// Whether a hit shows an answer, as its own passage or as one that says the same.
fn answers(question: &PeoplesQuestion, hit: &Hit) -> bool {
    let mut shown = std::iter::once(hit.id).chain(hit.same_as.iter().map(|twin| twin.passage));
    shown.any(|passage| question.answers.contains(&passage))
}
