//! A question prepared for one collection.

use super::hit::Note;
use super::narrowing::{LIMITS, narrowed};
use crate::Result;
use crate::index::CollectionIndex;
use crate::score::{Mode, PreparedQuestion};
use pincite_library::{ContentId, Library};

/// A question, prepared for all scopes of one collection.
#[derive(Clone, Debug)]
pub struct CollectionQuestion {
    pub(super) prepared: PreparedQuestion,
    /// Why it has no vector, if its mode needs one.
    pub(super) without_vector: Option<Note>,
}

/// A question that was encoded elsewhere, by the encoder of the collection's vectors.
impl From<PreparedQuestion> for CollectionQuestion {
    fn from(prepared: PreparedQuestion) -> Self {
        let without_vector = prepared.vector.is_none().then_some(Note::NoEncoder);
        Self { prepared, without_vector }
    }
}

impl CollectionQuestion {
    /// A collection for this question alone, given one of which nothing is loaded: these contents, or all if none is named. It
    /// takes little memory. A file is read once as a whole; a server finds what is needed. Its hits are those of the loaded
    /// collection; of a very large one on a server, almost (see `narrowing`).
    ///
    /// This computes: do not call it on a worker of an async runtime.
    ///
    /// # Errors
    /// [`crate::Error::Library`], [`crate::Error::Stopped`].
    pub async fn index(
        &self,
        library: &Library,
        unloaded: &CollectionIndex,
        contents: &[ContentId],
    ) -> Result<CollectionIndex> {
        if let Some(server) = library.server() {
            return narrowed(server, unloaded, contents, &self.prepared, LIMITS).await;
        }
        let PreparedQuestion { query, vector, .. } = &self.prepared;
        unloaded.for_question(library, &query.all_terms(), vector.as_deref()).await
    }

    /// What limits its answer. `compared`: whether its vector is compared with those of passages.
    pub(super) fn limit(&self, compared: bool) -> Option<Note> {
        if compared || !self.prepared.needs_encoder() {
            return None;
        }
        match self.prepared.mode {
            Mode::Dense => Some(Note::DenseImpossible),
            _ => Some(self.without_vector.clone().unwrap_or(Note::NoVectors)),
        }
    }
}

/// A question with the collection that is asked.
#[derive(Clone, Copy)]
pub(super) struct AskedCollection<'a> {
    pub(super) question: &'a CollectionQuestion,
    pub(super) index: &'a CollectionIndex,
    pub(super) library: &'a Library,
}
