//! The model that recognises text, opened once. Not for what is recognised (`recognise`).

use crate::{Error, Home};
use pincite_models::{Catalogue, runtime};
use pincite_ocr::Recogniser;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;
use tokio::sync::Mutex;

/// The recogniser in use.
pub(crate) struct Recognisers {
    home: Home,
    open: Mutex<Option<Arc<Recogniser>>>,
}

impl Recognisers {
    pub(crate) fn new(home: Home) -> Self {
        Self { home, open: Mutex::default() }
    }

    /// Whether the model is installed.
    pub(crate) fn installed(&self) -> bool {
        self.folder().is_some()
    }

    /// The recogniser.
    ///
    /// # Errors
    /// [`Error::NoRecogniser`], and why it cannot be opened.
    pub(crate) async fn current(&self) -> Result<Arc<Recogniser>, Error> {
        let mut open = self.open.lock().await;
        if let Some(recogniser) = &*open {
            return Ok(Arc::clone(recogniser));
        }
        let (folder, home) = (self.folder().ok_or(Error::NoRecogniser)?, self.home.folder().to_owned());
        let opening = tokio::task::spawn_blocking(move || {
            runtime::start(&runtime::candidates(&home))?;
            Ok::<_, Error>(Arc::new(Recogniser::open(&folder, threads())?))
        });
        let recogniser = opening.await.map_err(|_| Error::Stopped { what: "Opening the recogniser".to_owned() })??;
        *open = Some(Arc::clone(&recogniser));
        Ok(recogniser)
    }

    /// Forgets the open model: the models on the disk changed.
    pub(crate) async fn forget(&self) {
        *self.open.lock().await = None;
    }

    fn folder(&self) -> Option<PathBuf> {
        Catalogue::builtin().ok()?.recogniser(self.home.folder())
    }
}

/// Half of the CPU: the other half is for questions that are asked meanwhile.
fn threads() -> usize {
    available_parallelism().map_or(1, usize::from).div_ceil(2)
}
