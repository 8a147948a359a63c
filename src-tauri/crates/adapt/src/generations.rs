//! Which generation of vectors answers a collection's questions: listed, switched to, and back. Not for making the
//! encoder of one (`runs`).

use crate::runs::fill;
use crate::{Adapt, Result};
use pincite_api::{Event, GenerationView};
use pincite_library::{self as library, CollectionId, Generation, GenerationId, GenerationStats};
use tokio_util::sync::CancellationToken;

/// The generations in the library; see [`Adapt::generations`]. Errors are of the library where nothing else is said.
#[derive(Clone, Copy)]
pub struct Generations<'a>(&'a Adapt);

impl Adapt {
    /// What runs made, and what was there before.
    pub fn generations(&self) -> Generations<'_> {
        Generations(self)
    }

    /// Tells that another generation may answer now. What was stored meanwhile gets its vectors in it.
    pub(crate) async fn switched(&self, collection: CollectionId) -> Result<()> {
        self.emit(Event::Collections);
        self.emit_change(collection);
        Ok(self.missing.queue_missing_vectors().await?)
    }
}

impl Generations<'_> {
    /// The generations of a collection, oldest first.
    pub async fn list(&self, collection: CollectionId) -> Result<Vec<GenerationView>> {
        let library = &self.0.library;
        let former = library.former_generation(collection).await?;
        let all = library.generation_stats(collection).await?;
        Ok(all.into_iter().map(|stats| view(stats, former)).collect())
    }

    /// Answers a collection's questions from another generation, from one moment to the next. Documents that lack their
    /// vectors in it get them first, while the present one answers; what is stored while it switches gets them
    /// afterwards.
    ///
    /// # Errors
    /// [`crate::Error::Search`] or [`crate::Error::Models`] if its encoder cannot be used, [`crate::Error::Library`]:
    /// nothing changes.
    pub async fn activate(&self, collection: CollectionId, generation: GenerationId) -> Result<()> {
        loop {
            self.complete(collection, generation).await?;
            match self.0.library.activate(generation).await {
                Err(library::Error::Incomplete { .. }) => {}
                Ok(()) => return self.0.switched(collection).await,
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Goes back to the generation that was active before the present one; done again, to the one before that.
    ///
    /// # Errors
    /// As [`Generations::activate`], and [`crate::Error::Library`] if there was none.
    pub async fn undo(&self, collection: CollectionId) -> Result<()> {
        loop {
            if let Some(former) = self.0.library.former_generation(collection).await? {
                self.complete(collection, former).await?;
            }
            match self.0.library.undo_activation(collection).await {
                Err(library::Error::Incomplete { .. }) => {}
                Ok(_) => return self.0.switched(collection).await,
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Deletes a generation that does not answer, with the encoder that was tuned for it.
    pub async fn delete(&self, collection: CollectionId, generation: GenerationId) -> Result<()> {
        let generation = self.one(collection, generation).await?;
        self.0.library.delete_generation(generation.id).await?;
        if generation.base.is_some() {
            self.0.forget_tuned(&generation.encoder).await;
        }
        self.0.emit_change(collection);
        Ok(())
    }

    async fn one(&self, collection: CollectionId, generation: GenerationId) -> Result<Generation> {
        let all = self.0.library.generations(collection).await?;
        let found = all.into_iter().find(|one| one.id == generation);
        Ok(found.ok_or(library::Error::NoGeneration(generation))?)
    }

    /// Opens the generation's encoder, and computes the vectors that documents lack in it.
    async fn complete(&self, collection: CollectionId, generation: GenerationId) -> Result<()> {
        let generation = self.one(collection, generation).await?;
        fill(self.0, generation, |_| {}, &CancellationToken::new()).await
    }
}

fn view(stats: GenerationStats, former: Option<GenerationId>) -> GenerationView {
    let GenerationStats { generation, created_at, documents, missing, bytes, .. } = stats;
    GenerationView {
        id: generation.id,
        encoder: generation.encoder,
        base: generation.base,
        active: generation.active,
        former: former == Some(generation.id),
        documents,
        missing,
        bytes,
        created_at,
    }
}
