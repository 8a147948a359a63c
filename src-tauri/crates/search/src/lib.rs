//! A question becomes ranked passages with reasons, highlights and citations. Not for reading files or storing documents.
//!
//! [`CollectionIndex`] holds a collection and [`search()`] answers a [`SearchRequest`] from it. The ranking itself works on
//! [`DocumentIndex`]es in memory:
//!
//! ```
//! use pincite_language::Language;
//! use pincite_search::{DocumentIndex, Mode, Query, Vectors, Weights, rank, terms_of};
//!
//! let passages = ["The fee is $1,577.", "Either party may give notice of termination."];
//! let document = DocumentIndex::new(passages.map(|text| terms_of(text, &[], Language::English)), Vectors::default());
//! let query = Query::new("How is a termination notified?");
//! let ranked = rank(&[&document], &query, None, Mode::Lexical, &Weights::default(), 10);
//! assert_eq!(ranked[0].passage, 1);
//! ```
//!
//! The folders build on each other in this order: `text` (terms), `encode` (vectors), `index` (documents in memory),
//! `score` (ranking), `presence` (is the answer there), `joint` (which hits are wanted), `answer` (hits to show). What marks
//! say of other cells of a table is in `column`.

mod answer;
mod column;
mod encode;
mod error;
mod index;
mod joint;
mod presence;
mod rows;
mod score;
mod text;

pub use answer::{
    AnswerCandidate, AskedPassage, ChosenPassage, CitedPassage, CitedPlace, CollectionQuestion, FirstStage, Highlight,
    HighlightKind, Hit, JudgedDocument, Note, OnPairsRead, OpenReranker, Piece, Place, READ_SENTENCES, Reranker,
    Rerankers, Search, SearchModels, SearchRequest, SearchResult, Twin, Wanted, best_sentences, citation_in,
    cite_places, cited_pages, distinct, escaped_markdown, highlights_of, hit_of_chosen, quote_in, quoted, read_stages,
    read_together, search, sentence_words,
};
pub use column::{ColumnModel, MarkedCell};
pub use encode::{Embedder, Encoders, encoder_input};
pub use error::Error;
pub use index::{CollectionIndex, DocumentIndex, Vectors};
pub use joint::{
    Gather, JOINT_FEATURES, JointCandidate, JointFeatures, JointRanker, ScoreNext, TreeDecoding, UntilComplete,
    asks_for_list,
};
pub use presence::{EVIDENCE, Evidence, Presence, PresenceModel, logit};
pub use rows::{BestRow, asked_cell, best_rows};
pub use score::{
    CachedScorer, Mode, OnPairs, PairScorer, PreparedQuestion, RERANK_DEPTH, RankedPassage, RankedText, Readable,
    Reading, Reranking, Scale, ScopeScores, Score, Scored, Weights, background_idf, coverage, is_general, rank, read,
    with_bonus,
};
pub use text::{
    ANALYSIS_VERSION, Phrase, Query, QueryTerm, Token, analyse, fold_letters, is_stop_word, passage_terms, terms_of,
    tokens,
};

type Result<T, E = Error> = std::result::Result<T, E>;
