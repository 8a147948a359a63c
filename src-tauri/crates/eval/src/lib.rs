//! Retrieval metrics, dataset readers and reports. Not for retrieving: rankings come from the search room, the very code
//! the product runs, and vectors from whatever [`Embed`] is handed in.
//!
//! - [`squad::run`] ranks the paragraphs of each SQuAD article for its questions.
//! - [`pdf::run`] ranks the passages of ingested PDFs for the questions of a `questions.jsonl`.
//!
//! Both compare the lexical, the dense and the hybrid ranking and yield a report that serialises to JSON and prints as a
//! plain table. All numbers but `n` are percentages. Top-1, Top-3 and Top-5 come with 95 % Wilson intervals, in JSON as
//! `top1_interval: [low, high]`. Pages are counted from 0 in question files (`pages0`), and are printed nowhere.

pub mod adapt;
mod embed;
mod error;
mod evidence;
pub mod metrics;
pub mod pdf;
mod ranking;
mod source;
pub mod squad;
mod table;

pub use embed::Embed;
pub use error::Error;
pub use metrics::{Interval, Metrics};
pub use source::{Searched, Source};

/// Result of this room's functions.
pub type Result<T> = std::result::Result<T, Error>;
