//! Collections in memory, kept as the library has them. Not for loading or ranking: the search crate does both.

use crate::Error;
use crate::error::named;
use pincite_api::Problem;
use pincite_language::Language;
use pincite_library::{
    CollectionId, Content, ContentId, Document, DocumentId, Generation, Library, PassageId, Revision, Server,
};
use pincite_search::CollectionIndex;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Mutex as AsyncMutex;

/// From so many passages on, a collection is large: it takes half a second or more to load.
const LARGE: u32 = 10_000;

/// Of a collection on a server so many passages are loaded at most: some 300 MB. Otherwise the server narrows them.
const NARROWED: u32 = Server::COMPARED;

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
    /// The documents of the whole collection.
    contents: Contents,
    /// Whether all of them are loaded. Questions to a few documents load only these.
    complete: bool,
    /// The documents that lack some of their text, as found when the documents last changed.
    damaged: Damaged,
}

/// Documents of which part of the stored text is missing or cannot be read, each with the sentence about it.
pub(crate) type Damaged = Arc<Vec<(DocumentId, Problem)>>;

/// A collection in memory.
pub(crate) struct Current {
    pub(crate) index: Arc<CollectionIndex>,
    pub(crate) damaged: Damaged,
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
    /// Another one gives other terms.
    language: Language,
}

impl Indexes {
    /// The collection as it is in the library now, with these contents loaded, or all if none is named. If nothing was
    /// written since the last question, that costs one small query. What the caller holds stays as it is, whatever is
    /// written meanwhile.
    ///
    /// # Errors
    /// [`Error::Library`] if there is no such collection, [`Error::Search`].
    pub(crate) async fn current(
        &self,
        library: &Library,
        collection: CollectionId,
        contents: &[ContentId],
    ) -> Result<Current, Error> {
        let slot = Arc::clone(self.slots().entry(collection).or_default());
        let mut slot = slot.lock().await;
        // Read first: what is written while the index is loaded or refreshed is noticed by the next question.
        let revision = library.revision(collection).await?;
        let mut loaded = match slot.take() {
            Some(loaded) if loaded.revision == revision => loaded,
            Some(loaded) => loaded.refreshed(library, revision).await?,
            None => Loaded::listed(library, collection, revision).await?,
        };
        loaded.load(library, contents).await?;
        let Loaded { index, damaged, .. } = slot.insert(loaded);
        Ok(Current { index: Arc::clone(index), damaged: Arc::clone(damaged) })
    }

