//! Vectors of texts, row by row, and the kinds of these texts. Not for computing them.

use serde::{Deserialize, Serialize};

/// The kind of a text. Some encoders use different prefixes for the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// A question.
    Question,
    /// A passage to be found.
    Passage,
}

/// One vector per text, in the order of the texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Embeddings {
    /// Length of a row.
    pub width: usize,
    /// The rows one after another.
    pub values: Vec<f32>,
}

impl Embeddings {
    pub(crate) fn zeros(rows: usize, width: usize) -> Self {
        Self { width, values: vec![0.0; rows * width] }
    }

    pub(crate) fn set(&mut self, index: usize, row: &[f32]) {
        self.values[index * self.width..][..self.width].copy_from_slice(row);
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.values.len().checked_div(self.width).unwrap_or(0)
    }

    /// Row `index`.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, index: usize) -> &[f32] {
        &self.values[index * self.width..(index + 1) * self.width]
    }

    /// The rows in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[f32]> {
        self.values.chunks_exact(self.width.max(1))
    }
}

/// Cosine of the angle between two vectors; 0 if either is zero.
pub fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let dot = |x: &[f32], y: &[f32]| x.iter().zip(y).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum::<f64>();
    let lengths = (dot(a, a) * dot(b, b)).sqrt();
    if lengths == 0.0 { 0.0 } else { (dot(a, b) / lengths) as f32 }
}
