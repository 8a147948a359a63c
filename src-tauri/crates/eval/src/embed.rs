//! The encoder as an evaluation sees it. Not for loading one.

use crate::{Error, Result};
use pincite_models::{Embeddings, Encoder, Error as ModelError, Side, Trainee};
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

/// What an encoder makes of texts.
type Encoded = std::result::Result<Embeddings, ModelError>;

/// The rows of what is encoded, with nobody watching.
fn rows(encode: impl FnOnce(&mut dyn FnMut(usize) -> ControlFlow<()>) -> Encoded) -> Result<Vec<f32>> {
    let embeddings = encode(&mut |_| ControlFlow::Continue(()));
    Ok(embeddings.map_err(|error| Error::Embedding(error.to_string()))?.values)
}
