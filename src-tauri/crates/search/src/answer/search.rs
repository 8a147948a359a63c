//! From a question to hits: encode, rank, rerank, read together, gather, present. Not for the steps themselves.

use super::gathering::{self, AllAnswers, Gathering};
use super::hit::{Hit, SearchResult};
use super::merge::Candidate;
use super::note::Note;
use super::present::Presenter;
use super::reading::{Reranker, read_passages, read_sentences};
use crate::Error;
use crate::index::{CollectionIndex, SearchScope};
use crate::joint::{ANSWERS, Gather};
use crate::score::{LateInteraction, Mode, QuestionTokens, RERANK_DEPTH, RankedPassage, Weights, rank, rerank};
use crate::text::{Phrase, Query};
use pincite_library::{ContentId, GenerationId, Library, PassageId};
use pincite_models::{CrossEncoder, Encode, EncodedQuestions, Encoder};
use std::ops::ControlFlow;

type Result<T> = std::result::Result<T, Error>;

/// A question and how it is asked.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a> {
    /// The question. Phrases in double quotes must occur.
    pub text: &'a str,
    /// Search only the documents with these contents. With none: all of the collection.
    pub contents: &'a [ContentId],
    /// Most hits. All answers may be more.
    pub k: usize,
    /// Which scores are used.
    pub mode: Mode,
    /// Whether the best hits are wanted, or all answers.
    pub gather: Gather,
}

/// The models that answer a question.
#[derive(Clone, Copy, Default)]
pub struct SearchModels<'a> {
    /// The encoder, used only if it computed the collection's vectors.
    pub encoder: Option<&'a Encoder>,
    /// The cross-encoder, used in the hybrid mode.
    pub reranker: Option<Reranker<'a>>,
}

/// Answers a question. The texts of the hits come from the library. Without a fitting encoder the hybrid
/// mode ranks by words only, with a note. Only a cross-encoder finds all answers: without one these are the best hits,
/// with a note.
///
/// This computes: do not call it on a worker of an async runtime.
///
/// # Errors
/// [`Error::NoContent`], [`Error::Library`], [`Error::Encoder`].
pub async fn search(
    index: &CollectionIndex,
    library: &Library,
    models: SearchModels<'_>,
    request: &SearchRequest<'_>,
) -> Result<SearchResult> {
    let scope = index.scope(request.contents)?;
    let query = Query::new(request.text);
    let Encoded { question, note } = encode(index, &scope, models.encoder, request, &query)?;
    let reranker = models.reranker.filter(|_| request.mode == Mode::Hybrid);
    let gather = if reranker.is_some() { request.gather } else { Gather::Best };
    let reranker = reranker.map(|it| Reranker { depth: gather.depth(it.depth), ..it });
    let limit = gather.most(request.k).saturating_mul(3).saturating_add(10); // near-duplicates will be merged
    let ranking = Ranking { scope: &scope, query: &query, text: request.text, mode: request.mode };
    let generation = index.generation().filter(|_| question.is_some());
    let weights = Weights::of(generation);
    let mut ranked = ranking.ranked(question.as_ref(), &weights, limit.max(RERANK_DEPTH));
    if let Some((generation, question)) = generation.zip(question.as_ref()) {
        ranking.rerank(&mut ranked, library, generation.id, question, &weights).await?;
    }
    // Only what is read or shown is loaded.
    ranked.truncate(limit.max(reranker.map_or(0, |reranker| reranker.depth)));
    let mut candidates = load(library, &scope, &ranked).await?;
    if let Some(reranker) = reranker {
        read_passages(&mut candidates, reranker, request.text, &weights)?;
    }
    candidates.truncate(limit);
    let mut notes: Vec<Note> = note.into_iter().collect();
    if ranked.is_empty() && !notes.contains(&Note::DenseImpossible) {
        notes.extend(why_nothing(&scope, &query));
    }
    if gather != request.gather {
        notes.push(Note::NotGathered);
    }
    let documents = scope.documents();
    let Gathering { groups, found } = match (reranker, gather) {
        (Some(reranker), Gather::All) => {
            let quoted = !query.phrases.is_empty();
            AllAnswers { reranker, documents: &documents, quoted }.gather(candidates, request.k)?
        }
        _ => gathering::best(candidates, request.k),
    };
    let best = reranker.map(|reranker| read_sentences(&groups, reranker.model, request.text)).transpose()?;
    let mut presenter = Presenter::new(library, index.collection(), &documents, &query);
    let mut hits = presenter.hits(groups, &best.unwrap_or_default(), gather).await?;
    let found = found.map(|found| found.min(hits.len() as u32)); // answers in one sentence are one hit
    let likely = reranker.and_then(|reranker| judge(&mut hits, reranker.model));
    // Whoever asks for a phrase is answered by the passages that contain it.
    let answered = likely.map(|likely| likely || !query.phrases.is_empty());
    Ok(SearchResult { hits, answered, gathered: gather, found, notes })
}

