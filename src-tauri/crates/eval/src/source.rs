//! A document as evaluations hold it: texts and terms, of which what is searched is made with any encoder. Not for ranking.

use crate::{Embed, Result};
use pincite_models::Sketched;
use pincite_search::{Segment, Vectors, expanded};
use serde::Serialize;

/// What of the questions a passage answers helps to find it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Expansion {
    /// Nothing.
    #[default]
    None,
    /// Their words.
    Words,
    /// Their words and their vectors.
    WordsAndVectors,
}

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
    /// Questions that each passage answers; used only where an [`Expansion`] is asked for.
    pub questions: Vec<Vec<String>>,
}

impl Source {
    /// The document in memory, as an ingested one would be; without an encoder its words alone.
    ///
    /// # Errors
    /// [`crate::Error::Embedding`].
    pub fn searched(&self, encoder: Option<&mut dyn Embed>, expansion: Expansion) -> Result<Searched> {
        let (vectors, sketches) =
            encoder.map(|encoder| self.encoded(encoder, expansion)).transpose()?.unwrap_or_default();
        let none = Vec::new();
        let questions = |at: usize| self.questions.get(at).filter(|_| expansion != Expansion::None).unwrap_or(&none);
        let lines = self.lines.iter().enumerate().map(|(at, line)| expanded(line, questions(at)));
        Ok(Searched { segment: Segment::new(lines, vectors), sketches })
    }

    fn encoded(&self, encoder: &mut dyn Embed, expansion: Expansion) -> Result<(Vectors, Vec<Vec<u8>>)> {
        let texts: Vec<&str> = self.passages.iter().map(String::as_str).collect();
        let owners = (0..texts.len() as u32).collect();
        let Sketched { embeddings, sketches } = encoder.passages(&texts)?;
        let passages = Vectors::new(encoder.width(), owners, embeddings.values);
        if expansion != Expansion::WordsAndVectors {
            return Ok((passages, sketches));
        }
        let asked = (0u32..).zip(&self.questions).flat_map(|(at, all)| all.iter().map(move |text| (at, text.as_str())));
        let (owners, texts): (Vec<u32>, Vec<&str>) = asked.unzip();
        let asked = Vectors::new(encoder.width(), owners, encoder.questions(&texts)?.embeddings.values);
        Ok((passages.and(asked), sketches))
    }
}
