//! Which library a data folder works with: its own file, or a shared one or a bundle that a person chose.

use crate::Error;
use crate::bundles::verified;
use crate::error::unwritable;
use crate::key_store::open_shared;
use pincite_library::Library;
use pincite_models::Home;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

/// The library that the next start opens: a shared one or a bundle that was chosen, or the file of the data folder.
pub fn chosen_library(home: &Home) -> PathBuf {
    let chosen = fs::read_to_string(home.chosen_library()).unwrap_or_default();
    let chosen = chosen.trim();
    if chosen.is_empty() { home.library() } else { chosen.into() }
}

/// The same, if it is there to be opened: a file that is missing would be made.
pub(crate) fn library_to_open(home: &Home) -> Result<PathBuf, Error> {
    let chosen = chosen_library(home);
    let is_there = chosen == home.library() || Library::is_address(&chosen) || Library::is_bundle_file(&chosen);
    if is_there { Ok(chosen) } else { Err(Error::NoBundle { path: chosen }) }
}

/// Works from the next start on with a shared library, by its address, or with a bundle, by its path.
/// The address is noted without a password. A bundle must be signed with this key, if one is given.
///
/// # Errors
/// [`Error::Library`] if it cannot be opened; [`Error::Unwritable`]; [`Error::NotSigned`], [`Error::BundleChanged`],
/// [`Error::OtherKey`].
pub async fn choose_library(home: &Home, place: &str, key: Option<&str>) -> Result<(), Error> {
    let path = std::path::absolute(place).unwrap_or_else(|_| place.into());
    let chosen = if Library::is_bundle_file(&path) {
        verified(&path, key).await?;
        path.display().to_string()
    } else {
        let library = open_shared(place).await?;
        let address = library.path().display().to_string();
        library.close().await;
        address
    };
    let note = home.chosen_library();
    tokio::fs::create_dir_all(home.folder()).await.map_err(unwritable(&note))?;
    tokio::fs::write(&note, chosen).await.map_err(unwritable(&note))
}

/// Works with the library of this computer from the next start on.
///
/// # Errors
/// [`Error::Unwritable`].
pub async fn choose_own_library(home: &Home) -> Result<(), Error> {
    let note = home.chosen_library();
    match tokio::fs::remove_file(&note).await {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(unwritable(&note)(error)),
        _ => Ok(()),
    }
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
            assert_eq!(choose_library(&home, address, None).await.unwrap_err().code(), code);
        }
        choose_own_library(&home).await.unwrap();
        assert_eq!(chosen_library(&home), own);
        fs::write(home.chosen_library(), "/handed on/larch.pincite").unwrap();
        assert_eq!(library_to_open(&home).unwrap_err().code(), "engine.no_bundle", "it is not made");
        fs::write(home.chosen_library(), "postgres://ann@db.firm/deals\n").unwrap();
        assert_eq!(chosen_library(&home), PathBuf::from("postgres://ann@db.firm/deals"));
    }
}
