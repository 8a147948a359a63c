//! The documents of an evaluation: texts and terms, from which an index is built with any encoder. Not for ranking.

use crate::{Embed, Result};
use pincite_models::EncodedPassages;
use pincite_search::{DocumentIndex, Vectors};

/// An indexed document.
#[derive(Clone, Debug, Default)]
pub struct Searched {
    /// Its terms and vectors.
    pub segment: DocumentIndex,
    /// Quantized token embeddings of each passage, for late interaction.
    pub token_embeddings: Vec<Vec<u8>>,
    /// What the cross-encoder reads of each passage.
    pub read: Vec<String>,
}

/// A document.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// Its name.
    pub name: String,
    /// The text of each passage for the encoder.
    pub passages: Vec<String>,
    /// The innermost heading above each passage, if there is one.
    pub headings: Vec<Option<String>>,
    /// The terms of each passage, as stored.
    pub lines: Vec<String>,
    /// Questions that each passage answers: training data, never searched.
    pub questions: Vec<Vec<String>>,
}

impl Source {
    /// Builds the index as the product does. Without an encoder it has terms only.
    ///
    /// # Errors
    /// [`crate::Error::Embedding`].
    pub fn searched(&self, encoder: Option<&mut dyn Embed>) -> Result<Searched> {
        let (vectors, token_embeddings) = encoder.map(|encoder| self.encoded(encoder)).transpose()?.unwrap_or_default();
        let segment = DocumentIndex::new(&self.lines, vectors);
        Ok(Searched { segment, token_embeddings, read: self.passages.clone() })
    }

    fn encoded(&self, encoder: &mut dyn Embed) -> Result<(Vectors, Vec<Vec<u8>>)> {
        let texts: Vec<&str> = self.passages.iter().map(String::as_str).collect();
        let owners = (0..texts.len() as u32).collect();
        let EncodedPassages { embeddings, token_embeddings } = encoder.passages(&texts)?;
        Ok((Vectors::new(encoder.width(), owners, embeddings.values), token_embeddings))
    }
}
