//! What an encoder learns from: documents of the collection as the search has them, and the pairs found in them. Not for
//! learning.

use super::given::{Given, Marked};
use super::pairing::{Key, joined, key};
use crate::{Engine, Error, embed};
use futures_util::TryStreamExt;
use pincite_library::{CollectionId, DocumentId, PassageId, Scope};
use pincite_search::DocumentIndex;
use pincite_tune::{Corpus, DocumentText, Pair, pairs_of};
use std::collections::{HashMap, HashSet};

/// Documents with questions, and their pairs.
#[derive(Debug, Default)]
pub(super) struct Material {
    pub(super) corpus: Corpus,
    pub(super) pairs: Vec<Pair>,
    /// What was given and fits no passage.
    pub(super) unmatched: usize,
    /// Passages of the whole collection.
    pub(super) passages: usize,
}

/// Where a document of a corpus is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stored {
    document: DocumentId,
    first_passage: PassageId,
}

impl Stored {
    /// The number of its passage at this place.
    pub(crate) fn passage(&self, place: usize) -> PassageId {
        PassageId(self.first_passage.0 + place as i64)
    }
}

/// A question and a passage that is said to answer it.
pub(super) type Said = (String, DocumentId, PassageId);

impl Material {
    /// Only documents with questions are taken: nothing is learned from the others. `more` is learned from as if the
    /// collection had these questions, too.
    pub(super) async fn load(
        engine: &Engine,
        collection: CollectionId,
        given: Given,
        more: Vec<Said>,
    ) -> Result<Self, Error> {
        let (numbers, texts) = texts(engine, collection).await?;
        let mut said = if given.questions { said(engine, collection).await? } else { Vec::new() };
        said.extend(more);
        let passages = texts.documents.iter().map(|document| document.passages.len()).sum();
        let places = numbers.clone();
        let (texts, found) = computed(move || {
            let found = found(&texts, &places, &given, said);
            (texts, found)
        })
        .await?;
        let (mut pairs, unmatched) = found;
        let used = used(&mut pairs);
        let mut all: Vec<Option<DocumentText>> = texts.documents.into_iter().map(Some).collect();
        let mut parts = Vec::new();
        for document in used {
            let Some(text) = all[document].take() else { continue };
            let scope = Scope::Document(numbers[document].document);
            let terms = engine.0.library.terms(scope).try_next().await?;
            parts.push((text, terms.map(|terms| DocumentIndex::of_stored(&terms, None)).unwrap_or_default()));
        }
        let whole = |(text, segment): (DocumentText, _)| DocumentText::new(text.name, text.passages, segment);
        let corpus = computed(move || Corpus { documents: parts.into_iter().map(whole).collect() }).await?;
        Ok(Self { corpus, pairs, unmatched, passages })
    }
}

/// Every document's number, name and passages.
pub(crate) async fn texts(engine: &Engine, collection: CollectionId) -> Result<(Vec<Stored>, Corpus), Error> {
    let library = &engine.0.library;
    let (mut numbers, mut corpus) = (Vec::new(), Corpus::default());
    for document in library.documents(collection).await? {
        let Some(entry) = library.entry_of(collection, document.id).await? else { continue };
        let stored = library.passages(document.id).await?;
        // Its own number, and not the document's: it may have been cut anew between the two.
        let Some(first_passage) = stored.first().map(|first| first.id) else { continue };
        let passages = stored.iter().map(|stored| embed::input(&stored.passage));
        let name = entry.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        corpus.documents.push(DocumentText { name, passages: passages.collect(), ..DocumentText::default() });
        numbers.push(Stored { document: document.id, first_passage });
    }
    Ok((numbers, corpus))
}

/// The collection's questions.
async fn said(engine: &Engine, collection: CollectionId) -> Result<Vec<Said>, Error> {
    let mut said = Vec::new();
    let mut all = engine.0.library.passages_with_questions(collection);
    while let Some(passage) = all.try_next().await? {
        said.extend(passage.questions.into_iter().map(|question| (question, passage.document, passage.passage)));
    }
    Ok(said)
}

/// Pairs of all sources, and how many of what people gave fit no passage.
fn found(corpus: &Corpus, documents: &[Stored], given: &Given, said: Vec<Said>) -> (Vec<Pair>, usize) {
    let lines = given.lines.as_ref().map(|(lines, _)| pairs_of(corpus, lines)).unwrap_or_default();
    let marks: Vec<(&Marked, Option<(usize, usize)>)> =
        given.marks.iter().map(|mark| (mark, place(corpus, documents, mark))).collect();
    let lost = marks.iter().filter(|(mark, place)| mark.answers && place.is_none()).count();
    let (mut people, mut refused) = (lines.pairs, HashSet::<(Key, usize)>::new());
    for (mark, (document, passage)) in marks.into_iter().filter_map(|(mark, place)| Some((mark, place?))) {
        if mark.answers {
            people.push(Pair { question: mark.question.clone(), document, passages: vec![passage] });
        } else {
            refused.insert((key(document, &mark.question), passage));
        }
    }
    let pairs = joined(people, of_said(corpus, documents, said), &refused);
    (pairs, lines.unmatched.len() + lost)
}

/// Marked passages are known by their document and whole text.
fn place(corpus: &Corpus, documents: &[Stored], mark: &Marked) -> Option<(usize, usize)> {
    let at = documents.iter().position(|stored| stored.document.0 == mark.document)?;
    let passage = corpus.documents[at].passages.iter().position(|text| *text == mark.passage)?;
    Some((at, passage))
}

/// Questions of passages that went meanwhile are left out.
fn of_said(corpus: &Corpus, documents: &[Stored], said: Vec<Said>) -> Vec<Pair> {
    let places: HashMap<DocumentId, usize> =
        documents.iter().enumerate().map(|(at, stored)| (stored.document, at)).collect();
    let pair = |(question, document, passage): Said| {
        let document = *places.get(&document)?;
        let place = usize::try_from(passage.0 - documents[document].first_passage.0).ok()?;
        let is_there = place < corpus.documents[document].passages.len();
        is_there.then(|| Pair { question, document, passages: vec![place] })
    };
    said.into_iter().filter_map(pair).collect()
}

/// The documents with pairs, ascending; the pairs then point to places among these.
fn used(pairs: &mut [Pair]) -> Vec<usize> {
    let mut used: Vec<usize> = pairs.iter().map(|pair| pair.document).collect();
    used.sort_unstable();
    used.dedup();
    pairs.iter_mut().for_each(|pair| pair.document = used.partition_point(|document| *document < pair.document));
    used
}

/// Computes off the threads that answer.
async fn computed<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Error::Stopped { what: "Preparing the tuning".to_owned() })
}
