//! The text that is tuned on: documents, their passages, and which passages say the same. Not for vectors or questions.

use crate::pairs::alike::Alike;
use pincite_search::DocumentIndex;

/// What a run is tuned on. Documents are known by their position here.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// The documents.
    pub documents: Vec<DocumentText>,
}

/// One document. Passages are known by their position in it, the same in all parts.
#[derive(Clone, Debug, Default)]
pub struct DocumentText {
    /// Its name, as a file of pairs may give it.
    pub name: String,
    /// What the encoder reads of each passage.
    pub passages: Vec<String>,
    /// What the cross-encoder reads of each passage: its headings, too. Without any, it reads what the encoder does.
    pub read: Vec<String>,
    /// The lexical half, without vectors.
    pub segment: DocumentIndex,
    /// Passages that say the same.
    pub alike: Alike,
}

/// A passage of the corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place {
    /// Position of its document in the corpus.
    pub(crate) document: usize,
    /// Its position in the document.
    pub(crate) passage: usize,
}

impl DocumentText {
    /// Takes a document and finds out which of its passages are alike.
    pub fn new(name: impl Into<String>, passages: Vec<String>, segment: DocumentIndex) -> Self {
        let alike = Alike::of(&passages);
        Self { name: name.into(), passages, read: Vec::new(), segment, alike }
    }

    /// What the cross-encoder reads of a passage.
    pub(crate) fn read(&self, passage: usize) -> &str {
        self.read.get(passage).unwrap_or(&self.passages[passage])
    }
}

#[cfg(test)]
impl DocumentText {
    /// A document of plain passages, as tests need it.
    pub(crate) fn plain(name: &str, passages: &[String]) -> Self {
        let terms =
            passages.iter().map(|text| pincite_search::terms_of(text, &[], pincite_language::Language::English));
        let segment = DocumentIndex::new(terms, pincite_search::Vectors::default());
        Self::new(name, passages.to_vec(), segment)
    }
}
