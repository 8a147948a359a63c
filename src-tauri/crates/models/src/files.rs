//! Files of a model's folder: their names, reading them within limits, and their hashes. Models are untrusted. Not for what
//! is in them (`settings`, `tokens`, `weights`).

use std::fs::{File, Metadata};
use std::io::{ErrorKind, Read};
use std::path::Path;

use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::{Error, Result};

/// File with the sizes of the network.
pub(crate) const CONFIG: &str = "config.json";
/// File with the catalogue's settings for what a model's own files leave open.
pub(crate) const OVERRIDES: &str = "pincite.json";
/// File with the vocabulary and the rules of the tokenizer.
pub(crate) const TOKENIZER: &str = "tokenizer.json";
/// File with the weights of an encoder.
pub(crate) const WEIGHTS: &str = "model.safetensors";
/// File with the differences of a tuned encoder. A folder with this file is a tuned encoder.
pub(crate) const DELTA: &str = "delta.safetensors";

/// Size limit of a JSON file in bytes. The tokenizer of a model for a hundred languages has 17 million.
pub(crate) const JSON_BYTES: u64 = 64 << 20;
/// Size limit of a weights file in bytes.
pub(crate) const WEIGHTS_BYTES: u64 = 8 << 30;

/// The name of a model, which is that of its folder.
pub(crate) fn name_of(folder: &Path) -> String {
    folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Checks that `path` is a regular file of at most `most` bytes.
pub(crate) fn check(path: &Path, most: u64) -> Result<Metadata> {
    let metadata = std::fs::metadata(path).map_err(Error::reading(path))?;
    match metadata.len() {
        _ if !metadata.is_file() => Err(Error::bad(path, "it is not a regular file")),
        length if length > most => Err(Error::bad(path, format!("it has {length} bytes, more than {most}"))),
        _ => Ok(metadata),
    }
}

/// Opens a regular file for reading. A named pipe is refused, because opening it could wait for ever.
pub(crate) fn open(path: &Path, most: u64) -> Result<File> {
    check(path, most)?;
    File::open(path).map_err(Error::reading(path))
}

/// Reads a regular file of at most `most` bytes.
pub(crate) fn read(path: &Path, most: u64) -> Result<Vec<u8>> {
    check(path, most)?;
    std::fs::read(path).map_err(Error::reading(path))
}

/// Reads it, or returns nothing if there is no such file.
pub(crate) fn read_if_there(path: &Path, most: u64) -> Result<Option<Vec<u8>>> {
    match std::fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        _ => read(path, most).map(Some),
    }
}

/// Parses the file as JSON; nothing if there is no such file.
pub(crate) fn json<T: DeserializeOwned>(file: &Path) -> Result<Option<T>> {
    match read_if_there(file, JSON_BYTES)? {
        Some(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| Error::bad(file, error)),
        None => Ok(None),
    }
}

/// An unfinished SHA-256 over several values.
pub(crate) struct Fingerprint(Sha256);

impl Fingerprint {
    /// Starts with a text, such as a version.
    pub(crate) fn new(start: &str) -> Self {
        Self(Sha256::new_with_prefix(start))
    }

    pub(crate) fn add(&mut self, text: &str) {
        self.0.update(text);
    }

    /// Adds the bytes of a file and their number.
    pub(crate) fn add_file(&mut self, file: &Path) -> Result<()> {
        let size = self.add_bytes_of(file)?;
        self.0.update(size.to_le_bytes());
        Ok(())
    }

    /// Adds the bytes of a file. Returns their number.
    pub(crate) fn add_bytes_of(&mut self, file: &Path) -> Result<u64> {
        let mut reader = File::open(file).map_err(Error::reading(file))?;
        let mut buffer = vec![0; 1 << 20];
        let mut size = 0;
        loop {
            match reader.read(&mut buffer).map_err(Error::reading(file))? {
                0 => return Ok(size),
                read => {
                    self.0.update(&buffer[..read]);
                    size += read as u64;
                }
            }
        }
    }

    /// In hexadecimal.
    pub(crate) fn finish(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// SHA-256 of a file, in hexadecimal.
pub(crate) fn hash_file(file: &Path) -> Result<String> {
    let mut hash = Fingerprint::new("");
    hash.add_bytes_of(file)?;
    Ok(hash.finish())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_not_read_as_a_file() {
        let error = read(Path::new("/dev/zero"), JSON_BYTES).unwrap_err();
        assert_eq!(error.code(), "models.bad_file", "it would never end: {error}");
    }
}
