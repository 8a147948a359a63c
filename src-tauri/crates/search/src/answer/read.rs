//! One ranking is read. All answers of several documents are found by asking each document alone, as in a review table. So each
//! is judged, and none loses its answers to the others.

use super::hit::{Hit, JudgedDocument, Note, SearchResult};
use super::reading::Reranker;
use super::stages::{FirstStage, OnPairsRead, read_stages};
use crate::Result;
use crate::joint::Gather;
use crate::presence::Presence;
use crate::score::RERANK_DEPTH;
use pincite_api::Match;

/// Of more documents only the first in the ranking are read.
const MOST_DOCUMENTS: usize = 100;
/// The documents share so many passages that are read.
const PASSAGES: usize = 400;
/// So many passages of each document are read in any case.
const OF_EACH: usize = 6;

impl FirstStage<'_> {
    /// Reads the first passages of a hybrid question, and answers with hits in their final order. Where all answers of several
    /// documents are wanted, each document is read.
    ///
    /// # Errors
    /// [`crate::Error::Library`]; [`crate::Error::Encoder`], also if `on_pairs` breaks off.
    pub async fn read(self, reranker: Reranker<'_>, on_pairs: OnPairsRead<'_>) -> Result<SearchResult> {
        if self.gather == Gather::All && self.scope.documents().len() > 1 {
            return read_each(self, reranker, on_pairs).await;
        }
        let mut results = read_stages(&mut [self], reranker, on_pairs).await?;
        results.pop().unwrap_or_else(|| Ok(SearchResult::default()))
    }
}

/// Reads the documents of a scope, and answers with all that was found in them.
async fn read_each(scope: FirstStage<'_>, reranker: Reranker<'_>, on_pairs: OnPairsRead<'_>) -> Result<SearchResult> {
    let ranked = scope.documents_by_rank();
    let read = &ranked[..ranked.len().min(MOST_DOCUMENTS)];
    let depth = passages_of_each(read.len());
    let mut alone: Vec<FirstStage<'_>> = Vec::with_capacity(read.len());
    for document in read {
        alone.push(scope.of_document(*document, depth).await?);
    }
    let results = read_stages(&mut alone, reranker, on_pairs).await?;
    let mut answered = Vec::with_capacity(results.len());
    for (document, result) in read.iter().zip(results) {
        answered.push(Answered { document: *document, result: result? });
    }
    answered.sort_by(|one, other| other.probability().total_cmp(&one.probability()));
    let documents = judged(&scope, &answered, &ranked).await?;
    let unread = (ranked.len() - read.len()) as u32;
    let mut notes = scope.notes;
    for note in answered.iter().flat_map(|one| &one.result.notes) {
        if matches!(note, Note::Damaged(_)) && !notes.contains(note) {
            notes.push(note.clone());
        }
    }
    let presence = answered.first().and_then(|likeliest| likeliest.result.presence);
    let Gathered { hits, found } = gathered(answered, scope.k);
    Ok(SearchResult {
        hits,
        presence,
        gathered: Gather::All,
        found: Some(found),
        documents,
        unread,
        notes,
        ..SearchResult::default()
    })
}

/// How many passages of each of so many documents are read.
fn passages_of_each(documents: usize) -> usize {
    (PASSAGES / documents.max(1)).clamp(OF_EACH, RERANK_DEPTH)
}

/// A document of the scope with its answer.
struct Answered {
    document: usize,
    result: SearchResult,
}

impl Answered {
    fn probability(&self) -> f32 {
        self.result.presence.map_or(0.0, |presence| presence.probability)
    }

    fn is(&self, state: Match) -> bool {
        self.result.presence.is_some_and(|presence| presence.state == state)
    }
}

/// What is known of each document, the likeliest first. One without any ranked passage does not have the quoted phrase.
async fn judged(scope: &FirstStage<'_>, answered: &[Answered], ranked: &[usize]) -> Result<Vec<JudgedDocument>> {
    let mut documents = Vec::with_capacity(answered.len());
    for Answered { document, result } in answered {
        let content = scope.scope.content(*document);
        documents.extend(scope.presenter.judged(content, result.presence.unwrap_or(Presence::UNREAD)).await?);
    }
    for document in 0..scope.scope.documents().len() {
        if !ranked.contains(&document) && !ranked.is_empty() {
            documents.extend(scope.presenter.judged(scope.scope.content(document), Presence::ABSENT).await?);
        }
    }
    Ok(documents)
}

/// The hits of several documents.
struct Gathered {
    hits: Vec<Hit>,
    /// How many of the first ones are answers.
    found: u32,
}

/// All answers of the documents where they were found, then the nearest passage of each document that may answer. Without
/// either, the nearest passages of the likeliest documents, `k` at most.
fn gathered(answered: Vec<Answered>, k: usize) -> Gathered {
    let mut hits = Vec::new();
    let mut nearest = Vec::new();
    let mut far = Vec::new();
    for one in answered {
        match (one.is(Match::Found), one.is(Match::Unsure) || one.result.presence.is_none()) {
            (true, _) => hits.extend(one.result.hits),
            (_, true) => nearest.extend(one.result.hits.into_iter().take(1)),
            _ => far.extend(one.result.hits.into_iter().take(1)),
        }
    }
    let found = hits.len() as u32;
    hits.extend(nearest);
    if hits.is_empty() {
        far.truncate(k);
        hits = far;
    }
    Gathered { hits, found }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_documents_are_read_deeper_than_many() {
        assert_eq!([1, 2, 20, 61, 100].map(passages_of_each), [50, 50, 20, 6, 6]);
    }
}
