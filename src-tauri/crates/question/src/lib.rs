//! Questions from passages: what to ask about, questions with no model at all, and which questions are good. Not for
//! running generators, storing questions, or learning from them: those are other rooms.
//!
//! [`skip`] says which passages are not worth asking about, a [`Writer`] writes, and a [`Sieve`] keeps what is good:
//! by its words ([`check`]), and by whether the product's own search finds the passage again ([`ranks`]). [`Sieve::ask`]
//! does all of it for passages of one document. Everything is the same again for the same seed.
//!
//! ```
//! use pincite_question::*;
//! use pincite_search::{Mode, DocumentIndex, Vectors, Weights, terms_of};
//! use std::{convert::Infallible, ops::ControlFlow};
//!
//! let passages = ["The annual licence fee is $1,577, due on 1 May.", "Either party may terminate on written notice."];
//! assert!(passages.iter().all(|text| skip(text).is_none()));
//!
//! let mut writer = KeywordWriter::new(Keywords::new(Frequencies::of(passages)), 7);
//! let subjects = passages.map(|text| Subject { text, heading: None });
//! let questions = writer.write(&subjects, 2, &mut |_| ControlFlow::Continue(()))?;
//!
//! let segment = DocumentIndex::new(passages.map(|text| terms_of(text, &[])), Vectors::default());
//! let (weights, filter) = (Weights::default(), Filter::default());
//! let (mode, origin) = (Mode::Lexical, Origin::Keywords);
//! let sieve = Sieve { segment: &segment, mode, weights: &weights, origin, filter: &filter };
//! let written: Vec<Written> = (0..).zip(passages).zip(questions).map(|((passage, text), questions)| {
//!     Written { passage, text, questions }
//! }).collect();
//! let Ok(sifted) = sieve.sift(&written, &mut Known::default(), |_| Ok::<_, Infallible>(None));
//! assert!(sifted.iter().flatten().all(|question| question.rank == Some(1)));
//! assert_eq!(Tally::of(sifted.iter().flatten()).kept, 4);
//! # Ok::<(), Error>(())
//! ```

mod ask;
mod casing;
mod check;
mod copied;
mod error;
mod filter;
mod focus;
mod frequencies;
mod generated;
mod keywords;
mod line;
mod origin;
mod prompt;
mod reader;
mod rejection;
mod round_trip;
mod row;
mod rows;
mod seed;
mod sift;
mod subject;
mod tally;
mod words;
mod writer;

pub use ask::Answered;
pub use check::{Known, check, tidy};
pub use error::{Error, Result};
pub use filter::Filter;
pub use focus::focus;
pub use frequencies::Frequencies;
pub use generated::GeneratorWriter;
pub use keywords::Keywords;
pub use line::{QuestionLine, write_lines};
pub use origin::Origin;
pub use prompt::Prompt;
pub use reader::QuestionLines;
pub use rejection::Rejection;
pub use round_trip::{Asked, ranks};
pub use rows::RowWriter;
pub use sift::{Sieve, Sifted, Written};
pub use subject::{Skip, skip};
pub use tally::Tally;
pub use writer::{KeywordWriter, Subject, Writer};
