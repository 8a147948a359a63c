//! What can go wrong while passages are embedded and questions asked. Not for showing it.

use pincite_library::ContentId;
use std::path::PathBuf;

/// Why passages could not be embedded, or a question could not be answered.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The content is not in the collection, or nothing of it can be searched yet.
    #[error(
        "The document asked (content {0}) is not searchable in this collection. Wait until it is ready, or ask the whole collection."
    )]
    NoContent(ContentId),
    /// The vectors of a collection were made by an encoder that is not here.
    #[error(
        "The passages of this collection were embedded by another version of {name} than the one installed. Import that version, or add the documents to a new collection."
    )]
    OtherEncoder {
        /// Its name.
        name: String,
    },
    /// The encoder that was tuned to a collection is gone, or is another one.
    #[error(
        "The encoder {name} that was adapted to this collection is no longer in {folder}. Go back to a former encoder of the collection, or adapt it again.", folder = folder.display()
    )]
    TunedMissing {
        /// Its name.
        name: String,
        /// Where it was.
        folder: PathBuf,
    },
    /// A thread that ran an encoder died.
    #[error("The encoder stopped unexpectedly. Try again; if it happens again, report it with the document.")]
    Stopped,
    /// The weights of the joint ranker are of no joint ranker.
    #[error("The joint ranker cannot be used: {reason}. Install Pincite again.")]
    JointRanker {
        /// What is wrong.
        reason: String,
    },
    /// The file of the model of presence is none.
    #[error("The model that says whether a question is answered cannot be used: {reason}. Install Pincite again.")]
    PresenceModel {
        /// What is wrong.
        reason: String,
    },
    /// The library could not be read or written.
    #[error(transparent)]
    Library(#[from] pincite_library::Error),
    /// An encoder could not be opened or run.
    #[error(transparent)]
    Encoder(#[from] pincite_models::Error),
}

impl Error {
    /// Stable code to branch on. It stays as it is where an error comes from another crate.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoContent(_) => "search.no_content",
            Self::OtherEncoder { .. } => "engine.other_encoder",
            Self::TunedMissing { .. } => "engine.tuned_missing",
            Self::Stopped => "search.stopped",
            Self::JointRanker { .. } => "search.joint_ranker",
            Self::PresenceModel { .. } => "search.presence_model",
            Self::Library(error) => error.code(),
            Self::Encoder(error) => error.code(),
        }
    }
}
