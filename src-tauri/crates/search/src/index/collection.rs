//! One collection in memory, kept in step with the library document by document. Not for storing or ranking.

use super::document::DocumentIndex;
use super::vectors::normalise;
use crate::score::Weights;
use crate::{Error, Result};
use futures_util::TryStreamExt;
use pincite_language::Language;
use pincite_library::{
    CollectionId, Content, ContentId, ContentOutline, ContentTerms, Generation, GenerationId, Library, PassageCosine,
    PassageId, Posting, Scope, TermPositions, Vectors,
};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::thread::available_parallelism;
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

/// Passages whose terms are in memory as text while a collection is loaded, unless one document has more.
const BATCH_PASSAGES: u32 = 16_384;

/// A collection, ready to be searched. Loading and refreshing read the library; searching only reads the memory. A clone
/// shares the documents.
#[derive(Clone, Debug)]
pub struct CollectionIndex {
    collection: CollectionId,
    /// The vectors questions are compared with, if there are any.
    generation: Option<Generation>,
    documents: BTreeMap<ContentId, Arc<IndexedDocument>>,
    /// Of all documents, loaded or not.
    languages: BTreeMap<ContentId, Language>,
}

/// A document in memory.
#[derive(Clone, Debug)]
struct IndexedDocument {
    content: ContentId,
    /// Id of its passage 0.
    first_passage: PassageId,
    index: DocumentIndex,
}

/// What the library stores of a document for the search.
struct StoredDocument {
    terms: ContentTerms,
    vectors: Option<Vectors>,
}

impl StoredDocument {
    /// The document with its vectors of a generation; `None` if it is not stored.
    async fn load(library: &Library, content: ContentId, generation: Option<&Generation>) -> Result<Option<Self>> {
        let vectors = match generation {
            Some(generation) => library.vectors(generation.id, content).await?,
            None => None,
        };
        let terms = library.terms(Scope::Content(content)).try_next().await?;
        Ok(terms.map(|terms| Self { terms, vectors }))
    }

    fn indexed(self, language: Language) -> Arc<IndexedDocument> {
        let index = DocumentIndex::of_stored(&self.terms, self.vectors).in_language(language);
        Arc::new(IndexedDocument { content: self.terms.content, first_passage: self.terms.first_passage, index })
    }
}

impl DocumentIndex {
    /// Loads a stored document, with its vectors of a generation if one is given. It is empty if it is not stored.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn load(library: &Library, content: ContentId, generation: Option<&Generation>) -> Result<Self> {
        let stored = StoredDocument::load(library, content, generation).await?;
        let language = library.language(content).await?;
        let index = stored.map(|stored| Self::of_stored(&stored.terms, stored.vectors)).unwrap_or_default();
        Ok(index.in_language(language))
    }
}

