//! What can go wrong while asking. Not for showing it.

use pincite_library::ContentId;

/// Why a question could not be answered.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The content is not in the collection, or nothing of it can be searched yet.
    #[error(
        "The document asked (content {0}) is not searchable in this collection. Wait until it is ready, or ask the whole collection."
    )]
    NoContent(ContentId),
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
            Self::NoContent(_) => "search.no_content",
            Self::Library(error) => error.code(),
            Self::Encoder(error) => error.code(),
        }
    }
}
