//! What an encoder learns from: documents of the collection as the search has them, and the pairs found in them. Not for
//! learning.

use super::wish::{Given, Marked};
use crate::{Engine, Error, embed};
use futures_util::TryStreamExt;
use pincite_library::{CollectionId, DocumentId, Scope};
use pincite_search::Segment;
use pincite_tune::{Corpus, DocumentText, Matched, Pair, pairs_of};
use std::collections::BTreeMap;

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

impl Material {
    /// Only documents with questions are taken: nothing is learned from the others.
    pub(super) async fn load(engine: &Engine, collection: CollectionId, given: Given) -> Result<Self, Error> {
        let (documents, texts) = texts(engine, collection).await?;
        let passages = texts.documents.iter().map(|document| document.passages.len()).sum();
        let numbers = documents.clone();
        let (texts, found) = computed(move || {
            let found = found(&texts, &numbers, &given);
            (texts, found)
        })
        .await?;
        let Matched { mut pairs, unmatched } = found;
        let used = used(&mut pairs);
        let mut all: Vec<Option<DocumentText>> = texts.documents.into_iter().map(Some).collect();
        let mut parts = Vec::new();
        for document in used {
            let Some(text) = all[document].take() else { continue };
            let terms = engine.0.library.terms(Scope::Document(documents[document])).try_next().await?;
            parts.push((text, terms.map(|terms| Segment::of_stored(&terms, None)).unwrap_or_default()));
        }
        let whole = |(text, segment): (DocumentText, _)| DocumentText::new(text.name, text.passages, segment);
        let corpus = computed(move || Corpus { documents: parts.into_iter().map(whole).collect() }).await?;
        Ok(Self { corpus, pairs, unmatched: unmatched.len(), passages })
    }
}

/// Every document's number, name and passages.
async fn texts(engine: &Engine, collection: CollectionId) -> Result<(Vec<DocumentId>, Corpus), Error> {
    let library = &engine.0.library;
    let (mut numbers, mut corpus) = (Vec::new(), Corpus::default());
    for document in library.documents(collection).await? {
        let Some(entry) = library.entry_of(collection, document.id).await? else { continue };
        let stored = library.passages(document.id).await?;
        let passages = stored.iter().map(|stored| embed::input(&stored.passage));
        let name = entry.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        corpus.documents.push(DocumentText { name, passages: passages.collect(), ..DocumentText::default() });
        numbers.push(document.id);
    }
    Ok((numbers, corpus))
}

fn found(corpus: &Corpus, documents: &[DocumentId], given: &Given) -> Matched {
    match given {
        Given::Lines(lines, _) => pairs_of(corpus, lines),
        Given::Marks(marks) => of_marks(corpus, documents, marks),
    }
}

/// Marked passages are known by their document and whole text; a question marked twice in a document is one pair.
fn of_marks(corpus: &Corpus, documents: &[DocumentId], marks: &[Marked]) -> Matched {
    let (mut matched, mut pairs) = (Matched::default(), BTreeMap::<(usize, &str), Vec<usize>>::new());
    for (line, mark) in marks.iter().enumerate() {
        let document = documents.iter().position(|document| document.0 == mark.document);
        let place = document.and_then(|at| {
            let passage = corpus.documents[at].passages.iter().position(|text| *text == mark.passage)?;
            Some((at, passage))
        });
        match place {
            Some((at, passage)) => pairs.entry((at, &mark.question)).or_default().push(passage),
            None => matched.unmatched.push(pincite_tune::Unmatched::NoPassage { line: line + 1 }),
        }
    }
    let pair = |((document, question), passages): ((usize, &str), Vec<usize>)| Pair {
        question: question.to_owned(),
        document,
        passages,
    };
    matched.pairs = pairs.into_iter().map(pair).collect();
    matched
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
