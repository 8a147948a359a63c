//! One collection in memory, kept in step with the library document by document. Not for storing or ranking.

use crate::{Error, Segment};
use futures_util::TryStreamExt;
use pincite_library::{
    CollectionId, Document, DocumentId, DocumentTerms, Expansion, Generation, Library, PassageId, Scope,
};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};

/// Passages whose terms and questions are in memory as text while a collection is loaded, unless one document has more.
const AT_A_TIME: u32 = 16_384;

type Result<T> = std::result::Result<T, Error>;

/// A collection, ready to be searched. Loading and refreshing read the library; asking only reads the memory.
#[derive(Debug)]
pub struct Index {
    collection: CollectionId,
    /// The vectors questions are compared with, if any encoder made some.
    generation: Option<Generation>,
    /// What of questions helps to find the passages they are about.
    expansion: Expansion,
    documents: BTreeMap<DocumentId, Held>,
}

/// A document in memory.
#[derive(Debug)]
struct Held {
    /// Number of its passage 0.
    first: PassageId,
    segment: Segment,
}

impl Held {
    fn new(
        terms: &DocumentTerms,
        vectors: Option<pincite_library::Vectors>,
        questions: &[(PassageId, String)],
    ) -> Self {
        Self { first: terms.first_passage, segment: Segment::of_expanded(terms, vectors, questions) }
    }
}

impl Index {
    /// Takes in every stored document of a collection, with its vectors of the active generation and, if the collection
    /// is to be searched by them, the questions kept of it.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn load(library: &Library, collection: CollectionId) -> Result<Self> {
        let expansion = library.expansion(collection).await?;
        let generation = library.active_generation(collection).await?;
        let mut vectors: HashMap<DocumentId, pincite_library::Vectors> = match &generation {
            Some(generation) => library.all_vectors(generation.id).try_collect().await?,
            None => HashMap::new(),
        };
        let mut index = Self { collection, generation, expansion, documents: BTreeMap::new() };
        for some in batches(&library.documents(collection).await?) {
            let (Some(first), Some(last)) = (some.first(), some.last()) else { continue };
            let scope = Scope::Documents(collection, first.id, last.id);
            let terms: Vec<DocumentTerms> = library.terms(scope).try_collect().await?;
            let questions = index.questions(library, (first.id, last.id)).await?;
            let paired: Vec<_> = terms.into_iter().map(|terms| (vectors.remove(&terms.document), terms)).collect();
            let held =
                paired.into_par_iter().map(|(vectors, terms)| (terms.document, Held::new(&terms, vectors, &questions)));
            index.documents.extend(held.collect::<Vec<_>>());
        }
        Ok(index)
    }

    /// Questions that help to find passages of documents in a range of numbers.
    async fn questions(&self, library: &Library, range: (DocumentId, DocumentId)) -> Result<Vec<(PassageId, String)>> {
        match self.expansion {
            Expansion::None => Ok(Vec::new()),
            Expansion::Words => Ok(library.questions_for_search(self.collection, range).await?),
        }
    }

    /// Takes in a document again after it was stored or its questions changed, or lets it go if it is not stored any more.
    /// If another generation became active meanwhile, or questions are used that were not, or the other way round,
    /// everything is loaded anew: vectors of two encoders never meet, and one rule holds for all documents.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn refresh(&mut self, library: &Library, document: DocumentId) -> Result<()> {
        let generation = library.active_generation(self.collection).await?;
        let same = generation.as_ref().map(|now| now.id) == self.generation.as_ref().map(|then| then.id);
        if !same || library.expansion(self.collection).await? != self.expansion {
            *self = Self::load(library, self.collection).await?;
            return Ok(());
        }
        let terms: Vec<DocumentTerms> = library.terms(Scope::Document(document)).try_collect().await?;
        let vectors = match &generation {
            Some(generation) => library.vectors(generation.id, document).await?,
            None => None,
        };
        let questions = self.questions(library, (document, document)).await?;
        match terms.first() {
            Some(terms) => drop(self.documents.insert(document, Held::new(terms, vectors, &questions))),
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

    /// What of questions helps to find the passages they are about.
    pub fn expansion(&self) -> Expansion {
        self.expansion
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
            Some(id) => vec![(id, self.documents.get(&id).ok_or(Error::NoDocument(id))?)],
            None => self.documents.iter().map(|(id, held)| (*id, held)).collect(),
        };
        Ok(Asked(held))
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
