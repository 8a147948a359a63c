//! Opens a library whose file may be damaged.

use crate::Error;
use crate::bundles::{OpenBundle, Signed, open_bundle};
use crate::key_store::open_shared;
use pincite_api::Problem;
use pincite_library::{self as library, Library, escaped_path};
use pincite_models::Home;
use std::path::{Path, PathBuf};

/// When a damaged library file is replaced by a new one with all that can be read in it. The damaged one is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Salvage {
    /// Never: opening it is an error, if it cannot be opened.
    #[default]
    Never,
    /// If it cannot be opened, or a repair was asked for while it was open.
    IfNeeded,
    /// If anything in it cannot be read: all of it is looked at.
    IfDamaged,
}

/// A library that was opened.
pub(crate) struct Opened {
    pub(crate) library: Library,
    /// The data folder as this library uses it.
    pub(crate) home: Home,
    /// Where the damaged file is now, if this is a new one.
    pub(crate) aside: Option<PathBuf>,
    /// The signature of a bundle.
    pub(crate) signed: Option<Signed>,
}

/// Opens a library, or a new file of what can be read in it.
pub(crate) async fn opened(path: &Path, salvage: Salvage, home: Home) -> Result<Opened, Error> {
    if Library::is_bundle_file(path) {
        let OpenBundle { library, home, signed } = open_bundle(path, &home).await?;
        return Ok(Opened { library, home, aside: None, signed: Some(signed) });
    }
    if let Some(address) = path.to_str().filter(|_| Library::is_address(path)) {
        let library = open_shared(address).await?;
        let home = home.of_shared(library.path());
        return Ok(Opened { library, home, aside: None, signed: None });
    }
    let aside = match salvage {
        Salvage::IfDamaged => Library::salvage(path).await?,
        Salvage::IfNeeded if Library::is_to_be_salvaged(path) => Library::salvage(path).await?,
        Salvage::IfNeeded | Salvage::Never => None,
    };
    match Library::open(path).await {
        Err(library::Error::Corrupt { .. }) if salvage == Salvage::IfNeeded && aside.is_none() => {
            let aside = Library::salvage(path).await?;
            Ok(Opened { library: Library::open(path).await?, home, aside, signed: None })
        }
        library => Ok(Opened { library: library?, home, aside, signed: None }),
    }
}

/// What people are told once a new library file was made.
pub(crate) fn was_salvaged(aside: &Path) -> Problem {
    let message = format!(
        "The library file was damaged. Pincite made a new one of all that could be read; the damaged one is {}. Check the \
         library to see what is missing.",
        escaped_path(aside)
    );
    Problem::new("doctor.salvaged", message)
}