/// Gives the hits their probabilities, and says whether one of them is likely enough to answer the question. `None` if
/// the cross-encoder read none of them.
fn judge(hits: &mut [Hit], model: &CrossEncoder) -> Option<bool> {
    for hit in hits.iter_mut() {
        hit.probability = hit.score.cross.map(|score| model.probability(score));
    }
    let best = hits.iter().filter_map(|hit| hit.probability).reduce(f32::max)?;
    Some(best >= ANSWERS)
}

/// The question as the encoder read it, or why it was not encoded.
#[derive(Default)]
struct Encoded {
    question: Option<EncodedQuestions>,
    note: Option<Note>,
}

/// Encodes the question if its vector can be compared with those of the passages.
fn encode(
    index: &CollectionIndex,
    scope: &SearchScope<'_>,
    encoder: Option<&Encoder>,
    request: &SearchRequest<'_>,
    query: &Query,
) -> Result<Encoded> {
    if request.mode == Mode::Lexical || query.terms.is_empty() {
        return Ok(Encoded::default());
    }
    let fitting = encoder.filter(|encoder| {
        index.generation().is_some_and(|made| made.fingerprint == encoder.fingerprint())
            && scope.has_vectors(encoder.width())
    });
    let note = match (fitting, encoder) {
        (Some(encoder), _) => {
            let question = encoder.encode_questions(&[request.text], &mut |_| ControlFlow::Continue(()))?;
            return Ok(Encoded { question: Some(question), note: None });
        }
        _ if request.mode == Mode::Dense => Note::DenseImpossible,
        (None, Some(_)) => Note::NoVectors,
        (None, None) => Note::NoEncoder,
    };
    Ok(Encoded { question: None, note: Some(note) })
}

/// What is ranked, and how.
struct Ranking<'a> {
    scope: &'a SearchScope<'a>,
    query: &'a Query,
    text: &'a str,
    mode: Mode,
}

impl Ranking<'_> {
    fn ranked(&self, question: Option<&EncodedQuestions>, weights: &Weights, limit: usize) -> Vec<RankedPassage> {
        let vector = question.map(|question| question.embeddings.values.as_slice());
        rank(&self.scope.documents(), self.query, vector, self.mode, weights, limit)
    }

    /// Reranks the first passages by late interaction, if the weights say so. Their token embeddings come from the
    /// library, because those of a collection do not fit in memory.
    async fn rerank(
        &self,
        ranked: &mut [RankedPassage],
        library: &Library,
        generation: GenerationId,
        question: &EncodedQuestions,
        weights: &Weights,
    ) -> Result<()> {
        let used = weights.uses_late_interaction(self.mode, self.query);
        let Some(states) = question.tokens.first().filter(|_| used) else { return Ok(()) };
        let tokens = QuestionTokens { text: self.text, query: self.query, states };
        let question = LateInteraction::new(&tokens, &self.scope.documents());
        let first = &ranked[..ranked.len().min(RERANK_DEPTH)];
        let embeddings = library.token_embeddings(generation, &passage_ids(self.scope, first)).await?;
        let id = |one: &RankedPassage| self.scope.passage_id(one.document, one.passage);
        rerank(ranked, weights.by_late_interaction(), |one| {
            embeddings.get(&id(one)).and_then(|it| question.similarity(it))
        });
        Ok(())
    }
}

fn passage_ids(scope: &SearchScope<'_>, ranked: &[RankedPassage]) -> Vec<PassageId> {
    ranked.iter().map(|one| scope.passage_id(one.document, one.passage)).collect()
}

/// Why nothing was found: a phrase that does not occur, or a question without words.
fn why_nothing(scope: &SearchScope<'_>, query: &Query) -> Vec<Note> {
    let documents = scope.documents();
    let nowhere = |phrase: &&Phrase| documents.iter().all(|document| phrase.passages(document).is_empty());
    let missing = query.phrases.iter().filter(nowhere).map(|phrase| Note::PhraseNowhere(phrase.text.clone()));
    let mut notes: Vec<Note> = missing.collect();
    if query.terms.is_empty() {
        notes.push(Note::NoWords);
    } else if notes.is_empty() && query.phrases.len() > 1 {
        notes.push(Note::PhrasesApart);
    }
    notes
}

/// The ranked passages with their texts, in order of rank.
async fn load(library: &Library, scope: &SearchScope<'_>, ranked: &[RankedPassage]) -> Result<Vec<Candidate>> {
    let ids = passage_ids(scope, ranked);
    let mut stored = library.passages_by_id(&ids).await?.into_iter().peekable();
    let with_text = |(ranked, id): (&RankedPassage, PassageId)| {
        Some(Candidate { ranked: *ranked, stored: stored.next_if(|one| one.id == id)? })
    };
    Ok(ranked.iter().zip(ids).filter_map(with_text).collect())
}
