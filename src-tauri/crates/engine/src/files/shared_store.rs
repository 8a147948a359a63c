//! The folder or object store where the files of a shared library lie: PDFs and tuned encoders.

use super::disk::SourceFile;
use crate::Error;
use futures_util::TryStreamExt;
use object_store::buffered::BufWriter;
use object_store::path::Path as Key;
use object_store::{ObjectStore, ObjectStoreExt, parse_url_opts};
use pincite_library::Library;
use std::path::Path;
use std::sync::Arc;
use tokio::io::{AsyncWriteExt, copy};
use url::Url;

/// The folder or object store of a shared library.
pub(crate) struct SharedStore {
    url: String,
    store: Arc<dyn ObjectStore>,
    prefix: Key,
}

impl SharedStore {
    /// The one of a library; `None`: nobody said yet where it is.
    ///
    /// # Errors
    /// [`Error::Originals`], [`Error::Library`].
    pub(crate) async fn of(library: &Library) -> Result<Option<Self>, Error> {
        let url = library.originals().await?;
        url.as_deref().map(Self::at).transpose()
    }

    /// Credentials of an object store come from the environment (`AWS_ACCESS_KEY_ID` and so on), never from the library.
    pub(crate) fn at(url: &str) -> Result<Self, Error> {
        let failed = |detail: String| Error::Originals { place: url.to_owned(), detail };
        let parsed = Url::parse(url).map_err(|error| failed(error.to_string()))?;
        let (store, prefix) = parse_url_opts(&parsed, std::env::vars()).map_err(|error| failed(error.to_string()))?;
        Ok(Self { url: url.to_owned(), store: store.into(), prefix })
    }

    pub(crate) async fn has(&self, key: &str) -> Result<bool, Error> {
        match self.store.head(&self.key(key)).await {
            Ok(_) => Ok(true),
            Err(object_store::Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Writes a file. Nobody sees a part of it.
    pub(crate) async fn put(&self, file: &Path, key: &str) -> Result<(), Error> {
        let mut source = SourceFile::open(file).await?;
        let mut writer = BufWriter::new(Arc::clone(&self.store), self.key(key));
        let written = match copy(&mut source, &mut writer).await {
            Ok(_) => writer.shutdown().await,
            Err(error) => Err(error),
        };
        written.map_err(|error| self.failed(&error))
    }

    pub(crate) async fn get(&self, key: &str, to: &Path) -> Result<(), Error> {
        let got = self.store.get(&self.key(key)).await.map_err(|error| self.failed(&error))?;
        let mut pieces = got.into_stream();
        let unwritable = |source| Error::Unwritable { path: to.to_owned(), source };
        let mut file = tokio::fs::File::create(to).await.map_err(unwritable)?;
        while let Some(piece) = pieces.try_next().await.map_err(|error| self.failed(&error))? {
            file.write_all(&piece).await.map_err(unwritable)?;
        }
        file.flush().await.map_err(unwritable)
    }

    /// Writes a short text.
    pub(crate) async fn put_text(&self, text: String, key: &str) -> Result<(), Error> {
        let put = self.store.put(&self.key(key), text.into()).await;
        put.map(drop).map_err(|error| self.failed(&error))
    }

    /// Reads a short text.
    pub(crate) async fn text(&self, key: &str) -> Result<String, Error> {
        let got = self.store.get(&self.key(key)).await.map_err(|error| self.failed(&error))?;
        let bytes = got.bytes().await.map_err(|error| self.failed(&error))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn key(&self, key: &str) -> Key {
        Key::from_iter(self.prefix.parts().chain(Key::from(key).parts()))
    }

    fn failed(&self, error: &dyn std::error::Error) -> Error {
        Error::Originals { place: self.url.clone(), detail: error.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_file_that_is_put_there_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lease.pdf");
        std::fs::write(&file, "twelve months").unwrap();
        let there = folder.path().join("there");
        std::fs::create_dir(&there).unwrap();
        let store = SharedStore::at(&format!("file://{}", there.display())).unwrap();
        assert!(!store.has("ab/lease.pdf").await.unwrap());
        store.put(&file, "ab/lease.pdf").await.unwrap();
        assert!(store.has("ab/lease.pdf").await.unwrap());
        let back = folder.path().join("back.pdf");
        store.get("ab/lease.pdf", &back).await.unwrap();
        assert_eq!(std::fs::read(back).unwrap(), b"twelve months");
    }
}
