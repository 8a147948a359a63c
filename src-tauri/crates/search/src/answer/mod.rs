//! Ranked passages become hits with reasons, highlights and citations. Not for ranking.

mod citation;
mod clause;
mod highlight;
mod hit;
mod merge;
mod note;
mod present;
mod reason;
mod search;

pub use highlight::highlights_of;
pub use hit::{Highlight, HighlightKind, Hit, Piece, SearchResult};
pub use note::Note;
pub use search::{Reranker, SearchModels, SearchRequest, read_together, search};
