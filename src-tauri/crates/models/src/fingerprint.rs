//! The fingerprint of a model: everything that affects its output. Not its name or folder.

use std::fmt::Write;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::error::Error;
use crate::file_names::{CONFIG, TOKENIZER, WEIGHTS};
use crate::settings::Settings;

/// Version of our encoding. It increases when the same files give other vectors.
const VERSION: &str = "pincite-encoder-1";

/// An unfinished SHA-256 over several values.
pub(crate) struct Fingerprint(Sha256);

impl Fingerprint {
    /// Starts with a version.
    pub(crate) fn new(version: &str) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(version);
        Self(hasher)
    }

    pub(crate) fn add(&mut self, text: &str) {
        self.0.update(text);
    }

    /// Adds the bytes of a file and their number.
    pub(crate) fn add_file(&mut self, file: &Path) -> Result<(), Error> {
        let size = hash_into(&mut self.0, file).map_err(Error::reading(file))?;
        self.0.update(size.to_le_bytes());
        Ok(())
    }

    /// In hexadecimal.
    pub(crate) fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}

/// SHA-256 over weights, sizes, tokenizer, pooling, normalisation, prefixes and longest input, in hexadecimal.
pub(crate) fn compute(folder: &Path, settings: &Settings) -> Result<String, Error> {
    let mut fingerprint = Fingerprint::new(VERSION);
    for name in [WEIGHTS, CONFIG, TOKENIZER] {
        fingerprint.add_file(&folder.join(name))?;
    }
    let Settings { config: _, pooling, normalise, question_prefix, passage_prefix, lower_case, max_length } = settings;
    let choices = (format!("{pooling:?}"), normalise, question_prefix, passage_prefix, lower_case, max_length);
    fingerprint.add(&format!("{choices:?}"));
    Ok(fingerprint.finish())
}

/// SHA-256 over the fingerprint of the base and the file of differences.
pub(crate) fn compute_tuned(base: &Path, settings: &Settings, delta: &Path) -> Result<String, Error> {
    let mut hasher = Sha256::new();
    hasher.update(compute(base, settings)?);
    hash_into(&mut hasher, delta).map_err(Error::reading(delta))?;
    Ok(hex(&hasher.finalize()))
}

/// SHA-256 of a file, in hexadecimal.
pub(crate) fn hash_file(file: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    hash_into(&mut hasher, file)?;
    Ok(hex(&hasher.finalize()))
}

/// SHA-256 of bytes, in hexadecimal.
pub(crate) fn hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hash_into(hasher: &mut Sha256, file: &Path) -> io::Result<u64> {
    let mut reader = File::open(file)?;
    let mut buffer = vec![0; 1 << 20];
    let mut size = 0;
    loop {
        let read = reader.read(&mut buffer)?;
        if read == 0 {
            return Ok(size);
        }
        hasher.update(&buffer[..read]);
        size += read as u64;
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
