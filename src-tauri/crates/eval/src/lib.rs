//! Measures the product's own search on questions whose answers are known: `pincite eval`. Vectors come from any [`Embed`].
//! Other rankings, and what adapting brings, are measured in the workspace `research`.
//!
//! - [`squad::run`] ranks the paragraphs of each SQuAD article for its questions.
//! - [`pdf::run`] ranks the passages of ingested PDFs for the questions of a `questions.jsonl`.
//! - [`table::report`] compares the cells of a review table with those of annotators.
//!
//! The first two compare the lexical, the dense, the hybrid and the reranked ranking. Their reports serialise to JSON and print as plain
//! tables. All numbers but `n` are percentages. Top-1, Top-3 and Top-5 have 95 % Wilson intervals, in JSON as
//! `top1_interval: [low, high]`, and MRR@10 that of a mean. Pages in question files (`pages0`) are counted from 0. Pages in results are
//! counted from 1.

mod error;
mod json_lines;
pub mod metrics;
pub mod pdf;
mod ranking;
mod source;
pub mod squad;
pub mod table;

pub use error::Error;
pub use metrics::{Interval, Metrics, Table};
pub use source::{Embed, Models, Searched, Source};

/// Result of this crate's functions.
pub type Result<T> = std::result::Result<T, Error>;
