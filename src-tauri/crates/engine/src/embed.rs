//! The vectors that a document lacks, completed by a job. Not for computing them: `pincite_search` does.

use crate::progress::Meter;
use crate::{Engine, Error};
use pincite_api::Phase;
use pincite_library::{self as library, DocumentId, JobId};
use pincite_search::{self as search, Embedder};
use std::path::Path;
use tokio_util::sync::CancellationToken;

/// Computes the vectors that a document lacks in the active generation of its collection; also in one that
/// becomes active meanwhile.
pub(crate) async fn complete(
    engine: &Engine,
    job: JobId,
    document: DocumentId,
    token: &CancellationToken,
) -> Result<DocumentId, Error> {
    let library = &engine.0.library;
    loop {
        let document = library.document(document).await?;
        let Some(content) = document.content else { return Ok(document.id) };
        let embedder = Embedder::active(library, &engine.0.encoders, document.collection).await?;
        if library.vectors(embedder.generation.id, content).await?.is_some() {
            return Ok(document.id);
        }
        let meter = Meter::start(job, document.id, document.collection, Phase::Embedding);
        match embedder.add(library, content, meter.listener(engine, token)).await {
            // Replaced and deleted while its vectors were computed: those of the one in its place are to be computed.
            Err(search::Error::Library(library::Error::NoGeneration(_))) => {}
            added => added.map_err(|error| failed(error, &document.path))?,
        }
    }
}

/// Why a file could not be embedded.
pub(crate) fn failed(error: search::Error, path: &Path) -> Error {
    match error {
        search::Error::Encoder(pincite_models::Error::Cancelled) => Error::Cancelled { path: path.to_owned() },
        search::Error::Stopped => Error::Stopped { what: format!("Embedding {}", path.display()) },
        other => other.into(),
    }
}
