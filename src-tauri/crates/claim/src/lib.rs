//! What a memo claims, in numbers, dates, lengths of time and quotes, and what documents print of it. Each claim gets the place that
//! it is taken from, or the place that says otherwise, or none.
//!
//! - `memo`: a text as sentences below headings.
//! - `said`: the values of a text.
//! - `claim`: the claims in them, and `context`: the years and line items that each is of; `names`: its document.
//! - `comparing`: words that make a number inexact, or what another one is compared with.
//! - `printed`: rows and sentences of a document with their values; `quote`: its words.
//! - `score`: whether a place is what a claim speaks of, and says the same.
//! - `reading`: the cross-encoder reads the best places.
//! - `check`: all of this together, and `verdict`: what it says of a claim.
//! - `file`: memos and sheets as text.
//!
//! Not for showing the result (`engine`).

mod candidate;
mod check;
mod claim;
mod comparing;
mod context;
mod error;
mod file;
mod memo;
mod names;
mod pattern;
mod printed;
mod quote;
mod reading;
mod said;
mod score;
mod section;
mod verdict;
mod vocabulary;

pub use candidate::Candidate;
pub use check::{Check, Document};
pub use claim::Claim;
pub use error::Error;
pub use file::text_of;
pub use said::Said;
pub use score::{Agreement, FEATURES, Features};
pub use verdict::{Doubt, Finding, Support};
