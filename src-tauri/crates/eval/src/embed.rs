//! The encoder interface of evaluations. Not for loading an encoder.

use crate::{Error, Result};
use pincite_models::{Embeddings, Encode, EncodedPassages, EncodedQuestions, Error as ModelError, TokenStates};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Encodes texts: vectors of one width, and token states for late interaction.
pub trait Embed {
    /// Length of a vector.
    fn width(&self) -> usize;

    /// Encodes questions, in the given order.
    ///
    /// # Errors
    /// [`Error::Embedding`].
    fn questions(&mut self, texts: &[&str]) -> Result<EncodedQuestions>;

    /// Encodes passages, in the given order.
    ///
    /// # Errors
    /// [`Error::Embedding`].
    fn passages(&mut self, texts: &[&str]) -> Result<EncodedPassages>;
}

impl<E: Encode> Embed for &E {
    fn width(&self) -> usize {
        Encode::width(*self)
    }

    fn questions(&mut self, texts: &[&str]) -> Result<EncodedQuestions> {
        without_progress(|on_texts| self.encode_questions(texts, on_texts))
    }

    fn passages(&mut self, texts: &[&str]) -> Result<EncodedPassages> {
        without_progress(|on_texts| self.encode_passages(texts, on_texts))
    }
}

/// An encoder with a cache, for texts that are encoded repeatedly.
pub(crate) struct CachedEncoder<'e> {
    encoder: &'e mut dyn Embed,
    questions: Cache<TokenStates>,
    passages: Cache<Vec<u8>>,
}

/// Encoded texts, by text.
type Cache<T> = HashMap<String, Cached<T>>;

/// A vector, and the tokens that belong to it.
struct Cached<T> {
    vector: Vec<f32>,
    tokens: T,
}

/// Vectors of several texts with their tokens.
struct Encoded<T> {
    embeddings: Embeddings,
    tokens: Vec<T>,
}

impl<'e> CachedEncoder<'e> {
    pub(crate) fn new(encoder: &'e mut dyn Embed) -> Self {
        Self { encoder, questions: HashMap::new(), passages: HashMap::new() }
    }
}

impl Embed for CachedEncoder<'_> {
    fn width(&self) -> usize {
        self.encoder.width()
    }

    fn questions(&mut self, texts: &[&str]) -> Result<EncodedQuestions> {
        let encode = |new: &[&str]| {
            let EncodedQuestions { embeddings, tokens } = self.encoder.questions(new)?;
            Ok(Encoded { embeddings, tokens })
        };
        let Encoded { embeddings, tokens } = look_up(&mut self.questions, texts, encode)?;
        Ok(EncodedQuestions { embeddings, tokens })
    }

    fn passages(&mut self, texts: &[&str]) -> Result<EncodedPassages> {
        let encode = |new: &[&str]| {
            let EncodedPassages { embeddings, token_embeddings } = self.encoder.passages(new)?;
            Ok(Encoded { embeddings, tokens: token_embeddings })
        };
        let Encoded { embeddings, tokens } = look_up(&mut self.passages, texts, encode)?;
        Ok(EncodedPassages { embeddings, token_embeddings: tokens })
    }
}

/// Looks up texts in a cache. Missing ones are encoded first.
fn look_up<T: Clone>(
    cache: &mut Cache<T>,
    texts: &[&str],
    encode: impl FnOnce(&[&str]) -> Result<Encoded<T>>,
) -> Result<Encoded<T>> {
    let new: Vec<&str> = texts.iter().copied().filter(|text| !cache.contains_key(*text)).collect();
    if !new.is_empty() {
        let Encoded { embeddings, tokens } = encode(&new)?;
        for ((text, vector), tokens) in new.iter().zip(embeddings.iter()).zip(tokens) {
            cache.insert((*text).to_owned(), Cached { vector: vector.to_vec(), tokens });
        }
    }
    let found: Vec<&Cached<T>> = texts.iter().filter_map(|text| cache.get(*text)).collect();
    let width = found.first().map_or(0, |one| one.vector.len());
    let values = found.iter().flat_map(|one| &one.vector).copied().collect();
    let tokens = found.into_iter().map(|one| one.tokens.clone()).collect();
    Ok(Encoded { embeddings: Embeddings { width, values }, tokens })
}

/// Runs an encoding without a progress callback.
fn without_progress<T>(
    encode: impl FnOnce(&mut dyn FnMut(usize) -> ControlFlow<()>) -> std::result::Result<T, ModelError>,
) -> Result<T> {
    encode(&mut |_| ControlFlow::Continue(())).map_err(|error| Error::Embedding(error.to_string()))
}
