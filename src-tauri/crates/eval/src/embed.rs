//! The encoder as an evaluation sees it. Not for loading one.

use crate::Result;

/// Turns texts into vectors of one width. Failures are reported as [`crate::Error::Embedding`].
pub trait Embed {
    /// Numbers per vector.
    fn width(&self) -> usize;

    /// Vectors of questions, one after the other, in the order given.
    ///
    /// # Errors
    /// [`crate::Error::Embedding`], [`crate::Error::Stopped`].
    fn questions(&mut self, texts: &[&str]) -> Result<Vec<f32>>;

    /// Vectors of passages, one after the other, in the order given.
    ///
    /// # Errors
    /// [`crate::Error::Embedding`], [`crate::Error::Stopped`].
    fn passages(&mut self, texts: &[&str]) -> Result<Vec<f32>>;
}
