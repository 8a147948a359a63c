//! What an evaluation works on: models, and documents as texts and terms, from which an index is built with any encoder.
//! Not for opening models, nor for ranking.

use crate::{Error, Result};
use pincite_language::Language;
use pincite_library::StoredTable;
use pincite_models::{Embeddings, Encode, Side};
use pincite_search::{DocumentIndex, PairScorer, Vectors};
use std::ops::ControlFlow;

/// Encodes texts as vectors of one width.
pub trait Embed {
    /// One vector per text, in the given order.
    ///
    /// # Errors
    /// [`Error::Embedding`].
    fn embed(&mut self, texts: &[&str], side: Side) -> Result<Embeddings>;
}

impl<E: Encode> Embed for &E {
    fn embed(&mut self, texts: &[&str], side: Side) -> Result<Embeddings> {
        let encoded = Encode::embed(*self, texts, side, &mut |_| ControlFlow::Continue(()));
        encoded.map_err(|error| Error::Embedding(error.to_string()))
    }
}

/// The models of an evaluation.
#[derive(Default)]
pub struct Models<'m> {
    /// The encoder. Without it only the lexical system runs.
    pub encoder: Option<&'m mut dyn Embed>,
    /// The cross-encoder. Without it there is no reranked system.
    pub reader: Option<&'m dyn PairScorer>,
}

/// An indexed document.
#[derive(Clone, Debug, Default)]
pub struct Searched {
    /// Its terms and vectors.
    pub segment: DocumentIndex,
    /// What the cross-encoder reads of each passage.
    pub read: Vec<String>,
    /// Its tables of figures.
    pub tables: Vec<StoredTable>,
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
    /// The language of its terms.
    pub language: Language,
    /// The terms of each passage, as stored.
    pub lines: Vec<String>,
    /// Questions that each passage answers: training data, never searched.
    pub questions: Vec<Vec<String>>,
}

impl Source {
    /// Builds the index as the product does. Without an encoder it has terms only.
    ///
    /// # Errors
    /// [`Error::Embedding`].
    pub fn searched(&self, encoder: Option<&mut dyn Embed>) -> Result<Searched> {
        let vectors = encoder.map(|encoder| self.vectors(encoder)).transpose()?.unwrap_or_default();
        let segment = DocumentIndex::new(&self.lines, vectors).in_language(self.language);
        Ok(Searched { segment, read: self.passages.clone(), tables: Vec::new() })
    }

    fn vectors(&self, encoder: &mut dyn Embed) -> Result<Vectors> {
        let texts: Vec<&str> = self.passages.iter().map(String::as_str).collect();
        let owners = (0..texts.len() as u32).collect();
        let Embeddings { width, values } = encoder.embed(&texts, Side::Passage)?;
        Ok(Vectors::new(width, owners, values))
    }
}