impl CollectionIndex {
    /// A collection of which no document is loaded yet. [`CollectionIndex::refresh`] loads one.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn unloaded(library: &Library, collection: CollectionId, generation: Option<Generation>) -> Result<Self> {
        let languages = library.languages(collection).await?;
        Ok(Self { collection, generation, documents: BTreeMap::new(), languages })
    }

    /// Whether a document is loaded.
    pub fn has(&self, content: ContentId) -> bool {
        self.documents.contains_key(&content)
    }

    /// Loads every stored document of a collection, with its vectors of the active generation. A large collection takes
    /// seconds of computation, so do not call it on a worker of an async runtime. Half of the processors stay free for
    /// questions.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn load(library: &Library, collection: CollectionId) -> Result<Self> {
        let generation = library.active_generation(collection).await?;
        Self::load_with(library, collection, generation).await
    }

    /// The same with the vectors of a generation, which need not be the active one, or with none.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn load_with(
        library: &Library,
        collection: CollectionId,
        generation: Option<Generation>,
    ) -> Result<Self> {
        let mut vectors: HashMap<ContentId, Vectors> = match &generation {
            Some(generation) => library.all_vectors(generation.id).try_collect().await?,
            None => HashMap::new(),
        };
        let languages = library.languages(collection).await?;
        let mut documents = BTreeMap::new();
        for batch in batches(&library.contents(collection).await?) {
            let (Some(first), Some(last)) = (batch.first(), batch.last()) else { continue };
            let scope = Scope::Contents { collection, first: first.id, last: last.id };
            let terms: Vec<ContentTerms> = library.terms(scope).try_collect().await?;
            let with_vectors = |terms: ContentTerms| StoredDocument { vectors: vectors.remove(&terms.content), terms };
            let stored: Vec<StoredDocument> = terms.into_iter().map(with_vectors).collect();
            let language = |content| languages.get(&content).copied().unwrap_or_default();
            let indexed = |stored: StoredDocument| {
                let content = stored.terms.content;
                (content, stored.indexed(language(content)))
            };
            documents.extend(in_background(|| stored.into_par_iter().map(indexed).collect::<Vec<_>>()));
        }
        Ok(Self { collection, generation, documents, languages })
    }

    /// The same collection with what one question needs of every document: the positions of its terms, and the cosines of
    /// its vector. That takes little memory however large the collection is, and nothing else can be asked of it.
    /// All lines of terms and all vectors are still read from the file once: about 2.7 kB a passage. An index from terms to
    /// passages and vectors of half the size would save most of that.
    ///
    /// This computes: do not call it on a worker of an async runtime.
    ///
    /// # Errors
    /// [`Error::Library`], [`Error::Stopped`].
    pub(crate) async fn for_question(
        &self,
        library: &Library,
        wanted: &HashSet<&str>,
        vector: Option<&[f32]>,
    ) -> Result<Self> {
        let collection = self.collection;
        let generation = self.generation.clone();
        let comparing = generation.as_ref().zip(vector).map(|(generation, vector)| {
            let library = library.clone();
            let generation = generation.id;
            let vector = vector.to_vec();
            let runtime = Handle::current();
            spawn_blocking(move || runtime.block_on(all_cosines(&library, generation, vector)))
        });
        let mut found: BTreeMap<ContentId, IndexedDocument> = BTreeMap::new();
        for batch in batches(&library.contents(collection).await?) {
            let (Some(first), Some(last)) = (batch.first(), batch.last()) else { continue };
            let scope = Scope::Contents { collection, first: first.id, last: last.id };
            let terms: Vec<ContentTerms> = library.terms(scope).try_collect().await?;
            let indexed = |terms: ContentTerms| {
                let index = DocumentIndex::for_question(&terms, wanted).in_language(self.language(terms.content));
                let ContentTerms { content, first_passage, .. } = terms;
                (content, IndexedDocument { content, first_passage, index })
            };
            found.extend(in_background(|| terms.into_par_iter().map(indexed).collect::<Vec<_>>()));
        }
        if let Some(comparing) = comparing {
            for (content, cosines) in comparing.await.map_err(|_| Error::Stopped)?? {
                if let Some(document) = found.get_mut(&content) {
                    document.index.know(cosines, None);
                }
            }
        }
        let documents = found.into_iter().map(|(content, document)| (content, Arc::new(document))).collect();
        Ok(Self { collection, generation, documents, languages: self.languages.clone() })
    }

    /// The same of a collection on a server, which says where the terms of the question stand. No cosine is known yet.
    pub(crate) fn of_postings(&self, outlines: Vec<ContentOutline>, postings: Vec<Posting>) -> Self {
        let mut terms: HashMap<ContentId, HashMap<String, Vec<u32>>> = HashMap::new();
        for Posting { content, term, positions } in postings {
            terms.entry(content).or_default().insert(term, positions);
        }
        let mut documents = BTreeMap::new();
        for ContentOutline { content, first_passage, outline } in outlines {
            let terms = terms.remove(&content).unwrap_or_default();
            let index =
                DocumentIndex::of_positions(TermPositions { outline, terms }).in_language(self.language(content));
            documents.insert(content, Arc::new(IndexedDocument { content, first_passage, index }));
        }
        let languages = self.languages.clone();
        Self { collection: self.collection, generation: self.generation.clone(), documents, languages }
    }

    /// Takes the cosines of passages with the only question that this collection is for. `sample`: cosines of an even sample,
    /// where not all are known.
    pub(crate) fn know(&mut self, cosines: Vec<PassageCosine>, sample: Option<Arc<[f32]>>) {
        let mut by_content: HashMap<ContentId, Vec<PassageCosine>> = HashMap::new();
        for cosine in cosines {
            by_content.entry(cosine.content).or_default().push(cosine);
        }
        for (content, document) in &mut self.documents {
            let document = Arc::make_mut(document);
            let mut known = vec![None; document.index.passage_count()];
            for PassageCosine { passage, cosine, .. } in by_content.remove(content).unwrap_or_default() {
                let at = usize::try_from(passage.0 - document.first_passage.0).ok();
                if let Some(known) = at.and_then(|at| known.get_mut(at)) {
                    *known = Some(known.map_or(cosine, |other: f32| other.max(cosine)));
                }
            }
            document.index.know(known, sample.clone());
        }
    }

    /// Passages at even distances through the collection: so many, or all if there are fewer.
    pub(crate) fn spread(&self, count: usize) -> Vec<PassageId> {
        let step = self.passage_count().div_ceil(count.max(1)).max(1);
        let mut passages = Vec::with_capacity(count);
        let mut before = 0;
        for document in self.documents.values() {
            let end = before + document.index.passage_count();
            for at in (before.next_multiple_of(step)..end).step_by(step) {
                passages.push(PassageId(document.first_passage.0 + (at - before) as i64));
            }
            before = end;
        }
        passages
    }

    /// Loads a document again after it was stored, or removes it if it is not stored any more. If another generation is
    /// active now, the whole collection is loaded again: vectors of two encoders are never compared.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn refresh(&mut self, library: &Library, content: ContentId) -> Result<()> {
        let generation = library.active_generation(self.collection).await?;
        if generation.as_ref().map(|now| now.id) != self.generation.as_ref().map(|then| then.id) {
            *self = Self::load(library, self.collection).await?;
            return Ok(());
        }
        match StoredDocument::load(library, content, generation.as_ref()).await? {
            Some(stored) => {
                let language = library.language(content).await?;
                self.languages.insert(content, language);
                self.documents.insert(content, stored.indexed(language));
            }
            None => self.remove(content),
        }
        Ok(())
    }

    /// Removes a document.
    pub fn remove(&mut self, content: ContentId) {
        self.documents.remove(&content);
        self.languages.remove(&content);
    }

    /// How words and vectors count, by the encoder that made these.
    pub(crate) fn weights(&self) -> Weights {
        Weights::of_generation(self.generation.as_ref())
    }

    /// The languages of its documents, each once.
    pub fn languages(&self) -> Vec<Language> {
        let distinct: BTreeSet<Language> = self.languages.values().copied().collect();
        distinct.into_iter().collect()
    }

    fn language(&self, content: ContentId) -> Language {
        self.languages.get(&content).copied().unwrap_or_default()
    }

    /// The collection.
    pub fn collection(&self) -> CollectionId {
        self.collection
    }

    /// The vectors questions are compared with, if there are any.
    pub fn generation(&self) -> Option<&Generation> {
        self.generation.as_ref()
    }

    /// Number of passages that can be searched.
    pub fn passage_count(&self) -> usize {
        self.documents.values().map(|document| document.index.passage_count()).sum()
    }

    /// Number of passages in these contents, or in all if none is named.
    pub fn passages_in(&self, contents: &[ContentId]) -> usize {
        if contents.is_empty() {
            return self.passage_count();
        }
        let documents = contents.iter().filter_map(|id| self.documents.get(id));
        documents.map(|document| document.index.passage_count()).sum()
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> usize {
        self.documents.values().map(|document| document.index.bytes()).sum()
    }

    /// The documents to search, in the order of their ids, each once: these, or all if none is named, but for those left
    /// out.
    pub(crate) fn scope(&self, contents: &[ContentId], without: &[ContentId]) -> Result<SearchScope<'_>> {
        let mut named: BTreeSet<ContentId> = contents.iter().copied().collect();
        if contents.is_empty() {
            named.extend(self.documents.keys());
        }
        named.retain(|id| !without.contains(id));
        let document = |id| self.documents.get(&id).map(|document| &**document).ok_or(Error::NoContent(id));
        Ok(SearchScope(named.into_iter().map(document).collect::<Result<_>>()?))
    }
}

