//! Ranked passages become hits with reasons, highlights and citations. Not for ranking.

mod agreement;
mod citation;
mod cited;
mod computed;
mod gathering;
mod hit;
mod merge;
mod names;
mod narrowing;
mod present;
mod question;
mod ranking;
mod read;
mod reading;
mod reason;
mod rows;
mod search;
mod stages;
mod value;
mod written;

pub use citation::{CitedPlace, Place, cite_places, quoted, sentence_words};
pub use cited::{CitedPassage, cited_pages};
pub use hit::{AnswerCandidate, Highlight, HighlightKind, Hit, JudgedDocument, Note, Piece, SearchResult, Twin};
pub use merge::distinct;
pub use present::{ChosenPassage, hit_of_chosen};
pub use question::CollectionQuestion;
pub use reading::{AskedPassage, OpenReranker, READ_SENTENCES, Reranker, Rerankers, best_sentences, read_together};
pub use reason::highlights_of;
pub use search::{Search, SearchModels, SearchRequest, Wanted, search};
pub use stages::{FirstStage, OnPairsRead, read_stages};
pub use written::{citation_in, escaped_markdown, quote_in};
