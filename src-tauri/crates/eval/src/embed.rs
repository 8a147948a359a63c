//! The encoder as an evaluation sees it. Not for loading one.

use crate::{Error, Result};
use pincite_models::{Encoder, Side, Trainee};
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
        embed(self, texts, Side::Question)
    }

    fn passages(&mut self, texts: &[&str]) -> Result<Vec<f32>> {
        embed(self, texts, Side::Passage)
    }
}

/// An encoder in training, by its weights of this moment.
impl Embed for &Trainee {
    fn width(&self) -> usize {
        Trainee::width(self)
    }

    fn questions(&mut self, texts: &[&str]) -> Result<Vec<f32>> {
        embed_in_training(self, texts, Side::Question)
    }

    fn passages(&mut self, texts: &[&str]) -> Result<Vec<f32>> {
        embed_in_training(self, texts, Side::Passage)
    }
}

fn embed_in_training(trainee: &Trainee, texts: &[&str], side: Side) -> Result<Vec<f32>> {
    let embeddings = trainee.embed(texts, side, &mut |_| ControlFlow::Continue(()));
    Ok(embeddings.map_err(|error| Error::Embedding(error.to_string()))?.values)
}

fn embed(encoder: &Encoder, texts: &[&str], side: Side) -> Result<Vec<f32>> {
    let embeddings = encoder.embed(texts, side, &mut |_| ControlFlow::Continue(()));
    Ok(embeddings.map_err(|error| Error::Embedding(error.to_string()))?.values)
}
