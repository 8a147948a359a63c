//! The PDFs of a shared library: they lie by their hash where all its programs can read them, in a folder or in an object store.
//! Each program keeps copies of those that it read.
//!
//! In a shared library a file is listed under a place that means the same to every program: `shared:/<hash>/<file name>`.

use super::disk::{SourceFile, exists, hash};
use crate::Error;
use crate::error::blocking;
use futures_util::TryStreamExt;
use object_store::buffered::BufWriter;
use object_store::path::Path as Key;
use object_store::{ObjectStore, ObjectStoreExt, parse_url_opts};
use pincite_library::{ContentHash, Library};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::NamedTempFile;
use tokio::io::{AsyncWriteExt, copy};
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
    pub(crate) async fn share(&self, file: &Path) -> Result<PathBuf, Error> {
        if !self.are_shared() {
            return Ok(file.to_owned());
        }
        let store = self.store().await?;
        let hash = hash(file).await?;
        let key = key(hash);
        if !store.has(&key).await? {
            store.put(file, &key).await?;
        }
        let name = file.file_name().unwrap_or_default();
        Ok([SCHEME.as_ref(), hash.to_string().as_ref(), name].iter().collect())
    }

    /// The file to read for a listed place: that place, or a copy of what lies in the shared store.
    ///
    /// # Errors
    /// [`Error::DocumentChanged`] if other bytes lie there; [`Error::NoOriginals`], [`Error::Originals`].
    pub(crate) async fn file(&self, listed: &Path) -> Result<PathBuf, Error> {
        let Some(wanted) = hash_of(listed) else { return Ok(listed.to_owned()) };
        let copied = self.copies.join(format!("{wanted}.pdf"));
        if exists(&copied).await {
            return Ok(copied);
        }
        let folder = self.copies.clone();
        let made = move || std::fs::create_dir_all(&folder).and_then(|()| NamedTempFile::new_in(&folder));
        let unwritable = |source| Error::Unwritable { path: copied.clone(), source };
        let draft = blocking("Making a file", made).await?.map_err(unwritable)?;
        self.store().await?.get(&key(wanted), draft.path()).await?;
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
        Store::at(&url)?.has("nothing.pdf").await?;
        self.library.set_originals(&url).await?;
        Ok(url)
    }

    async fn store(&self) -> Result<Store, Error> {
        let url = self.library.originals().await?.ok_or(Error::NoOriginals)?;
        Store::at(&url)
    }
}

/// Where the PDFs of a shared library lie.
struct Store {
    url: String,
    store: Arc<dyn ObjectStore>,
    prefix: Key,
}

impl Store {
    /// Credentials of an object store come from the environment (`AWS_ACCESS_KEY_ID` and so on), never from the library.
    fn at(url: &str) -> Result<Self, Error> {
        let failed = |detail: String| Error::Originals { place: url.to_owned(), detail };
        let parsed = Url::parse(url).map_err(|error| failed(error.to_string()))?;
        let (store, prefix) = parse_url_opts(&parsed, std::env::vars()).map_err(|error| failed(error.to_string()))?;
        Ok(Self { url: url.to_owned(), store: store.into(), prefix })
    }

    async fn has(&self, key: &str) -> Result<bool, Error> {
        match self.store.head(&self.key(key)).await {
            Ok(_) => Ok(true),
            Err(object_store::Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Writes a file. Nobody sees a part of it.
    async fn put(&self, file: &Path, key: &str) -> Result<(), Error> {
        let mut source = SourceFile::open(file).await?;
        let mut writer = BufWriter::new(Arc::clone(&self.store), self.key(key));
        let written = match copy(&mut source, &mut writer).await {
            Ok(_) => writer.shutdown().await,
            Err(error) => Err(error),
        };
        written.map_err(|error| self.failed(&error))
    }

    async fn get(&self, key: &str, to: &Path) -> Result<(), Error> {
        let got = self.store.get(&self.key(key)).await.map_err(|error| self.failed(&error))?;
        let mut pieces = got.into_stream();
        let unwritable = |source| Error::Unwritable { path: to.to_owned(), source };
        let mut file = tokio::fs::File::create(to).await.map_err(unwritable)?;
        while let Some(piece) = pieces.try_next().await.map_err(|error| self.failed(&error))? {
            file.write_all(&piece).await.map_err(unwritable)?;
        }
        file.flush().await.map_err(unwritable)
    }

    fn key(&self, key: &str) -> Key {
        Key::from_iter(self.prefix.parts().chain(Key::from(key).parts()))
    }

    fn failed(&self, error: &dyn std::error::Error) -> Error {
        Error::Originals { place: self.url.clone(), detail: error.to_string() }
    }
}

/// Where a file with these bytes lies in the store.
fn key(hash: ContentHash) -> String {
    let hash = hash.to_string();
    format!("{}/{hash}.pdf", &hash[..2])
}

/// The hash in the place of a shared file.
fn hash_of(listed: &Path) -> Option<ContentHash> {
    let rest = listed.strip_prefix(SCHEME).ok()?;
    rest.iter().next()?.to_str()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_file_that_is_put_there_comes_back_and_one_that_changed_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lease.pdf");
        std::fs::write(&file, "twelve months").unwrap();
        let there = folder.path().join("there");
        std::fs::create_dir(&there).unwrap();
        let store = Store::at(&format!("file://{}", there.display())).unwrap();
        let hash = hash(&file).await.unwrap();
        assert!(!store.has(&key(hash)).await.unwrap());
        store.put(&file, &key(hash)).await.unwrap();
        assert!(store.has(&key(hash)).await.unwrap());
        let back = folder.path().join("back.pdf");
        store.get(&key(hash), &back).await.unwrap();
        assert_eq!(std::fs::read(back).unwrap(), b"twelve months");
    }

    #[test]
    fn the_place_of_a_shared_file_says_its_hash() {
        let hash = ContentHash([7; 32]);
        let place: PathBuf = [SCHEME, &hash.to_string(), "Lease.pdf"].iter().collect();
        assert_eq!((is_shared(&place), hash_of(&place)), (true, Some(hash)));
        assert_eq!((is_shared(Path::new("/in/Lease.pdf")), hash_of(Path::new("/in/Lease.pdf"))), (false, None));
        assert_eq!(hash_of(Path::new("shared:/nonsense/Lease.pdf")), None);
    }
}
