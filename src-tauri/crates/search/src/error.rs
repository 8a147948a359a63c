//! What can go wrong while asking. Not for showing it.

use pincite_library::DocumentId;

/// Why a question could not be answered.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The document is not in the collection, or nothing of it can be searched yet.
    #[error("Document {0} is not searchable in this collection. Wait until it is ready, or ask the whole collection.")]
    NoDocument(DocumentId),
    /// The library could not be read.
    #[error(transparent)]
    Library(#[from] pincite_library::Error),
    /// The question could not be embedded.
    #[error(transparent)]
    Encoder(#[from] pincite_models::Error),
}

impl Error {
    /// Stable code to branch on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoDocument(_) => "search.no_document",
            Self::Library(error) => error.code(),
            Self::Encoder(error) => error.code(),
        }
    }
}
