//! Questions from passages: what to ask about, and which questions are good. Not for running generators, storing questions,
//! or training on them: other crates do that.
//!
//! [`skip`] says which passages are not worth asking about. A [`Writer`] writes. A [`DocumentFilter`] keeps what is good:
//! by its words ([`check`]), and by whether the product's own search finds the passage again ([`ranks`]).
//! [`DocumentFilter::generate`] does all of it for passages of one document. The same seed gives the same questions again.
//!
//! ```
//! use pincite_question::*;
//! use pincite_search::{Mode, DocumentIndex, Vectors, Weights, terms_of};
//! use std::convert::Infallible;
//!
//! let passages = ["The annual licence fee is $1,577, due on 1 May.", "Either party may terminate on written notice."];
//! assert!(passages.iter().all(|text| skip(text).is_none()));
//!
//! let segment = DocumentIndex::new(passages.map(|text| terms_of(text, &[])), Vectors::default());
//! let (weights, filter) = (Weights::default(), Filter::default());
//! let (mode, origin) = (Mode::Lexical, Origin::Generator);
//! let document = DocumentFilter { segment: &segment, mode, weights: &weights, origin, filter: &filter };
//! let questions = ["When is the licence fee due?", "Who may terminate?"].map(|question| vec![question.to_owned()]);
//! let written: Vec<Written> = (0..).zip(passages).zip(questions).map(|((passage, text), questions)| {
//!     Written { passage, text, questions }
//! }).collect();
//! let Ok(checked) = document.filter(&written, &mut Known::default(), |_| Ok::<_, Infallible>(None));
//! assert!(checked.iter().flatten().all(|question| question.rank == Some(1)));
//! assert_eq!(Tally::of(checked.iter().flatten().map(|it| it.rejected)).kept, 2);
//! ```

mod casing;
mod check;
mod copied;
mod document_filter;
mod error;
mod focus;
mod frequencies;
mod generate;
mod generated;
mod line;
mod prompt;
mod reader;
mod round_trip;
mod row;
mod rows;
mod seed;
mod subject;
mod words;
mod writer;

pub use check::{Known, check, tidy};
pub use document_filter::{Checked, DocumentFilter, Written};
pub use error::{Error, Result};
pub use focus::focus;
pub use frequencies::Frequencies;
pub use generate::Filtered;
pub use generated::GeneratorWriter;
pub use line::{QuestionLine, write_lines};
pub use pincite_api::{Filter, Origin, Rejection, Skip, Tally};
pub use prompt::Prompt;
pub use reader::QuestionLines;
pub use round_trip::{RoundTrip, ranks};
pub use rows::RowWriter;
pub use subject::skip;
pub use words::{content_words, has_letters};
pub use writer::{Subject, Writer};
