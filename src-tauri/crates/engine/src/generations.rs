//! Which generation of vectors answers a collection's questions: listed, switched to, and back. Not for making the
//! encoder of one (`tuning`).

use crate::tuning::fill;
use crate::{Engine, Error};
use pincite_api::{Event, GenerationView};
use pincite_library::{self as library, CollectionId, Generation, GenerationId, GenerationStats};
use tokio_util::sync::CancellationToken;

impl Engine {
    /// The generations of a collection, oldest first.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn generations(&self, collection: CollectionId) -> Result<Vec<GenerationView>, Error> {
        let former = self.0.library.former_generation(collection).await?;
        let all = self.0.library.generation_stats(collection).await?;
        Ok(all.into_iter().map(|stats| view(stats, former)).collect())
    }

    /// Answers a collection's questions from another generation, from one moment to the next. Documents that lack their
    /// vectors in it get them first, while the present one answers; what is stored while it switches gets them
    /// afterwards.
    ///
    /// # Errors
    /// [`Error::TunedMissing`], [`Error::Models`] if its encoder cannot be opened, [`Error::Library`]: nothing changes.
    pub async fn activate(&self, collection: CollectionId, generation: GenerationId) -> Result<(), Error> {
        loop {
            self.complete(collection, generation).await?;
            match self.0.library.activate(generation).await {
                Err(library::Error::Incomplete { .. }) => {}
                Ok(()) => return self.switched(collection).await,
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Goes back to the generation that was active before the present one; done again, to the one before that.
    ///
    /// # Errors
    /// As [`Engine::activate`], and [`Error::Library`] if there was none.
    pub async fn undo_activation(&self, collection: CollectionId) -> Result<(), Error> {
        loop {
            if let Some(former) = self.0.library.former_generation(collection).await? {
                self.complete(collection, former).await?;
            }
            match self.0.library.undo_activation(collection).await {
                Err(library::Error::Incomplete { .. }) => {}
                Ok(_) => return self.switched(collection).await,
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Deletes a generation that does not answer, with the encoder that was tuned for it.
    ///
    /// # Errors
    /// [`Error::Library`] if it is the active one, or not of this collection.
    pub async fn delete_generation(&self, collection: CollectionId, generation: GenerationId) -> Result<(), Error> {
        let generation = self.generation(collection, generation).await?;
        self.0.library.delete_generation(generation.id).await?;
        if generation.base.is_some() {
            self.forget_tuned(&generation.encoder).await;
        }
        self.0.emit(Event::Tunings { collection });
        Ok(())
    }

    async fn generation(&self, collection: CollectionId, generation: GenerationId) -> Result<Generation, Error> {
        let all = self.0.library.generations(collection).await?;
        let found = all.into_iter().find(|one| one.id == generation);
        Ok(found.ok_or(library::Error::NoGeneration(generation))?)
    }

    /// Opens the generation's encoder, and computes the vectors that documents lack in it.
    async fn complete(&self, collection: CollectionId, generation: GenerationId) -> Result<(), Error> {
        let generation = self.generation(collection, generation).await?;
        let encoder = self.0.encoders.of(Some(&generation)).await?;
        fill(self, &generation, &encoder, |_, _| {}, &CancellationToken::new()).await
    }

    /// Tells that another generation may answer now.
    pub(crate) async fn switched(&self, collection: CollectionId) -> Result<(), Error> {
        self.0.emit(Event::Collections);
        self.0.emit(Event::Tunings { collection });
        self.queue_missing_vectors().await
    }
}

fn view(stats: GenerationStats, former: Option<GenerationId>) -> GenerationView {
    let GenerationStats { generation, created_at, documents, missing, bytes, .. } = stats;
    GenerationView {
        id: generation.id,
        encoder: generation.encoder,
        base: generation.base,
        dense_weight: generation.dense_weight,
        late_weight: generation.late_weight,
        active: generation.active,
        former: former == Some(generation.id),
        documents,
        missing,
        bytes,
        created_at,
    }
}
