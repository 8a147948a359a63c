//! The encoder as an evaluation sees it. Not for loading one.

use crate::{Error, Result};
use pincite_models::{Embeddings, EncodedPassages, Encoder, Error as ModelError, Read, TokenStates, Trainee};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Turns texts into vectors of one width, and into what late interaction compares.
pub trait Embed {
    /// Numbers per vector.
    fn width(&self) -> usize;

    /// Questions, one after the other, in the order given.
    ///
    /// # Errors
    /// [`Error::Embedding`].
    fn questions(&mut self, texts: &[&str]) -> Result<Read>;

    /// Passages, one after the other, in the order given.
    ///
    /// # Errors
    /// [`Error::Embedding`].
    fn passages(&mut self, texts: &[&str]) -> Result<EncodedPassages>;
}

impl Embed for &Encoder {
    fn width(&self) -> usize {
        Encoder::width(self)
    }

    fn questions(&mut self, texts: &[&str]) -> Result<Read> {
        unwatched(|watch| Encoder::read(self, texts, watch))
    }

    fn passages(&mut self, texts: &[&str]) -> Result<EncodedPassages> {
        unwatched(|watch| Encoder::encode_passages(self, texts, watch))
    }
}

/// An encoder in training, by its weights of this moment.
impl Embed for &Trainee {
    fn width(&self) -> usize {
        Trainee::width(self)
    }

    fn questions(&mut self, texts: &[&str]) -> Result<Read> {
        unwatched(|watch| Trainee::read(self, texts, watch))
    }

    fn passages(&mut self, texts: &[&str]) -> Result<EncodedPassages> {
        unwatched(|watch| Trainee::encode_passages(self, texts, watch))
    }
}

/// An encoder that keeps what it made, for those who ask the same more than once.
pub(crate) struct Remembered<'e> {
    encoder: &'e mut dyn Embed,
    questions: Known<TokenStates>,
    passages: Known<Vec<u8>>,
}

/// Vectors by text, and what else is kept of it.
type Known<T> = HashMap<String, (Vec<f32>, T)>;

impl<'e> Remembered<'e> {
    pub(crate) fn new(encoder: &'e mut dyn Embed) -> Self {
        Self { encoder, questions: HashMap::new(), passages: HashMap::new() }
    }
}

impl Embed for Remembered<'_> {
    fn width(&self) -> usize {
        self.encoder.width()
    }

    fn questions(&mut self, texts: &[&str]) -> Result<Read> {
        let make = |new: &[&str]| self.encoder.questions(new).map(|read| (read.embeddings, read.tokens));
        let (embeddings, tokens) = recall(&mut self.questions, texts, make)?;
        Ok(Read { embeddings, tokens })
    }

    fn passages(&mut self, texts: &[&str]) -> Result<EncodedPassages> {
        let make =
            |new: &[&str]| self.encoder.passages(new).map(|encoded| (encoded.embeddings, encoded.token_embeddings));
        let (embeddings, token_embeddings) = recall(&mut self.passages, texts, make)?;
        Ok(EncodedPassages { embeddings, token_embeddings })
    }
}

/// What is known of the texts: those not yet known are made first.
fn recall<T: Clone>(
    known: &mut Known<T>,
    texts: &[&str],
    make: impl FnOnce(&[&str]) -> Result<(Embeddings, Vec<T>)>,
) -> Result<(Embeddings, Vec<T>)> {
    let new: Vec<&str> = texts.iter().copied().filter(|text| !known.contains_key(*text)).collect();
    if !new.is_empty() {
        let (rows, others) = make(&new)?;
        let made = rows.iter().map(<[f32]>::to_vec).zip(others);
        known.extend(new.iter().map(|text| (*text).to_owned()).zip(made));
    }
    let all: Vec<&(Vec<f32>, T)> = texts.iter().filter_map(|text| known.get(*text)).collect();
    let width = all.first().map_or(0, |(row, _)| row.len());
    let values = all.iter().flat_map(|(row, _)| row).copied().collect();
    Ok((Embeddings { width, values }, all.into_iter().map(|(_, other)| other.clone()).collect()))
}

/// What is made with nobody watching.
fn unwatched<T>(
    make: impl FnOnce(&mut dyn FnMut(usize) -> ControlFlow<()>) -> std::result::Result<T, ModelError>,
) -> Result<T> {
    make(&mut |_| ControlFlow::Continue(())).map_err(|error| Error::Embedding(error.to_string()))
}
