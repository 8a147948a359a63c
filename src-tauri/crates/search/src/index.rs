//! One collection in memory, kept in step with the library document by document. Not for storing or ranking.

use crate::{Error, Segment};
use futures_util::TryStreamExt;
use pincite_library::{CollectionId, Document, DocumentId, DocumentTerms, Generation, Library, PassageId, Scope};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::thread::available_parallelism;

/// Passages whose terms are in memory as text while a collection is loaded, unless one document has more.
const AT_A_TIME: u32 = 16_384;

type Result<T> = std::result::Result<T, Error>;

/// A collection, ready to be searched. Loading and refreshing read the library; asking only reads the memory. A clone
/// shares the documents.
#[derive(Clone, Debug)]
pub struct Index {
    collection: CollectionId,
    /// The vectors questions are compared with, if any encoder made some.
    generation: Option<Generation>,
    documents: BTreeMap<DocumentId, Arc<Held>>,
}

/// A document in memory.
#[derive(Debug)]
struct Held {
    /// Number of its passage 0.
    first: PassageId,
    segment: Segment,
}

impl Held {
    fn new(terms: &DocumentTerms, vectors: Option<pincite_library::Vectors>) -> Arc<Self> {
        Arc::new(Self { first: terms.first_passage, segment: Segment::of_stored(terms, vectors) })
    }
}

impl Index {
    /// Takes in every stored document of a collection, with its vectors of the active generation. This computes for
    /// seconds if the collection is large: call it where that stops nobody. Half of the processors stay free for questions.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn load(library: &Library, collection: CollectionId) -> Result<Self> {
        let generation = library.active_generation(collection).await?;
        let mut vectors: HashMap<DocumentId, pincite_library::Vectors> = match &generation {
            Some(generation) => library.all_vectors(generation.id).try_collect().await?,
            None => HashMap::new(),
        };
        let mut index = Self { collection, generation, documents: BTreeMap::new() };
        for some in batches(&library.documents(collection).await?) {
            let (Some(first), Some(last)) = (some.first(), some.last()) else { continue };
            let scope = Scope::Documents(collection, first.id, last.id);
            let terms: Vec<DocumentTerms> = library.terms(scope).try_collect().await?;
            let paired: Vec<_> = terms.into_iter().map(|terms| (vectors.remove(&terms.document), terms)).collect();
            index.documents.extend(in_background(|| take_in(paired)));
        }
        Ok(index)
    }

    /// Takes in a document again after it was stored, or lets it go if it is not stored any more. If another generation
    /// became active meanwhile, everything is loaded anew: vectors of two encoders never meet.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn refresh(&mut self, library: &Library, document: DocumentId) -> Result<()> {
        let generation = library.active_generation(self.collection).await?;
        let same = generation.as_ref().map(|now| now.id) == self.generation.as_ref().map(|then| then.id);
        if !same {
            *self = Self::load(library, self.collection).await?;
            return Ok(());
        }
        let terms: Vec<DocumentTerms> = library.terms(Scope::Document(document)).try_collect().await?;
        let vectors = match &generation {
            Some(generation) => library.vectors(generation.id, document).await?,
            None => None,
        };
        match terms.first() {
            Some(terms) => drop(self.documents.insert(document, Held::new(terms, vectors))),
            None => self.remove(document),
        }
        Ok(())
    }

    /// Lets a document go.
    pub fn remove(&mut self, document: DocumentId) {
        self.documents.remove(&document);
    }

    /// The collection it holds.
    pub fn collection(&self) -> CollectionId {
        self.collection
    }

    /// The vectors questions are compared with, if there are any.
    pub fn generation(&self) -> Option<&Generation> {
        self.generation.as_ref()
    }

    /// Number of passages that can be searched.
    pub fn passage_count(&self) -> usize {
        self.documents.values().map(|held| held.segment.passage_count()).sum()
    }

    /// Bytes held in memory.
    pub fn bytes(&self) -> usize {
        self.documents.values().map(|held| held.segment.bytes()).sum()
    }

    /// The documents asked, in the order of their numbers: one of them, or all.
    pub(crate) fn scope(&self, document: Option<DocumentId>) -> Result<Asked<'_>> {
        let held: Vec<(DocumentId, &Held)> = match document {
            Some(id) => vec![(id, &**self.documents.get(&id).ok_or(Error::NoDocument(id))?)],
            None => self.documents.iter().map(|(id, held)| (*id, &**held)).collect(),
        };
        Ok(Asked(held))
    }
}

fn take_in(paired: Vec<(Option<pincite_library::Vectors>, DocumentTerms)>) -> Vec<(DocumentId, Arc<Held>)> {
    paired.into_par_iter().map(|(vectors, terms)| (terms.document, Held::new(&terms, vectors))).collect()
}

/// Runs parallel work on threads of its own: in the common pool a question would wait for whole documents.
fn in_background<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let threads = available_parallelism().map_or(1, |all| (all.get() / 2).max(1));
    match ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(), // the system gives no more threads
    }
}

/// Documents in turn, as many passages at a time as are loaded together.
fn batches(documents: &[Document]) -> impl Iterator<Item = &[Document]> {
    let mut passages = 0;
    documents.chunk_by(move |document, _| {
        passages += document.passages;
        let goes_on = passages < AT_A_TIME;
        passages = if goes_on { passages } else { 0 };
        goes_on
    })
}

/// Documents asked together.
pub(crate) struct Asked<'a>(Vec<(DocumentId, &'a Held)>);

impl Asked<'_> {
    pub(crate) fn segments(&self) -> Vec<&Segment> {
        self.0.iter().map(|(_, held)| &held.segment).collect()
    }

    /// Number of a passage inside the library.
    pub(crate) fn passage(&self, segment: usize, passage: u32) -> PassageId {
        PassageId(self.0[segment].1.first.0 + i64::from(passage))
    }

    /// Whether any document has vectors of this width.
    pub(crate) fn has_vectors(&self, width: usize) -> bool {
        self.0.iter().any(|(_, held)| held.segment.vectors.width() == width)
    }
}
