//! A question becomes ranked passages with reasons, highlights and citations. Not for reading files or storing.
//!
//! [`Index`] holds a collection and [`search()`] answers a [`Question`] from it. The ranking itself works on [`Segment`]s in memory and needs nothing else, so the evaluation measures exactly what the
//! product does:
//!
//! ```
//! use pincite_search::{Mode, Query, Segment, Vectors, Weights, rank, terms_of};
//!
//! let passages = ["The fee is $1,577.", "Either party may give notice of termination."];
//! let document = Segment::new(passages.map(|text| terms_of(text, &[])), Vectors::default());
//! let query = Query::new("How is a termination notified?");
//! let ranked = rank(&[&document], &query, None, Mode::Lexical, &Weights::default(), 10);
//! assert_eq!(ranked[0].passage, 1);
//! ```

mod analyse;
mod background;
mod citation;
mod error;
mod figure;
mod fold;
mod fuse;
mod highlight;
mod hit;
mod index;
pub mod late;
mod lexical;
mod likeness;
mod note;
mod phrase;
mod present;
mod query;
mod rank;
mod reason;
mod score;
mod search;
mod segment;
mod stop;
mod stored;
mod vectors;
mod vocabulary;
mod weights;
mod word;

pub use analyse::{ANALYSIS_VERSION, Token, analyse, tokens};
pub use error::Error;
pub use fuse::Scale;
pub use highlight::highlights_of;
pub use hit::{Found, Highlight, HighlightKind, Hit, Piece};
pub use index::Index;
pub use likeness::Likeness;
pub use note::Note;
pub use query::{Phrase, Query};
pub use rank::{Ranked, Scores, rank};
pub use score::{Mode, Score};
pub use search::{Question, search};
pub use segment::Segment;
pub use stop::is_stop_word;
pub use stored::{passage_terms, terms_of};
pub use vectors::Vectors;
pub use weights::Weights;
