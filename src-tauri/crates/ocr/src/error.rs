//! Errors of text recognition. A page without text is none: it is recognised as empty.

use std::path::PathBuf;

/// Why a picture could not be recognised.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A network could not be opened or run.
    #[error(transparent)]
    Models(#[from] pincite_models::Error),
    /// The picture cannot be decoded.
    #[error("The picture of a page cannot be decoded: {reason}. Add the file again.")]
    Picture {
        /// What the decoder says.
        reason: String,
    },
    /// A file of the model is invalid.
    #[error("{} is damaged: {reason}. Fetch the model again with `pincite models fetch`.", file.display())]
    Model {
        /// The file of the model.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

impl Error {
    /// A stable code to branch on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Models(error) => error.code(),
            Self::Picture { .. } => "ocr.picture",
            Self::Model { .. } => "ocr.model",
        }
    }
}
