//! The way from a question to presented hits. Not for the ranking itself.

use crate::hit::{Found, Hit};
use crate::index::{Asked, Index};
use crate::late::{self, Late};
use crate::note::Note;
use crate::present::Presenter;
use crate::reason::Shingles;
use crate::{Error, Mode, Phrase, Query, Ranked, Score, Weights, rank};
use pincite_library::{DocumentId, Library, PassageId, StoredPassage};
use pincite_models::{Encoder, Read};
use pincite_passage::Span;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

type Result<T> = std::result::Result<T, Error>;

/// A question and how it is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Words of the question; phrases in double quotes must occur.
    pub text: &'a str,
    /// Only this document, searched in full; otherwise all of the collection.
    pub document: Option<DocumentId>,
    /// How many hits at most.
    pub k: usize,
    /// What the search may use.
    pub mode: Mode,
}

/// Answers a question from the index; texts and places of the hits come from the library. The encoder is used only if
/// it made the collection's vectors; without it the hybrid mode ranks by words alone and says so.
///
/// # Errors
/// [`Error::NoDocument`], [`Error::Library`], [`Error::Encoder`].
pub async fn search(
    index: &Index,
    library: &Library,
    encoder: Option<&Encoder>,
    question: &Question<'_>,
) -> Result<Found> {
    let scope = index.scope(question.document)?;
    let query = Query::new(question.text);
    let (read, mut notes) = read(index, &scope, encoder, question, &query)?;
    let limit = question.k.saturating_mul(3).saturating_add(10); // near-duplicates will be merged
    let weights = Weights::of(index.generation().filter(|_| read.is_some()));
    let vector = read.as_ref().map(|read| read.embeddings.values.as_slice());
    let mut ranked = rank(&scope.segments(), &query, vector, question.mode, &weights, limit.max(late::DEPTH));
    let closer = weights.look_closer(question.mode, &query);
    if let Some(tokens) = read.as_ref().and_then(|read| read.tokens.first()).filter(|_| closer) {
        let late = Late::new(question.text, &query, &scope.segments(), tokens);
        reorder(&mut ranked, (index, library), &scope, &late, weights.late).await?;
    }
    ranked.truncate(limit);
    if ranked.is_empty() && !notes.contains(&Note::DenseImpossible) {
        notes.extend(why_nothing(&scope, &query));
    }
    let groups = merge(load(library, &scope, &ranked).await?, question.k);
    let presenter = Presenter::new(library, index.collection(), &scope.segments(), &query);
    Ok(Found { hits: present(presenter, groups).await?, notes })
}

/// What the encoder makes of the question if that can be compared with the passages, and what to say if it cannot.
fn read(
    index: &Index,
    scope: &Asked<'_>,
    encoder: Option<&Encoder>,
    question: &Question<'_>,
    query: &Query,
) -> Result<(Option<Read>, Vec<Note>)> {
    if question.mode == Mode::Lexical || query.terms.is_empty() {
        return Ok((None, Vec::new()));
    }
    let fitting = encoder.filter(|encoder| {
        index.generation().is_some_and(|made| made.fingerprint == encoder.fingerprint())
            && scope.has_vectors(encoder.width())
    });
    match (fitting, encoder) {
        (Some(encoder), _) => {
            Ok((Some(encoder.read(&[question.text], &mut |_| ControlFlow::Continue(()))?), Vec::new()))
        }
        _ if question.mode == Mode::Dense => Ok((None, vec![Note::DenseImpossible])),
        (None, Some(_)) => Ok((None, vec![Note::NoVectors])),
        (None, None) => Ok((None, vec![Note::NoEncoder])),
    }
}

/// Puts the first passages into their final order; their sketches come from the library, which has too many to be held in
/// memory.
async fn reorder(
    ranked: &mut [Ranked],
    (index, library): (&Index, &Library),
    scope: &Asked<'_>,
    late: &Late,
    weight: f32,
) -> Result<()> {
    let Some(generation) = index.generation() else { return Ok(()) };
    let id = |one: &Ranked| scope.passage(one.segment, one.passage);
    let first: Vec<PassageId> = ranked.iter().take(late::DEPTH).map(id).collect();
    let sketches = library.sketches(generation.id, &first).await?;
    late::reorder(ranked, weight, |one| sketches.get(&id(one)).and_then(|sketch| late.similarity(sketch)));
    Ok(())
}

/// Which phrase is to blame if nothing was found, or that there was no word.
fn why_nothing(scope: &Asked<'_>, query: &Query) -> Vec<Note> {
    let segments = scope.segments();
    let nowhere = |phrase: &&Phrase| segments.iter().all(|segment| phrase.passages(segment).is_empty());
    let missing = query.phrases.iter().filter(nowhere).map(|phrase| Note::PhraseNowhere(phrase.text.clone()));
    let mut notes: Vec<Note> = missing.collect();
    if query.terms.is_empty() {
        notes.push(Note::NoWords);
    } else if notes.is_empty() && query.phrases.len() > 1 {
        notes.push(Note::PhrasesApart);
    }
    notes
}

/// Ranked passages with their texts, in order of rank.
async fn load(library: &Library, scope: &Asked<'_>, ranked: &[Ranked]) -> Result<Vec<(Ranked, StoredPassage)>> {
    let ids: Vec<PassageId> = ranked.iter().map(|one| scope.passage(one.segment, one.passage)).collect();
    let stored = library.passages_by_id(&ids).await?;
    let mut stored = stored.into_iter().peekable();
    let with_text = |(ranked, id): (&Ranked, PassageId)| Some((*ranked, stored.next_if(|one| one.id == id)?));
    Ok(ranked.iter().zip(ids).filter_map(with_text).collect())
}

/// A passage to show and those left out because they say nearly the same.
struct Group {
    score: Score,
    best: StoredPassage,
    shingles: Shingles,
    others: Vec<StoredPassage>,
}

/// The first `k` passages that say different things, each with those that repeat it: overlapping windows of one document
/// and near-duplicates anywhere. The better ranked of two is kept.
fn merge(ranked: Vec<(Ranked, StoredPassage)>, k: usize) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (ranked, stored) in ranked {
        let shingles = Shingles::of(&stored.passage.text);
        let same = |group: &Group| overlap(&group.best, &stored) || group.shingles.says_the_same(&shingles);
        match groups.iter().position(same) {
            Some(group) => groups[group].others.push(stored),
            None if groups.len() < k => {
                groups.push(Group { score: ranked.score, best: stored, shingles, others: Vec::new() });
            }
            None => {}
        }
    }
    groups
}

/// Whether more than half of the shorter passage's words stand in the other one too, at the same places.
fn overlap(one: &StoredPassage, other: &StoredPassage) -> bool {
    let key = |span: &Span| (span.page, span.rect.x0.to_bits(), span.rect.y0.to_bits());
    let places: BTreeSet<_> = one.passage.spans.iter().map(key).collect();
    let shared = other.passage.spans.iter().filter(|span| places.contains(&key(span))).count();
    one.document == other.document && 2 * shared > one.passage.spans.len().min(other.passage.spans.len())
}

async fn present(mut presenter: Presenter<'_>, groups: Vec<Group>) -> Result<Vec<Hit>> {
    let mut hits = Vec::with_capacity(groups.len());
    for group in groups {
        let Some(mut hit) = presenter.hit(&group.best, group.score).await? else { continue };
        for other in &group.others {
            hit.same_as.extend(presenter.citation(other).await?);
        }
        hits.push(hit);
    }
    Ok(hits)
}
