//! The PDFs of a shared library: they lie encrypted where all its programs can read them, in a folder or in an object store. Those of
//! a bundle lie in it. Each program keeps copies of those that it read.
//!
//! In both a file is listed under a place that means the same to every program:
//! `shared:/<collection>/<hash>/<file name>`.

use super::disk::{exists, hash};
use super::encrypting::hidden_name;
use super::shared_store::SharedStore;
use crate::Error;
use crate::error::blocking;
use pincite_library::{CollectionId, ContentHash, Library};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use url::Url;

/// How the place of a shared file begins.
const SCHEME: &str = "shared:";

/// Whether a file is listed as one of a shared library.
pub(crate) fn is_shared(listed: &Path) -> bool {
    listed.starts_with(SCHEME)
}

/// The PDFs of a library as its programs find them.
pub(crate) struct Originals {
    library: Library,
    /// Copies of those of shared libraries.
    copies: PathBuf,
}

impl Originals {
    pub(crate) fn new(library: Library, copies: PathBuf) -> Self {
        Self { library, copies }
    }

    /// Whether the library is one that others share.
    pub(crate) fn are_shared(&self) -> bool {
        self.library.is_shared()
    }

    /// Puts a file where all can read it, and returns the place under which it is listed. In a library that nobody shares a file
    /// stays where it is.
    ///
    /// # Errors
    /// [`Error::Unreadable`], [`Error::NoOriginals`], [`Error::Originals`].
    pub(crate) async fn share(&self, collection: CollectionId, file: &Path) -> Result<PathBuf, Error> {
        if !self.are_shared() {
            return Ok(file.to_owned());
        }
        let hash = hash(file).await?;
        self.put(collection, hash, file).await?;
        Ok(shared_place(collection, &hash.to_string(), file))
    }

    /// Puts a file with this hash where all who see the collection can read it, if it is not there.
    ///
    /// # Errors
    /// As [`Originals::share`].
    pub(crate) async fn put(&self, collection: CollectionId, hash: ContentHash, file: &Path) -> Result<(), Error> {
        let store = self.store().await?;
        let key = self.library.collection_key(collection).await?;
        let hidden = hidden_name(&key, hash);
        if store.has(&hidden).await? {
            return Ok(());
        }
        store.put(file, &key, &hidden).await
    }

    /// The file to read for a listed place: that place, or a copy of what lies in the shared store or in the bundle.
    ///
    /// # Errors
    /// [`Error::DocumentChanged`] if other bytes lie there; [`Error::NoOriginals`], [`Error::Originals`].
    pub(crate) async fn file(&self, listed: &Path) -> Result<PathBuf, Error> {
        let Some((collection, wanted)) = shared_at(listed) else { return Ok(listed.to_owned()) };
        let copied = self.copies.join(format!("{wanted}.pdf"));
        if exists(&copied).await {
            return Ok(copied);
        }
        let folder = self.copies.clone();
        let made = move || std::fs::create_dir_all(&folder).and_then(|()| NamedTempFile::new_in(&folder));
        let unwritable = |source| Error::Unwritable { path: copied.clone(), source };
        let draft = blocking("Making a file", made).await?.map_err(unwritable)?;
        if self.library.is_bundle() {
            let draft = tokio::fs::File::create(draft.path()).await.map_err(unwritable)?;
            self.library.extract(&wanted.to_string(), draft).await?;
        } else {
            let key = self.library.collection_key(collection).await?;
            self.store().await?.get(&key, &hidden_name(&key, wanted), draft.path()).await?;
        }
        if hash(draft.path()).await? != wanted {
            return Err(Error::DocumentChanged { path: listed.to_owned() });
        }
        draft.persist(&copied).map_err(|error| unwritable(error.error))?;
        Ok(copied)
    }

    /// Says where they lie from now on: the URL of a folder or of an object store, or the path of a folder. It must be there.
    ///
    /// # Errors
    /// [`Error::Originals`], [`Error::Library`].
    pub(crate) async fn lie_in(&self, place: &str) -> Result<String, Error> {
        let folder = std::path::absolute(place).ok().filter(|folder| folder.is_dir());
        let url = folder.and_then(|folder| Url::from_directory_path(folder).ok());
        let url = url.map_or_else(|| place.to_owned(), String::from);
        SharedStore::at(&url)?.has("nothing").await?;
        self.library.set_originals(&url).await?;
        Ok(url)
    }

    async fn store(&self) -> Result<SharedStore, Error> {
        SharedStore::of(&self.library).await?.ok_or(Error::NoOriginals)
    }
}

/// The place under which a file with this hash is listed in a collection.
pub(crate) fn shared_place(collection: CollectionId, hash: &str, file: &Path) -> PathBuf {
    let name = file.file_name().unwrap_or_default();
    [SCHEME.as_ref(), collection.to_string().as_ref(), hash.as_ref(), name].iter().collect()
}

/// The collection and the hash in the place of a shared file.
fn shared_at(listed: &Path) -> Option<(CollectionId, ContentHash)> {
    let mut parts = listed.strip_prefix(SCHEME).ok()?.iter();
    let collection = parts.next()?.to_str()?.parse().ok()?;
    Some((collection, parts.next()?.to_str()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_a_shared_file_says_its_collection_and_its_hash() {
        let hash = ContentHash([7; 32]);
        let listed = shared_place(CollectionId(3), &hash.to_string(), Path::new("/in/Lease.pdf"));
        assert!(listed.ends_with("Lease.pdf"));
        assert_eq!((is_shared(&listed), shared_at(&listed)), (true, Some((CollectionId(3), hash))));
        assert_eq!((is_shared(Path::new("/in/Lease.pdf")), shared_at(Path::new("/in/Lease.pdf"))), (false, None));
        assert_eq!(shared_at(Path::new("shared:/3/nonsense/Lease.pdf")), None);
    }
}
