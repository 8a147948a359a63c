//! The folder or object store where the files of a shared library lie: PDFs and tuned encoders. All see it, so each file is
//! encrypted with the key of its collection.

use super::disk::SourceFile;
use super::encrypting::{decrypt, encrypt};
use crate::Error;
use object_store::buffered::BufWriter;
use object_store::path::Path as ObjectPath;
use object_store::{ObjectStore, ObjectStoreExt, parse_url_opts};
use pincite_library::{CollectionKey, Library};
use std::path::Path;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio_util::io::StreamReader;
use url::Url;

/// The folder or object store of a shared library.
pub(crate) struct SharedStore {
    url: String,
    store: Arc<dyn ObjectStore>,
    prefix: ObjectPath,
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
        Self::with(url, std::env::vars())
    }

    /// The same with other settings than those of the environment.
    fn with(url: &str, settings: impl IntoIterator<Item = (String, String)>) -> Result<Self, Error> {
        let failed = |detail: String| Error::Originals { place: url.to_owned(), detail };
        // The second time it is chosen already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let parsed = Url::parse(url).map_err(|error| failed(error.to_string()))?;
        let (store, prefix) = parse_url_opts(&parsed, settings).map_err(|error| failed(error.to_string()))?;
        Ok(Self { url: url.to_owned(), store: store.into(), prefix })
    }

    pub(crate) async fn has(&self, name: &str) -> Result<bool, Error> {
        match self.store.head(&self.place(name)).await {
            Ok(_) => Ok(true),
            Err(object_store::Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Writes a file. Nobody sees a part of it.
    pub(crate) async fn put(&self, file: &Path, key: &CollectionKey, name: &str) -> Result<(), Error> {
        let source = SourceFile::open(file).await?;
        self.encrypt(source, key, name).await
    }

    /// Writes a short text.
    pub(crate) async fn put_text(&self, text: &str, key: &CollectionKey, name: &str) -> Result<(), Error> {
        self.encrypt(text.as_bytes(), key, name).await
    }

    async fn encrypt(&self, from: impl AsyncRead + Unpin, key: &CollectionKey, name: &str) -> Result<(), Error> {
        let mut writer = BufWriter::new(Arc::clone(&self.store), self.place(name));
        let written = match encrypt(key, name, from, &mut writer).await {
            Ok(()) => writer.shutdown().await,
            Err(error) => Err(error),
        };
        written.map_err(|error| self.failed(&error))
    }

    /// Reads a file into another one.
    pub(crate) async fn get(&self, key: &CollectionKey, name: &str, to: &Path) -> Result<(), Error> {
        let unwritable = |source| Error::Unwritable { path: to.to_owned(), source };
        let mut file = tokio::fs::File::create(to).await.map_err(unwritable)?;
        self.decrypt(key, name, &mut file).await?;
        file.flush().await.map_err(unwritable)
    }

    /// Reads a short text.
    pub(crate) async fn text(&self, key: &CollectionKey, name: &str) -> Result<String, Error> {
        let mut bytes = Vec::new();
        self.decrypt(key, name, &mut bytes).await?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    async fn decrypt(&self, key: &CollectionKey, name: &str, to: &mut (impl AsyncWrite + Unpin)) -> Result<(), Error> {
        let got = self.store.get(&self.place(name)).await.map_err(|error| self.failed(&error))?;
        let from = StreamReader::new(got.into_stream());
        decrypt(key, name, from, to).await.map_err(|error| self.failed(&error))
    }

    fn place(&self, name: &str) -> ObjectPath {
        ObjectPath::from_iter(self.prefix.parts().chain(ObjectPath::from(name).parts()))
    }

    fn failed(&self, error: &dyn std::error::Error) -> Error {
        Error::Originals { place: self.url.clone(), detail: error.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    const KEY: CollectionKey = CollectionKey([7; 32]);

    #[tokio::test]
    async fn a_file_that_is_put_there_comes_back_and_others_see_nothing_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lease.pdf");
        std::fs::write(&file, "twelve months").unwrap();
        let there = folder.path().join("there");
        std::fs::create_dir(&there).unwrap();
        let store = SharedStore::at(&format!("file://{}", there.display())).unwrap();
        assert!(!store.has("ab/lease").await.unwrap());
        store.put(&file, &KEY, "ab/lease").await.unwrap();
        assert!(store.has("ab/lease").await.unwrap());
        let stored = std::fs::read(there.join("ab/lease")).unwrap();
        assert!(!stored.windows(6).any(|bytes| bytes == b"twelve"));
        let back = folder.path().join("back.pdf");
        store.get(&KEY, "ab/lease", &back).await.unwrap();
        assert_eq!(std::fs::read(&back).unwrap(), b"twelve months");
        let refused = store.get(&CollectionKey([8; 32]), "ab/lease", &back).await.unwrap_err();
        assert_eq!(refused.code(), "engine.originals");
    }

    /// A test's object store, which ends with it.
    struct Objects(std::process::Child, String);

    impl Objects {
        fn start() -> Self {
            let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/server/s3.mjs");
            let node = Command::new("node").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
            let mut node = node.unwrap();
            let mut address = String::new();
            BufReader::new(node.stdout.take().unwrap()).read_line(&mut address).unwrap();
            Self(node, address.trim().to_owned())
        }

        fn settings(&self, person: &str) -> HashMap<String, String> {
            let settings = [
                ("AWS_ENDPOINT", self.1.as_str()),
                ("AWS_ALLOW_HTTP", "true"),
                ("AWS_ACCESS_KEY_ID", person),
                ("AWS_SECRET_ACCESS_KEY", "secret"),
            ];
            settings.map(|(name, value)| (name.to_owned(), value.to_owned())).into()
        }
    }

    impl Drop for Objects {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    #[tokio::test]
    async fn files_lie_in_an_object_store_as_well() {
        let objects = Objects::start();
        let folder = tempfile::tempdir().unwrap();
        let store = SharedStore::with("s3://deals/pdfs", objects.settings("ann")).unwrap();
        // The second one is sent in parts.
        for bytes in [13, 12 << 20] {
            let file = folder.path().join("lease.pdf");
            std::fs::write(&file, "x".repeat(bytes)).unwrap();
            let name = format!("lease-{bytes}");
            assert!(!store.has(&name).await.unwrap());
            store.put(&file, &KEY, &name).await.unwrap();
            assert!(store.has(&name).await.unwrap());
            let back = folder.path().join("back.pdf");
            store.get(&KEY, &name, &back).await.unwrap();
            assert_eq!(std::fs::read(&back).unwrap().len(), bytes);
        }
        let stranger = SharedStore::with("s3://deals/pdfs", objects.settings("cat")).unwrap();
        let refused = stranger.has("lease-13").await.unwrap_err();
        assert_eq!(refused.code(), "engine.originals");
    }
}
