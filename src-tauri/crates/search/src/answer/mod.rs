//! Ranked passages become hits with reasons, highlights and citations. Not for ranking.

mod chosen;
mod citation;
mod cited;
mod gathering;
mod highlight;
mod hit;
mod introduction;
mod merge;
mod note;
mod placed;
mod present;
mod reading;
mod reason;
mod search;
mod shingles;

pub use chosen::{ChosenPassage, hit_of_chosen};
pub use citation::quoted;
pub use cited::{CitedPassage, cited_pages};
pub use highlight::highlights_of;
pub use hit::{Highlight, HighlightKind, Hit, Piece, SearchResult, Twin};
pub use merge::distinct;
pub use note::Note;
pub use placed::{CitedPlace, Place, cite_places, sentence_words};
pub use reading::{READ_SENTENCES, Reranker, best_sentences, read_together};
pub use search::{SearchModels, SearchRequest, search};