    /// A large collection of which nothing is loaded: the question reads what it needs. `None`: it is loaded, or will be. A program
    /// that answers one question should not load everything, so the second question to a whole collection loads it. A very
    /// large one on a server is never loaded, nor are many of its documents.
    ///
    /// # Errors
    /// [`Error::Library`] if there is no such collection.
    pub(crate) async fn unloaded(
        &self,
        library: &Library,
        collection: CollectionId,
        contents: &[ContentId],
    ) -> Result<Option<Arc<CollectionIndex>>, Error> {
        let is_first = contents.is_empty() && !self.slots().contains_key(&collection);
        if !is_first && !library.is_shared() {
            return Ok(None);
        }
        let passages = match contents {
            [] => library.collection(collection).await?.passages,
            some => library.passage_count(collection, some).await?,
        };
        let is_narrowed = passages > NARROWED && library.is_shared();
        if !is_narrowed && (!is_first || passages < LARGE) {
            return Ok(None);
        }
        if is_first {
            self.slots().entry(collection).or_default();
        }
        let generation = library.active_generation(collection).await?;
        Ok(Some(Arc::new(CollectionIndex::unloaded(library, collection, generation).await?)))
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
    /// The collection, known but not loaded.
    async fn listed(library: &Library, collection: CollectionId, revision: Revision) -> Result<Self, Error> {
        let contents = Contents::of(library, collection).await?;
        let index = CollectionIndex::unloaded(library, collection, contents.generation.clone()).await?;
        let damaged = damaged(library, collection).await?;
        Ok(Self { index: Arc::new(index), revision, contents, complete: false, damaged })
    }

    /// Takes in what changed of what is loaded. Another generation, or another weight of it, changes everything.
    async fn refreshed(self, library: &Library, revision: Revision) -> Result<Self, Error> {
        let collection = self.index.collection();
        let contents = Contents::of(library, collection).await?;
        if contents == self.contents {
            return Ok(Self { revision, ..self });
        }
        if contents.generation != self.contents.generation {
            return Self::listed(library, collection, revision).await;
        }
        let damaged = damaged(library, collection).await?; // a file that was added again is whole
        let Self { mut index, complete, contents: former, .. } = self;
        let changing = Arc::make_mut(&mut index);
        for id in former.documents.keys().filter(|id| !contents.documents.contains_key(id)) {
            changing.remove(*id);
        }
        for (id, state) in &contents.documents {
            if former.documents.get(id) != Some(state) && (complete || changing.has(*id)) {
                changing.refresh(library, *id).await?;
            }
        }
        Ok(Self { contents: contents.with_generation_of(&index), index, revision, complete, damaged })
    }

    /// Loads what of these contents is not loaded yet, or everything if none is named.
    async fn load(&mut self, library: &Library, contents: &[ContentId]) -> Result<(), Error> {
        if self.complete {
            return Ok(());
        }
        if contents.is_empty() {
            let collection = self.index.collection();
            let generation = self.contents.generation.clone();
            self.index = Arc::new(CollectionIndex::load_with(library, collection, generation).await?);
            self.complete = true;
            return Ok(());
        }
        let missing: Vec<ContentId> = contents.iter().copied().filter(|id| !self.index.has(*id)).collect();
        for id in missing.into_iter().filter(|id| self.contents.documents.contains_key(id)) {
            Arc::make_mut(&mut self.index).refresh(library, id).await?;
        }
        Ok(())
    }
}

/// The damaged documents of a collection.
async fn damaged(library: &Library, collection: CollectionId) -> Result<Damaged, Error> {
    let documents = library.damaged_documents(collection).await?.into_iter();
    let told = |document: Document| Some((document.id, named(document.problem?.into(), Some(&document.path))));
    Ok(Arc::new(documents.filter_map(told).collect()))
}

impl Contents {
    async fn of(library: &Library, collection: CollectionId) -> Result<Self, Error> {
        library.collection(collection).await?;
        let generation = library.active_generation(collection).await?;
        let lacking: HashSet<ContentId> = match &generation {
            Some(generation) => library.contents_without_vectors(generation.id).await?.into_iter().collect(),
            None => HashSet::new(),
        };
        let languages = library.languages(collection).await?;
        let state = |it: &Content| DocumentState {
            first_passage: it.first_passage,
            has_vectors: !lacking.contains(&it.id),
            language: languages.get(&it.id).copied().unwrap_or_default(),
        };
        let documents = library.contents(collection).await?.iter().map(|it| (it.id, state(it))).collect();
        Ok(Self { generation, documents })
    }

    /// The same with the generation that was loaded, which may be newer than the one read before.
    fn with_generation_of(self, index: &CollectionIndex) -> Self {
        Self { generation: index.generation().cloned(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_library::TestDocument;
    use pincite_search::passage_terms;

    async fn store(library: &Library, collection: CollectionId, number: u8) -> ContentId {
        let document = TestDocument::of_texts(format!("/{number}.pdf"), number, &["Rent is due."], passage_terms);
        document.store(library, collection).await.unwrap().content
    }

    #[tokio::test]
    async fn a_question_to_some_documents_loads_these_alone() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::open(&folder.path().join("library.db")).await.unwrap();
        let collection = library.create_collection("Matter").await.unwrap().id;
        let [one, two] = [store(&library, collection, 1).await, store(&library, collection, 2).await];
        let indexes = Indexes::default();
        let loaded = |index: &CollectionIndex| [one, two].map(|content| index.has(content));
        let first = indexes.current(&library, collection, &[two]).await.unwrap().index;
        assert_eq!(loaded(&first), [false, true]);
        let three = store(&library, collection, 3).await;
        let some = indexes.current(&library, collection, &[two]).await.unwrap().index;
        assert!(!some.has(one) && !some.has(three), "a document that came later is not asked");
        let all = indexes.current(&library, collection, &[]).await.unwrap().index;
        assert!(loaded(&all) == [true, true] && all.has(three), "the whole collection");
        let four = store(&library, collection, 4).await;
        let later = indexes.current(&library, collection, &[one]).await.unwrap().index;
        assert!(later.has(four), "it stays complete");
        assert_eq!(loaded(&first), [false, true], "what is held stays as it is");
    }
}
