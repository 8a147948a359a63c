//! The way from a question to presented hits. Not for the ranking itself.

use crate::hit::{Found, Hit};
use crate::index::{Asked, Index};
use crate::note::Note;
use crate::present::Presenter;
use crate::reason::Shingles;
use crate::{Error, Mode, Phrase, Query, Ranked, Score, Weights, rank};
use pincite_library::{DocumentId, Expansion, Library, PassageId, StoredPassage};
use pincite_models::{Encoder, Side};
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
    let (vector, mut notes) = vector(index, &scope, encoder, question, &query)?;
    let limit = question.k.saturating_mul(3).saturating_add(10); // near-duplicates will be merged
    let weights = weights(index, vector.is_some());
    let ranked = rank(&scope.segments(), &query, vector.as_deref(), question.mode, &weights, limit);
    if ranked.is_empty() && !notes.contains(&Note::DenseImpossible) {
        notes.extend(why_nothing(&scope, &query));
    }
    let groups = merge(load(library, &scope, &ranked).await?, question.k);
    let presenter = Presenter::new(library, index.collection(), &scope.segments(), &query);
    let by_questions = index.expansion() != Expansion::None && question.mode != Mode::Dense;
    let presenter = presenter.by_questions(by_questions);
    Ok(Found { hits: present(presenter, groups).await?, notes })
}

/// The question's vector if it can be compared with the passages', and what to say if it cannot.
fn vector(
    index: &Index,
    scope: &Asked<'_>,
    encoder: Option<&Encoder>,
    question: &Question<'_>,
    query: &Query,
) -> Result<(Option<Vec<f32>>, Vec<Note>)> {
    if question.mode == Mode::Lexical || query.terms.is_empty() {
        return Ok((None, Vec::new()));
    }
    let fitting = encoder.filter(|encoder| {
        index.generation().is_some_and(|made| made.fingerprint == encoder.fingerprint())
            && scope.has_vectors(encoder.width())
    });
    match (fitting, encoder) {
        (Some(encoder), _) => Ok((Some(embedded(encoder, question.text)?), Vec::new())),
        _ if question.mode == Mode::Dense => Ok((None, vec![Note::DenseImpossible])),
        (None, Some(_)) => Ok((None, vec![Note::NoVectors])),
        (None, None) => Ok((None, vec![Note::NoEncoder])),
    }
}

/// The weights measured for all, but for the one fitted for the index's generation. That one says how much the words
/// weigh beside its vectors, and nothing where words are ranked alone.
fn weights(index: &Index, with_vector: bool) -> Weights {
    let fitted = index.generation().filter(|_| with_vector).and_then(|generation| generation.dense_weight);
    let all = Weights::default();
    Weights { dense: fitted.unwrap_or(all.dense), ..all }
}

fn embedded(encoder: &Encoder, text: &str) -> Result<Vec<f32>> {
    Ok(encoder.embed(&[text], Side::Question, &mut |_| ControlFlow::Continue(()))?.values)
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
