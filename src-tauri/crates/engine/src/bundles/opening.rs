//! Opens a bundle for reading, once its signature fits.

use super::{Signed, verified};
use crate::Error;
use crate::error::unwritable;
use crate::work::folder_beside;
use pincite_library::{self as library, Library};
use pincite_models::Home;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use tokio::fs;

/// A bundle that is open.
pub(crate) struct OpenBundle {
    pub(crate) library: Library,
    /// The data folder as this bundle uses it.
    pub(crate) home: Home,
    pub(crate) signed: Signed,
}

/// Opens a bundle. It stays as it is: what is made from it lies in the data folder and can be deleted at any time.
///
/// # Errors
/// [`Error::NotSigned`], [`Error::BundleChanged`], [`Error::Library`].
pub(crate) async fn open_bundle(path: &Path, home: &Home) -> Result<OpenBundle, Error> {
    let signed = verified(path, None).await?;
    let home = home.of_shared(&signed.name());
    let library = match Library::open(path).await {
        Err(library::Error::OlderBundle { .. }) => updated(path, home.updated_bundle()).await?,
        opened => opened?,
    };
    extract_encoders(&library, &home).await?;
    Ok(OpenBundle { library, home, signed })
}

/// A copy of an older bundle, as this version would write it.
async fn updated(bundle: &Path, copy: PathBuf) -> Result<Library, Error> {
    if let Ok(library) = Library::open(&copy).await
        && library.is_bundle()
    {
        return Ok(library);
    }
    let draft = folder_beside(&copy).await?;
    let made = draft.path().join("bundle");
    Library::update_bundle(bundle, &made).await?;
    fs::rename(&made, &copy).await.map_err(unwritable(&copy))?;
    Ok(Library::open(&copy).await?)
}

/// Puts tuned encoders into the data folder, if they are not there.
async fn extract_encoders(library: &Library, home: &Home) -> Result<(), Error> {
    let names = library.enclosed().await?;
    let mut encoders: Vec<&OsStr> = names.iter().filter_map(|name| encoder_of(name)).collect();
    encoders.dedup();
    for encoder in encoders {
        let folder = home.tuned_all().join(encoder);
        if folder.is_dir() {
            continue;
        }
        let draft = folder_beside(&folder).await?;
        for name in names.iter().filter(|name| encoder_of(name) == Some(encoder)) {
            let to = draft.path().join(Path::new(name).file_name().unwrap_or_default());
            let file = fs::File::create(&to).await.map_err(unwritable(&to))?;
            library.extract(name, file).await?;
        }
        fs::rename(draft.keep(), &folder).await.map_err(unwritable(&folder))?;
    }
    Ok(())
}

/// The encoder that a file in the bundle belongs to: `tuned/<encoder>/<file>`. A name that leads elsewhere is none.
fn encoder_of(name: &str) -> Option<&OsStr> {
    let mut parts = Path::new(name).strip_prefix("tuned").ok()?.components();
    match [parts.next(), parts.next(), parts.next()] {
        [Some(Component::Normal(encoder)), Some(Component::Normal(_)), None] => Some(encoder),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_a_bundle_leads_nowhere_else() {
        assert_eq!(encoder_of("tuned/e5-tuned-1/config.json"), Some(OsStr::new("e5-tuned-1")));
        for name in ["tuned/../config.json", "tuned/a/../b", "tuned/a/b/c", "tuned/a", "pdf/a/b", "/tuned/a/b"] {
            assert_eq!(encoder_of(name), None, "{name}");
        }
    }
}
