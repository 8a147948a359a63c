//! Which library a data folder works with: its own file, or a shared one that a person chose.

use crate::Error;
use pincite_library::{self as library, Library};
use pincite_models::Home;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The library that the next start opens: a shared one that was chosen, by its address, or the file of the data folder.
pub fn chosen_library(home: &Home) -> PathBuf {
    let address = fs::read_to_string(home.shared_library()).unwrap_or_default();
    let address = address.trim();
    if address.is_empty() { home.library() } else { address.into() }
}

/// Works with a shared library from the next start on, or with that of this computer. The address is noted without a password.
///
/// # Errors
/// [`Error::Library`] if it cannot be opened; [`Error::Unwritable`].
pub async fn choose_library(home: &Home, address: Option<&str>) -> Result<(), Error> {
    let note = home.shared_library();
    let unwritable = |source| Error::Unwritable { path: note.clone(), source };
    let Some(address) = address else {
        return match tokio::fs::remove_file(&note).await {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(unwritable(error)),
            _ => Ok(()),
        };
    };
    let library = Library::open(shared_library(address)?).await?;
    let plain = library.path().display().to_string();
    library.close().await;
    let folder = home.folder().to_owned();
    tokio::fs::create_dir_all(folder).await.map_err(unwritable)?;
    tokio::fs::write(&note, plain).await.map_err(unwritable)
}

/// An address as the place of a library.
///
/// # Errors
/// [`Error::Library`] if it is none.
pub(crate) fn shared_library(address: &str) -> Result<&Path, Error> {
    if !Library::is_address(address.as_ref()) {
        return Err(library::Error::Address { address: address.to_owned() }.into());
    }
    Ok(address.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_no_library_is_not_chosen() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::from(folder.path().to_owned());
        let own = home.library();
        for (address, code) in
            [("deals", "library.address"), ("postgres://nobody@127.0.0.1:1/deals", "library.unreachable")]
        {
            assert_eq!(choose_library(&home, Some(address)).await.unwrap_err().code(), code);
        }
        choose_library(&home, None).await.unwrap();
        assert_eq!(chosen_library(&home), own);
        fs::write(home.shared_library(), "postgres://ann@db.firm/deals\n").unwrap();
        assert_eq!(chosen_library(&home), PathBuf::from("postgres://ann@db.firm/deals"));
    }
}
