//! The encoder as an evaluation sees it. Not for loading one.

use crate::{Error, Result};
use pincite_models::{Embeddings, Encoder, Error as ModelError, Side, Trainee};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Turns texts into vectors of one width.
pub trait Embed {
    /// Numbers per vector.
    fn width(&self) -> usize;

    /// Vectors of questions, one after the other, in the order given.
    ///
    /// # Errors
    /// [`Error::Embedding`].
    fn questions(&mut self, texts: &[&str]) -> Result<Vec<f32>>;

    /// Vectors of passages, one after the other, in the order given.
    ///
    /// # Errors
    /// [`Error::Embedding`].
    fn passages(&mut self, texts: &[&str]) -> Result<Vec<f32>>;
}

impl Embed for &Encoder {
    fn width(&self) -> usize {
        Encoder::width(self)
    }

    fn questions(&mut self, texts: &[&str]) -> Result<Vec<f32>> {
        rows(|watch| Encoder::embed(self, texts, Side::Question, watch))
    }

    fn passages(&mut self, texts: &[&str]) -> Result<Vec<f32>> {
        rows(|watch| Encoder::embed(self, texts, Side::Passage, watch))
    }
}

/// An encoder in training, by its weights of this moment.
impl Embed for &Trainee {
    fn width(&self) -> usize {
        Trainee::width(self)
    }

    fn questions(&mut self, texts: &[&str]) -> Result<Vec<f32>> {
        rows(|watch| Trainee::embed(self, texts, Side::Question, watch))
    }

    fn passages(&mut self, texts: &[&str]) -> Result<Vec<f32>> {
        rows(|watch| Trainee::embed(self, texts, Side::Passage, watch))
    }
}

/// An encoder that keeps what it made, for those who ask the same more than once.
pub(crate) struct Remembered<'e> {
    encoder: &'e mut dyn Embed,
    questions: HashMap<String, Vec<f32>>,
    passages: HashMap<String, Vec<f32>>,
}

impl<'e> Remembered<'e> {
    pub(crate) fn new(encoder: &'e mut dyn Embed) -> Self {
        Self { encoder, questions: HashMap::new(), passages: HashMap::new() }
    }
}

impl Embed for Remembered<'_> {
    fn width(&self) -> usize {
        self.encoder.width()
    }

    fn questions(&mut self, texts: &[&str]) -> Result<Vec<f32>> {
        let width = self.encoder.width();
        recall(&mut self.questions, texts, width, |new| self.encoder.questions(new))
    }

    fn passages(&mut self, texts: &[&str]) -> Result<Vec<f32>> {
        let width = self.encoder.width();
        recall(&mut self.passages, texts, width, |new| self.encoder.passages(new))
    }
}

/// Rows of the texts: those not yet known are made first.
fn recall(
    known: &mut HashMap<String, Vec<f32>>,
    texts: &[&str],
    width: usize,
    make: impl FnOnce(&[&str]) -> Result<Vec<f32>>,
) -> Result<Vec<f32>> {
    let new: Vec<&str> = texts.iter().copied().filter(|text| !known.contains_key(*text)).collect();
    if !new.is_empty() {
        let rows = make(&new)?;
        known.extend(new.iter().zip(rows.chunks_exact(width)).map(|(text, row)| ((*text).to_owned(), row.to_vec())));
    }
    Ok(texts.iter().filter_map(|text| known.get(*text)).flatten().copied().collect())
}

/// What an encoder makes of texts.
type Encoded = std::result::Result<Embeddings, ModelError>;

/// The rows of what is encoded, with nobody watching.
fn rows(encode: impl FnOnce(&mut dyn FnMut(usize) -> ControlFlow<()>) -> Encoded) -> Result<Vec<f32>> {
    let embeddings = encode(&mut |_| ControlFlow::Continue(()));
    Ok(embeddings.map_err(|error| Error::Embedding(error.to_string()))?.values)
}
