//! Collections in memory, kept as the library has them. Not for ranking: `pincite_search` ranks what is here.

use crate::Error;
use pincite_library::{CollectionId, Document, DocumentId, Generation, Library, PassageId, Scope};
use pincite_search::{Segment, Vectors};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use tokio::sync::Mutex;
use futures_util::StreamExt;

/// The collections asked so far.
#[derive(Default)]
pub(crate) struct Indexes(Mutex<HashMap<CollectionId, Arc<Mutex<Index>>>>);

/// One collection: a segment per document, each with the vectors of one generation only.
#[derive(Default)]
pub(crate) struct Index {
    generation: Option<Generation>,
    documents: BTreeMap<DocumentId, Indexed>,
}

/// A document in memory.
#[derive(Clone)]
pub(crate) struct Indexed {
    /// Its number in the library.
    pub(crate) document: DocumentId,
    /// Number of its passage 0.
    pub(crate) first_passage: PassageId,
    /// Whether it has vectors.
    has_vectors: bool,
    /// Its passages.
    pub(crate) segment: Arc<Segment>,
}

/// What a question is asked of: segments in the order of their documents, and the generation their vectors are of.
pub(crate) struct Searchable {
    pub(crate) generation: Option<Generation>,
    pub(crate) documents: Vec<Indexed>,
}

impl Indexes {
    /// The collection as it is in the library now, or one document of it.
    pub(crate) async fn searchable(
        &self,
        library: &Library,
        collection: CollectionId,
        document: Option<DocumentId>,
    ) -> Result<Searchable, Error> {
        let index = Arc::clone(self.0.lock().await.entry(collection).or_default());
        let mut index = index.lock().await;
        index.refresh(library, collection).await?;
        let asked = |indexed: &&Indexed| document.is_none_or(|document| document == indexed.document);
        let documents = index.documents.values().filter(asked).cloned().collect();
        Ok(Searchable { generation: index.generation.clone(), documents })
    }

    pub(crate) async fn forget(&self, collection: CollectionId) {
        self.0.lock().await.remove(&collection);
    }
}

impl Index {
    /// Drops what the library no longer has and loads what is new. The library is asked every time, because another
    /// process may have changed it; that costs two small queries when nothing did.
    async fn refresh(&mut self, library: &Library, collection: CollectionId) -> Result<(), Error> {
        let generation = library.active_generation(collection).await?;
        if generation != self.generation {
            // Vectors of two encoders are never ranked together.
            *self = Self { generation, documents: BTreeMap::new() };
        }
        let lacking = match &self.generation {
            Some(generation) => library.documents_without_vectors(generation.id).await?.into_iter().collect(),
            None => HashSet::new(),
        };
        let has_vectors = |id: &DocumentId| self.generation.is_some() && !lacking.contains(id);
        let stored: BTreeMap<_, _> =
            library.documents(collection).await?.into_iter().map(|document| (document.id, document)).collect();
        self.documents.retain(|id, known| stored.get(id).is_some_and(|now| known.is(now, has_vectors(id))));
        let new: Vec<_> = stored.into_values().filter(|document| !self.documents.contains_key(&document.id)).collect();
        for document in new {
            let indexed = self.load(library, &document).await?;
            self.documents.insert(document.id, indexed);
        }
        Ok(())
    }

    async fn load(&self, library: &Library, document: &Document) -> Result<Indexed, Error> {
        let vectors = match &self.generation {
            Some(generation) => library.vectors(generation.id, document.id).await?,
            None => None,
        };
        let has_vectors = vectors.is_some();
        let vectors = vectors.map(|rows| Vectors::new(rows.width as usize, rows.owners, rows.values));
        let terms = library.terms(Scope::Document(document.id)).next().await.transpose()?;
        let segment = tokio::task::spawn_blocking(move || {
            let lines: Vec<String> = terms.iter().flat_map(|terms| terms.passages().map(str::to_owned)).collect();
            Segment::new(lines, vectors.unwrap_or_default())
        });
        let stopped = |_| Error::Stopped { what: "Loading a document into memory".to_owned() };
        let segment = Arc::new(segment.await.map_err(stopped)?);
        Ok(Indexed { document: document.id, first_passage: document.first_passage, has_vectors, segment })
    }
}

impl Indexed {
    /// Whether this is the document as it is stored now: one that is stored anew has new passage numbers.
    fn is(&self, stored: &Document, has_vectors: bool) -> bool {
        self.first_passage == stored.first_passage && self.has_vectors == (has_vectors && stored.passages > 0)
    }

    /// Number of one of its passages.
    pub(crate) fn passage(&self, ordinal: u32) -> PassageId {
        PassageId(self.first_passage.0 + i64::from(ordinal))
    }
}
