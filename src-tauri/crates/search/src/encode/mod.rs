//! Vectors of passages: which encoder makes those of a generation, and how. Not for comparing vectors (`score`), nor for
//! training encoders.

mod embedder;
mod encoders;
mod recent;

pub use embedder::{Embedder, encoder_input};
pub use encoders::Encoders;
