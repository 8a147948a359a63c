//! Collections in memory, kept as the library has them. Not for loading or ranking: the search room does both.

use crate::Error;
use pincite_library::{CollectionId, Document, DocumentId, Expansion, Generation, Library, PassageId};
use pincite_search::Index;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use tokio::sync::{Mutex, RwLock};

/// The collections asked so far.
#[derive(Default)]
pub(crate) struct Indexes(Mutex<HashMap<CollectionId, Arc<RwLock<Kept>>>>);

/// A collection in memory, and the state of the library it was taken from.
pub(crate) struct Kept {
    pub(crate) index: Index,
    state: State,
}

/// What tells whether a collection in memory is the one in the library.
#[derive(Debug, Default, PartialEq)]
struct State {
    generation: Option<Generation>,
    expansion: Expansion,
    documents: BTreeMap<DocumentId, Told>,
}

/// What tells it of a document: one that is stored anew has new passage numbers, vectors may come later than the text, and
/// questions that help the search may change.
#[derive(Debug, PartialEq)]
struct Told {
    first_passage: PassageId,
    has_vectors: bool,
    questions: Option<i64>,
}

impl Indexes {
    /// The collection as it is in the library now. The library is asked every time, because another process may have
    /// changed it; that costs a few small queries when nothing did.
    pub(crate) async fn current(
        &self,
        library: &Library,
        collection: CollectionId,
    ) -> Result<Arc<RwLock<Kept>>, Error> {
        let state = State::of(library, collection).await?;
        let mut all = self.0.lock().await;
        let kept = match all.get(&collection) {
            Some(kept) => Arc::clone(kept),
            None => {
                // The state is older than what is loaded: a change between the two is loaded twice, never overlooked.
                let state = State::of(library, collection).await?;
                let index = Index::load(library, collection).await?;
                let kept = Arc::new(RwLock::new(Kept::new(index, state)));
                all.insert(collection, Arc::clone(&kept));
                kept
            }
        };
        drop(all);
        if kept.read().await.state != state {
            kept.write().await.refresh(library).await?;
        }
        Ok(kept)
    }

    pub(crate) async fn forget(&self, collection: CollectionId) {
        self.0.lock().await.remove(&collection);
    }
}

impl State {
    async fn of(library: &Library, collection: CollectionId) -> Result<Self, Error> {
        let generation = library.active_generation(collection).await?;
        let lacking = match &generation {
            Some(generation) => library.documents_without_vectors(generation.id).await?.into_iter().collect(),
            None => HashSet::new(),
        };
        let expansion = library.expansion(collection).await?;
        let questions = match expansion {
            Expansion::None => BTreeMap::new(),
            Expansion::Words => library.question_revisions(collection).await?,
        };
        let told = |it: &Document| Told {
            first_passage: it.first_passage,
            has_vectors: !lacking.contains(&it.id),
            questions: questions.get(&it.id).copied(),
        };
        let documents = library.documents(collection).await?.iter().map(|it| (it.id, told(it))).collect();
        Ok(Self { generation, expansion, documents })
    }

    /// The same, of what an index was loaded with.
    fn with_loaded(self, index: &Index) -> Self {
        Self { generation: index.generation().cloned(), expansion: index.expansion(), ..self }
    }
}

impl Kept {
    /// An index and what the library held shortly before; what holds for all its documents the index knows best.
    fn new(index: Index, state: State) -> Self {
        let state = state.with_loaded(&index);
        Self { index, state }
    }

    /// Takes in what changed; another generation, another weight of it, or another use of questions is loaded as a whole.
    /// The library is asked again, for whoever waited here may know an older state than the one who was before.
    async fn refresh(&mut self, library: &Library) -> Result<(), Error> {
        let now = State::of(library, self.index.collection()).await?;
        if (&self.state.generation, self.state.expansion) == (&now.generation, now.expansion) {
            self.refresh_documents(library, &now).await?;
        } else {
            self.index = Index::load(library, self.index.collection()).await?;
        }
        self.state = now.with_loaded(&self.index);
        Ok(())
    }

    async fn refresh_documents(&mut self, library: &Library, now: &State) -> Result<(), Error> {
        let then = &self.state.documents;
        then.keys().filter(|id| !now.documents.contains_key(id)).for_each(|id| self.index.remove(*id));
        for (id, _) in now.documents.iter().filter(|(id, state)| then.get(id) != Some(state)) {
            self.index.refresh(library, *id).await?;
        }
        Ok(())
    }
}
