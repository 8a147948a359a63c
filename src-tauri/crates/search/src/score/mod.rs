//! Passages are scored and ranked: BM25, cosines, their fusion and reranking. It works on indexes in memory and
//! needs nothing else, so the evaluation measures what the product does. Not for presenting.

mod background_idf;
mod idf;
mod late_interaction;
mod lexical;
mod mode;
mod phrase;
mod rank;
mod rerank;
mod scale;
mod similarity_cache;
mod token_weights;
mod weights;

pub use background_idf::is_general;
pub use late_interaction::{LateInteraction, QuestionTokens};
pub(crate) use lexical::term_weights;
pub use mode::{Mode, Score};
pub use rank::{RankedPassage, ScopeScores, rank};
pub use rerank::{RERANK_DEPTH, Reranking, Scored, SecondScore, rerank};
pub use scale::Scale;
pub use similarity_cache::SimilarityCache;
pub use token_weights::token_weights;
pub use weights::{FusionWeights, Weights};
