//! A document as evaluations hold it: texts and terms, of which segments are made with the vectors of any encoder. Not for
//! ranking.

use crate::{Embed, Result};
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
    pub fn segment(&self, encoder: Option<&mut dyn Embed>, expansion: Expansion) -> Result<Segment> {
        let vectors = encoder.map(|encoder| self.vectors(encoder, expansion)).transpose()?.unwrap_or_default();
        let none = Vec::new();
        let questions = |at: usize| self.questions.get(at).filter(|_| expansion != Expansion::None).unwrap_or(&none);
        let lines = self.lines.iter().enumerate().map(|(at, line)| expanded(line, questions(at)));
        Ok(Segment::new(lines, vectors))
    }

    fn vectors(&self, encoder: &mut dyn Embed, expansion: Expansion) -> Result<Vectors> {
        let texts: Vec<&str> = self.passages.iter().map(String::as_str).collect();
        let owners = (0..texts.len() as u32).collect();
        let passages = Vectors::new(encoder.width(), owners, encoder.passages(&texts)?);
        if expansion != Expansion::WordsAndVectors {
            return Ok(passages);
        }
        let asked = (0u32..).zip(&self.questions).flat_map(|(at, all)| all.iter().map(move |text| (at, text.as_str())));
        let (owners, texts): (Vec<u32>, Vec<&str>) = asked.unzip();
        Ok(passages.and(Vectors::new(encoder.width(), owners, encoder.questions(&texts)?)))
    }
}
