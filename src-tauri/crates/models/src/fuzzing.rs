//! What the fuzz targets call: the bytes of a model's files, loaded as `models import` does first. Not part of the
//! product: it is compiled only by cargo-fuzz, which sets `cfg(fuzzing)`.

use std::path::PathBuf;

use crate::tokens::Tokens;
use crate::weights::{WantedWeight, Weights};
use crate::{Result, files};

/// Longest input in tokens.
const MAX_LENGTH: usize = 64;
/// Shapes that are asked for; the first is the weight that every BERT has.
const WANTED: &[(&str, &[i64])] =
    &[("embeddings.word_embeddings.weight", &[105, 32]), ("embeddings.LayerNorm.weight", &[32])];

/// Loads a tokenizer from the bytes of `tokenizer.json` and uses it for a text.
///
/// # Errors
/// What is wrong with the file.
pub fn tokenizer(json: &[u8], text: &str) -> Result<()> {
    let tokens = Tokens::of_bytes(PathBuf::from(files::TOKENIZER), json, MAX_LENGTH, false)?;
    tokens.count(text);
    let ids = tokens.ids("", &[text])?;
    ids.iter().try_for_each(|ids| tokens.text(ids).map(drop))
}

/// Loads weights from the bytes of `model.safetensors`.
///
/// # Errors
/// What is wrong with the file.
pub fn weights(bytes: Vec<u8>) -> Result<()> {
    let weights = Weights::of_bytes(PathBuf::from(files::WEIGHTS), bytes);
    let wanted = WANTED.iter().map(|(name, shape)| WantedWeight { name, shape: shape.to_vec() });
    weights.each(wanted, |_, values| {
        std::hint::black_box(values);
        Ok(())
    })
}
