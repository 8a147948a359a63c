//! The result of a search: hits, and notes that say what limits them. An answer with notes is still an answer. Plain data, not
//! for showing.

use crate::joint::Gather;
use crate::presence::Presence;
use crate::score::Score;
use pincite_api::{Cited, ComputedAnswer, FigureRow};
use pincite_library::{DocumentId, PassageId};
use pincite_pdf::Rect;
use pincite_value::AnswerValue;
use std::fmt;
use std::path::PathBuf;

/// The ranked answer to a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// Best first.
    pub hits: Vec<Hit>,
    /// Whether what was searched answers the question. `None` if no cross-encoder read the passages.
    pub presence: Option<Presence>,
    /// What the hits are: the best ones, or all answers.
    pub gathered: Gather,
    /// How many answers were found, where all were asked for. With none, the hits are the nearest passages.
    pub found: Option<u32>,
    /// The documents that were judged, the likeliest first, where all answers of several documents were asked for.
    pub documents: Vec<JudgedDocument>,
    /// Documents that were not judged, because the scope has too many.
    pub unread: u32,
    /// The candidates of a document that is asked alone, best first.
    pub candidates: Vec<AnswerCandidate>,
    /// What the question asks to compute of figures.
    pub computed: Option<ComputedAnswer>,
    /// What limits the answer.
    pub notes: Vec<Note>,
}

/// A passage that may answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnswerCandidate {
    /// Its number, counted from the first one of its document.
    pub passage: u32,
    /// Its score among the candidates.
    pub score: f32,
}

/// A document that was asked for all its answers.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedDocument {
    /// The document, as the collection lists it.
    pub document: DocumentId,
    /// Its name, as it is listed.
    pub name: String,
    /// Whether it answers.
    pub presence: Presence,
}

/// A ranked passage with its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Id of the passage.
    pub id: PassageId,
    /// Its document, as the collection lists it.
    pub document: DocumentId,
    /// Name of the document, as it is listed.
    pub document_name: String,
    /// Page on which its best sentence starts, counted from 0.
    pub page: u32,
    /// Printed label of that page. Empty where no number printed on it is sure.
    pub page_label: String,
    /// How surely the text of that page was recognised in its picture, 0 to 1, if it was.
    pub confidence: Option<f32>,
    /// Its text, in pieces.
    pub pieces: Vec<Piece>,
    /// Headings above it, outermost first.
    pub headings: Vec<String>,
    /// Number of the clause of its best sentence, if it is known.
    pub clause: Option<String>,
    /// Its score.
    pub score: Score,
    /// The probability that it answers the question, 0 to 1, if the cross-encoder read it.
    pub probability: Option<f32>,
    /// Boxes to highlight on pages.
    pub highlights: Vec<Highlight>,
    /// Pinpoint citation.
    pub citation: String,
    /// Its best sentence in quotation marks, then the citation.
    pub quote: String,
    /// The parts of both, to write them in another style.
    pub cited: Cited,
    /// The value that its best sentence gives, if the question asks for one.
    pub value: Option<AnswerValue>,
    /// The row of a table that answers, if the question asks for figures.
    pub row: Option<FigureRow>,
    /// Places that say the same and are no hits of their own.
    pub same_as: Vec<Twin>,
}

/// A passage that says the same as a hit, or in which its clause goes on. It is folded into that hit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twin {
    /// Its document, as the collection lists it.
    pub document: DocumentId,
    /// Id of the passage.
    pub passage: PassageId,
    /// Page on which its best sentence starts, counted from 0.
    pub page: u32,
    /// Pinpoint citation.
    pub citation: String,
}

/// A piece of a passage's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// Whether it is in the best sentence.
    pub sentence: bool,
    /// Whether it is a word of the question.
    pub matched: bool,
    /// Whether it is in the header of the table whose row is the best sentence.
    pub header: bool,
}

/// A box to highlight on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Highlight {
    /// Page, counted from 0.
    pub page: u32,
    /// The box, in points from the page's top left corner.
    pub rect: Rect,
    /// What it marks.
    pub kind: HighlightKind,
}

/// What a highlight marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HighlightKind {
    /// A line of the passage.
    Passage,
    /// A line of its best sentence.
    Sentence,
    /// A word of the question.
    Word,
}

/// A limit of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// There is no encoder: ranked by words only.
    NoEncoder,
    /// The collection has no vectors of this encoder: ranked by words only.
    NoVectors,
    /// The encoder does not know the language of some documents: these were ranked by words only.
    OtherLanguage,
    /// The dense mode finds nothing without an encoder and its vectors.
    DenseImpossible,
    /// A quoted phrase occurs nowhere in the scope.
    PhraseNowhere(String),
    /// The quoted phrases occur, but never in the same passage.
    PhrasesApart,
    /// The question has no word.
    NoWords,
    /// Part of the stored text of the document at this path is missing or cannot be read.
    Damaged(PathBuf),
    /// All answers were asked for, and no cross-encoder looked for them.
    NotGathered,
}

impl Note {
    /// Stable code to branch on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoEncoder => "search.no_encoder",
            Self::NoVectors => "search.no_vectors",
            Self::OtherLanguage => "search.other_language",
            Self::DenseImpossible => "search.dense_impossible",
            Self::PhraseNowhere(_) => "search.phrase_nowhere",
            Self::PhrasesApart => "search.phrases_apart",
            Self::NoWords => "search.no_words",
            Self::Damaged(_) => "library.document_damaged",
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
            Self::OtherLanguage => formatter.write_str(
                "The search model knows English only. Documents in other languages are ranked by exact words only. Choose a \
                 search model for many languages.",
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
            Self::Damaged(path) => pincite_library::Error::Damaged { path: path.clone() }.fmt(formatter),
            Self::NoWords => formatter.write_str("The question has no word to search for."),
            Self::NotGathered => formatter.write_str(
                "All answers can only be found by a closer reading, which is not possible here. These are the best \
                 matches.",
            ),
        }
    }
}
