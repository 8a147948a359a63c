//! Asks people's questions of the product's own search, with the generation in use and with the new one. Not for what
//! follows from that (`gate`).

use super::people::PeoplesQuestion;
use super::progress::{Count, RunProgress};
use crate::adapt::blocking;
use crate::{Adapt, Error, Metrics, OnPeoples, Result};
use pincite_api::TuningPhase;
use pincite_library::{Generation, PassageId};
use pincite_models::{Catalogue, CrossEncoder};
use pincite_search::{CollectionIndex, Gather, Mode, SearchModels, SearchRequest, read_together, search};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

/// Hits of a question that are looked at.
const HITS: usize = 20;

/// From this probability on, the cross-encoder is sure that a passage answers.
const SURE: f32 = 0.9;

/// Who judges a new generation.
#[derive(Clone)]
pub(super) struct Jury {
    pub(super) adapt: Adapt,
    pub(super) questions: Arc<Vec<PeoplesQuestion>>,
    pub(super) progress: Arc<Mutex<RunProgress>>,
    pub(super) token: CancellationToken,
}

/// Passages found for each question, best first.
type Found = Vec<Vec<PassageId>>;

impl Jury {
    /// How the questions came out with the generation in use and with another one. Those that nothing is known to answer
    /// do not count.
    pub(super) async fn judge(&self, candidate: Generation) -> Result<OnPeoples> {
        let present = self.adapt.library.active_generation(candidate.collection).await?;
        let Some(present) = present.filter(|_| !self.questions.is_empty()) else { return Ok(OnPeoples::default()) };
        let (before, after) = (self.asked(present, 0).await?, self.asked(candidate, 1).await?);
        let answers = self.answers(&before, &after).await?;
        let metrics = |found: &Found| {
            let known = found.iter().zip(&answers).filter(|(_, answers)| !answers.is_empty());
            Metrics::of(known.map(|(found, answers)| found.iter().position(|id| answers.contains(id)).map(|at| at + 1)))
        };
        Ok(OnPeoples { before: metrics(&before), after: metrics(&after) })
    }

    /// The first hits of each question, before any cross-encoder; none where its document is gone.
    async fn asked(&self, generation: Generation, turn: usize) -> Result<Found> {
        let (jury, encoder) = (self.clone(), self.adapt.encoders.of(Some(&generation)).await?);
        let asking = async move {
            let library = &jury.adapt.library;
            let index = CollectionIndex::load_with(library, generation.collection, Some(generation)).await?;
            let models = SearchModels { encoder: Some(&encoder), reranker: None };
            let (mut found, all) = (Vec::new(), jury.questions.len());
            for PeoplesQuestion { text, content, .. } in &*jury.questions {
                jury.went_on(Count { done: (turn * all + found.len()) as u32, total: 3 * all as u32 }).await?;
                let request = SearchRequest {
                    text,
                    contents: content.as_slice(),
                    k: HITS,
                    mode: Mode::Hybrid,
                    gather: Gather::Best,
                };
                found.push(match search(&index, library, models, &request).await {
                    Ok(found) => found.hits.iter().map(|hit| hit.id).collect(),
                    Err(pincite_search::Error::NoContent(_)) => Vec::new(),
                    Err(error) => return Err(error.into()),
                });
            }
            Ok(found)
        };
        // Searching computes, so it has a thread of its own.
        blocking("Asking people's questions", move || Handle::current().block_on(asking)).await
    }

    /// What answers each question: what people said, or else what the cross-encoder is sure of among both lists of hits.
    async fn answers(&self, before: &Found, after: &Found) -> Result<Vec<BTreeSet<PassageId>>> {
        let reader = if self.questions.iter().all(|one| !one.answers.is_empty()) { None } else { self.reader().await };
        let (mut answers, all) = (Vec::new(), self.questions.len());
        for (question, (before, after)) in self.questions.iter().zip(before.iter().zip(after)) {
            self.went_on(Count { done: (2 * all + answers.len()) as u32, total: 3 * all as u32 }).await?;
            answers.push(match &reader {
                _ if !question.answers.is_empty() => question.answers.iter().copied().collect(),
                Some(reader) => {
                    self.sure(reader, &question.text, before.iter().chain(after).copied().collect()).await?
                }
                None => BTreeSet::new(),
            });
        }
        Ok(answers)
    }

    /// The passages that the cross-encoder is sure of.
    async fn sure(
        &self,
        reader: &Arc<CrossEncoder>,
        text: &str,
        hits: BTreeSet<PassageId>,
    ) -> Result<BTreeSet<PassageId>> {
        let ids: Vec<PassageId> = hits.into_iter().collect();
        let stored = self.adapt.library.passages_by_id(&ids).await?;
        let texts: BTreeMap<PassageId, String> =
            stored.iter().map(|stored| (stored.id, read_together(&stored.passage))).collect();
        let (reader, text) = (Arc::clone(reader), text.to_owned());
        let reading = move || {
            let passages: Vec<&str> = texts.values().map(String::as_str).collect();
            let scores = reader.score(&text, &passages, &mut |_| ControlFlow::Continue(()))?;
            let sure = texts.keys().zip(scores).filter(|(_, score)| reader.probability(*score) > SURE);
            Ok(sure.map(|(id, _)| *id).collect())
        };
        blocking("Reading passages", reading).await
    }

    /// The cross-encoder. Without one, only what people said is known.
    async fn reader(&self) -> Option<Arc<CrossEncoder>> {
        let (home, device) = (self.adapt.home.folder().to_owned(), self.adapt.encoders.device());
        let opening = move || Ok(Arc::new(Catalogue::builtin()?.open_reranker(&home, device)?));
        let opened = blocking("Opening the cross-encoder", opening).await;
        opened.inspect_err(|error| self.adapt.notice(error)).ok()
    }

    async fn went_on(&self, count: Count) -> Result<()> {
        self.progress.lock().await.emit(TuningPhase::Judging, count);
        if self.token.is_cancelled() { Err(Error::Cancelled) } else { Ok(()) }
    }
}
