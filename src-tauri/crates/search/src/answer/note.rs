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
    /// All answers were asked for, and no cross-encoder looked for them.
    NotGathered,
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
            Self::NotGathered => "search.not_gathered",
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEncoder => {
                formatter.write_str("No search model is installed. Results are ranked by exact words only.")
            }
            Self::NoVectors => formatter.write_str(
                "These documents were indexed with another search model. Results are ranked by exact words only.",
            ),
            Self::DenseImpossible => formatter.write_str(
                "Similar meaning cannot be searched: no search model is installed, or the documents were indexed with \
                 another one. Choose another search mode.",
            ),
            Self::PhraseNowhere(phrase) => write!(
                formatter,
                "No document contains “{phrase}”. Remove the quotation marks to search for the words."
            ),
            Self::PhrasesApart => {
                formatter.write_str("No passage contains all quoted phrases. Remove some quotation marks.")
            }
            Self::NoWords => formatter.write_str("The question has no word to search for."),
            Self::NotGathered => formatter.write_str(
                "All answers can only be found by a closer reading, which is not possible here. These are the best \
                 matches.",
            ),
        }
    }
}
