//! Downloads models from a model hub with plain HTTPS GETs. An interrupted download is resumed.
//!
//! Not for anything else: this is the only place in Pincite that opens a connection, and only on the user's request.

use std::sync::Arc;
use std::time::Duration;

use ureq::http::StatusCode;
use ureq::http::header::RANGE;
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body, http};

use crate::catalogue::staging::Staging;
use crate::{Error, ModelFile, Result};

/// Time-out for an answer of the server.
const PATIENCE: Duration = Duration::from_secs(30);

/// Downloads the files from `<address>/<path>`.
pub(crate) fn fetch(address: &str, files: &[ModelFile], staging: &mut Staging<'_>) -> Result<()> {
    let agent = agent();
    for file in files {
        if staging.has(file)? {
            continue;
        }
        let url = format!("{address}/{}", file.path);
        let arrived = staging.arrived(file);
        let (from, response) = get(&agent, &url, arrived)?;
        staging.receive(file, from, &mut response.into_body().into_reader())?;
    }
    Ok(())
}

/// An agent with the certificates that the system trusts, so that a company's proxy works.
fn agent() -> Agent {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = TlsConfig::builder()
        .root_certs(RootCerts::PlatformVerifier)
        .unversioned_rustls_crypto_provider(provider)
        .build();
    Agent::config_builder()
        .http_status_as_error(false)
        .timeout_connect(Some(PATIENCE))
        .timeout_recv_response(Some(PATIENCE))
        .tls_config(tls)
        .build()
        .into()
}

/// Requests a file from byte `arrived` on. Returns the offset at which the response starts.
fn get(agent: &Agent, url: &str, arrived: u64) -> Result<(u64, http::Response<Body>)> {
    let failed = |reason: String| Error::Source { source_name: url.to_owned(), reason };
    let mut request = agent.get(url);
    if arrived > 0 {
        request = request.header(RANGE, format!("bytes={arrived}-"));
    }
    let response = request.call().map_err(|error| failed(format!("{error}; is this machine online?")))?;
    match response.status() {
        StatusCode::OK => Ok((0, response)),
        StatusCode::PARTIAL_CONTENT => Ok((arrived, response)),
        // The part is not shorter than the file, so it is no beginning of it.
        StatusCode::RANGE_NOT_SATISFIABLE if arrived > 0 => get(agent, url, 0),
        status => Err(failed(format!("the server answered {status}"))),
    }
}
