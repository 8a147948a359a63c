//! Retrieval metrics, dataset readers and reports. Not for retrieving: rankings come from the crate `search`, the same
//! code as in the product. Vectors come from any [`Embed`].
//!
//! - [`squad::run`] ranks the paragraphs of each SQuAD article for its questions.
//! - [`pdf::run`] ranks the passages of ingested PDFs for the questions of a `questions.jsonl`.
//!
//! Both compare the lexical, the dense, the hybrid and the reranked ranking. Their reports serialise to JSON and print as plain
//! tables. All numbers but `n` are percentages. Top-1, Top-3 and Top-5 have 95 % Wilson intervals, in JSON as
//! `top1_interval: [low, high]`, and MRR@10 that of a mean. Pages in question files (`pages0`) are counted from 0. Pages in results are
//! counted from 1.

pub mod adapt;
mod embed;
mod error;
mod evidence;
pub mod metrics;
pub mod pdf;
mod ranking;
mod read;
mod source;
pub mod squad;
mod table;

pub use embed::Embed;
pub use error::Error;
pub use metrics::{Interval, Metrics};
pub use read::{Models, Read};
pub use source::{Searched, Source};

/// Result of this crate's functions.
pub type Result<T> = std::result::Result<T, Error>;