/// The cosines of a question with the passages of each document, which are read one document at a time.
async fn all_cosines(
    library: &Library,
    generation: GenerationId,
    mut question: Vec<f32>,
) -> Result<Vec<(ContentId, Vec<Option<f32>>)>> {
    normalise(&mut question);
    let mut all = Vec::new();
    let mut rows = library.all_vectors(generation);
    while let Some((content, rows)) = rows.try_next().await? {
        let passages = rows.owners.iter().max().map_or(0, |last| *last as usize + 1);
        let vectors = super::vectors::Vectors::new(rows.width as usize, rows.owners, rows.values);
        all.push((content, vectors.cosines(&question, passages)));
    }
    Ok(all)
}

/// Runs parallel work on threads of its own. In the shared pool a question would wait for whole documents.
fn in_background<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let threads = available_parallelism().map_or(1, |all| (all.get() / 2).max(1));
    match ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(), // the system gives no more threads
    }
}

/// The contents in batches of about [`BATCH_PASSAGES`] passages.
fn batches(contents: &[Content]) -> impl Iterator<Item = &[Content]> {
    let mut passages = 0;
    contents.chunk_by(move |content, _| {
        passages += content.passages;
        let goes_on = passages < BATCH_PASSAGES;
        passages = if goes_on { passages } else { 0 };
        goes_on
    })
}

/// Documents that are searched together.
pub(crate) struct SearchScope<'a>(Vec<&'a IndexedDocument>);

impl SearchScope<'_> {
    /// One of the documents alone.
    pub(crate) fn alone(&self, document: usize) -> Self {
        Self(vec![self.0[document]])
    }

    /// The content of a document.
    pub(crate) fn content(&self, document: usize) -> ContentId {
        self.0[document].content
    }

    pub(crate) fn documents(&self) -> Vec<&DocumentIndex> {
        self.0.iter().map(|document| &document.index).collect()
    }

    /// The id of a passage in the library.
    pub(crate) fn passage_id(&self, document: usize, passage: u32) -> PassageId {
        PassageId(self.0[document].first_passage.0 + i64::from(passage))
    }

    /// Whether any document has vectors of this width.
    pub(crate) fn has_vectors(&self, width: usize) -> bool {
        self.0.iter().any(|document| document.index.compares(width))
    }
}
