//! Ranked passages become hits with reasons, highlights and citations. Not for ranking.

mod citation;
mod cited;
mod highlight;
mod hit;
mod introduction;
mod merge;
mod note;
mod present;
mod reason;
mod search;

pub use cited::cited_pages;
pub use highlight::highlights_of;
pub use hit::{Highlight, HighlightKind, Hit, Piece, SearchResult};
pub use note::Note;
pub use search::{Reranker, SearchModels, SearchRequest, read_together, search};
