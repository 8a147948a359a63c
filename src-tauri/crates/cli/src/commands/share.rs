//! `pincite share`: what all programs of a shared library must know.

use crate::context::{Context, Outcome};
use crate::error::Error;
use crate::output;
use clap::Args;
use serde::Serialize;

#[derive(Args, Debug)]
pub(crate) struct Share {
    /// Let the PDFs lie in this folder, which all computers must see under this path, or in an object store (s3://bucket/path).
    #[arg(long, value_name = "PLACE")]
    originals: Option<String>,
}

/// What `share` tells.
#[derive(Serialize)]
struct Shared {
    /// Where the PDFs lie, as a URL.
    originals: Option<String>,
}

/// Says where the PDFs of a shared library lie, after a change if one is given.
pub(super) async fn share(context: &Context, given: Share) -> Result<Outcome, Error> {
    let originals = match given.originals {
        Some(place) => Some(context.engine.set_originals(&place).await?),
        None => context.engine.originals().await?,
    };
    let shared = Shared { originals };
    if !context.as_json(&shared) {
        let place = shared.originals.as_deref().unwrap_or("nowhere yet");
        output::line(&format!("The PDFs lie in {place}"));
    }
    Ok(Outcome::Done)
}
