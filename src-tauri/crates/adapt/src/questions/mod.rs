//! Questions about passages: what to ask about, how to write questions, and which of them are good. Not for running the
//! generator's network or storing questions.
//!
//! [`skip`] says which passages are not worth asking about. A [`Writer`] writes. A [`DocumentFilter`] keeps what is good:
//! by its words, and by whether the product's own search finds the passage again. The same seed gives the same questions
//! again.

mod casing;
mod check;
mod contents;
mod document_filter;
mod focus;
mod generate;
mod generated;
mod lines;
mod readable;
mod round_trip;
mod row;
mod rows;
mod subject;
mod tally;
mod words;
mod writer;

pub use check::Known;
pub(crate) use check::{check, tidy};
pub(crate) use document_filter::Written;
pub use document_filter::{Checked, DocumentFilter};
pub use focus::{Frequencies, focus};
pub use generate::{Filtered, PassageSubject};
pub use generated::{GeneratorWriter, Prompt};
pub use lines::{QuestionLine, QuestionLines, write_lines};
pub(crate) use readable::{Vocabulary, is_readable};
pub(crate) use round_trip::{RoundTrip, ranks};
pub use rows::RowWriter;
pub use subject::skip;
pub use tally::add_tally;
pub(crate) use tally::{count_skipped, tally_of};
pub use words::{content_words, has_letters};
pub use writer::{Subject, Writer};
