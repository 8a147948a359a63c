//! Passages are scored and ranked: BM25, cosines, their fusion and reranking. It works on indexes in memory and
//! needs nothing else, so the evaluation measures what the product does. Not for presenting.

mod idf;
mod lexical;
mod mode;
mod question;
mod rank;
mod read;
mod rerank;
mod weights;

pub use idf::background_idf;
pub use idf::is_general;
pub(crate) use idf::term_weight;
pub use lexical::coverage;
pub(crate) use lexical::term_weights;
pub use mode::{Mode, RankedPassage, Scale, Score};
pub use question::PreparedQuestion;
pub use rank::{ScopeScores, rank, with_bonus};
pub use read::{CachedScorer, OnPairs, PairScorer, RankedText, Readable, Reading, read};
pub use rerank::{RERANK_DEPTH, Reranking, Scored};
pub use weights::Weights;
