//! Passwords for shared libraries, in the key store of the platform: Keychain, Credential Manager or Secret Service. Not for
//! passwords of PDFs, which are never kept.

use crate::Error;
use crate::error::blocking;
use keyring::v1::Entry;
use pincite_library::{self as library, Library};
use std::path::Path;
use url::Url;

/// The name of all our entries.
const SERVICE: &str = "pincite";

/// Keeps the password for a shared library, once the server has taken it.
///
/// # Errors
/// [`Error::Library`] if the library cannot be opened with it; [`Error::KeyStore`].
pub async fn keep_password(address: &str, password: &str) -> Result<(), Error> {
    let opened = Library::open(shared_library(&with_password(address, password))?).await?;
    let plain = opened.path().display().to_string();
    opened.close().await;
    let password = password.to_owned();
    let keeping = move || Entry::new(SERVICE, &plain)?.set_password(&password);
    let kept = blocking("Keeping the password", keeping).await?;
    kept.map_err(|error| Error::KeyStore { detail: error.to_string() })
}

/// Opens a shared library. Where the server does not let this person in, the kept password is tried. Only then the key store is
/// asked, which may need its owner.
///
/// # Errors
/// [`Error::Library`].
pub(crate) async fn open_shared(address: &str) -> Result<Library, Error> {
    let refused = match Library::open(shared_library(address)?).await {
        Err(error @ library::Error::SignIn { .. }) => error,
        opened => return Ok(opened?),
    };
    let Some(password) = refused.file().and_then(Path::to_str).map(kept_password) else { return Err(refused.into()) };
    match password.await? {
        Some(password) => Ok(Library::open(with_password(address, &password).as_ref()).await?),
        None => Err(refused.into()),
    }
}

/// An address as the place of a library.
///
/// # Errors
/// [`Error::Library`] if it is none.
fn shared_library(address: &str) -> Result<&Path, Error> {
    if !Library::is_address(address.as_ref()) {
        return Err(library::Error::Address { address: address.to_owned() }.into());
    }
    Ok(address.as_ref())
}

/// The password that was kept for an address. A key store that cannot be used keeps none.
async fn kept_password(address: &str) -> Result<Option<String>, Error> {
    let plain = address.to_owned();
    let asking = move || Entry::new(SERVICE, &plain).and_then(|entry| entry.get_password()).ok();
    blocking("Asking the key store", asking).await
}

fn with_password(address: &str, password: &str) -> String {
    let Ok(mut url) = Url::parse(address) else { return address.to_owned() };
    match url.set_password(Some(password)) {
        Ok(()) => url.into(),
        Err(()) => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_may_have_any_letters() {
        assert_eq!(
            with_password("postgres://ann@db/deals", "a@b:c/d?é"),
            "postgres://ann:a%40b%3Ac%2Fd%3F%C3%A9@db/deals"
        );
        assert_eq!(with_password("deals", "secret"), "deals");
    }
}
