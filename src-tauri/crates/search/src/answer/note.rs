//! What limits an answer. Not for errors: an answer with notes is still an answer.

use std::fmt;

/// A limit of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// There is no encoder: ranked by words only.
    NoEncoder,
    /// The collection has no vectors of this encoder: ranked by words only.
    NoVectors,
    /// The dense mode finds nothing without an encoder and its vectors.
    DenseImpossible,
    /// A quoted phrase occurs nowhere in the scope.
    PhraseNowhere(String),
    /// The quoted phrases occur, but never in the same passage.
    PhrasesApart,
    /// The question has no word.
    NoWords,
}

impl Note {
    /// Stable code to branch on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoEncoder => "search.no_encoder",
            Self::NoVectors => "search.no_vectors",
            Self::DenseImpossible => "search.dense_impossible",
            Self::PhraseNowhere(_) => "search.phrase_nowhere",
            Self::PhrasesApart => "search.phrases_apart",
            Self::NoWords => "search.no_words",
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEncoder => formatter.write_str("Without an encoder, ranked by words alone."),
            Self::NoVectors => {
                formatter.write_str("The documents were not embedded by the installed encoder: ranked by words alone.")
            }
            Self::DenseImpossible => formatter.write_str(
                "Nothing can be ranked by meaning: no encoder is installed, or the documents were not embedded by it. \
                 Ask in another mode.",
            ),
            Self::PhraseNowhere(phrase) => write!(
                formatter,
                "“{phrase}” stands nowhere in the documents asked. Take the quotation marks away to search for its words."
            ),
            Self::PhrasesApart => formatter
                .write_str("The quoted phrases never stand in the same passage. Take some quotation marks away."),
            Self::NoWords => formatter.write_str("The question has no word to search for."),
        }
    }
}
