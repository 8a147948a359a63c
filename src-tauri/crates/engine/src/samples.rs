//! The sample documents that come with Pincite, for a first look. Not for documents of the user.

use crate::{Adding, Engine, Error};
use pincite_api::Added;
use pincite_library::CollectionId;
use pincite_models::sample_documents;
use std::path::PathBuf;

/// The sample documents that come with Pincite: two agreements and an annual report, of nobody real.
///
/// # Errors
/// [`Error::NoSamples`] if they are not installed.
pub fn samples() -> Result<Vec<PathBuf>, Error> {
    let paths = sample_documents();
    if paths.is_empty() { Err(Error::NoSamples) } else { Ok(paths) }
}

impl Engine {
    /// Adds the sample documents to a collection. They stay where they are installed.
    ///
    /// # Errors
    /// [`Error::NoSamples`], and those of [`Engine::add`].
    pub async fn add_samples(&self, collection: CollectionId) -> Result<Added, Error> {
        self.add(collection, Adding { paths: samples()?, password: None }).await
    }
}
