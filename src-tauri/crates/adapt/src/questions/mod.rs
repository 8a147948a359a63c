//! Questions about passages: what to ask about, how to write questions, and which of them are good. Not for running the
//! generator's network or storing questions.
//!
//! [`skip`] says which passages are not worth asking about. A [`Writer`] writes. A [`DocumentFilter`] keeps what is good:
//! by its words, and by whether the product's own search finds the passage again. The same seed gives the same questions
//! again.

mod casing;
mod check;
mod copied;
mod document_filter;
mod focus;
mod frequencies;
mod generate;
mod generated;
mod keywords;
mod line;
mod prompt;
mod readable;
mod reader;
mod round_trip;
mod row;
mod rows;
mod subject;
mod words;
mod writer;

pub use check::Known;
pub(crate) use check::{check, tidy};
pub(crate) use document_filter::Written;
pub use document_filter::{Checked, DocumentFilter};
pub use focus::focus;
pub use frequencies::Frequencies;
pub use generate::{Filtered, PassageSubject};
pub use generated::GeneratorWriter;
pub use keywords::keywords;
pub use line::{QuestionLine, write_lines};
pub use prompt::Prompt;
pub(crate) use readable::{Vocabulary, is_readable};
pub use reader::QuestionLines;
pub(crate) use round_trip::{RoundTrip, ranks};
pub use rows::RowWriter;
pub use subject::skip;
pub use words::{content_words, has_letters};
pub(crate) use words::{folded, without_possessive};
pub use writer::{Subject, Writer};
