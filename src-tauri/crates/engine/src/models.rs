//! Models: listed, fetched, imported. Fetching is the only thing Pincite does on a network, and only when asked to.

use crate::{Engine, Error, recognise};
use pincite_api::{Event, ModelKind, ModelView};
use pincite_models::{Catalogue, Checker, Kind, ModelStatus, State, runtime};
use std::ops::ControlFlow;
use std::path::Path;

impl Engine {
    /// The models of the catalogue and those imported.
    ///
    /// # Errors
    /// [`Error::Models`] if the catalogue is damaged.
    pub async fn models(&self) -> Result<Vec<ModelView>, Error> {
        Ok(Catalogue::builtin()?.status(self.0.home.folder()).into_iter().map(view).collect())
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
        let fetching = tokio::task::spawn_blocking(move || {
            let catalogue = Catalogue::builtin()?;
            let name = name.unwrap_or_else(|| catalogue.default_encoder().name.clone());
            catalogue.fetch(&name, &home, &mut |step| {
                on_progress(step.done, step.total.unwrap_or(0));
                ControlFlow::Continue(())
            })
        });
        fetching.await.map_err(|_| Error::Stopped { what: "Fetching the model".to_owned() })??;
        self.models_changed().await
    }

    /// Takes a model from a folder, carried on a stick for instance. It is tried out first, in a process with limits.
    ///
    /// # Errors
    /// [`Error::Models`].
    pub async fn import_model(&self, folder: &Path) -> Result<(), Error> {
        let (home, folder) = (self.0.home.folder().to_owned(), folder.to_owned());
        let importing = tokio::task::spawn_blocking(move || {
            let libraries = runtime::candidates(&home);
            // Without the library no model can be tried out: that is said first.
            runtime::start(&libraries)?;
            Catalogue::builtin()?.import(&folder, &home, &Checker::of_this_program(libraries)?)
        });
        importing.await.map_err(|_| Error::Stopped { what: "Importing the model".to_owned() })??;
        self.models_changed().await
    }

    async fn models_changed(&self) -> Result<(), Error> {
        self.0.encoders.forget().await;
        self.0.rerankers.forget().await;
        self.0.recognisers.forget().await;
        recognise::queue_all(self).await?;
        self.0.emit(Event::Collections);
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
        description: status.description,
        licence: status.licence,
        bytes: status.size.unwrap_or(0),
        installed,
        in_use: installed && status.default && status.kind == Kind::Encoder,
    }
}
