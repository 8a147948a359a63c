//! Which generation of vectors answers a collection's questions: switched to, and back. Not for making one.

use crate::view::Event;
use crate::{Engine, Error};
use pincite_library::{CollectionId, GenerationId};

impl Engine {
    /// Answers a collection's questions from another generation, from one moment to the next. What is stored while it
    /// switches gets its vectors afterwards.
    ///
    /// # Errors
    /// [`Error::Library`] while a document lacks its vectors in it; [`Error::TunedMissing`], [`Error::Models`] if its
    /// encoder cannot be opened: nothing changes.
    pub async fn activate(&self, collection: i64, generation: i64) -> Result<(), Error> {
        self.check(collection, GenerationId(generation)).await?;
        self.0.library.activate(GenerationId(generation)).await?;
        self.switched().await
    }

    /// Goes back to the generation that was active before the present one; done again, to the one before that.
    ///
    /// # Errors
    /// As [`Engine::activate`], and [`Error::Library`] if there was none.
    pub async fn undo_activation(&self, collection: i64) -> Result<(), Error> {
        let id = CollectionId(collection);
        if let Some(former) = self.0.library.former_generation(id).await? {
            self.check(collection, former).await?;
        }
        self.0.library.undo_activation(id).await?;
        self.switched().await
    }

    /// Whether a generation of this collection could answer: its encoder is there.
    async fn check(&self, collection: i64, generation: GenerationId) -> Result<(), Error> {
        let all = self.0.library.generations(CollectionId(collection)).await?;
        let found = all.iter().find(|one| one.id == generation);
        let found = found.ok_or(pincite_library::Error::NoGeneration(generation))?;
        self.0.encoders.of(Some(found)).await?;
        Ok(())
    }

    async fn switched(&self) -> Result<(), Error> {
        self.0.emit(Event::Collections);
        self.queue_missing_vectors().await
    }
}
