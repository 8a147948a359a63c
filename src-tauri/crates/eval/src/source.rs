//! A document as evaluations hold it: texts and terms, of which what is searched is made with any encoder. Not for ranking.

use crate::{Embed, Result};
use pincite_models::Sketched;
use pincite_search::{Segment, Vectors};

/// A document as it is searched.
#[derive(Clone, Debug, Default)]
pub struct Searched {
    /// Its words and vectors.
    pub segment: Segment,
    /// The sketch of each passage, where late interaction is to count.
    pub sketches: Vec<Vec<u8>>,
}

/// A document.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// Its name.
    pub name: String,
    /// What the encoder reads of each passage.
    pub passages: Vec<String>,
    /// The innermost heading above each passage, if there is one.
    pub headings: Vec<Option<String>>,
    /// The terms of each passage, as stored.
    pub lines: Vec<String>,
    /// Questions that each passage answers: what is learned from, never searched.
    pub questions: Vec<Vec<String>>,
}

impl Source {
    /// The document in memory, as an ingested one would be; without an encoder its words alone.
    ///
    /// # Errors
    /// [`crate::Error::Embedding`].
    pub fn searched(&self, encoder: Option<&mut dyn Embed>) -> Result<Searched> {
        let (vectors, sketches) = encoder.map(|encoder| self.encoded(encoder)).transpose()?.unwrap_or_default();
        Ok(Searched { segment: Segment::new(&self.lines, vectors), sketches })
    }

    fn encoded(&self, encoder: &mut dyn Embed) -> Result<(Vectors, Vec<Vec<u8>>)> {
        let texts: Vec<&str> = self.passages.iter().map(String::as_str).collect();
        let owners = (0..texts.len() as u32).collect();
        let Sketched { embeddings, sketches } = encoder.passages(&texts)?;
        Ok((Vectors::new(encoder.width(), owners, embeddings.values), sketches))
    }
}
