//! Collections in memory, kept as the library has them. Not for loading or ranking: the search crate does both.

use crate::Error;
use pincite_library::{CollectionId, Content, ContentId, Generation, Library, PassageId, Revision};
use pincite_search::CollectionIndex;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Mutex as AsyncMutex;

/// A collection in memory, if it was asked already. Its lock is held while it is loaded or refreshed: questions to it
/// wait, those to other collections do not.
type Slot = Arc<AsyncMutex<Option<Loaded>>>;

/// The collections asked so far.
#[derive(Default)]
pub(crate) struct Indexes(Mutex<HashMap<CollectionId, Slot>>);

/// An index and the state of the library that it was taken from.
struct Loaded {
    index: Arc<CollectionIndex>,
    revision: Revision,
    contents: Contents,
}

/// What tells whether an index holds what the library does.
#[derive(Debug, Default, PartialEq)]
struct Contents {
    generation: Option<Generation>,
    documents: BTreeMap<ContentId, DocumentState>,
}

/// The same of one document: stored anew it has new passage numbers, and its vectors may come later than its text.
#[derive(Debug, PartialEq)]
struct DocumentState {
    first_passage: PassageId,
    has_vectors: bool,
}

impl Indexes {
    /// The collection as it is in the library now. If nothing was written since the last question, that costs one small
    /// query. What the caller holds stays as it is, whatever is written meanwhile.
    ///
    /// # Errors
    /// [`Error::Library`] if there is no such collection, [`Error::Search`].
    pub(crate) async fn current(
        &self,
        library: &Library,
        collection: CollectionId,
    ) -> Result<Arc<CollectionIndex>, Error> {
        let slot = Arc::clone(self.slots().entry(collection).or_default());
        let mut slot = slot.lock().await;
        // Read first: what is written while the index is loaded or refreshed is noticed by the next question.
        let revision = library.revision().await?;
        let loaded = match slot.take() {
            Some(loaded) if loaded.revision == revision => loaded,
            Some(loaded) => loaded.refreshed(library, revision).await?,
            None => Loaded::new(library, collection, revision).await?,
        };
        Ok(Arc::clone(&slot.insert(loaded).index))
    }

    pub(crate) fn forget(&self, collection: CollectionId) {
        self.slots().remove(&collection);
    }

    /// Locked for a look-up only, never across an await.
    fn slots(&self) -> MutexGuard<'_, HashMap<CollectionId, Slot>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Loaded {
    async fn new(library: &Library, collection: CollectionId, revision: Revision) -> Result<Self, Error> {
        let contents = Contents::of(library, collection).await?;
        let index = CollectionIndex::load(library, collection).await?;
        Ok(Self { contents: contents.with_generation_of(&index), index: Arc::new(index), revision })
    }

    /// Takes in what changed; another generation, or another weight of it, is loaded as a whole.
    async fn refreshed(self, library: &Library, revision: Revision) -> Result<Self, Error> {
        let collection = self.index.collection();
        let contents = Contents::of(library, collection).await?;
        if contents == self.contents {
            return Ok(Self { revision, ..self });
        }
        if contents.generation != self.contents.generation {
            return Self::new(library, collection, revision).await;
        }
        let mut index = self.index;
        refresh(Arc::make_mut(&mut index), library, &self.contents, &contents).await?;
        Ok(Self { contents: contents.with_generation_of(&index), index, revision })
    }
}

impl Contents {
    async fn of(library: &Library, collection: CollectionId) -> Result<Self, Error> {
        library.collection(collection).await?;
        let generation = library.active_generation(collection).await?;
        let lacking: HashSet<ContentId> = match &generation {
            Some(generation) => library.contents_without_vectors(generation.id).await?.into_iter().collect(),
            None => HashSet::new(),
        };
        let state =
            |it: &Content| DocumentState { first_passage: it.first_passage, has_vectors: !lacking.contains(&it.id) };
        let documents = library.contents(collection).await?.iter().map(|it| (it.id, state(it))).collect();
        Ok(Self { generation, documents })
    }

    /// The same with the generation that was loaded, which may be newer than the one read before.
    fn with_generation_of(self, index: &CollectionIndex) -> Self {
        Self { generation: index.generation().cloned(), ..self }
    }
}

/// Brings an index from one state of the library to a later one, document by document.
async fn refresh(index: &mut CollectionIndex, library: &Library, then: &Contents, now: &Contents) -> Result<(), Error> {
    then.documents.keys().filter(|id| !now.documents.contains_key(id)).for_each(|id| index.remove(*id));
    for (id, _) in now.documents.iter().filter(|(id, state)| then.documents.get(id) != Some(state)) {
        index.refresh(library, *id).await?;
    }
    Ok(())
}
