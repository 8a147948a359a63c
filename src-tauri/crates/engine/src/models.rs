//! Models: listed, opened, fetched, imported. Fetching is the only thing Pincite does on a network, and only when asked to.

use crate::error::blocking;
use crate::{Engine, Error};
use pincite_api::{EncoderPlan, Event, ModelKind, ModelLanguages, ModelView, TuningView};
use pincite_library::CollectionId;
use pincite_models::{Catalogue, Checker, CrossEncoder, Encoder, Kind, Languages, ModelStatus, State, runtime};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

impl Engine {
    /// The models of the catalogue and those imported.
    ///
    /// # Errors
    /// [`Error::Models`] if the catalogue is damaged.
    pub async fn models(&self) -> Result<Vec<ModelView>, Error> {
        Ok(Catalogue::builtin()?.status(self.0.home.folder()).into_iter().map(view).collect())
    }

    /// The default encoder.
    ///
    /// # Errors
    /// [`Error::Search`] if it is not installed.
    pub async fn encoder(&self) -> Result<Arc<Encoder>, Error> {
        Ok(self.0.encoders.default().await?)
    }

    /// The installed encoder of this name.
    ///
    /// # Errors
    /// [`Error::Search`] if it is not installed.
    pub async fn encoder_named(&self, name: &str) -> Result<Arc<Encoder>, Error> {
        Ok(self.0.encoders.named(name).await?)
    }

    /// The cross-encoder of the search.
    ///
    /// # Errors
    /// [`Error::Search`] if it cannot be opened.
    pub async fn reranker(&self) -> Result<Arc<CrossEncoder>, Error> {
        Ok(Arc::clone(self.0.rerankers.current().await?.model()))
    }

    /// What it takes to answer a collection's questions by another installed encoder; or why that cannot start.
    ///
    /// # Errors
    /// [`Error::Library`] if the collection is not there.
    pub async fn plan_encoder(&self, collection: CollectionId, name: &str) -> Result<EncoderPlan, Error> {
        Ok(self.adapt().plan_encoder(collection, name).await?)
    }

    /// Gives a collection another installed encoder: a run computes its vectors while the present one answers.
    ///
    /// # Errors
    /// As [`pincite_adapt::Adapt::use_encoder`].
    pub async fn use_encoder(&self, collection: CollectionId, name: &str) -> Result<TuningView, Error> {
        Ok(self.adapt().use_encoder(collection, name).await?)
    }

    /// Fetches a model of the catalogue, the default encoder if none is named; `on_progress` is told bytes done and in
    /// all (0 while unknown). Documents that lack vectors get them then.
    ///
    /// # Errors
    /// [`Error::Models`].
    pub async fn fetch_model(
        &self,
        name: Option<String>,
        on_progress: impl Fn(u64, u64) + Send + 'static,
    ) -> Result<(), Error> {
        let home = self.0.home.folder().to_owned();
        let fetching = move || {
            let catalogue = Catalogue::builtin()?;
            let name = name.unwrap_or_else(|| catalogue.default_encoder().name.clone());
            catalogue.fetch(&name, &home, &mut |step| {
                on_progress(step.done, step.total.unwrap_or(0));
                ControlFlow::Continue(())
            })
        };
        blocking("Fetching the model", fetching).await??;
        self.models_changed().await
    }

    /// Takes a model from a folder, carried on a stick for instance. It is tried out first, in a process with limits.
    ///
    /// # Errors
    /// [`Error::Models`].
    pub async fn import_model(&self, folder: &Path) -> Result<(), Error> {
        let home = self.0.home.folder().to_owned();
        let folder = folder.to_owned();
        let importing = move || {
            let libraries = runtime::candidates(&home);
            // Without the library no model can be tried out: that is said first.
            runtime::start(&libraries)?;
            Catalogue::builtin()?.import(&folder, &home, &Checker::of_this_program(libraries)?)
        };
        blocking("Importing the model", importing).await??;
        self.models_changed().await
    }

    async fn models_changed(&self) -> Result<(), Error> {
        self.0.encoders.forget().await;
        self.0.rerankers.forget().await;
        self.0.scans.forget().await;
        self.0.scans.queue_all().await?;
        self.0.events.emit(Event::Collections);
        Ok(self.0.missing.queue().await?)
    }
}

fn view(status: ModelStatus) -> ModelView {
    let installed = status.state == State::Installed;
    ModelView {
        name: status.name,
        kind: match status.kind {
            Kind::Encoder => ModelKind::Encoder,
            Kind::Reranker => ModelKind::Reranker,
            Kind::Generator => ModelKind::Generator,
            Kind::Recogniser => ModelKind::Recogniser,
            Kind::Checkpoint => ModelKind::Checkpoint,
        },
        languages: status.languages.map(|languages| match languages {
            Languages::English => ModelLanguages::English,
            Languages::Many => ModelLanguages::Many,
        }),
        description: status.description,
        how: status.how,
        licence: status.licence,
        bytes: status.size.unwrap_or(0),
        installed,
        in_use: installed && status.default && status.kind == Kind::Encoder,
    }
}
